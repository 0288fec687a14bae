// What changes the layout, the encoding or one value of a document and takes it back leaves its meaning as it was, and
// where the bytes can stay, its bytes: random documents of every format, through the verbs.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct DocumentPropertyTests {
  /// Documents a format; PLIANT_EDITS asks for more.
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 40
  }

  /// A failed call.
  private struct Failed: Error { let text: String }

  private static func run(_ words: [String], _ input: [UInt8]) throws -> [UInt8] {
    let run = try CapturedRun(input: input)
    guard Program.run(words, context: run.context) == .success else {
      throw Failed(text: "\(words): \(run.errorText)")
    }
    return run.outputBytes
  }

  private static func sample(_ format: Format, _ seed: Int) throws -> [UInt8] {
    let seed = UInt64(seed)
    switch format {
    case .xml:
      var sample = XMLSample(seed: seed)
      // White space by reference makes the difference count all white space.
      return Array(sample.document().replacing("&#x20;", with: "s").utf8)
    case .binary1:
      return try run(
        ["convert", "binary1", "-f", "xml1", "-q", "-o", "-"], SampleDocument(.xml1, seed: seed).text)
    case .jsonl:
      return try (0...seed % 4).flatMap { line in
        try run(
          ["format", "--minify", "-f", "json", "-o", "-"], SampleDocument(.json, seed: 5 * seed + line).text)
      }
    default: return SampleDocument(format, seed: seed).text
    }
  }

  /// Nil where two documents mean the same, and otherwise their difference.
  private static func difference(_ old: [UInt8], _ new: [UInt8], _ format: Format) throws -> String? {
    try withTemporaryFolder { folder in
      try Data(old).write(to: folder.appendingPathComponent("old"))
      try Data(new).write(to: folder.appendingPathComponent("new"))
      let run = try CapturedRun(in: folder)
      let code = Program.run(["diff", "-q", "-f", format.rawValue, "old", "new"], context: run.context)
      return code == .success ? nil : run.outputText + run.errorText
    }
  }

  private static let minifying = ["format", "-f", "xml", "-o", "-", "--minify"]

  /// Tries each document; what is wrong is shown with it.
  private static func each(_ format: Format, _ body: ([UInt8]) throws -> String?) {
    for seed in 0..<rounds {
      do {
        let document = try sample(format, seed)
        guard let problem = try body(document) else { continue }
        Issue.record("\(format) \(seed): \(problem)\n\(String(decoding: document, as: UTF8.self))")
      } catch {
        Issue.record("\(format) \(seed): \(error)")
      }
    }
  }

  @Test func formatKeepsTheMeaningAndIsDoneOnce() async throws {
    try await forEachRow(
      of: [Format.xml1, .json, .openstep, .strings, .xml], [["--indent", "2"], ["--minify"]]
    ) { (format: Format, style: [String]) in
      let words = ["format", "-f", format.rawValue, "-o", "-"] + style
      Self.each(format) { document in
        let formatted = try Self.run(words, document)
        // White space between elements is text where a document is compared with all of its text.
        let plain =
          format == .xml
          ? try [document, formatted].map { try Self.run(Self.minifying, $0) } : [document, formatted]
        if let difference = try Self.difference(plain[0], plain[1], format) { return difference }
        let again = try Self.run(words, formatted)
        return again == formatted ? nil : "not the same twice: \(String(decoding: formatted, as: UTF8.self))"
      }
    }
  }

  @Test func transcodingAndBackKeepsTheText() async throws {
    try await forEachRow(
      of: [Format.xml1, .json, .openstep, .strings, .xml], ["UTF-16", "UTF-16BE", "UTF-8"]
    ) { (format: Format, encoding: String) in
      Self.each(format) { document in
        let words = ["transcode", "-f", format.rawValue, "-o", "-", "--to"]
        let wide = try Self.run(words + [encoding, "--bom", "add"], document)
        if let difference = try Self.difference(document, wide, format) { return difference }
        let back = try Self.run(words + ["UTF-8", "--bom", "remove"], wide)
        // XML that says what it is written in says so rightly.
        let text = String(decoding: back, as: UTF8.self).replacing(#/ encoding=["']UTF-8["']/#, with: "")
        return text == String(decoding: document, as: UTF8.self) ? nil : "came back as \(text)"
      }
    }
  }

  @Test(arguments: [Format.xml1, .binary1, .json, .openstep, .strings])
  func anInsertedKeyOrElementCanBeTakenBack(format: Format) {
    Self.each(format) { document in
      let place = ["-f", format.rawValue, "-q", "-o", "-"]
      let count = try Self.run(["type", "", "-f", format.rawValue, "-q"], document)
      let path = String(decoding: count, as: UTF8.self) == "array\n" ? "/0" : "/fresh"
      let value =
        format.traits.values == .propertyList || format == .json ? ["--integer", "7"] : ["--string", "7"]
      let changed = try Self.run(["insert", path] + value + place, document)
      if try Self.difference(document, changed, format) == nil { return "\(path) was not inserted" }
      let back = try Self.run(["remove", path] + place, changed)
      return try Self.difference(document, back, format)
    }
  }

  @Test func patchesOfLinesMakeTheOther() throws {
    for seed in 0..<Self.rounds {
      try withTemporaryFolder { folder in
        let documents = try [2 * seed, 2 * seed + 1].map { try Self.sample(.jsonl, $0) }
        try Data(documents[0]).write(to: folder.appendingPathComponent("a.jsonl"))
        try Data(documents[1]).write(to: folder.appendingPathComponent("b.jsonl"))
        let diff = try CapturedRun(in: folder)
        _ = Program.run(["diff", "--json", "a.jsonl", "b.jsonl"], context: diff.context)
        try write(["p.json": diff.outputText], in: folder)
        let patch = try CapturedRun(in: folder)
        #expect(
          Program.run(["patch", "a.jsonl", "p.json"], context: patch.context) == .success,
          "\(patch.errorText)")
        let same = try CapturedRun(in: folder)
        #expect(
          Program.run(["diff", "a.jsonl", "b.jsonl"], context: same.context) == .success,
          "\(seed): \(same.outputText)")
      }
    }
  }

  /// What has no place in the other format comes back by its tags; converted again it is the same.
  @Test func conversionAndBackKeepsTheValues() async throws {
    try await forEachRow(of: [
      (Format.xml1, Format.binary1), (.xml1, .json), (.binary1, .xml1), (.binary1, .json), (.json, .xml1),
      (.json, .binary1),
      (.openstep, .xml1), (.openstep, .json), (.openstep, .binary1), (.strings, .xml1), (.strings, .json),
      (.strings, .openstep), (.xml, .json), (.xml, .xml1),
    ]) { (format: Format, target: Format) in
      let style = format == .xml ? ["--xml-style", "lossless"] : []
      Self.each(format) { document in
        let words = ["--loss", "tag", "-q", "-o", "-"]
        let there = ["convert", target.rawValue, "-f", format.rawValue] + style + words
        let back = ["convert", format.rawValue, "-f", target.rawValue] + style + words
        let first = try Self.run(there, document)
        let returned = try Self.run(back, first)
        // In the other format an XML document says of itself what its writer adds, the declaration.
        if format == .xml { return try Self.difference(document, returned, format) }
        return try Self.difference(first, try Self.run(there, returned), target)
      }
    }
  }
}
