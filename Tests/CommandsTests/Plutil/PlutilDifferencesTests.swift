// Each difference from plutil that the manual lists: what this one does, and that plutil still does something else.

import CommandLineKit
import Commands
import Foundation
import TestSupport
import Testing

/// A call whose outcome is meant to be another than plutil's.
private struct Difference: Sendable {
  /// The manual's term, which says why.
  let term: String
  let call: [String]
  let status: Int32
  /// The whole of standard output, or with an ellipsis its beginning.
  var output = ""
  var errors = ""
  /// Files afterwards; nil for one that is not there.
  var files: [String: String?] = [:]
}

@Suite struct PlutilDifferencesTests {
  private static func plist(_ body: String) -> String { "<plist version=\"1.0\">\(body)</plist>" }

  private static let documents: [String: String] = [
    "a.plist": plist("<dict><key>l</key><array><integer>1</integer></array></dict>"),
    "-x.plist": plist("<true/>"), "noext": plist("<string>s</string>"),
    "real.plist": plist("<real>0.123456789012</real>"),
    "wide.plist": plist("<integer>99999999999999999999</integer>"),
    "data.plist": plist("<data>AAECAw==</data>"),
    "text.plist": plist("<string>a\\\nb\t??/</string>"),
    "empty.plist": plist("<array><dict/></array>"), "mixed.plist": plist("<array><true/><array/></array>"),
    "date.plist": plist("<date>2012-03-01T06:00:00Z</date>"),
    "low.plist": plist("<integer>-9223372036854775808</integer>"), "nan.plist": plist("<real>nan</real>"),
    "int.plist": plist("<integer>4</integer>"), "2x.plist": plist("<integer>4</integer>"),
    "return.plist": plist("<string>a&#13;b</string>"),
    "keys.plist": plist(
      "<dict>" + "zyxwvutsrqponmlkjihgfedcba".map { "<key>\($0)</key><true/>" }.joined() + "</dict>"),
    "base64.plist": plist("<data>@@</data>"), "day.plist": plist("<date>2012-13-01T00:00:00Z</date>"),
    "key.plist": plist("<key>a</key>"),
    "attribute.plist": plist("<string a=1>s</string>"), "after.plist": plist("<true/>") + "x",
    "cut.plist": "bplist00xxxx",
    "signed.plist": """
    -----BEGIN CMS-----
    MG8GCSqGSIb3DQEHAqBiMGACAQExADBXBgkqhkiG9w0BBwGgSgRIPHBsaXN0IHZl
    cnNpb249IjEuMCI+PGRpY3Q+PGtleT5hPC9rZXk+PHN0cmluZz5zPC9zdHJpbmc+
    PC9kaWN0PjwvcGxpc3Q+MQA=
    -----END CMS-----

    """,
    "entity.plist": "<!DOCTYPE plist [<!ENTITY e \"E\">]><plist><string>&e;</string></plist>",
    "mac.plist": "<?xml version=\"1.0\" encoding=\"macintosh\"?><plist><string>s</string></plist>",
  ]

  private static let differences: [Difference] = [
    Difference(
      term: "pliant writes atomically", call: ["-convert", "json", "a.plist"], status: 0,
      errors: "a.plist: note: it had other names (hard links), which keep the old contents [file/write]\n",
      files: ["a.plist": #"{"l":[1]}"#, "hard link": documents["a.plist"]]),
    Difference(
      term: "`-extract` without `-o` prints", call: ["-extract", "l.0", "xml1", "a.plist"], status: 0,
      output: "<?xml…", files: ["a.plist": documents["a.plist"]]),
    Difference(
      term: "`-e`, swift and objc add an extension to a name without one",
      call: ["-convert", "xml1", "-e", "plist", "noext"],
      status: 0, files: ["noext": documents["noext"]]),
    Difference(
      term: "`-e`, swift and objc add an extension to a name without one",
      call: ["-convert", "swift", "noext"], status: 0,
      files: [
        "noext": documents["noext"], "noext.swift": "/// Generated from noext\nlet noext = \"s\"\n",
      ]),
    Difference(
      term: "`-e`, swift and objc add an extension to a name without one",
      call: ["-convert", "objc", "-header", "noext"],
      status: 0,
      files: [
        "noext": documents["noext"],
        "noext.h":
          "#import <Foundation/Foundation.h>\n\n/// Generated from noext\n__attribute__((visibility(\"hidden\")))\nextern NSString * const noext;\n",
      ]),
    Difference(
      term: "`-replace` replaces an array's element",
      call: ["-replace", "l.0", "-string", "s", "a.plist"], status: 0,
      files: ["a.plist": "…<array>\n\t\t<string>s</string>\n\t</array>…"]),
    Difference(
      term: "`--` ends the options", call: ["-lint", "--", "-x.plist"], status: 0, output: "-x.plist: OK\n"),
    Difference(
      term: "An invalid value is an error",
      call: ["-replace", "l", "-integer", "abc", "a.plist"], status: 1,
      errors: "Invalid integer in argument: abc\n", files: ["a.plist": documents["a.plist"]]),
    Difference(
      term: "An invalid value is an error",
      call: ["-replace", "l", "-integer", "0x10", "a.plist"], status: 0,
      files: ["a.plist": "…<integer>16</integer>…"]),
    Difference(
      term: "An invalid value is an error",
      call: ["-replace", "l", "-integer", "18446744073709551616", "a.plist"], status: 0,
      errors:
        "a.plist: note: 1 integer of more than 64 bits, which Foundation cannot read, was written [conversion/loss]\n",
      files: ["a.plist": "…<integer>18446744073709551616</integer>…"]),
    Difference(
      term: "An invalid value is an error",
      call: ["-replace", "l", "-float", "1.5x", "a.plist"], status: 1,
      errors: "Invalid float in argument: 1.5x\n"),
    Difference(
      term: "An invalid value is an error",
      call: ["-replace", "l", "-float", "nan", "a.plist"], status: 0,
      files: ["a.plist": "…<real>nan</real>…"]),
    Difference(
      term: "An invalid value is an error",
      call: ["-replace", "l", "-date", "soon", "a.plist"], status: 1,
      errors: "Invalid date in argument: soon\n"),
    Difference(
      term: "Errors in `-xml` and `-json` values are explained",
      call: ["-replace", "l", "-json", "[1", "a.plist"], status: 1,
      errors: "Unable to parse JSON: unterminated array; add a closing ]\n"),
    Difference(
      term: "Errors in `-xml` and `-json` values are explained",
      call: ["-replace", "l", "-xml", "<integer>1", "a.plist"], status: 1,
      errors: "Unable to parse xml property list: unterminated element <integer>; add its end tag\n"),
    Difference(
      term: "`-append` at a missing index is an error",
      call: ["-insert", "l.9", "-string", "s", "-append", "a.plist"], status: 1, errors: "…"),
    Difference(
      term: "Numbers keep their digits", call: ["-convert", "swift", "-o", "-", "real.plist"], status: 0,
      output: "/// Generated from real.plist\nlet real = 0.123456789012\n"),
    Difference(
      term: "Numbers keep their digits", call: ["-convert", "objc", "-o", "-", "real.plist"], status: 0,
      output: "/// Generated…@0.123456789012;\n"),
    Difference(
      term: "Keyed archives, sets and 128-bit integers are read",
      call: ["-p", "wide.plist"], status: 0, output: "99999999999999999999\n"),
    Difference(
      term: "Keyed archives, sets and 128-bit integers are read", call: ["-p", "set.plist"], status: 0,
      output: "[\n  0 => \"a\"\n  1 => \"b\"\n  2 => 3\n]\n"),
    Difference(
      term: "Keyed archives, sets and 128-bit integers are read",
      call: ["-convert", "json", "-o", "-", "uid.plist"], status: 0,
      output: #"[{"CF$UID":1},{"CF$UID":256},{"CF$UID":70000}]"#),
    Difference(
      term: "Keyed archives, sets and 128-bit integers are read", call: ["-lint", "wide.plist"], status: 0,
      output: "wide.plist: OK\n"),
    Difference(
      term: "Signed profiles are read", call: ["-extract", "a", "raw", "signed.plist"], status: 0,
      output: "s\n",
      errors: "signed.plist: note: signed document; its signature was not verified [signed/unverified]\n"),
    Difference(
      term: "Signed profiles are read", call: ["-convert", "xml1", "signed.plist"], status: 1,
      errors: "…signed.plist: (cannot rewrite a signed document, as its signature would be lost; …",
      files: ["signed.plist": documents["signed.plist"]]),
    Difference(
      term: "`-p` shows data correctly", call: ["-p", "data.plist"], status: 0,
      output: "{length = 4, bytes = 0x00010203}\n"),
    Difference(
      term: "Swift literals compile", call: ["-convert", "swift", "-o", "-", "text.plist"], status: 0,
      output: "/// Generated from text.plist\nlet text = \"a\\\\\\nb\\t??/\"\n"),
    Difference(
      term: "Swift literals compile", call: ["-convert", "swift", "-o", "-", "empty.plist"], status: 0,
      output: "/// Generated…:] as [String : Any],\n]\n"),
    Difference(
      term: "Swift literals compile", call: ["-convert", "swift", "-o", "-", "mixed.plist"], status: 0,
      output: "/// Generated…] as [Any],\n]\n"),
    Difference(
      term: "Swift literals compile", call: ["-convert", "swift", "-o", "-", "date.plist"], status: 0,
      output: "import Foundation\n…"),
    Difference(
      term: "Objective-C literals have the right values",
      call: ["-convert", "objc", "-o", "-", "text.plist"],
      status: 0, output: "/// Generated…@\"a\\\\\\nb\t?\\?/\";\n"),
    Difference(
      term: "Objective-C literals have the right values", call: ["-convert", "objc", "-o", "-", "low.plist"],
      status: 0, output: "/// Generated…@(-9223372036854775807LL - 1);\n"),
    Difference(
      term: "Objective-C literals have the right values", call: ["-convert", "objc", "-o", "-", "nan.plist"],
      status: 0, output: "/// Generated…@(NAN);\n"),
    Difference(
      term: "Names of constants are valid identifiers", call: ["-convert", "objc", "-o", "-", "int.plist"],
      status: 0,
      output: "/// Generated…NSNumber * const int_ = @4;\n"),
    Difference(
      term: "Names of constants are valid identifiers", call: ["-convert", "swift", "-o", "-", "2x.plist"],
      status: 0,
      output: "/// Generated from 2x.plist\nlet _2x = 4\n"),
    Difference(
      term: "Carriage returns are written as `&#13;`", call: ["-convert", "xml1", "-o", "-", "return.plist"],
      status: 0,
      output: "<?xml…<string>a&#13;b</string>\n</plist>\n"),
    Difference(
      term: "JSON has sorted keys without `-r` too", call: ["-convert", "json", "-o", "-", "keys.plist"],
      status: 0, output: #"{"a":true,"b":true,"c":true,…"#),
    Difference(
      term: "Invalid property lists are errors", call: ["-lint", "base64.plist"], status: 1,
      errors: "base64.plist: (…"),
    Difference(
      term: "Invalid property lists are errors", call: ["-lint", "day.plist"], status: 1,
      errors: "day.plist: (Could not interpret <date> at line 1)\n"),
    Difference(
      term: "Invalid property lists are errors", call: ["-lint", "key.plist"], status: 1,
      errors: "key.plist: (…"),
    Difference(
      term: "Invalid property lists are errors", call: ["-lint", "attribute.plist"], status: 1,
      errors: "attribute.plist: (…"),
    Difference(
      term: "Invalid property lists are errors", call: ["-lint", "after.plist"], status: 1,
      errors: "after.plist: (…"),
    Difference(
      term: "Invalid property lists are errors", call: ["-lint", "cut.plist"], status: 1,
      errors: "cut.plist: (…"),
    Difference(
      term: "Entity declarations and all encodings are supported",
      call: ["-p", "entity.plist"], status: 0, output: "\"E\"\n"),
    Difference(
      term: "Entity declarations and all encodings are supported",
      call: ["-p", "mac.plist"], status: 0, output: "\"s\"\n"),
  ]

  @Test func everyDifferenceOfTheManualHasItsCase() throws {
    let page = try #require(Manual.pages.first { $0.name == "pliant-plutil" })
    guard case .terms(let terms)? = page.sections.last?.blocks.first else {
      Issue.record("the page has no list of differences")
      return
    }
    #expect(Set(terms.map(\.term)) == Set(Self.differences.map(\.term)))
  }

  @Test func differs() async throws {
    try await forEachRow(of: Self.differences.indices) { (index: Int) throws in
      let difference = Self.differences[index]
      let isLinked = difference.files["hard link"] != nil
      let ours = try outcome(isLinked: isLinked) { folder in
        let run = try CapturedRun(input: [], in: folder)
        let code = Plutil.run(difference.call.map { Argument($0) }, context: run.context)
        return (code.rawValue, run.outputText, run.errorText)
      }
      #expect(ours.status == difference.status)
      #expect(Self.fits(ours.output, difference.output), "\(ours.output)")
      #expect(Self.fits(ours.errors, difference.errors), "\(ours.errors)")
      for (name, text) in difference.files {
        #expect(text.map { Self.fits(ours.files[name] ?? "", $0) } ?? (ours.files[name] == nil), "\(name)")
      }
      guard let tool = toolchainTool("plutil") else { return }
      let theirs = try outcome(isLinked: isLinked) { try Self.run(tool, difference.call, in: $0) }
      #expect(
        theirs.status != ours.status || theirs.output != ours.output || theirs.files != ours.files
          || theirs.errors != ours.errors, "plutil does the same")
    }
  }

  /// Whether a text is what is expected: an ellipsis stands for any text.
  private static func fits(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "…")
    guard parts.count > 1 else { return text == pattern }
    guard text.hasPrefix(parts[0]), text.hasSuffix(parts[parts.count - 1]) else { return false }
    return parts.allSatisfy { $0.isEmpty || text.contains($0) }
  }

  private typealias Outcome = (status: Int32, output: String, errors: String, files: [String: String])

  private func outcome(isLinked: Bool, _ body: (URL) throws -> (Int32, String, String)) throws -> Outcome {
    try withTemporaryFolder { folder in
      try write(Self.documents, in: folder)
      for name in ["set.plist", "uid.plist"] {
        try FileManager.default.copyItem(
          at: testdata("valid/binary-plist/\(name)"), to: folder.appendingPathComponent(name))
      }
      if isLinked {
        try FileManager.default.linkItem(
          at: folder.appendingPathComponent("a.plist"), to: folder.appendingPathComponent("hard link"))
      }
      let (status, output, errors) = try body(folder)
      var files: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        files[name] = String(decoding: readBytes(folder.appendingPathComponent(name)), as: UTF8.self)
      }
      return (status, output, errors, files)
    }
  }

  private static func run(_ tool: String, _ call: [String], in folder: URL) throws -> (Int32, String, String)
  {
    // Some of the calls crash, and a backtrace takes a second.
    let environment = ["SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"]
    let ended = try TestSupport.run(tool, call, in: folder, environment: environment)
    return (
      ended.status, String(decoding: ended.output, as: UTF8.self),
      String(decoding: ended.errors, as: UTF8.self)
    )
  }
}
