// Property lists as Apple reads them, and who reads them differently.

import Commands
import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct PropertyListReadersTests {
  private static func list(_ value: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(value)\n</plist>\n"
  }

  private func json(_ text: String, _ words: String...) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(["convert", "json"] + words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  @Test func unusualListsAreReadAsMeant() async throws {
    try await forEachRow(of: [
      ("<array><string ID=\"1\">x</string><string IDREF=\"1\"/></array>", "[\"x\",\"x\"]", nil),
      (
        "<array><dict IDREF=\"1\"></dict><dict ID=\"1\"><key>a</key><true/></dict></array>",
        "[{\"a\":true},{\"a\":true}]", nil
      ),
      (
        "<array><integer size=\"64\" ID=\"7\">0x10</integer><integer IDREF=\"7\"/></array>", "[16,16]",
        "lost their attributes"
      ),
      (
        "<array><array ID=\"1\"><string ID=\"2\">x</string></array><array IDREF=\"1\"/><string IDREF=\"2\"/></array>",
        "[[\"x\"],[\"x\"],\"x\"]", nil
      ),
      ("<array><string ID=\"1\">x</string><ref IDREF=\"1\"/></array>", "[\"x\",\"x\"]", nil),
      ("<data format=\"hex\">DEad\n be EF</data>", "\"3q2+7w==\"", nil),
      ("<string lang=\"en\">x</string>", "\"x\"", "1 element lost its attributes"),
      ("<dict><!-- a -- b --><key>a</key><true/></dict>", "{\"a\":true}", "'--' in a comment"),
      ("<string>a\u{1B}b&#27;</string>", "\"a\\u001bb\\u001b\"", "kept 2 control characters"),
      ("<data>ESIzRA</data>", "\"ESIz\"", "1 Base64 text lost its incomplete last group"),
      ("<data>QUJDRA==RA</data>", "\"QUJDRA==\"", "lost its incomplete last group"),
      ("<data>QUJDRA==RA==</data>", "\"QUJDREQ=\"", "digits after the padding of Base64"),
    ]) { (value: String, expected: String, note: String?) in
      let run = try json(Self.list(value))
      #expect(run.code == .success, "\(run.error)")
      #expect(run.output == expected + "\n")
      #expect(note.map { run.error.contains($0) } ?? !run.error.contains("note: 1 element"), "\(run.error)")
    }
  }

  @Test func referencesWithoutAnEndAreErrors() async throws {
    try await forEachRow(of: [
      ("<dict ID=\"1\"><key>a</key><dict IDREF=\"1\"/></dict>", "contains a reference to itself"),
      (
        "<array><array ID=\"1\"><array IDREF=\"2\"/></array><array ID=\"2\"><array IDREF=\"1\"/></array></array>",
        "contains a reference to itself"
      ),
      ("<array><string IDREF=\"9\"/></array>", "no element has the ID '9'"),
      ("<array><true ID=\"1\"/><string IDREF=\"1\"/></array>", "the ID '1' is that of <true>"),
      ("<data format=\"octal\">17</data>", "unknown data format 'octal'"),
      ("<data format=\"hex\">ABC</data>", "not pairs of hexadecimal digits"),
    ]) { (value: String, message: String) in
      let run = try json(Self.list(value))
      #expect(run.code == .failure)
      #expect(run.error.contains("<stdin>:3:") && run.error.contains(message), "\(run.error)")
      #expect(run.output.isEmpty)
    }
  }

  /// Thirty levels of two references each are a thousand million values.
  @Test func referencesDoNotMultiplyWithoutLimit() throws {
    var text = "<array><array ID=\"0\"><string>x</string></array>"
    for level in 1...30 {
      text += "<array ID=\"\(level)\"><array IDREF=\"\(level - 1)\"/><array IDREF=\"\(level - 1)\"/></array>"
    }
    let run = try json(Self.list(text + "</array>"))
    #expect(run.code == .failure)
    #expect(run.error.contains("expands to more text than allowed"), "\(run.error)")
  }

  @Test func incompleteDataIsNotDroppedInPlace() throws {
    try withTemporaryFolder { folder in
      let text = Self.list("<data>ESIzRA</data>")
      try write(["a.plist": text], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "binary1", "a.plist") == .failure)
      #expect(run.errorText.contains("incomplete last group"), "\(run.errorText)")
      #expect(read("a.plist", in: folder) == text)
      #expect(run.run("lint", "a.plist") == .failure)
    }
  }

  @Test(arguments: [TextEncoding.utf16(.littleEndian), .utf16(.bigEndian)])
  func theMarkOverridesTheDeclaration(encoding: TextEncoding) throws {
    let text = "\u{FEFF}" + Self.list("<string>é</string>")
    let bytes = Array(text.utf8).withByteView { encoding.encoded($0) } ?? []
    let run = try CapturedRun(input: bytes)
    #expect(run.run("convert", "json") == .success, "\(run.errorText)")
    #expect(run.outputText == "\"é\"\n")
    #expect(run.errorText.contains("the declared encoding is 'UTF-8'; read as Apple's readers do"))
    try withTemporaryFolder { folder in
      try Data(bytes).write(to: folder.appendingPathComponent("a.plist"))
      let lint = try CapturedRun(in: folder)
      #expect(lint.run("lint", "a.plist") == .failure)
      #expect(lint.outputText.contains("encoding/bom-mismatch"))
    }
    let other = text.replacing("plist", with: "other")
    let xml = try CapturedRun(input: Array(other.utf8).withByteView { encoding.encoded($0) } ?? [])
    #expect(xml.run("convert", "json") == .failure)
  }

  // MARK: Control characters

  private static let shortcuts = list(
    "<dict><key>menus</key><dict><key>\u{1B}File\u{1B}Open</key><string>@o</string></dict><key>v</key><string>1</string></dict>"
  )

  @Test func controlCharactersAreWrittenOnRequest() throws {
    let refused = try CapturedRun(input: Array(Self.shortcuts.utf8))
    #expect(refused.run("convert", "xml1") == .failure)
    #expect(refused.errorText.contains("in menus.") && refused.errorText.contains("--control keep"))
    let kept = try CapturedRun(input: Array(Self.shortcuts.utf8))
    #expect(kept.run("convert", "xml1", "--control", "keep") == .success)
    #expect(kept.outputText.contains("<key>\u{1B}File\u{1B}Open</key>"))
    #expect(
      kept.errorText.contains("2 control characters that XML forbids were written, the first at menus."))
    let stripped = try CapturedRun(input: Array(Self.shortcuts.utf8))
    #expect(stripped.run("convert", "xml1", "--control", "strip") == .success)
    #expect(stripped.outputText.contains("<key>FileOpen</key>"))
    #expect(stripped.errorText.contains("2 control characters were dropped"))
  }

  @Test func filesKeepTheirControlCharacters() async throws {
    let calls = [
      ["replace", "v", "--string", "2"], ["format"], ["-convert", "xml1"], ["-replace", "v", "-string", "2"],
      ["-remove", "v"], ["PlistBuddy", "-c", "Set :v 2"], ["convert", "xml1", "--control", "keep"],
      ["convert", "binary1"],
    ]
    try await forEachRow(of: calls) { (words: [String]) in
      try withTemporaryFolder { folder in
        try write(["a.plist": Self.shortcuts], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(words + ["a.plist"], context: run.context) == .success, "\(run.errorText)")
        let again = try CapturedRun(in: folder)
        #expect(again.run("convert", "json", "-q", "-o", "-", "a.plist") == .success)
        #expect(again.outputText.contains("\\u001bFile\\u001bOpen"), "\(again.outputText)")
      }
    }
  }

  @Test func strippingIsProvedInPlace() throws {
    try withTemporaryFolder { folder in
      try write(["a.plist": Self.shortcuts], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "xml1", "--control", "strip", "a.plist") == .success, "\(run.errorText)")
      #expect(read("a.plist", in: folder)?.contains("<key>FileOpen</key>") == true)
    }
  }

  @Test func nothingWritesNUL() throws {
    for policy in ["keep", "refuse"] {
      let run = try CapturedRun(input: Array("\"a\\u0000b\"".utf8))
      #expect(run.run("convert", "xml1", "--control", policy) == .failure)
      #expect(run.errorText.contains("U+0000"))
    }
  }

  // MARK: Other readers

  /// Whether Swift's plutil and Python's plistlib read each example as pliant does, and can write it again.
  private static let agreement: [ReaderDifference: (plutil: Bool, python: Bool)] = [
    .sharedValue: (false, false), .hexadecimalData: (false, false), .unknownAttribute: (true, true),
    .incompleteData: (true, false), .dataAfterPadding: (true, false), .markupInValue: (false, true),
    .sectionInValue: (false, true), .wideInteger: (false, false), .documentTypeSubset: (false, false),
    .carriageReturn: (false, true), .bareValue: (true, false), .commentStart: (true, true),
  ]

  @Test func everyDifferenceHasAnExampleThatLintReports() async throws {
    #expect(Self.agreement.count == ReaderDifference.allCases.count)
    try await forEachRow(of: ReaderDifference.allCases) { (difference: ReaderDifference) in
      try withTemporaryFolder { folder in
        try write(["a.plist": difference.exampleDocument], in: folder)
        let (message, isDefault) = (difference.explanation.message, difference.explanation.isDefault)
        let run = try CapturedRun(in: folder)
        #expect(
          run.run("lint", "--ignore", "xml,plist/doctype", "a.plist") == (isDefault ? .failure : .success))
        #expect(run.outputText.contains(message) == isDefault, "\(run.outputText)")
        let reader = try #require(difference.explanation.readers.first)
        let asked = try CapturedRun(in: folder)
        #expect(asked.run("lint", "--readers", reader.rawValue, "a.plist") == .failure)
        #expect(asked.outputText.contains(message))
        let selected = try CapturedRun(in: folder)
        #expect(selected.run("lint", "--select", "plist/readers", "a.plist") == .failure)
      }
    }
  }

  @Test func otherReadersDoAsThePageSays() async throws {
    let plutil = toolchainTool("plutil")
    let python = find("python3")
    try await forEachRow(of: ReaderDifference.allCases) { (difference: ReaderDifference) in
      let agreement = try #require(Self.agreement[difference])
      try withTemporaryFolder { folder in
        try write(["a.plist": difference.exampleDocument], in: folder)
        func value(_ name: String) throws -> String? {
          let run = try CapturedRun(in: folder)
          return run.run("convert", "json", "-q", "-o", "-", name) == .success ? run.outputText : nil
        }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        let ours = try #require(try value("a.plist"))
        if let plutil {
          _ = output(plutil, ["-convert", "binary1", "-o", path("plutil"), path("a.plist")])
          let theirs = try value("plutil")
          #expect((theirs == ours) == agreement.plutil, "plutil")
        }
        if let python {
          let script =
            "import plistlib,sys; plistlib.dump(plistlib.load(open(sys.argv[1],'rb')),open(sys.argv[2],'wb'),fmt=plistlib.FMT_BINARY)"
          _ = output(python, ["-c", script, path("a.plist"), path("python")])
          let theirs = try value("python")
          #expect((theirs == ours) == agreement.python, "plistlib")
        }
      }
    }
  }

  @Test func anUnknownReaderIsAUsageError() throws {
    let run = try CapturedRun(input: [])
    #expect(run.run("lint", "--readers", "codesing", "-") == .trouble)
    #expect(run.errorText.contains("did you mean 'codesign'?"), "\(run.errorText)")
  }

  @Test func aProjectNamesItsReaders() throws {
    try withTemporaryFolder { folder in
      let list = ReaderDifference.carriageReturn.exampleDocument
      for (readers, code) in [("codesign", ExitCode.success), ("expat", .failure)] {
        try write([".pliant.json": "{\"readers\": [\"\(readers)\"]}", "a.plist": list], in: folder)
        #expect(try CapturedRun(in: folder).run("lint", "--ignore", "plist/doctype", "a.plist") == code)
      }
      try write([".pliant.json": #"{"readers": ["codesing"]}"#], in: folder)
      let wrong = try CapturedRun(in: folder)
      #expect(wrong.run("lint", "a.plist") == .trouble)
      #expect(wrong.errorText.contains(".pliant.json:1:"), "\(wrong.errorText)")
    }
  }

  @Test(arguments: ["{a = {length = 20, bytes = 0x6270 ... 000a };}", "{a = <62706c69 ... 00>;}"])
  func outputOfDefaultsIsNamed(text: String) throws {
    let run = try CapturedRun(input: Array(text.utf8))
    #expect(run.run("convert", "xml1", "-o", "-", "-") == .failure)
    #expect(run.errorText.contains("use 'defaults export'"), "\(run.errorText)")
  }
}

extension ReaderDifference {
  /// The value of a property list with the difference, or a whole document.
  private var example: String {
    switch self {
    case .sharedValue: "<array><string ID=\"1\">a</string><string IDREF=\"1\"/></array>"
    case .hexadecimalData: "<data format=\"hex\">DEADBEEF</data>"
    case .unknownAttribute: "<string lang=\"en\">a</string>"
    case .incompleteData: "<data>ESIzRA</data>"
    case .dataAfterPadding: "<data>QUJDRA==RA==</data>"
    case .markupInValue: "<string>a<!-- b --></string>"
    case .sectionInValue: "<integer><![CDATA[1]]></integer>"
    case .wideInteger: "<integer>18446744073709551616</integer>"
    case .documentTypeSubset:
      "<!DOCTYPE plist [<!ENTITY a \"b\">]>\n<plist version=\"1.0\"><string>&a;</string></plist>\n"
    case .commentStart: "<array><!---><!--><true/></array>"
    case .carriageReturn: "<string>a\r\nb</string>"
    case .bareValue: "<dict/>\n"
    }
  }

  /// The example as a document.
  fileprivate var exampleDocument: String {
    self == .documentTypeSubset || self == .bareValue
      ? example : "<plist version=\"1.0\">\n" + example + "\n</plist>\n"
  }
}
