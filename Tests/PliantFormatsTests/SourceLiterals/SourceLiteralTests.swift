// Source literals: plutil's layout, and that the Swift compiler takes what is written.

import Foundation
import PliantFormats
import TestSupport
import Testing

@Suite struct SourceLiteralTests {
  private func literal(
    _ json: String, _ language: SourceLiteralLanguage = .swift, path: String = "a/n.json",
    header: String? = nil, followsPlutil: Bool = false
  ) throws -> String {
    var writer = SourceLiteralWriter(
      language, name: SourceLiteralName(path: path, for: language), importedHeader: header)
    writer.followsPlutil = followsPlutil
    try Array(json.utf8).withByteView { try JSONReader.read($0, into: &writer) }
    return String(decoding: try writer.finish().bytes, as: UTF8.self)
  }

  @Test func swiftLayoutIsPlutils() throws {
    #expect(
      try literal(#"{"a":1.0,"b":true,"q":[[1,2],[3]],"s":"x\n\"y\" \\(z)"}"#, followsPlutil: true) == #"""
        /// Generated from n.json
        let n : [String : Any] = [
            "a" : 1.000000,
            "b" : true,
            "q" : [
                [
                    1,
                    2,
                ],
                [
                    3,
                ],
            ],
            "s" : "x\n\"y\" \\(z)",
        ]

        """#)
    #expect(try literal(#"["a","b"]"#) == "/// Generated from n.json\nlet n = [\n    \"a\",\n    \"b\",\n]\n")
    #expect(try literal("-5") == "/// Generated from n.json\nlet n = -5\n")
    #expect(try literal("0.1234567891") == "/// Generated from n.json\nlet n = 0.1234567891\n")
  }

  @Test func objectiveCLayoutIsPlutils() throws {
    #expect(
      try literal(#"{"a":[1,"x\n\u0001"],"e":{},"t":true}"#, .objectiveC, header: "n.h") == #"""
        #import "n.h"

        /// Generated from n.json
        __attribute__((visibility("hidden")))
        NSDictionary * const n = @{
            @"a" : @[
                @1,
                @"x\n\001",
            ],
            @"e" : @{
            },
            @"t" : @YES,
        };

        """#)
  }

  /// The text that is not plutil's imports what it needs itself.
  @Test func objectiveCImportsFoundation() throws {
    #expect(
      try literal("[]", .objectiveC) == """
        #import <Foundation/Foundation.h>

        /// Generated from n.json
        __attribute__((visibility("hidden")))
        NSArray * const n = @[
        ];

        """)
    #expect(try literal("[]", .objectiveC, followsPlutil: true).hasPrefix("/// Generated from n.json\n"))
  }

  /// What clang must know of Foundation to check literals.
  private static let foundation = """
    typedef signed char BOOL;
    #define YES __objc_yes
    #define NO __objc_no
    #define INFINITY __builtin_inff()
    #define NAN __builtin_nanf("")
    @protocol NSCopying @end
    __attribute__((objc_root_class)) @interface NSObject @end
    @interface NSString : NSObject <NSCopying> @end
    @interface NSNumber : NSObject <NSCopying>
    + (NSNumber *)numberWithInt:(int)value;
    + (NSNumber *)numberWithLong:(long)value;
    + (NSNumber *)numberWithLongLong:(long long)value;
    + (NSNumber *)numberWithUnsignedLongLong:(unsigned long long)value;
    + (NSNumber *)numberWithFloat:(float)value;
    + (NSNumber *)numberWithDouble:(double)value;
    + (NSNumber *)numberWithBool:(BOOL)value;
    @end
    @interface NSArray : NSObject
    + (instancetype)arrayWithObjects:(const id *)objects count:(unsigned long)count;
    @end
    @interface NSDictionary : NSObject
    + (instancetype)dictionaryWithObjects:(const id *)objects forKeys:(const id<NSCopying> *)keys count:(unsigned long)count;
    @end

    """

  /// Only Apple's clang takes container literals as constants of a file, so here they are those of a function.
  @Test func objectiveCTextCompiles() throws {
    guard let compiler = toolchainTool("clang") else { return }
    var files: [String: String] = [:]
    for (index, document) in Self.documents.enumerated() where !document.contains(Self.widest) {
      files["v\(index)"] = try literal(document, .objectiveC, path: "v\(index).json")
    }
    for (name, value) in [("nan", Double.nan), ("most", .infinity), ("least", -.infinity)] {
      var writer = SourceLiteralWriter(.objectiveC, name: SourceLiteralName(path: name, for: .objectiveC))
      try writer.real(value)
      files[name] = String(decoding: try writer.finish().bytes, as: UTF8.self)
    }
    try withTemporaryFolder { folder in
      let headers = folder.appendingPathComponent("Foundation")
      try FileManager.default.createDirectory(at: headers, withIntermediateDirectories: true)
      try Data(Self.foundation.utf8).write(to: headers.appendingPathComponent("Foundation.h"))
      for (name, text) in files {
        let (head, rest) = try #require(text.split(separator: "\n\n", maxSplits: 1).map(String.init).pair)
        let file = folder.appendingPathComponent(name + ".m")
        try Data("\(head)\nvoid test(void);\nvoid test(void) {\n\(rest)}\n".utf8).write(to: file)
        let result = try TestSupport.run(
          compiler,
          [
            "--target=arm64-apple-macos14", "-fsyntax-only", "-fobjc-arc", "-Werror", "-Weverything",
            "-Wno-unused-variable", "-Wno-ignored-attributes", "-I", folder.path, file.path,
          ], in: folder)
        #expect(result.status == 0, "\(text)\(String(decoding: result.errors, as: UTF8.self))")
      }
    }
  }

  /// What C would read differently: trigraphs, and the lowest integer, whose digits alone are beyond the type.
  @Test(arguments: [
    (#""what??!?""#, #"@"what?\?!?""#), ("-9223372036854775808", "@(-9223372036854775807LL - 1)"),
    ("-9223372036854775807", "@-9223372036854775807"), ("18446744073709551615", "@18446744073709551615ULL"),
  ])
  func objectiveCIsReadAsItIsMeant(json: String, literal text: String) throws {
    #expect(try literal(json, .objectiveC).hasSuffix(" = \(text);\n"))
  }

  @Test func objectiveCLacksDates() throws {
    var writer = SourceLiteralWriter(
      .objectiveC, name: SourceLiteralName(path: "d", for: .objectiveC), losses: LossReport(policy: .refuse))
    let failure = #expect(throws: Failure.self) { try writer.date(0) }
    #expect(failure?.code == .lossRefused)
  }

  @Test func lostDigitsAreLosses() async throws {
    try await forEachRow(of: [
      ("0.5", false), ("4.9e-324", false), ("0.12345678901234567890", true), ("2e-324", true),
      ("9007199254740993.0", true), ("123456789012345678901234567890123456789012345", true),
    ]) { (text: String, isLoss: Bool) in
      for counts in [true, false] {
        var writer = SourceLiteralWriter(
          .swift, name: SourceLiteralName(path: "d", for: .swift), losses: LossReport(policy: .refuse))
        writer.followsPlutil = !counts
        var refused = false
        do {
          try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
            try writer.number(view, kind: text.contains(where: { ".e".contains($0) }) ? .real : .integer)
          }
        } catch {
          refused = true
        }
        #expect(refused == (isLoss && counts))
      }
    }
  }

  @Test func names() async throws {
    try await forEachRow(of: [
      ("x/Info.plist", "Info"), ("my file-x.y.json", "my_file_x_y"), ("-", "_"), (".hidden", "_hidden"),
      ("9+x@y.json", "_9x_y"), ("class.plist", "`class`"), ("a$.b", "a"), ("é.plist", "é"),
    ]) { (path: String, identifier: String) in
      #expect(SourceLiteralName(path: path, for: .swift).identifier == identifier)
    }
  }

  @Test func fileNamesStayInTheComment() throws {
    #expect(try literal("1", path: "a\nb\\") == "/// Generated from a?b?\nlet ab_ = 1\n")
    #expect(SourceLiteralName(path: "Class.plist", for: .objectiveC).identifier == "Class_")
  }

  @Test func namesTypesThatThreadsCanShare() throws {
    #expect(
      try literal(#"{"a":1,"b":[1,"x"],"c":{}}"#) == #"""
        /// Generated from n.json
        let n : [String : any Sendable] = [
            "a" : 1,
            "b" : [
                1,
                "x",
            ] as [any Sendable],
            "c" : [
            :] as [String : any Sendable],
        ]

        """#)
  }

  private static let widest = "170141183460469231731687303715884105727"

  /// Values of every kind, alone, mixed and empty.
  private static let documents =
    [
      #"{"e":[],"f":{},"g":[1,"x",[]],"h":18446744073709551615,"k":{"a b":[{"x":1},{"x":"y"}]},"i":[1,2.5]}"#,
      #"[[1],["x"],[]]"#, "{}", "[]", "18446744073709551615", widest, "[\(widest),-1e300,1e-7]",
      #"{"k\"\\(x)\u0000\n":"\t\u2028\r\u007f \\u{41} é"}"#, #"[true,false]"#, #"[true,1,2.5,"x"]"#,
      "-9223372036854775808", "[-9223372036854775808,-9223372036854775807,4294967296,-0.0]", "true", "2.5",
      #""what??!? @ %s 😀""#,
    ]

  @Test func swiftTextCompiles() throws {
    var source = ""
    for (index, document) in Self.documents.enumerated() {
      source += try literal(document, path: "v\(index).json")
    }
    var dated = SourceLiteralWriter(.swift, name: SourceLiteralName(path: "dated.plist", for: .swift))
    try dated.beginArray(count: nil)
    try dated.date(0.5)
    try Array("data".utf8).withByteView { (view: ByteView) throws(Failure) in try dated.data(view) }
    try dated.data(.empty)
    try dated.real(.nan)
    try dated.real(-.infinity)
    try dated.uid(3)
    try dated.endArray()
    source += String(decoding: try dated.finish().bytes, as: UTF8.self)
    guard let compiler = toolchainTool("swiftc") else { return }
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("literals.swift")
      try Data(source.utf8).write(to: file)
      #expect(
        run(
          compiler,
          ["-typecheck", "-parse-as-library", "-warnings-as-errors", "-swift-version", "6", file.path]) == 0,
        "\(source)")
    }
  }
}

extension Array {
  /// Both elements of an array of two.
  fileprivate var pair: (Element, Element)? { count == 2 ? (self[0], self[1]) : nil }
}
