// Names of --fields in a mapping's records: the mapping's names, or those of the document.
//
//   enclosure/@url, enclosure.@url, enclosure.url     →  enclosure.url

extension AppliedMapping {
  /// The names of the fields in the requested records.
  var fieldNames: [String] { options.records.map { fields(ofType: $0.type).map(\.name) } ?? [] }

  /// Returns the selection with the mapping's names; nil with the first unknown one.
  func translated(_ selection: FieldSelection) -> (fields: FieldSelection?, unknown: String?) {
    guard let type = options.records?.type else { return (selection, nil) }
    return selection.renamed { path($0.map { String(decoding: $0, as: UTF8.self) }, in: type) }
  }

  private func fields(ofType type: Int) -> [Mapping.Field] {
    mapping.mapping.allFields(of: type).map(\.field)
  }

  /// A path with the mapping's names, starting at a record type; nil for an unknown one.
  private func path(_ names: [String], in start: Int) -> [[UInt8]]? {
    var type: Int? = start
    var path: [String] = []
    var rest = names[...]
    while let first = rest.first {
      guard let current = type else {
        // In a value: an element of a list, the text itself, or anything in a dictionary.
        let isOfValue = rest.allSatisfy { Int($0) != nil || $0 == "#text" }
        return isOfValue || path.last.map { isOpaque($0, names, start) } == true
          ? (path + rest).map { Array($0.utf8) } : nil
      }
      if Int(first) != nil, !path.isEmpty {
        path.append(rest.removeFirst())
        continue
      }
      let fields = fields(ofType: current)
      let places = fields.map { ($0, Self.length(of: $0.place, in: rest)) }
      guard
        let (field, count) = fields.first(where: { $0.name == first }).map({ ($0, 1) })
          ?? places.max(by: { $0.1 < $1.1 }), count > 0
      else { return nil }
      // A longer place wins: `title.@type` may be another field than `title`.
      let longest = places.max { $0.1 < $1.1 }
      let (found, taken) = longest.map { $0.1 > count ? $0 : (field, count) } ?? (field, count)
      path.append(found.name)
      rest.removeFirst(taken)
      type = if case .record(let record) = found.type { record } else { nil }
    }
    return path.map { Array($0.utf8) }
  }

  /// Whether a record's field has structured values.
  private func isOpaque(_ name: String, _ names: [String], _ type: Int) -> Bool {
    fields(ofType: type).contains { $0.name == name && [.runs, .dictionary].contains($0.type) }
  }

  /// The number of names that a place has at the beginning of a path; 0 if it is another one.
  private static func length(of place: Mapping.Place, in path: ArraySlice<String>) -> Int {
    var wanted = place.steps.map(\.name.local)
    switch place.end {
    case .attribute(let name): wanted.append("@" + name.local)
    case .text: wanted.append("#text")
    default: break
    }
    guard !wanted.isEmpty, wanted.count <= path.count else { return 0 }
    return zip(wanted, path).allSatisfy { $0 == withoutPrefix($1) } ? wanted.count : 0
  }

  private static func withoutPrefix(_ name: String) -> String {
    let bytes = name.utf8
    guard let colon = bytes.firstIndex(of: ASCII.colon) else { return name }
    let local = String(decoding: bytes[bytes.index(after: colon)...], as: UTF8.self)
    return bytes.first == ASCII.commercialAt ? "@" + local : local
  }
}
