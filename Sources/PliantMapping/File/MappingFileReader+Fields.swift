// Fields of a mapping file, in their short and long forms.

extension MappingFileReader {
  func field(_ name: String, _ value: DocumentValue, in record: String) throws(Failure) -> Mapping.Field {
    var where_: String { "the field '\(name)' of '\(record)'" }
    let reader = MappingFieldReader(names: names, types: types)
    if let text = value.string {
      return try placed(at: value.index, where_) { () throws(Failure) in
        try reader.field(name, text, at: value.index)
      }
    }
    guard value.isDictionary else {
      throw .mapping(
        "\(where_) must be a string such as \"@name string required\", or a dictionary with a 'place'",
        at: value.index)
    }
    var (place, options) = try longForm(value, where_, main: "place")
    guard let place else { throw .mapping("\(where_) has no 'place'", at: value.index) }
    var type: String?
    if let at = options.firstIndex(where: { $0.name == "type" }) {
      guard case .text(let text) = options[at].value else {
        throw .mapping("\(where_): the type must be a string", at: options[at].index)
      }
      type = text
      options.remove(at: at)
    }
    return try placed(at: value.index, where_) { () throws(Failure) in
      try reader.field(name, place: place, type: type, options)
    }
  }

  /// The entries of a long form, with that of the main key separate.
  func longForm(
    _ value: DocumentValue, _ where_: String, main: StaticString
  ) throws(Failure) -> (main: String?, options: [MappingOption]) {
    guard value.isDictionary else {
      throw .mapping("\(where_) must be a string or a dictionary", at: value.index)
    }
    var found: String?
    var options: [MappingOption] = []
    for entry in value.entries {
      let key = entry.key.string
      if entry.key == main {
        guard let text = entry.value.string else {
          throw .mapping("\(where_): the \(main) must be a string", at: entry.value.index)
        }
        found = text
        continue
      }
      if key != "type" && !MappingFieldReader.optionNames.contains(key) {
        let known = MappingFieldReader.optionNames + ["place", "type"]
        throw .mapping(
          "\(where_): unknown option '\(key)' of a field"
            + MappingFileText.suggestion(for: key, among: known),
          at: entry.keyIndex)
      }
      options.append(
        MappingOption(name: key, value: try optionValue(entry, where_), index: entry.value.index))
    }
    return (found, options)
  }

  private func optionValue(
    _ entry: DocumentValue.Entry, _ where_: String
  ) throws(Failure) -> MappingOption.Value {
    let value = entry.value
    if let flag = value.boolean { return flag ? .flag : .off }
    if let text = Self.scalarText(value) { return .text(text) }
    if value.isArray {
      return .list(
        try value.elements.map { element throws(Failure) in
          try text(of: element, "\(where_): \(entry.key.string)")
        })
    }
    if value.isDictionary, entry.key == "values" {
      return .pairs(
        try value.entries.map { pair throws(Failure) in
          MappingOption.Pair(text: pair.key.string, meaning: try text(of: pair.value, "\(where_): values"))
        })
    }
    guard value.isDictionary, entry.key == "list" else {
      throw .mapping("\(where_): \(entry.key.string) must be a string", at: value.index)
    }
    return .bounds(try bounds(value, where_))
  }

  private func text(of value: DocumentValue, _ where_: String) throws(Failure) -> String {
    guard let text = Self.scalarText(value) else {
      throw .mapping("\(where_) must hold only strings", at: value.index)
    }
    return text
  }

  private func bounds(_ value: DocumentValue, _ where_: String) throws(Failure) -> Mapping.ListBounds {
    var bounds = Mapping.ListBounds()
    for entry in value.entries {
      let number = entry.value.integer.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
      switch entry.key.string {
      case "min" where number != nil: bounds.minimum = number ?? 0
      case "max" where number != nil: bounds.maximum = number
      case "ordered" where entry.value.boolean != nil: bounds.isOrdered = entry.value.boolean ?? true
      default:
        throw .mapping(
          "\(where_): a list has min and max, numbers from 0 on, and ordered, true or false",
          at: entry.keyIndex)
      }
    }
    return bounds
  }

  /// The text of a string or number, as in XML.
  private static func scalarText(_ value: DocumentValue) -> String? {
    value.spelling?.string ?? value.integer.map(String.init)
      ?? (value.tag == .real ? value.double?.description : nil)
  }
}
