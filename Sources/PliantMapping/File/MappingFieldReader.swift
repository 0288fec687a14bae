struct MappingFieldReader {
  let names: MappingNames
  let types: MappingTypeReader

  /// All words that may follow the place and type of a field.
  static let optionNames =
    [
      "required", "list", "split", "unordered", "sparse", "default", "min", "max", "minLength", "maxLength",
      "scale", "pattern", "values", "whitespace", "pieces", "cdata", "lenient", "key", "references",
      "outside", "delete", "inverse", "indexed", "transient", "now", "about", "sql", "sqlColumn",
      "sqlText", "sqlInline", "sqlEntries",
    ] + MappingTypeReader.parameterNames

  func field(_ name: String, _ text: String, at index: Int) throws(Failure) -> Mapping.Field {
    let words = try MappingWords.split(text)
    guard let place = words.first else {
      throw .mapping("the place is missing, such as @name or child/text()")
    }
    var rest = words.dropFirst()
    var type: String?
    if let word = rest.first, try MappingWords.word(word).value == nil, !Self.optionNames.contains(word) {
      type = word
      rest = rest.dropFirst()
    }
    let options = try Self.options(rest, at: index)
    if let option = options.first(where: { $0.value == .flag && types.isType($0.name) }) {
      throw .mapping("misplaced type '\(option.name)'; it comes right after the place")
    }
    return try field(name, place: place, type: type, options)
  }

  private static func options(_ words: ArraySlice<String>, at index: Int) throws(Failure) -> [MappingOption] {
    try words.map { text throws(Failure) in
      let (name, value) = try MappingWords.word(text)
      return MappingOption(name: name, value: value.map { .text($0) } ?? .flag, index: index)
    }
  }

  /// Reads a type of `types` in the short form with further options.
  func namedType(
    _ typeName: String, _ text: String, _ given: [MappingOption], at index: Int
  ) throws(Failure) -> Mapping.NamedType {
    let (name, parameters) = try typeWords(text, at: index)
    var options = parameters + given
    let (type, _) = try types.type(name, &options)
    var field = Mapping.Field(name: typeName, place: Mapping.Place(steps: [], end: .text), type: type)
    for option in options {
      guard Self.constraintNames.contains(option.name) else {
        throw .mapping(
          Self.optionNames.contains(option.name)
            ? "\(option.name) belongs to the fields, not to a type" : unknown(option.name))
      }
      try apply(option, to: &field)
    }
    return Mapping.NamedType(name: typeName, type: type, constraints: field.constraints)
  }

  /// The words for constraints on values, in a field or a shared type.
  static let constraintNames = ["min", "max", "minLength", "maxLength", "scale", "pattern", "values"]

  private func typeWords(_ text: String, at index: Int) throws(Failure) -> (String, [MappingOption]) {
    let words = try MappingWords.split(text)
    guard let name = words.first else { throw .mapping("the type is empty") }
    return (name, try Self.options(words.dropFirst(), at: index))
  }

  func field(
    _ name: String, place: String, type: String?, _ given: [MappingOption]
  ) throws(Failure) -> Mapping.Field {
    var options = given
    if let twice = options.indices.first(where: { at in
      options[..<at].contains { $0.name == options[at].name }
    }) {
      throw .mapping("duplicate option \(options[twice].name)")
    }
    if let option = options.first(where: { !Self.optionNames.contains($0.name) }) {
      throw .mapping(unknown(option.name))
    }
    let place = try names.place(place)
    var typeName = "string"
    if let type {
      let (name, parameters) = try typeWords(type, at: 0)
      typeName = name
      options = parameters + options
    }
    let found = try types.type(typeName, &options)
    if let parameter = options.first(where: { MappingTypeReader.parameterNames.contains($0.name) }) {
      throw .mapping("\(parameter.name)= does not apply to the type \(typeName)")
    }
    var field = Mapping.Field(name: name, place: place, type: found.type)
    field.typeName = found.name
    if let named = types.namedTypes.first(where: { $0.name == found.name }) {
      field.constraints = named.constraints
    }
    for option in options { try apply(option, to: &field) }
    try finish(&field, options)
    return field
  }

  private func unknown(_ word: String) -> String {
    "unknown option '\(word)' of a field" + MappingFileText.suggestion(for: word, among: Self.optionNames)
  }

  private func finish(_ field: inout Mapping.Field, _ options: [MappingOption]) throws(Failure) {
    let isSet = { (name: String) in options.contains { $0.name == name && $0.value != .off } }
    if isSet("outside") {
      guard field.reference != nil else { throw .mapping("outside requires references=RECORD") }
      field.reference?.allowsOutside = true
    }
    if isSet("split") {
      guard field.list != nil else { throw .mapping("split requires list") }
      switch field.type {
      case .xml, .runs, .dictionary, .record:
        throw .mapping("split is for values of one text each")
      default: field.isSplit = true
      }
    }
    if isSet("unordered") {
      guard field.list != nil else { throw .mapping("unordered requires list") }
      field.list?.isOrdered = false
    }
    if isSet("sparse") {
      guard let list = field.list, list.minimum == 0, !field.isRequired else {
        throw .mapping("sparse requires a list that may be empty")
      }
      field.isSparse = true
    }
    if field.pieces == .all && field.list != nil {
      throw .mapping("pieces=all is a list already; remove list")
    }
  }

  // MARK: Options

  private func apply(_ option: MappingOption, to field: inout Mapping.Field) throws(Failure) {
    switch option.name {
    case "required": field.isRequired = try flag(option)
    case "cdata": field.usesCDATA = try flag(option)
    case "lenient": field.isLenient = try flag(option)
    case "key": field.isKey = try flag(option)
    case "indexed": field.isIndexed = try flag(option)
    case "transient": field.isTransient = try flag(option)
    case "outside", "unordered", "split", "sparse": _ = try flag(option)
    case "list": field.list = try list(option)
    case "default": field.defaultText = try defaultText(option, field.type)
    case "min": field.constraints.minimum = try text(option)
    case "max": field.constraints.maximum = try text(option)
    case "minLength": field.constraints.minimumLength = try count(option)
    case "maxLength": field.constraints.maximumLength = try count(option)
    case "scale": field.constraints.scale = try count(option)
    case "pattern": field.constraints.pattern = try pattern(option)
    case "values":
      (field.constraints.values, field.constraints.meanings) = try values(option, field.type)
    case "whitespace": field.whitespace = try word(option)
    case "pieces": field.pieces = try word(option)
    case "delete": field.deleteRule = try word(option)
    case "now": field.now = try word(option) as Mapping.Now
    case "inverse": field.inverse = try text(option)
    case "about": field.about = try text(option)
    case "sqlInline": field.isInline = try flag(option)
    case "sqlEntries": field.entryKey = try text(option)
    case "sqlText": field.textColumn = try text(option)
    case "sqlColumn": field.column = try text(option)
    case "sql": field.storage = try word(option) as Mapping.Storage
    default: field.reference = try reference(option)
    }
  }

  private func flag(_ option: MappingOption) throws(Failure) -> Bool {
    switch option.value {
    case .flag, .text("true"): return true
    case .off, .text("false"): return false
    default: throw .mapping("\(option.name) takes no value except true or false")
    }
  }

  private func text(_ option: MappingOption) throws(Failure) -> String {
    guard case .text(let text) = option.value else {
      throw .mapping("\(option.name) needs a value: \(option.name)=…")
    }
    return text
  }

  private func count(_ option: MappingOption) throws(Failure) -> Int {
    let text = try text(option)
    guard let count = Int(text), count >= 0 else {
      throw .mapping("\(option.name)= requires a number from 0, found '\(text)'")
    }
    return count
  }

  private func word<Value: RawRepresentable & CaseIterable>(
    _ option: MappingOption
  ) throws(Failure) -> Value where Value.RawValue == String {
    let text = try text(option)
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue)
      throw .mapping(
        "invalid value '\(text)' of \(option.name)=; expected \(known.joined(separator: ", "))"
          + (MappingFileText.nearest(to: text, among: known).map { "; did you mean '\($0)'?" } ?? ""))
    }
    return value
  }

  /// Reads the allowed values, and their translations in data if present.
  private func values(
    _ option: MappingOption, _ type: Mapping.ValueType
  ) throws(Failure) -> (values: [String], meanings: [String]) {
    switch option.value {
    case .list(let values) where !values.isEmpty: return (values, [])
    case .pairs(let pairs) where !pairs.isEmpty: return try translation(pairs, type)
    case .text(let text) where !MappingWords.list(text).isEmpty:
      let words = MappingWords.list(text)
      let parts = words.map { $0.split(separator: "=", omittingEmptySubsequences: false).map { String($0) } }
      guard type == .string, parts.allSatisfy({ $0.count == 2 }) else { return (words, []) }
      return try translation(parts.map { MappingOption.Pair(text: $0[0], meaning: $0[1]) }, type)
    default:
      throw .mapping(
        "values requires the allowed values: values='a b c', or with their meanings: "
          + "values='Y=yes N=no'")
    }
  }

  private func translation(
    _ pairs: [MappingOption.Pair], _ type: Mapping.ValueType
  ) throws(Failure) -> (values: [String], meanings: [String]) {
    guard type == .string else { throw .mapping("only the values of strings can be translated") }
    let (values, meanings) = (pairs.map(\.text), pairs.map(\.meaning))
    guard Set(values).count == values.count, Set(meanings).count == meanings.count else {
      throw .mapping("values= translates two values into one, or one into two")
    }
    return (values, meanings)
  }

  private func pattern(_ option: MappingOption) throws(Failure) -> String {
    let pattern = try text(option)
    do throws(Failure) { _ = try IRegexp(pattern) } catch {
      throw .mapping("the pattern \(MappingFileText.quoted(pattern)): \(error.message)")
    }
    return pattern
  }

  /// The XML spelling of a default, which may be a boolean in the long form.
  private func defaultText(_ option: MappingOption, _ type: Mapping.ValueType) throws(Failure) -> String {
    if case .boolean(let yes, let no) = type {
      if option.value == .flag { return yes[0] }
      if option.value == .off { return no[0] }
    }
    return try text(option)
  }

  private func reference(_ option: MappingOption) throws(Failure) -> Mapping.Reference {
    let name = try text(option)
    guard let record = types.recordNames.firstIndex(of: name) else {
      throw .mapping(
        "unknown record '\(name)' in references="
          + MappingFileText.suggestion(for: name, among: types.recordNames))
    }
    return Mapping.Reference(record: record)
  }

  /// `list`, `list=1..`, `list=0..2`, `list=3`.
  private func list(_ option: MappingOption) throws(Failure) -> Mapping.ListBounds? {
    switch option.value {
    case .flag: return Mapping.ListBounds()
    case .off: return nil
    case .bounds(let bounds): return bounds
    case .list, .pairs:
      throw .mapping("list is true, a range such as 1..2, or {\"min\": 1, \"max\": 2}")
    case .text(let text):
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      if parts.count == 1, let count = Int(text), count >= 0 {
        return Mapping.ListBounds(minimum: count, maximum: count)
      }
      guard parts.count == 3, parts[1].isEmpty, let minimum = parts[0].isEmpty ? 0 : Int(parts[0]),
        minimum >= 0, parts[2].isEmpty || (Int(parts[2]) ?? -1) >= 0
      else { throw .mapping("list= requires a range such as 1.. or 0..2, found '\(text)'") }
      return Mapping.ListBounds(minimum: minimum, maximum: Int(parts[2]))
    }
  }
}
