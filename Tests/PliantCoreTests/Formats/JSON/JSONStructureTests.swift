// The structure of JSON texts by blocks, against a walk by single bytes.

import PliantCore
import TestSupport
import Testing

@Suite struct JSONStructureTests {
  /// Brackets, braces, commas and colons outside of strings.
  private func structuralBytes(_ text: [UInt8]) -> [Int] {
    var found: [Int] = []
    var isInString = false
    var at = 0
    while at < text.count {
      let byte = text[at]
      if isInString && byte == ASCII.reverseSolidus {
        at += 1
      } else if byte == ASCII.quotationMark {
        isInString.toggle()
      } else if !isInString, "{}[],:".utf8.contains(byte) {
        found.append(at)
      }
      at += 1
    }
    return found
  }

  /// Texts with backslashes in strings only, as all JSON has.
  private func text(_ pieces: Int, _ generator: inout SystemRandomNumberGenerator) -> [UInt8] {
    let samples = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\\"\"", "\"\\\\\"", "\"[,\\\\\\\"]\"", " ", "\n", "1234567",
      "ä",
    ]
    return (0..<pieces).flatMap { _ in Array((samples.randomElement(using: &generator) ?? "").utf8) }
  }

  @Test func blocksFindWhatSingleBytesFindHoweverTheTextGrows() {
    var generator = SystemRandomNumberGenerator()
    for round in 0..<2000 {
      var bytes = text(round % 90, &generator)
      if round % 4 == 0 {
        bytes += Array("\"".utf8) + [UInt8](repeating: ASCII.reverseSolidus, count: round % 71)
      }
      bytes.withByteView { view in
        var structure = JSONStructure()
        var found: [Int] = []
        var end = 0
        while true {
          while let at = structure.next(in: view[0..<end]) { found.append(at) }
          if end == view.count { break }
          end = min(view.count, end + Int.random(in: 1...80, using: &generator))
        }
        #expect(found == structuralBytes(bytes))
      }
    }
  }

  @Test func aValueEndsWhereItsBracketsDo() async throws {
    try await forEachRow(of: [
      ("{\"a\": \"}\", \"b\": [1]} ,", 20), ("[]", 2), ("\"a\\\"b\" 1", 6), ("12.5, 3", 4), ("true]", 4),
      ("[1", 2), ("\"a", 2),
    ]) { (text: String, end: Int) in
      Array(text.utf8).withByteView { #expect(JSONStructure.endOfValue(in: $0, from: 0) == end) }
    }
  }
}
