// The spelling of types and fields: their words, and whether they fit the short form.

struct MappingTypeSpelling {
  let name: String
  private(set) var parameters: [MappingOption] = []

  init(
    _ type: Mapping.ValueType, _ constraints: Mapping.Constraints = Mapping.Constraints(), in mapping: Mapping
  ) {
    switch type {
    case .boolean(let yes, let no):
      name = "boolean"
      if yes != ["true", "1"] { parameters.append(Self.words("true", yes)) }
      if no != ["false", "0"] { parameters.append(Self.words("false", no)) }
    case .dateText(let format):
      name = "date"
      parameters = Self.parameters(format: format, zone: MappingTypeReader.keptZone)
    case .date(let format, let zone):
      name = "date"
      parameters = Self.parameters(format: format, zone: zone)
    case .data(let spelling):
      name = "data"
      if spelling != .base64 {
        parameters = [MappingOption(name: "encoding", value: .text(spelling.rawValue))]
      }
    case .record(let index): name = mapping.records.indices.contains(index) ? mapping.records[index].name : ""
    default: name = MappingTypeReader.simpleTypes.first { $0.value == type }?.key ?? ""
    }
    parameters += constraints.options(beside: Mapping.Constraints())
  }

  private static func parameters(format: String, zone: String?) -> [MappingOption] {
    let format = format == "iso8601" ? nil : MappingOption(name: "format", value: .text(format))
    return [format, zone.map { MappingOption(name: "zone", value: .text($0)) }].compactMap { $0 }
  }

  /// Words for one value, joined in one text if they can be split again.
  private static func words(_ name: String, _ list: [String]) -> MappingOption {
    if list == [""] { return MappingOption(name: name, value: .text("")) }
    return MappingOption(
      name: name, value: MappingWords.isList(list) ? .text(list.joined(separator: " ")) : .list(list))
  }

  /// The type in the short form, or nil if it does not fit.
  var shortForm: String? {
    MappingFieldSpelling.words(parameters).map { ([name] + $0).joined(separator: " ") }
  }
}

struct MappingFieldSpelling {
  let place: String
  /// The type's name, unless it is the default.
  private(set) var type: String?
  private(set) var options: [MappingOption] = []
  private let isReadableInShort: Bool

  init(_ field: Mapping.Field, names: MappingNames, mapping: Mapping) {
    place = names.text(field.place)
    isReadableInShort = field.about == nil
    let named = mapping.namedTypes.first { $0.name == field.typeName }
    if let named, named.type == field.type {
      type = named.name
    } else if field.type != .string {
      let spelling = MappingTypeSpelling(field.type, in: mapping)
      type = spelling.name
      options = spelling.parameters
    }
    addMain(field, mapping)
    let shared = named?.type == field.type ? named?.constraints : nil
    options += field.constraints.options(beside: shared ?? Mapping.Constraints())
    addRest(field)
  }

  private mutating func flag(_ name: String, if condition: Bool) {
    if condition { options.append(MappingOption(name: name, value: .flag)) }
  }

  private mutating func text(_ name: String, _ text: String?) {
    if let text { options.append(MappingOption(name: name, value: .text(text))) }
  }

  private mutating func addMain(_ field: Mapping.Field, _ mapping: Mapping) {
    flag("key", if: field.isKey)
    flag("required", if: field.isRequired)
    if let list = field.list {
      let isAny = list.minimum == 0 && list.maximum == nil
      options.append(MappingOption(name: "list", value: isAny ? .flag : .text(Self.range(list))))
      flag("split", if: field.isSplit)
      flag("unordered", if: !list.isOrdered)
      flag("sparse", if: field.isSparse)
    }
    if let reference = field.reference, mapping.records.indices.contains(reference.record) {
      text("references", mapping.records[reference.record].name)
      flag("outside", if: reference.allowsOutside)
    }
    text("default", field.defaultText)
  }

  private mutating func addRest(_ field: Mapping.Field) {
    if field.whitespace != .trim { text("whitespace", field.whitespace.rawValue) }
    if field.pieces != .joined { text("pieces", field.pieces.rawValue) }
    flag("cdata", if: field.usesCDATA)
    flag("lenient", if: field.isLenient)
    if field.deleteRule != .none { text("delete", field.deleteRule.rawValue) }
    text("inverse", field.inverse)
    flag("indexed", if: field.isIndexed)
    flag("transient", if: field.isTransient)
    text("now", field.now?.rawValue)
    text("sqlColumn", field.column)
    text("sqlText", field.textColumn)
    flag("sqlInline", if: field.isInline)
    text("sqlEntries", field.entryKey)
    text("sql", field.storage?.rawValue)
    text("about", field.about)
  }

  /// A list's bounds, without their order.
  static func range(_ bounds: Mapping.ListBounds) -> String {
    if bounds.minimum == bounds.maximum { return String(bounds.minimum) }
    return "\(bounds.minimum)..\(bounds.maximum.map { String($0) } ?? "")"
  }

  /// Options in the short form, or nil if one does not fit.
  static func words(_ options: [MappingOption]) -> [String]? {
    var words: [String] = []
    for option in options {
      switch option.value {
      case .flag: words.append(option.name)
      case .text(let text): words.append("\(option.name)=\(MappingWords.quoted(text))")
      case .off, .list, .bounds, .pairs: return nil
      }
    }
    return words
  }

  /// The field in the short form, or nil if the long form is required or more readable.
  var shortForm: String? {
    guard isReadableInShort, let words = Self.words(options) else { return nil }
    return ([place] + (type.map { [$0] } ?? []) + words).joined(separator: " ")
  }
}

extension Mapping.Constraints {
  /// The settings for the constraints, except those that `others` already imply.
  func options(beside others: Mapping.Constraints) -> [MappingOption] {
    var options: [MappingOption] = []
    func add(_ name: String, _ value: MappingOption.Value) {
      options.append(MappingOption(name: name, value: value))
    }
    func add(_ name: String, _ text: String?, _ other: String?) {
      if let text, text != other { add(name, .text(text)) }
    }
    add("min", minimum, others.minimum)
    add("max", maximum, others.maximum)
    add("minLength", minimumLength.map { String($0) }, others.minimumLength.map { String($0) })
    add("maxLength", maximumLength.map { String($0) }, others.maximumLength.map { String($0) })
    add("scale", scale.map { String($0) }, others.scale.map { String($0) })
    add("pattern", pattern, others.pattern)
    if !values.isEmpty, values != others.values || meanings != others.meanings { add("values", valuesOption) }
    return options
  }

  private var valuesOption: MappingOption.Value {
    let hasSigns = (values + meanings).contains { $0.contains("=") }
    guard meanings.isEmpty else {
      let pairs = zip(values, meanings)
      return !hasSigns && MappingWords.isList(values) && MappingWords.isList(meanings)
        ? .text(pairs.map { "\($0)=\($1)" }.joined(separator: " "))
        : .pairs(pairs.map { MappingOption.Pair(text: $0, meaning: $1) })
    }
    return !hasSigns && MappingWords.isList(values) ? .text(values.joined(separator: " ")) : .list(values)
  }
}
