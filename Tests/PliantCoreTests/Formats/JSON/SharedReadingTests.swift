// An array or JSON lines read by several threads: the same output, notes and failures as with one.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct SharedReadingTests {
  /// What a reading gave: the bytes written, the duplicate keys, and the failure, with their places.
  private struct Outcome: Equatable {
    var output = ""
    var notes: [String] = []
    var failure: String?
  }

  private func read(
    _ text: [UInt8], _ framing: JSONValueStream.Framing, _ style: JSONStyle, threads: Int, runSize: Int
  ) throws -> Outcome {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text))
    try pipe.fileHandleForWriting.close()
    var stream = JSONValueStream(
      InputWindow(descriptor: pipe.fileHandleForReading.fileDescriptor, chunkSize: 16), framing: framing)
    var outcome = Outcome()
    var writer = JSONWriter(style: style)
    do throws(Failure) {
      try stream.copy(into: &writer, options: ReplayOptions(), threads: threads, runSize: runSize) {
        outcome.notes.append("\($1.line):\($1.column) \($0)")
      }
    } catch {
      let place = stream.position(of: error.offset ?? -1)
      outcome.failure = "\(place.line):\(place.column) \(error.code.name) @\(error.offset ?? -1)"
    }
    outcome.output = String(decoding: writer.finish().bytes, as: UTF8.self)
    return outcome
  }

  private func compare(_ text: [UInt8], _ framing: JSONValueStream.Framing) throws {
    for style in [JSONStyle.compact, .pretty, .lines()] {
      let alone = try read(text, framing, style, threads: 1, runSize: 1)
      for runSize in [1, 20, 90] {
        let shared = try read(text, framing, style, threads: 3, runSize: runSize)
        #expect(shared == alone, "runs of \(runSize): \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  private let values = [
    "1", "-2.50e3", "\"ü, ]\"", "{\"a\": [1, {\"b\": \"}\"}]}", "[]", "{}", "null",
    "{\"é\": 1,\n \"x\": 2, \"é\": 3}",
    "[[1,2],\t[3]]", "\"\\\\\\\"\"", "true",
  ]

  @Test func wholeTextsReadAlike() throws {
    var generator = SeededGenerator(seed: 7)
    for count in [0, 1, 2, 5, 13, 40] {
      let chosen = (0..<count).map { _ in values.randomElement(using: &generator) ?? "0" }
      try compare(Array(" [ \(chosen.joined(separator: " ,\r\n ")) ] \n".utf8), .elements)
      let lines = chosen.map { $0.replacingOccurrences(of: "\n", with: " ") }
      try compare(Array(lines.joined(separator: "\r\n\n").utf8), .lines)
    }
  }

  @Test func brokenTextsFailAlike() throws {
    var generator = SeededGenerator(seed: 11)
    let insertions: [[UInt8]] = [
      Array("]".utf8), Array("}".utf8), Array("[".utf8), Array(",".utf8), Array("\"".utf8), Array("\\".utf8),
      [0xFF],
      Array("tru".utf8), Array("\n".utf8), [],
    ]
    for _ in 0..<150 {
      let chosen = (0..<12).map { _ in values.randomElement(using: &generator) ?? "0" }
      var array = Array("[\(chosen.joined(separator: ", "))]".utf8)
      var lines = Array(chosen.joined(separator: "\n").utf8)
      let insertion = insertions.randomElement(using: &generator) ?? []
      let (place, other) = (
        Int.random(in: 0...array.count, using: &generator), Int.random(in: 0...lines.count, using: &generator)
      )
      array.replaceSubrange(place..<(insertion.isEmpty ? array.count : place), with: insertion)
      lines.replaceSubrange(other..<(insertion.isEmpty ? lines.count : other), with: insertion)
      try compare(array, .elements)
      try compare(lines, .lines)
    }
  }
}
