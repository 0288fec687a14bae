// Differences of documents by meaning, and the patches that carry them out.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

/// The differences as lines `- path` and `+ path`.
private func lines(_ old: Document, _ new: Document, byValue: Bool = true) throws -> [String] {
  var lines: [String] = []
  var difference = DocumentDifference(from: old, to: new, comparesNumbersByValue: byValue)
  try difference.forEach { change throws(Failure) in
    if change.old != nil { lines.append("- \(change.oldPath.dotted)") }
    if change.new != nil { lines.append("+ \(change.newPath.dotted)") }
  }
  #expect(lines.isEmpty == difference.isEmpty)
  return lines
}

private func patch(_ old: Document, _ new: Document, byValue: Bool = true) throws -> String {
  var difference = DocumentDifference(from: old, to: new, comparesNumbersByValue: byValue)
  return String(decoding: try difference.patch(to: OutputBuffer(), tagsTypes: false).bytes, as: UTF8.self)
}

@Suite struct DifferenceTests {
  @Test func byMeaning() async throws {
    try await forEachRow(of: [
      ("1", "1.0", ""), ("1", "2", "- |+ "), ("{}", "[]", "- |+ "),
      (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, ""),
      (#"{"a":1,"b":2}"#, #"{"b":3,"c":1}"#, "- a|- b|+ b|+ c"),
      (#"{"a.b":{"c":[1]}}"#, #"{"a.b":{"c":[1,2]}}"#, #"+ a\.b.c.1"#),
      ("[1,2,3,4]", "[0,1,2,3,4]", "+ 0"),
      ("[1,2,3,4]", "[1,2,4]", "- 2"),
      ("[1,2,3,4]", "[2,3,4,1]", "- 0|+ 3"),
      ("[1,2,3]", "[1,9,3]", "- 1|+ 1"),
      (
        "[{\"id\":1,\"x\":1},{\"id\":2,\"x\":2}]", "[{\"id\":0},{\"id\":1,\"x\":1},{\"id\":2,\"x\":3}]",
        "+ 0|- 1.x|+ 2.x"
      ),
      ("[{\"id\":1,\"x\":1},{\"id\":2,\"x\":2}]", "[{\"id\":2,\"x\":3}]", "- 0|- 1.x|+ 0.x"),
      ("[[1,2],[3,4]]", "[[1,2,5],[3,4]]", "+ 0.2"),
      ("[true]", "[1]", "- 0|+ 0"), ("[null]", "[\"null\"]", "- 0|+ 0"), ("[\"1\"]", "[1]", "- 0|+ 0"),
      ("[1e2,0.10]", "[100,0.1]", ""),
      (
        "[12345678901234567890123456789012345678901234567890]",
        "[12345678901234567890123456789012345678901234567891]", "- 0|+ 0"
      ),
      ("[\"\u{E9}\"]", "[\"e\u{301}\"]", "- 0|+ 0"),
    ]) { (old: String, new: String, expected: String) in
      let found = try lines(try ValueText.json(old), try ValueText.json(new))
      #expect(found.joined(separator: "|") == expected)
    }
  }

  @Test func typesOfNumbersCountWhereBothHaveThem() throws {
    let old = try ValueText.propertyList(
      "<array><integer>1</integer><real>0.10000000000000001</real></array>")
    let new = try ValueText.propertyList("<array><real>1</real><real>0.1</real></array>")
    #expect(try lines(old, new, byValue: false) == ["- 0", "+ 0"])
    #expect(try lines(old, new, byValue: true) == [])
  }

  @Test func patchesAreOrderedForTheirCarryingOut() throws {
    let old = try ValueText.json(#"{"a":[1,2,3],"b":{"c":1},"d/e":1}"#)
    let new = try ValueText.json(#"{"a":[2,3,4,5],"b":{"c":2,"~":[]}}"#)
    #expect(
      try patch(old, new) == """
        [{"op":"remove","path":"/a/0"},
         {"op":"add","path":"/a/2","value":4},
         {"op":"add","path":"/a/3","value":5},
         {"op":"replace","path":"/b/c","value":2},
         {"op":"add","path":"/b/~0","value":[]},
         {"op":"remove","path":"/d~1e"}]

        """)
    #expect(try patch(new, new) == "[]\n")
  }

  /// Random documents, and random changes of them: the patch makes the one of the other.
  @Test func patchesCarryOver() throws {
    var random = SystemRandomNumberGenerator()
    for round in 0..<300 {
      let old = try ValueText.json(Self.value(depth: 4, &random))
      let new =
        round % 3 == 0 ? try ValueText.json(Self.value(depth: 4, &random)) : try Self.changed(old, &random)
      let text = try patch(old, new)
      let operations = try JSONPatch(try ValueText.json(text))
      let result = try DocumentPatch.operations(operations).applied(to: old)
      let (shownOld, shownNew) = (try old.log(), try new.log())
      #expect(try lines(result, new) == [], "\(shownOld) → \(shownNew): \(text)")
    }
  }

  private static func value(depth: Int, _ random: inout SystemRandomNumberGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return "\(Int.random(in: 0..<4, using: &random))"
    case 1: return "\"\(Int.random(in: 0..<3, using: &random))\""
    case 2: return "true"
    case 3: return "null"
    case 4: return "0.5"
    case 5, 6:
      let count = Int.random(in: 0..<7, using: &random)
      return "[" + (0..<count).map { _ in value(depth: depth - 1, &random) }.joined(separator: ",") + "]"
    default:
      let keys = ["a", "b", "a/b", "~", "0", ""].shuffled(using: &random).prefix(
        Int.random(in: 0..<6, using: &random))
      return "{" + keys.map { "\"\($0)\":" + value(depth: depth - 1, &random) }.joined(separator: ",") + "}"
    }
  }

  private static func changed(_ document: Document, _ random: inout SystemRandomNumberGenerator) throws
    -> Document
  {
    var json = JSONWriter()
    try document.send(into: &json)
    let text = String(decoding: json.finish().bytes, as: UTF8.self)
    // One scalar becomes another, one element comes in.
    let changed = text.replacingOccurrences(of: "0.5", with: "[7]").replacingOccurrences(
      of: "true,", with: "true,8,")
    return (try? ValueText.json(changed)) ?? document
  }

  @Test func sequencesThatDifferWidelyAreAlignedAtTheirAnchors() throws {
    let old = (0..<6000).map { $0 % 3 == 0 ? "\"k\($0)\"" : "\($0)" }
    let new = (0..<6000).map { $0 % 3 == 0 ? "\"k\($0)\"" : "\(-$0)" }
    let found = try lines(
      try ValueText.json("[" + old.joined(separator: ",") + "]"),
      try ValueText.json("[" + new.joined(separator: ",") + "]"))
    #expect(found.count == 8000)
  }

  @Test func setsHaveNoOrder() throws {
    func set(_ numbers: [Int64]) throws -> Document {
      try ValueText.document { (sink: inout DocumentBuilder) throws(Failure) in
        sink.beginSet(count: nil)
        for number in numbers { sink.integer(number) }
        sink.endSet()
      }
    }
    let (first, second, third) = (try set([1, 2]), try set([2, 1]), try set([2, 3]))
    #expect(try lines(first, second) == [])
    #expect(try lines(first, third) == ["- ", "+ "])
  }

  /// Shared containers that are different at their bottom would be compared 2⁴⁰ times.
  @Test func sharedContainersAreNotComparedForEver() throws {
    func append(_ number: Int, _ leaf: Int64, to builder: inout DocumentBuilder) {
      guard !builder.reuse(number) else { return }
      builder.beginDictionary(count: 2)
      for key: StaticString in ["a", "b"] {
        builder.key(ByteView(key))
        if number == 0 { builder.integer(leaf) } else { append(number - 1, leaf, to: &builder) }
      }
      builder.endDictionary()
    }
    func bomb(_ leaf: Int64) throws -> Document {
      try ValueText.document { (sink: inout DocumentBuilder) throws(Failure) in append(40, leaf, to: &sink) }
    }
    let (old, same, new) = (try bomb(1), try bomb(1), try bomb(2))
    #expect(try lines(old, same) == [])
    var difference = DocumentDifference(
      from: old, to: new, comparesNumbersByValue: true, maximumValues: 10_000)
    var count = 0
    #expect(throws: Failure.self) { try difference.forEach { _ in count += 1 } }
  }
}
