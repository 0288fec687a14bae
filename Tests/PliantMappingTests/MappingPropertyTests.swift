// Random mappings and documents of them: read and written again, the data and the XML are the same.

import Foundation
import PliantCore
import PliantMapping
import TestSupport
import Testing

/// A mapping by chance, and documents that it describes.
private struct MappingSample {
  private struct Value {
    let type: String
    let texts: [String]
  }

  private struct Field {
    enum Place {
      case attribute, child, childAttribute, boxed, list, boxedList, record, records, boxedRecords
    }
    let name: String
    let place: Place
    let value: Value
    let isRequired: Bool
    var fields: [Field] = []
  }

  private static let values = [
    Value(type: "", texts: ["a", "ä &amp; b", "7", "two words", "&lt;x&gt;", "\u{1F600}"]),
    Value(type: "", texts: ["", "x"]),
    Value(type: " whitespace=keep", texts: [" a ", "b", "  two  words "]),
    Value(type: " integer", texts: ["0", "-7", "9223372036854775807", "12345"]),
    Value(type: " decimal", texts: ["1.50", "-0.007", "100"]),
    Value(type: " boolean true=YES false=NO", texts: ["YES", "NO"]),
    Value(type: " date", texts: ["2012-03-01T06:00:00Z", "1999-12-31T23:59:59.25Z"]),
    Value(
      type: " date zone=keep", texts: ["2012-03-01T06:00:00+01:00", "2012-03-01", "2012-03-01T06:00:00.250"]),
    Value(
      type: " date format='d.M.yyyy H:mm' zone=Europe/Berlin", texts: ["1.3.2012 6:00", "30.7.1999 23:59"]),
    Value(type: " data", texts: ["AAEC", "/w=="]),
    Value(type: " url", texts: ["https://example.org/a?b=1", "a/b"]),
    Value(type: " values='Y=yes N=no'", texts: ["Y", "N"]),
  ]

  private var random: SeededGenerator
  private var fields: [Field] = []
  private var records: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    fields = makeFields(depth: 0, prefix: "f")
  }

  private mutating func makeFields(depth: Int, prefix: String) -> [Field] {
    (0..<random.below(5) + 1).map { number in
      let places: [Field.Place] = [
        .attribute, .child, .childAttribute, .boxed, .list, .boxedList, .record, .records, .boxedRecords,
      ]
      let place = random.pick(depth < 2 ? places : Array(places.prefix(6)))
      let name = "\(prefix)\(number)"
      var field = Field(
        name: name, place: place, value: random.pick(Self.values), isRequired: random.below(3) == 0)
      if [.record, .records, .boxedRecords].contains(place) {
        field.fields = makeFields(depth: depth + 1, prefix: name + "_")
      }
      return field
    }
  }

  // MARK: The mapping's file

  mutating func mapping() -> String {
    records = []
    let root = declarations(fields)
    let types = records.isEmpty ? "" : ", \"records\": {\(records.joined(separator: ", "))}"
    return "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {\(root)}\(types)}"
  }

  private mutating func declarations(_ fields: [Field]) -> String {
    fields.map { field in
      let required = field.isRequired ? " required" : ""
      let type = "T\(field.name)"
      let text =
        switch field.place {
        case .attribute: "@\(field.name)\(field.value.type)\(required)"
        case .child: "\(field.name)\(field.value.type)\(required)"
        case .childAttribute: "c\(field.name)/@x\(field.value.type)\(required)"
        case .boxed: "b\(field.name)/\(field.name)\(field.value.type)\(required)"
        case .list: "\(field.name)\(field.value.type) list"
        case .boxedList: "b\(field.name)/\(field.name)\(field.value.type) list"
        case .record: "\(field.name) \(type)"
        case .records: "\(field.name) \(type) list"
        case .boxedRecords: "b\(field.name)/\(field.name) \(type) list"
        }
      if !field.fields.isEmpty { records.append("\"\(type)\": {\(declarations(field.fields))}") }
      return "\"\(field.name)\": \"\(text)\""
    }.joined(separator: ", ")
  }

  // MARK: Documents

  mutating func document() -> String { element("r", fields) + "\n" }

  private mutating func element(_ name: String, _ fields: [Field]) -> String {
    var attributes = ""
    var content = ""
    for field in fields {
      let isPresent = field.isRequired || random.below(3) > 0
      let count = random.below(4)
      switch field.place {
      case .attribute: if isPresent { attributes += " \(field.name)=\"\(text(field))\"" }
      case .child: if isPresent { content += child(field) }
      case .childAttribute: if isPresent { content += "<c\(field.name) x=\"\(text(field))\"/>" }
      case .boxed: if isPresent { content += "<b\(field.name)>\(child(field))</b\(field.name)>" }
      case .list: for _ in 0..<count { content += child(field) }
      case .boxedList:
        if isPresent { content += boxed(field, (0..<count).map { _ in child(field) }) }
      case .record: if isPresent { content += element(field.name, field.fields) }
      case .records: for _ in 0..<count { content += element(field.name, field.fields) }
      case .boxedRecords:
        if isPresent { content += boxed(field, (0..<count).map { _ in element(field.name, field.fields) }) }
      }
    }
    return content.isEmpty ? "<\(name)\(attributes)/>" : "<\(name)\(attributes)>\(content)</\(name)>"
  }

  private func boxed(_ field: Field, _ elements: [String]) -> String {
    let box = "b\(field.name)"
    return elements.isEmpty ? "<\(box)/>" : "<\(box)>\(elements.joined())</\(box)>"
  }

  private mutating func child(_ field: Field) -> String {
    let text = text(field)
    return text.isEmpty ? "<\(field.name)/>" : "<\(field.name)>\(text)</\(field.name)>"
  }

  private mutating func text(_ field: Field) -> String { random.pick(field.value.texts) }
}

@Suite("Mappings by chance") struct MappingPropertyTests {
  /// Mappings; PLIANT_EDITS asks for more.
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 150
  }

  @Test("XML and data are the same after a way there and back") func bothWays() throws {
    for seed in 0..<UInt64(Self.rounds) {
      var sample = MappingSample(seed: seed)
      let file = sample.mapping()
      let mapping: Mapping
      do { mapping = try sqlMapping(file) } catch {
        Issue.record("seed \(seed): \(error)\n\(file)")
        continue
      }
      let proof = try MappingProof(mapping)
      for _ in 0..<4 {
        let xml = sample.document()
        let problems = Array(xml.utf8).withByteView { proof.problems(with: $0) }
        #expect(problems.map(\.message) == [], "seed \(seed)\n\(file)\n\(xml)")
      }
    }
  }

  /// Through tables the order of different fields is that of the mapping, so the data is compared by its JSON.
  @Test("What SQL stores comes back") func throughStores() throws {
    guard find("sqlite3") != nil else { try Test.cancel("sqlite3 is not installed") }
    for seed in 0..<UInt64(Self.rounds / 10) {
      let store = try SQLiteStore()
      var sample = MappingSample(seed: seed)
      let file = sample.mapping()
      let model = try sqlMapping(file)
      let mapping = try CompiledMapping(model)
      let document = try mapping.document(sample.document())
      var (losses, index) = (LossReport(policy: .note), 0)
      let text = try SQLWriter.write(
        document, by: SQLSchema(model), losses: &losses, index: &index, to: OutputBuffer())
      guard losses.notes.isEmpty else { continue }
      let outcome = store.pipe(String(decoding: text.bytes, as: UTF8.self))
      #expect(outcome.status == 0, "seed \(seed) \(outcome)\n\(file)")
      let rows = store.pipe(try SQLSchema(model).selects, ["-json"]).output
      let joined = Array(rows.utf8).withByteView { SQLRows.joined($0) } ?? Array(rows.utf8)
      let found = try SQLRows.document(
        try jsonDocument(rows.isEmpty ? "[]" : String(decoding: joined, as: UTF8.self)), by: model,
        index: &index)
      #expect(mapping.xml(found) == mapping.xml(document), "seed \(seed)\n\(file)")
    }
  }
}
