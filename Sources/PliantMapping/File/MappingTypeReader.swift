// Types in the spelling of mapping files: a name, and for some of them parameters.
//
//   date format='d.M.yyyy H:mm' zone=Europe/Berlin           boolean true='YES true' false=NO

/// A parameter, flag or other setting of a field or type, from the short or the long form.
struct MappingOption {
  enum Value: Equatable {
    /// The word alone, or true.
    case flag
    /// False, in the long form.
    case off
    case text(String)
    case list([String])
    /// `{"min": …, "max": …, "ordered": …}`.
    case bounds(Mapping.ListBounds)
    /// `{"Y": "true", "N": "false"}`.
    case pairs([Pair])
  }

  /// A text in XML and its value in data.
  struct Pair: Equatable {
    let text: String
    let meaning: String
  }

  let name: String
  let value: Value
  /// Its tape index in the file.
  var index = 0
}

/// Reads types, which may refer to named ones.
struct MappingTypeReader {
  var namedTypes: [Mapping.NamedType] = []
  var recordNames: [String] = []

  static let simpleTypes: KeyValuePairs<String, Mapping.ValueType> = [
    "string": .string, "integer": .integer, "real": .real, "decimal": .decimal, "url": .url,
    "duration": .duration, "xml": .xml, "runs": .runs, "dictionary": .dictionary,
  ]
  static let builtInNames = simpleTypes.map(\.key) + ["boolean", "date", "data"]
  /// The zone of dates that keep their own.
  static let keptZone = "keep"
  static let parameterNames = ["true", "false", "format", "zone", "encoding"]

  func isType(_ word: String) -> Bool {
    Self.builtInNames.contains(word) || namedTypes.contains { $0.name == word } || recordNames.contains(word)
  }

  /// Returns the type with a name and its parameters, and the name if it is one of `types`.
  ///
  /// Removes the parameters from the options.
  func type(
    _ name: String, _ options: inout [MappingOption]
  ) throws(Failure) -> (type: Mapping.ValueType, name: String?) {
    if let named = namedTypes.first(where: { $0.name == name }) {
      if let option = options.first(where: { Self.parameterNames.contains($0.name) }) {
        throw .mapping("the named type '\(name)' takes no \(option.name)=; change it in 'types'")
      }
      return (named.type, name)
    }
    if let simple = Self.simpleTypes.first(where: { $0.key == name }) { return (simple.value, nil) }
    switch name {
    case "boolean":
      let yes = try words("true", &options) ?? ["true", "1"]
      let no = try words("false", &options) ?? ["false", "0"]
      guard let both = yes.first(where: no.contains) else { return (.boolean(true: yes, false: no), nil) }
      throw .mapping("'\(both)' cannot mean both true and false")
    case "date": return (try date(&options), nil)
    case "data":
      let spelling = try text("encoding", &options) ?? Mapping.DataSpelling.base64.rawValue
      guard let found = Mapping.DataSpelling(rawValue: spelling) else {
        throw .mapping("unknown data encoding '\(spelling)'; expected base64 or hex")
      }
      return (.data(found), nil)
    default:
      // Last, because the root element, and thus its record, may be called data.
      if let record = recordNames.firstIndex(of: name) { return (.record(record), nil) }
      let known = Self.builtInNames + namedTypes.map(\.name) + recordNames
      throw .mapping("unknown type '\(name)'" + MappingFileText.suggestion(for: name, among: known))
    }
  }

  private func date(_ options: inout [MappingOption]) throws(Failure) -> Mapping.ValueType {
    let format = try text("format", &options) ?? "iso8601"
    if format.isEmpty { throw .mapping("the date's format is empty") }
    let zone = try text("zone", &options)
    return zone == Self.keptZone ? .dateText(format: format) : .date(format: format, zone: zone)
  }

  private func take(_ name: String, _ options: inout [MappingOption]) -> MappingOption.Value? {
    guard let index = options.firstIndex(where: { $0.name == name }) else { return nil }
    return options.remove(at: index).value
  }

  private func text(_ name: String, _ options: inout [MappingOption]) throws(Failure) -> String? {
    switch take(name, &options) {
    case nil: return nil
    case .text(let text): return text
    default: throw .mapping("\(name)= needs a text")
    }
  }

  private func words(_ name: String, _ options: inout [MappingOption]) throws(Failure) -> [String]? {
    switch take(name, &options) {
    case nil: return nil
    case .text(let text): return MappingWords.list(text).isEmpty ? [""] : MappingWords.list(text)
    case .list(let list) where !list.isEmpty: return list
    default: throw .mapping("\(name)= needs the word that means \(name), such as \(name)=YES")
    }
  }
}
