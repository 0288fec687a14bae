// The reasons for the types of drafted records.

extension InferredRecords {
  /// Notes on the types of drafted records, one sentence each.
  mutating func typeNotes(_ records: [Mapping.Record]) -> [String] {
    for node in tree.nodes {
      let values =
        node.attributes.map { ("@" + tree.names[$0.name].local, $0.value) } + [("the text", node.text)]
      for (name, value) in values where value.prefixedCount > 0 && value.prefixedCount == value.count {
        let note =
          "\(name) of <\(tree.names[node.name].local)> is a name with a prefix; it is kept as text, its prefix not resolved"
        if notes.count < 100 && !notes.contains(note) { notes.append(note) }
      }
    }
    return records.flatMap { record in
      record.fields.compactMap { field in
        Self.reason(for: field).map { "\(record.name).\(field.name): \($0)" }
      }
    }
  }

  /// The reason for a field's type; nil for text and records.
  private static func reason(for field: Mapping.Field) -> String? {
    switch field.storage {
    case .number: return "a number in SQL, since every value is one"
    case .spelled: return "a number in SQL, with its spelling in \(field.textColumnName) where that differs"
    case .any, .mixed, nil: break
    }
    return switch field.type {
    case .integer: "integer, since every value is digits without leading zeros"
    case .real: "real, since every value is as a double is spelled"
    case .decimal:
      field.constraints.scale.map {
        "decimal with scale \($0), a number in SQL, since every value has \($0) digits after the point and at most 15 in all"
      } ?? "decimal, text in SQL, since values differ in their digits after the point or have more than 15"
    case .boolean: "boolean, since no other words occur"
    case .date(let format, _): "date, since every value has the format \(format)"
    case .url: "url, since every value is one"
    default: nil
    }
  }
}
