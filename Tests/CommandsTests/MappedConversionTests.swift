// convert by a mapping, as a user sees it: chosen by itself or named, there and back, streamed, and refused.

import Commands
import Foundation
import PliantCore
import PliantMapping
import TestSupport
import Testing

private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: testdata(path))) }

/// The output of a command line that must succeed.
private func converted(_ input: [UInt8], _ words: [String]) throws -> [UInt8] {
  let run = try CapturedRun(input: input)
  #expect(Program.run(words, context: run.context) == .success, "\(run.errorText)")
  return run.outputBytes
}

@Suite("MappedConversion")
struct MappedConversionTests {
  @Test("The schedule becomes the data beside it, and those the schedule again")
  func schedule() throws {
    let xml = try bytes("valid/mapped/site-schedule.xml")
    let run = try CapturedRun(input: xml)
    #expect(run.run("convert", "json", "--pretty") == .success)
    #expect(
      run.outputText == String(decoding: try bytes("valid/mapped/site-schedule.json"), as: UTF8.self))
    #expect(run.errorText.contains("read by the mapping site-schedule; --mapping none"))
    #expect(run.errorText.contains("3 dates became ISO 8601 strings"))
    let again = try converted(run.outputBytes, ["convert", "xml", "--mapping", "site-schedule"])
    #expect(String(decoding: again, as: UTF8.self) == String(decoding: xml, as: UTF8.self))
  }

  @Test(
    "A schedule with a mistake is refused in its place, and nothing is written",
    arguments: [
      ("missing-code", "24:5: error", "mapping/missing"),
      ("doubled-code", "9:5: error", "mapping/duplicate-key"), ("bad-date", "20:54: error", "mapping/value"),
      ("bad-boolean", "7:35: error", "mapping/value"),
    ])
  func mistakes(_ name: String, _ place: String, _ rule: String) throws {
    let run = try CapturedRun(input: try bytes("invalid/mapped/schedule-\(name).xml"))
    #expect(run.run("convert", "json", "--mapping", "site-schedule") == .failure)
    #expect(run.outputText.isEmpty)
    #expect(
      run.errorText.contains(":\(place):") && run.errorText.hasSuffix("[\(rule)]\n"), "\(run.errorText)")
  }

  @Test("Documents of the built-in mappings, through every format and back") func roundTrips() async throws {
    try await forEachRow(of: [
      ("site-schedule.xml", "site-schedule"), ("podcast.xml", "podcast"),
      ("podcast-namespaces.xml", "podcast"), ("outline.opml", "opml"), ("walk.gpx", "gpx"),
      ("walk-1.0.gpx", "gpx"), ("news.atom", "atom"), ("news-1.0.rdf", "rss1"), ("places.kml", "kml"),
      ("app.xliff", "xliff"), ("strings-android.xml", "android-strings"), ("tests-junit.xml", "junit"),
      ("suite-junit.xml", "junit"), ("health.xml", "health"),
    ]) { (name: String, mapping: String) throws in
      let xml = try bytes("valid/mapped/\(name)")
      let keep = ["--keep-unmapped", "--mapping", mapping]
      let json = try converted(xml, ["convert", "json"] + keep)
      let written = try converted(json, ["convert", "xml", "--mapping", mapping, "--order", "document"])
      #expect(try converted(written, ["convert", "json"] + keep) == json)
      // What the mapping normalises is normalised once.
      let again = try converted(
        try converted(written, ["convert", "json"] + keep),
        ["convert", "xml", "--mapping", mapping, "--order", "document"])
      #expect(String(decoding: again, as: UTF8.self) == String(decoding: written, as: UTF8.self))
      // A double does not keep a decimal's last zeros, as text does.
      let hasDecimals = ["podcast-namespaces.xml", "tests-junit.xml", "health.xml"].contains(name)
      for format in hasDecimals ? ["openstep"] : ["xml1", "binary1", "openstep"] {
        let data = try converted(xml, ["convert", format] + keep)
        let back = try converted(data, ["convert", "xml", "--mapping", mapping, "--order", "document"])
        #expect(
          String(decoding: back, as: UTF8.self) == String(decoding: written, as: UTF8.self), "\(format)")
      }
      #expect(try converted(xml, ["convert", "xml", "--order", "document"] + keep) == written)
    }
  }

  @Test(
    "Territories: handlers by place, by a user's mapping file",
    arguments: ["territories", "territories-by-type"])
  func territories(_ name: String) throws {
    let mapping = testdata("valid/mapped/\(name).mapping.json").path
    let xml = try bytes("valid/mapped/\(name).xml")
    let json = try converted(xml, ["convert", "json", "--mapping", mapping])
    let text = String(decoding: json, as: UTF8.self)
    #expect(
      text.contains(#""neighbours":[{"territory":"south","path":"M 0 0 L 5 0"},{"path":"M 5 0 L 9 0"}]"#))
    #expect(text.contains(#""coast":["M 0 0 L 0 9"]"#))
    #expect(text.contains(#""id":"south","neighbours":[],"continent":["M 9 9 L 1 1"]"#))
    if name == "territories" {
      #expect(text.contains(#""notes":["Before","between","after","",""]"#), "\(text)")
    }
    let written = try converted(json, ["convert", "xml", "--mapping", mapping, "--order", "document"])
    #expect(try converted(written, ["convert", "json", "--mapping", mapping]) == json)
  }

  @Test("Episodes are streamed, cut off and kept whole as asked")
  func podcast() throws {
    let xml = try bytes("valid/mapped/podcast.xml")
    let lines = try CapturedRun(input: xml)
    #expect(lines.run("convert", "jsonl", "--mapping", "podcast", "--records", "channel/item") == .success)
    let records = lines.outputText.split(separator: "\n")
    #expect(records.count == 3)
    #expect(records[0].contains(#""pubDate":"2012-03-01T05:00:00Z""#))
    #expect(records.allSatisfy { $0.contains(#""duration":3665"#) })
    #expect(records[0].contains(#""explicit":false"#) && records[1].contains(#""explicit":true"#))
    #expect(lines.errorText.contains("19:7: note: the mapping does not cover the element <x:mood>"))
    let array = try converted(xml, ["convert", "json", "--mapping", "podcast", "--records", "items"])
    #expect(String(decoding: array, as: UTF8.self) == "[" + records.joined(separator: ",") + "]\n")
    let first = try CapturedRun(input: xml)
    #expect(first.run("convert", "json", "--first", "1") == .success)
    #expect(first.outputText.contains("Hammer") && !first.outputText.contains("Amboss"))
    #expect(
      first.errorText.contains("21:5: note: reading stopped here, after 1 record; the rest was not read"))
    let channel = try CapturedRun(input: xml)
    #expect(channel.run("convert", "json", "--first", "0") == .success)
    #expect(channel.outputText.contains("Gehörgänge") && !channel.outputText.contains("items"))
    let kept = try converted(xml, ["convert", "json", "--keep-unmapped"])
    #expect(
      String(decoding: kept, as: UTF8.self).contains(
        ##""#unmapped":["<x:mood xmlns:x=\"urn:example:extension\">calm"##))
    let sorted = try converted(
      xml, ["convert", "jsonl", "--mapping", "podcast", "--records", "channel/item", "--canonical"])
    #expect(String(decoding: sorted, as: UTF8.self).hasPrefix(#"{"artwork""#) == false)
    #expect(String(decoding: sorted, as: UTF8.self).hasPrefix(#"{"categories":[],"#))
  }

  @Test func aMappingThatDropsSomethingIsNotChosen() async throws {
    let feed = "<rss version='2.0'><channel><title>T</title><item><title>A</title>"
    try await forEachRow(of: [
      // Content that the mapping does not cover, a missing key, a value of another type, and an example.
      (
        feed + "<x>1</x></item></channel></rss>", ["json"], #""x":"1""#,
        "read without the mapping podcast: the"
      ),
      (
        feed + "<x>1</x></item></channel></rss>", ["jsonl", "--records", "channel/item"], #""x":"1""#,
        "the element <x>"
      ),
      ("<schedule><teams><team/></teams><sites/></schedule>", ["json"], #""team":"#, "site-schedule"),
      ("<users><user><name>a</name><phone>1</phone></user></users>", ["json"], #""phone":"1""#, ""),
    ]) { (xml: String, words: [String], output: String, note: String) throws in
      let run = try CapturedRun(input: Array(xml.utf8))
      #expect(Program.run(["convert"] + words, context: run.context) == .success, "\(run.errorText)")
      #expect(run.outputText.contains(output), "\(run.outputText)")
      #expect(run.errorText.isEmpty ? note.isEmpty : run.errorText.contains(note), "\(run.errorText)")
    }
  }

  @Test("Nothing that has no place is lost where losses are refused")
  func refuses() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("feed.xml")
      try FileManager.default.copyItem(at: testdata("valid/mapped/podcast.xml"), to: file)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "xml1", "--mapping", "podcast", "feed.xml") == .failure)
      #expect(run.errorText.contains("feed.xml:11:5: error:") && run.errorText.contains("[conversion/loss]"))
      #expect(try Data(contentsOf: file) == Data(contentsOf: testdata("valid/mapped/podcast.xml")))
    }
  }

  @Test("Options that contradict one another are wrong usage") func usage() async throws {
    try await forEachRow(of: [
      ["json", "--mapping", "opml", "--xml-style", "jsonml"],
      ["json", "--first", "x"], ["json", "--first", "-1"], ["json", "--list", "a", "--mapping", "opml"],
      ["xml", "--first", "0", "--mapping", "podcast"], ["xml", "--mapping", "none"],
      ["json", "--records", "channel/title", "--mapping", "podcast"], ["json", "--mapping", "postcast"],
    ]) { (words: [String]) in
      let run = try CapturedRun(input: Array("<rss/>".utf8))
      #expect(Program.run(["convert"] + words, context: run.context) == .trouble)
      #expect(!run.errorText.isEmpty && run.outputText.isEmpty)
    }
  }

  @Test(
    "A place without records is answered with the one that was meant, or with those that there are",
    arguments: [
      ("item", "did you mean 'channel/item'?"), ("channel/itme", "did you mean 'channel/item'?"),
      ("entirely/else", "it has channel/item, channel/category, channel/link, "),
    ])
  func unknownPlaces(_ typed: String, _ answer: String) throws {
    let run = try CapturedRun(input: Array("<rss/>".utf8))
    #expect(run.run("convert", "json", "--mapping", "podcast", "--records", typed) == .trouble)
    #expect(run.errorText.contains("no records at '\(typed)'; \(answer)"), "\(run.errorText)")
  }

  @Test("Feeds, outlines and tracks of other projects are read, and written so that they read the same")
  func corpora() throws {
    let library = MappingLibrary(environment: { _ in nil })
    var read = 0
    for (folder, endings) in [
      ("feeds", ["xml", "rss", "opml", "atom"]), ("realworld/gpx", ["gpx"]), ("realworld/opml", ["opml"]),
    ] {
      guard let root = corpus(folder) else { return }
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)!.allObjects
      for file in files.sampled(every: 24) {
        guard let file = file as? URL, endings.contains(file.pathExtension) else { continue }
        let bytes = Array(try Data(contentsOf: file))
        let run = try CapturedRun(input: bytes)
        let text = DecodedText.utf8(bytes)
        let head = String(decoding: (text ?? []).prefix(4000), as: UTF8.self)
        guard
          head.contains("<rss") || head.contains("<opml") || head.contains("<gpx")
            || head.contains("<feed") || head.contains("<rdf:RDF")
        else { continue }
        guard let text, let mapping = try text.withByteView({ try library.choose(for: $0)?.mapping }) else {
          continue
        }
        let words = ["convert", "json", "--keep-unmapped", "--mapping", mapping.name]
        let writing = ["convert", "xml", "--order", "document", "--mapping", mapping.name]
        let code = Program.run(words, context: run.context)
        if code != .success && run.errorText.contains("[xml/") { continue }
        #expect(code == .success, "\(file.path): \(run.errorText)")
        guard code == .success else { continue }
        read += 1
        let written = try CapturedRun(input: run.outputBytes)
        #expect(
          Program.run(writing, context: written.context) == .success,
          "\(file.path): \(written.errorText)")
        let again = try CapturedRun(input: written.outputBytes)
        #expect(Program.run(words, context: again.context) == .success, "\(file.path): \(again.errorText)")
        let third = try CapturedRun(input: again.outputBytes)
        #expect(Program.run(writing, context: third.context) == .success)
        #expect(third.outputText == written.outputText, "\(file.path)")
        // What has no place may be in another order among itself, and XHTML declare its namespace elsewhere.
        if !run.outputText.contains(##""#unmapped":[{"##), !run.outputText.contains("XHTML\":") {
          #expect(again.outputText == run.outputText, "\(file.path)")
        }
      }
    }
    #expect(read > (runsAllTests ? 200 : 5))
  }

  /// A property list has one spelling of a number, and a mapping keeps the document's.
  @Test(arguments: ["xml1", "binary1"]) func otherSpellingsOfNumbersAreNoted(format: String) throws {
    try withTemporaryFolder { folder in
      let mapping =
        #"{"mapping": "m", "root": "r", "fields": {"a": "@a decimal", "b": "@b real list split"}}"#
      try write(["m.json": mapping], in: folder)
      func outcome(_ xml: String, _ words: String...) throws -> CapturedRun {
        let run = try CapturedRun(input: Array(xml.utf8), in: folder)
        _ = Program.run(["convert", format, "--mapping", "./m.json"] + words, context: run.context)
        return run
      }
      let note = "<stdin>: note: 2 numbers lost their spelling [conversion/loss]\n"
      #expect(try outcome("<r a='1.50' b='2.5 1e3'/>").errorText == note)
      #expect(try outcome("<r a='1.5' b='2.5 10.25'/>").errorText.isEmpty)
      #expect(try outcome("<r a='3' b='3 0'/>").errorText == note)
      for value in ["3", "3.0", "0", "0.0", "-7", "99999999999999999999"] {
        let read = try outcome("<r a='\(value)' b='2.0'/>", "-q")
        let back = try CapturedRun(input: read.outputBytes, in: folder)
        #expect(back.run("convert", "xml", "--mapping", "./m.json") == .success)
        #expect(back.outputText.hasSuffix("<r a=\"\(value)\" b=\"2.0\"/>\n"), "\(back.outputText)")
      }
      let refused = try outcome("<r a='1.50'/>", "--loss", "refuse")
      #expect(refused.outputBytes.isEmpty)
      #expect(
        refused.errorText.contains("1 number would lose its spelling; use --loss note"),
        "\(refused.errorText)")
      let json = try CapturedRun(input: Array("<r a='1.50'/>".utf8), in: folder)
      #expect(json.run("convert", "json", "--mapping", "./m.json", "--loss", "refuse") == .success)
      #expect(json.outputText == "{\"a\":1.50}\n")
    }
  }

  @Test func aRefusalAdvisesWhatHelps() throws {
    try withTemporaryFolder { folder in
      let mapping =
        #"{"mapping": "m", "root": "r", "fields": {"a": "@a date format=\u0027yyyy-MM-dd HH:mm Z\u0027"}}"#
      try write(["m.json": mapping, "a.xml": "<r a='2012-03-25 02:30 +0200'/>"], in: folder)
      let zone = try CapturedRun(in: folder)
      _ = zone.run("convert", "xml1", "--mapping", "./m.json", "--loss", "refuse", "-o", "-", "a.xml")
      #expect(
        zone.errorText.contains(
          "use --loss note to convert anyway, or zone=keep in the mapping to keep it [conversion/loss]"),
        "\(zone.errorText)")
      for (input, format, isTagged) in [
        ("<plist><date>2012-03-25T00:00:00Z</date></plist>", "json", true),
        ("<plist><!-- c --><true/></plist>", "json", false),
      ] {
        let run = try CapturedRun(input: Array(input.utf8))
        _ = run.run("convert", format, "--loss", "refuse")
        #expect(run.errorText.contains("use --loss note to convert anyway"), "\(run.errorText)")
        #expect(run.errorText.contains("--loss tag") == isTagged, "\(run.errorText)")
      }
    }
  }
}

extension DecodedText {
  /// The text of a document, or nil where it cannot be decoded.
  fileprivate static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    bytes.withByteView { view in
      let text = DecodedText(view, kind: .xml, forced: nil)
      return text.problem == nil ? text.withText { $0.array } : nil
    }
  }
}
