// Merging texts in tests, and random documents with random changes.

import Foundation
import PliantCore
import PliantQuery
import TestSupport

/// What a merge made.
struct MergeResult {
  let text: String
  let conflicts: [String]
  let document: Document

  /// Merges texts of one format; BASE and THEIRS may be of others.
  static func of(
    _ base: String, _ ours: String, _ theirs: String, prefer: MergeSide? = nil, marks: Bool = false,
    format: Format? = nil
  ) throws -> MergeResult {
    try of(
      Array(base.utf8), Array(ours.utf8), Array(theirs.utf8), prefer: prefer, marks: marks, format: format)
  }

  static func of(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], prefer: MergeSide? = nil, marks: Bool = false,
    format: Format? = nil
  ) throws -> MergeResult {
    let (base, ours, theirs) = (
      try session(base, format), try session(ours, format), try session(theirs, format)
    )
    var losses = LossReport(LossRule(.refuse, refusesAnnotations: false))
    let merged = try DocumentMerging.merge(
      base: base.loaded, theirs: theirs.loaded, into: ours, prefer: prefer, marks: marks,
      losses: &losses)
    let bytes = merged.bytes.bytes
    let isMarked = marks && !merged.conflicts.isEmpty
    return MergeResult(
      text: String(decoding: bytes, as: UTF8.self),
      conflicts: merged.conflicts.map { $0.path.dotted },
      document: isMarked
        ? ours.loaded.document : try session(bytes, ours.loaded.source.format).loaded.document)
  }

  private static func session(_ bytes: [UInt8], _ format: Format?) throws -> EditingSession {
    let conversion = Route(from: format, to: .json)
    return try EditingSession(InputFile(bytes: bytes, name: "text"), conversion)
  }

  func means(_ other: MergeResult) -> Bool { means(other.document) }

  func means(_ other: Document) -> Bool {
    DocumentDifference(from: document, to: other, comparesNumbersByValue: true).isEmpty
  }
}

/// A random value of strings, dictionaries and arrays, which every format holds.
indirect enum RandomValue {
  case string(String)
  case dictionary([(key: String, value: RandomValue)])
  case array([RandomValue])

  static func random(_ random: inout SeededGenerator, depth: Int = 0) -> RandomValue {
    let count = random.below(depth == 0 ? 6 : 4)
    switch depth == 0 ? 1 + random.below(2) : random.below(depth < 3 ? 5 : 3) {
    case 1 where depth < 3, 3:
      return .dictionary(
        (0..<count).map { (key: "k\($0)", value: Self.random(&random, depth: depth + 1)) })
    case 2 where depth < 3, 4:
      return .array((0..<count).map { _ in Self.random(&random, depth: depth + 1) })
    default: return .string(word(&random))
    }
  }

  private static func word(_ random: inout SeededGenerator) -> String {
    ["a", "b", "c", "two words", "ä, \"q\"", "", "<&>", "1"][random.below(8)] + String(random.below(4))
  }

  /// The value with a few random changes.
  func changed(_ random: inout SeededGenerator) -> RandomValue {
    var value = self
    for _ in 0...random.below(3) { value = value.changedOnce(&random, depth: 0) }
    return value
  }

  private func changedOnce(_ random: inout SeededGenerator, depth: Int) -> RandomValue {
    switch self {
    case .string: return .string(Self.word(&random))
    case .dictionary(var entries):
      guard !entries.isEmpty, random.below(3) > 0 else {
        let key = "k\(random.below(8))"
        entries.removeAll { $0.key == key }
        return .dictionary(entries + [(key: key, value: Self.random(&random, depth: 2))])
      }
      let index = random.below(entries.count)
      if random.below(4) == 0 {
        entries.remove(at: index)
      } else {
        entries[index].value = entries[index].value.changedOnce(&random, depth: depth + 1)
      }
      return .dictionary(entries)
    case .array(var elements):
      guard !elements.isEmpty, random.below(3) > 0 else {
        elements.insert(Self.random(&random, depth: 2), at: random.below(elements.count + 1))
        return .array(elements)
      }
      let index = random.below(elements.count)
      if random.below(4) == 0 {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].changedOnce(&random, depth: depth + 1)
      }
      return .array(elements)
    }
  }

  /// The value as JSON; with `comments`, as an old-style property list with a comment before each entry.
  func text(comments: Bool = false, indentation: String = "") -> String {
    let inner = indentation + "  "
    var number = 0
    func comment() -> String {
      number += 1
      return comments ? "\(inner)/* \(indentation.count) \(number) */\n" : ""
    }
    switch self {
    case .string(let text):
      return "\"" + text.replacing("\"", with: "\\\"") + "\""
    case .dictionary(let entries):
      if entries.isEmpty { return "{}" }
      let lines = entries.map { entry in
        comment() + "\(inner)\"\(entry.key)\"\(comments ? " = " : ": ")"
          + entry.value.text(comments: comments, indentation: inner) + (comments ? ";" : "")
      }
      return "{\n" + lines.joined(separator: comments ? "\n" : ",\n") + "\n\(indentation)}"
    case .array(let elements):
      let marks = comments ? ("(", ")") : ("[", "]")
      if elements.isEmpty { return marks.0 + marks.1 }
      let lines = elements.map { comment() + inner + $0.text(comments: comments, indentation: inner) }
      return marks.0 + "\n" + lines.joined(separator: ",\n") + "\n\(indentation)" + marks.1
    }
  }

  /// The value in a format.
  func bytes(_ format: Format) throws -> [UInt8] {
    if format == .openstep { return Array(("// !\n" + text(comments: true) + "\n").utf8) }
    let json = Array((text() + "\n").utf8)
    if format == .json { return json }
    return try json.withByteView { view in
      let loaded = try Reading().load(view)
      var losses = LossReport()
      return try Writing(format).write(loaded, to: OutputBuffer(), losses: &losses).bytes
    }
  }
}
