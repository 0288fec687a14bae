// What the library promises to the program that it is part of: documents that nothing changes, and no call that ends it.

import Foundation
import PliantKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct PromiseTests {
  /// Larger than the size from which the program maps files.
  private static func largeText(_ letter: String) -> Data {
    Data(("[\"" + String(repeating: letter, count: 17 << 20) + "\"]").utf8)
  }

  @Test func documentsOutliveTheirFile() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("large.json")
      try Self.largeText("a").write(to: file)
      let document = try Document(contentsOf: file.path)
      let mapped = try Document(contentsOf: file.path, options: ReadingOptions(access: .mapped))
      #expect(mapped[0]?.string?.utf8.first == UInt8(ascii: "a"))
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: Data("[\"bbbb".utf8))
      try handle.truncate(atOffset: 100)
      try handle.close()
      #expect(document[0]?.string?.utf8.count == 17 << 20)
      #expect(document[0]?.string?.hasPrefix("aaaa") == true)
    }
  }

  /// Functions that only the program calls, with what they are for.
  private static let ofProgram = [
    "Platform+Signals.swift": "installed by the program's main alone",
    "Platform+Process.swift": "a failed allocation, which ends a process as of Swift's own collections",
    "Platform+ChildProcess.swift": "in the child, between fork and exec",
  ]

  /// What is linked says what source text only suggests: no object of the library knows the functions that end a process.
  @Test func noObjectOfTheLibraryRefersToTheEndOfTheProcess() throws {
    let products = builtProgram("pliant").deletingLastPathComponent()
    guard let nm = toolchainTool("llvm-nm") ?? find("nm") else { return }
    var objects = 0
    for module in [
      "CLibrary", "PliantBase", "PliantText", "PliantCodecs", "PliantCore", "PliantFormats", "PliantQuery",
      "PliantMapping", "PliantLint", "PliantCoding", "PliantKit",
    ] {
      let folder = products.appendingPathComponent("\(module).build")
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "o" }
      objects += files.count
      let ended = try run(nm, ["--undefined-only"] + files.map(\.path), in: folder)
      #expect(ended.status == 0)
      let names = String(decoding: ended.output, as: UTF8.self).split(separator: "\n").compactMap {
        $0.split(separator: " ").last
      }
      let ends = ["exit", "_exit", "_Exit", "quick_exit", "abort"].flatMap { [$0, "_" + $0] }
      #expect(names.filter { ends.contains(String($0)) } == [], "\(module)")
    }
    #expect(objects > 100)
  }

  @Test func nothingInTheLibraryEndsTheProcess() throws {
    let calls = #/\b(_?exit|abort|fatalError|preconditionFailure|sigaction|signal|raise)\(|\btry!|\bas!/#
    var found: [String] = []
    for module in [
      "PliantBase", "PliantText", "PliantCodecs", "PliantCore", "PliantFormats", "PliantQuery",
      "PliantMapping", "PliantLint",
      "PliantCoding", "PliantKit", "PliantFoundation",
    ] {
      let folder = packageRoot.appendingPathComponent("Sources/\(module)")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        if Self.ofProgram[file.lastPathComponent] != nil { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          if line.contains(calls) { found.append("\(file.lastPathComponent): \(line)") }
        }
      }
    }
    #expect(found == [])
  }

  @Test func theLibraryInstallsNoSignalHandlers() async {
    await #expect(processExitsWith: .success) {
      func handlers() -> [UInt] {
        (Int32(1)..<32).map { number in
          var action = sigaction()
          sigaction(number, nil, &action)
          return withUnsafeBytes(of: &action) { $0.load(as: UInt.self) }
        }
      }
      let before = handlers()
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "pliant-signals-\(UUID()).json")
      try? Document(["a": [1, 2]]).write(to: file.path, as: .json)
      var editor = try DocumentEditor(contentsOf: file.path)
      try editor.set(3, at: "a.0")
      try editor.save()
      _ = DocumentLinter().lint(editor.text)
      var records = DocumentRecords(bytes: Array("[1]".utf8)).makeIterator()
      _ = try records.next()
      try FileManager.default.removeItem(at: file)
      #expect(handlers() == before)
    }
  }

  /// The signal of a pipe that nobody reads would end the process.
  @Test func aBrokenPipeIsAnError() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      close(ends[0])
      let document = try Document(["a": "b"])
      let error = #expect(throws: DocumentError.self) {
        try document.write(to: "/dev/fd/\(ends[1])", as: .json)
      }
      #expect(error?.rule == .fileWrite)
    }
  }

  /// Whatever the bytes, each call returns or throws.
  @Test func hostileInputIsAnError() throws {
    var random = SeededGenerator(seed: 35)
    let seeds =
      [
        #"{"a":[1,2.5e3,"x\u00e9",null,true],"b":{"c":{}}}"#, "{ a = (1, \"x\"); b = <0fbd>; }",
        "<plist><dict><key>a</key><array><date>2001-01-01T00:00:00Z</date><data>AQI=</data></array></dict></plist>",
        "<r xmlns:p='u'><e a='1'>x&amp;</e><p:e/><![CDATA[y]]></r>", "\"a\" = \"b\";\n", "a,b\n1,\"2\"\n",
      ].map { Array($0.utf8) } + [
        try Document(["a": [1, "x", .data([1]), .set([2])]]).bytes(as: .binaryPropertyList)
      ]
    var outcomes: Set<Bool> = []
    for round in rounds(isSanitized ? 200 : 3000) {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: bytes[..<place], at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let document = try? Document(bytes: bytes)
      outcomes.insert(document != nil)
      if let document {
        for format in Format.allCases {
          _ = try? document.bytes(
            as: format, options: WritingOptions(loss: .note, null: .drop, xmlStyle: .attributes))
        }
        _ = try? DocumentDecoder().decode([String: [Double?]].self, from: document)
        _ = try? DocumentDecoder().decode(Document.Value.self, from: document)
        _ = try? document.jsonPath("$..[?@ > 1]")
        _ = try? document.xPath("//*[position() > 1]/@*")
        _ = try? document.setting(1, at: "a.0").removing(at: "b").difference(from: document)
      }
      var editor = DocumentEditor(bytes: bytes)
      _ = try? editor.set("x", at: "a.1")
      _ = try? editor.apply([.set(1, at: "new"), .remove(at: "a")])
      _ = try? editor.edit(xPath: "//e", .text("t"))
      _ = DocumentLinter().lint(bytes: bytes)
      _ = Document.detectEncoding(of: bytes)
      _ = try? TextTranscoder(to: "utf-16").transcode(bytes)
      var records = DocumentRecords(bytes: bytes).makeIterator()
      while (try? records.next()) ?? nil != nil {}
    }
    #expect(outcomes.count == 2)
  }

  @Test func everyFormatHasAName() {
    #expect(Set(Format.allCases.map(\.core)).count == Format.allCases.count)
    #expect(Format.allCases.allSatisfy { $0.core.rawValue == $0.rawValue })
    #expect(!Format.sql.isWritable && !Format.json5.isWritable && !Format.swift.isReadable)
  }

  @Test func everyWritableFormatIsWritten() throws {
    for format in Format.allCases {
      let isTable = [.csv, .tsv, .jsonLines].contains(format)
      let document = try isTable ? Document([["a": "b"]]) : Document(["a": "b"])
      let bytes = try? document.bytes(as: format, options: WritingOptions(loss: .note, xmlStyle: .lossless))
      // A style of XML wants documents of its own shape.
      #expect((bytes != nil) == format.isWritable || format == .xml, "\(format)")
    }
  }
}
