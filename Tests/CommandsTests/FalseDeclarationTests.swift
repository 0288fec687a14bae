// A declaration that the bytes contradict is noted on a stream and refused in place, by every verb that reads text.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct FalseDeclarationTests {
  private static let german = "Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste."
  private static let russian = "Выберите действие, которое нужно выполнить при запуске системы."

  /// An XML document that declares one encoding and is in another.
  private static func document(_ text: String, declared: String, in encoding: String) throws -> [UInt8] {
    let xml = "<?xml version=\"1.0\" encoding=\"\(declared)\"?>\n<text>\(text)</text>\n"
    var encoder = try TextEncoder(#require(TextEncoding(name: encoding)))
    var output = OutputBuffer()
    _ = Array(xml.utf8).withByteView { encoder.encode($0, into: &output) }
    return output.bytes
  }

  static let lies = [
    (german, "ISO-8859-1", "macintosh"), (german, "macintosh", "ISO-8859-1"),
    (german, "windows-1252", "UTF-8"), (russian, "windows-1251", "KOI8-R"),
    (russian, "ISO-8859-5", "KOI8-R"),
  ]
  static let verbs: [[String]] = [
    ["convert", "json", "--mapping", "none", "-o", "-"], ["transcode", "--to", "UTF-8", "-o", "-"],
    ["format", "-o", "-"], ["format", "--canonical", "-o", "-"], ["print"], ["info"], ["events"],
    ["xpath", "/text"], ["replace", "--xpath", "/text", "--string", "b"], ["query", "$.text"],
    ["extract", "text"], ["cdata", "wrap", "--all", "-o", "-"],
    ["escape"], ["unescape"],
  ]

  @Test(arguments: lies) func everyVerbNotesItOnAStream(_ text: String, _ declared: String, _ actual: String)
    throws
  {
    for verb in Self.verbs {
      let run = try CapturedRun(input: try Self.document(text, declared: declared, in: actual))
      _ = Program.run(verb, context: run.context)
      let expected = "note: declared '\(declared)', but the bytes are \(actual): here byte "
      #expect(run.errorText.components(separatedBy: expected).count == 2, "\(verb): \(run.errorText)")
      #expect(
        run.errorText.contains("use --input-encoding \(actual), or correct"), "\(verb): \(run.errorText)")
    }
  }

  @Test(arguments: lies) func itIsRefusedInPlace(_ text: String, _ declared: String, _ actual: String) throws
  {
    let verbs = [
      ["convert", "json", "--mapping", "none"], ["transcode", "--to", "UTF-16"], ["format"],
      ["cdata", "wrap", "--all"], ["replace", "--xpath", "/text", "--string", "b"],
    ]
    try withTemporaryFolder { folder in
      let bytes = try Self.document(text, declared: declared, in: actual)
      let file = folder.appendingPathComponent("a.xml")
      for verb in verbs {
        try Data(bytes).write(to: file)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(verb + ["a.xml"], context: run.context) == .failure, "\(verb)")
        #expect(
          run.errorText.contains("a.xml:2:") && run.errorText.contains("error: declared '\(declared)', but"),
          "\(verb): \(run.errorText)")
        #expect(try Data(contentsOf: file) == Data(bytes))
      }
    }
  }

  @Test(arguments: lies) func aPatchNotesOrRefusesIt(_ text: String, _ declared: String, _ actual: String)
    throws
  {
    try withTemporaryFolder { folder in
      let bytes = try Self.document(text, declared: declared, in: actual)
      let file = folder.appendingPathComponent("a.xml")
      try Data(bytes).write(to: file)
      try write(["p.json": #"[{"op": "add", "path": "/text", "value": "b"}]"#], in: folder)
      let words = ["patch", "--xml-style", "attributes", "a.xml", "p.json"]
      let stream = try CapturedRun(in: folder)
      #expect(Program.run(words + ["-o", "-"], context: stream.context) == .success, "\(stream.errorText)")
      #expect(stream.errorText.contains("note: declared '\(declared)', but"), "\(stream.errorText)")
      #expect(stream.outputText.hasSuffix("<text>b</text>\n"))
      let place = try CapturedRun(in: folder)
      #expect(Program.run(words, context: place.context) == .failure)
      #expect(place.errorText.contains("error: declared '\(declared)', but"), "\(place.errorText)")
      #expect(try Data(contentsOf: file) == Data(bytes))
    }
  }

  @Test(arguments: lies) func aSplitNotesIt(_ text: String, _ declared: String, _ actual: String) throws {
    try withTemporaryFolder { folder in
      let document = try Self.document("<a>\(text)</a>", declared: declared, in: actual)
      try Data(document).write(to: folder.appendingPathComponent("a.xml"))
      let run = try CapturedRun(in: folder)
      let words = ["split", "--records", "a", "--parts", "1", "-o", "%d.xml", "a.xml"]
      #expect(Program.run(words, context: run.context) == .success)
      #expect(run.errorText.contains("note: declared '\(declared)', but"), "\(run.errorText)")
    }
  }

  /// plutil's spelling and PlistBuddy read such a list, but don't replace it.
  @Test func theOldSpellingsRefuseItInPlace() async throws {
    let list = """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <plist version="1.0"><dict><key>k</key><string>Die größeren Übergänge für Gäste</string></dict></plist>

      """
    try await forEachRow(of: [
      (["-convert", "json", "-o", "-", "a.plist"], ExitCode.success), (["-p", "a.plist"], .success),
      (["-extract", "k", "raw", "a.plist"], .success), (["PlistBuddy", "-c", "Print", "a.plist"], .success),
      (["-convert", "xml1", "a.plist"], .failure), (["-insert", "b", "-integer", "1", "a.plist"], .failure),
      (["PlistBuddy", "-c", "Set :k x", "a.plist"], .failure),
    ]) { (words: [String], code: ExitCode) throws in
      try withTemporaryFolder { folder in
        try write(["a.plist": list], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(words, context: run.context) == code, "\(run.errorText)")
        let note = "a.plist:2:54: note: declared 'ISO-8859-1', but the bytes are UTF-8"
        #expect(run.errorText.hasPrefix(note), "\(run.errorText)")
        #expect(read("a.plist", in: folder) == list)
      }
    }
  }

  @Test func theRemedyWorks() throws {
    let bytes = try Self.document(Self.german, declared: "ISO-8859-1", in: "macintosh")
    let run = try CapturedRun(input: bytes)
    #expect(
      Program.run(["convert", "json", "--input-encoding", "macintosh"], context: run.context) == .success)
    #expect(run.outputText == "{\"text\":\"\(Self.german)\"}\n")
    #expect(run.errorText.isEmpty)
  }

  @Test func aTrueDeclarationIsBelieved() throws {
    for (text, encoding) in [
      (Self.german, "ISO-8859-1"), (Self.german, "macintosh"), (Self.russian, "KOI8-R"),
    ] {
      for verb in Self.verbs {
        let run = try CapturedRun(input: try Self.document(text, declared: encoding, in: encoding))
        _ = Program.run(verb, context: run.context)
        #expect(!run.errorText.contains("declared"), "\(verb): \(run.errorText)")
      }
    }
  }

  @Test func partsInUTF8AreNoted() throws {
    var bytes = try Self.document(Self.german, declared: "ISO-8859-1", in: "ISO-8859-1")
    bytes.insert(contentsOf: Array("<!-- größere Übergänge für Gäste -->".utf8), at: bytes.count - 8)
    let run = try CapturedRun(input: bytes)
    _ = Program.run(["events"], context: run.context)
    #expect(
      run.errorText.contains("declared 'ISO-8859-1', but parts of the text are windows-1252 and UTF-8"))
  }
}
