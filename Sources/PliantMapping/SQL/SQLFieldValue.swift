// A field's value in SQL: the column's type, its checks, and literals of values.

enum SQLFieldValue {
  static func columnType(of field: Mapping.Field) -> String {
    if field.isJSON { return "TEXT" }
    if let storage = field.sqlStorage { return storage.isUntyped ? "" : "NUMERIC" }
    return switch field.type {
    case .string, .url, .xml, .runs, .dictionary, .date, .dateText: "TEXT"
    // A key is exact; other numbers have a scale or their text in a second column.
    case .decimal: field.constraints.scale == nil ? "TEXT" : "NUMERIC"
    case .integer, .boolean: "INTEGER"
    case .real: "REAL"
    // Whole seconds stay integers.
    case .duration: "NUMERIC"
    case .data: "BLOB"
    case .record: "TEXT"
    }
  }

  // MARK: Constraints

  /// The constraints that a CHECK can express, which excludes patterns.
  static func checks(of field: Mapping.Field) -> [String] {
    guard !field.isJSON, !field.isLenient, field.storage == nil else { return [] }
    let name = SQLText.identifier(field.columnName)
    let constraints = field.constraints
    var checks: [String] = []
    if case .boolean = field.type { checks.append("\(name) IN (0, 1)") }
    if field.type == .decimal, constraints.scale == nil { checks.append("\(name) NOT GLOB '*[^-+.0-9eE]*'") }
    let isDate = if case .date = field.type { true } else { false }
    // Without the fraction and the Z, dates sort as text.
    let compared = isDate ? "substr(\(name), 1, 19)" : name
    for (text, sign) in [(constraints.minimum, ">="), (constraints.maximum, "<=")] {
      guard let text, let literal = literal(ofText: text, for: field) else { continue }
      switch field.type {
      case .integer, .real, .duration: checks.append("\(compared) \(sign) \(literal)")
      case .date: checks.append("\(compared) \(sign) \(literal.prefix(20))'")
      default: break
      }
    }
    switch field.type {
    case .string, .url, .data, .xml:
      if let minimum = constraints.minimumLength { checks.append("length(\(name)) >= \(minimum)") }
      if let maximum = constraints.maximumLength { checks.append("length(\(name)) <= \(maximum)") }
    default: break
    }
    let allowed = constraints.meanings.isEmpty ? constraints.values : constraints.meanings
    let values = allowed.map { literal(ofText: $0, for: field) }
    if !values.isEmpty, !values.contains(nil) {
      checks.append("\(name) IN (\(values.compactMap { $0 }.joined(separator: ", ")))")
    }
    return checks
  }

  // MARK: Literals

  private enum Literal {
    case integer(Int64)
    case real(Double)
    case date(Double)
    case text(ByteView)
    /// The digits of a number.
    case number([UInt8])
    /// A number as text.
    case quoted(DocumentValue)
    case data(ByteView)
    case bytes([UInt8])

    /// Appends the literal; false if SQLite cannot store the value.
    func append(to output: inout OutputBuffer) -> Bool {
      switch self {
      case .integer(let value): output.appendDecimal(value)
      case .real(let value): return SQLText.append(real: value, to: &output)
      case .date(let seconds):
        let start = output.count
        output.append(ASCII.apostrophe)
        guard ISO8601.append(seconds, to: &output) else {
          output.removeLast(output.count - start)
          return false
        }
        output.append(ASCII.apostrophe)
      case .text(let text): SQLText.append(string: text, to: &output)
      case .number(let digits): digits.withByteView { output.append($0) }
      case .quoted(let number):
        output.append(ASCII.apostrophe)
        number.appendText(to: &output)
        output.append(ASCII.apostrophe)
      case .data(let bytes): SQLText.append(data: bytes, to: &output)
      case .bytes(let bytes): bytes.withByteView { SQLText.append(data: $0, to: &output) }
      }
      return true
    }
  }

  /// The literal of a value in the mapping's XML spelling; nil for an invalid one.
  static func literal(ofText text: String, for field: Mapping.Field) -> String? {
    var output = OutputBuffer()
    let isLiteral = Array(text.utf8).withByteView {
      literal(of: $0, for: field.type)?.append(to: &output) ?? false
    }
    return isLiteral ? String(decoding: output.bytes, as: UTF8.self) : nil
  }

  private static func literal(of text: ByteView, for type: Mapping.ValueType) -> Literal? {
    switch type {
    case .string, .url, .xml, .dateText, .decimal: return .text(text)
    case .integer: return Int64(text.string).map { .integer($0) }
    case .real, .duration:
      guard let value = NumberText.lenientReal(text) else { return nil }
      if type == .duration, let whole = Int64(exactly: value) { return .integer(whole) }
      return .real(value)
    case .boolean(let yes, let no):
      let spelling = text.string
      return yes.contains(spelling) ? .integer(1) : no.contains(spelling) ? .integer(0) : nil
    case .date(let format, let zone):
      return (try? DatePattern(format, zone: zone))?.seconds(from: text).map { .date($0) }
    case .data, .runs, .dictionary, .record: return nil
    }
  }

  // MARK: Values

  /// The values of a field, without regard to its constraints.
  static func shortcut(for field: Mapping.Field?) -> SQLColumnPlan.Shortcut {
    guard let field, !field.isJSON, field.sqlStorage == nil else { return .none }
    return switch field.type {
    case .string, .url, .xml, .dateText: .text
    case .integer: .integer
    default: .none
    }
  }

  /// Appends the literal of a document's value.
  ///
  /// Accepts the mapping's values and their spelling in other formats: a date as ISO 8601, data as Base64.
  /// Throws `sql.value` for an invalid value.
  static func append(
    _ value: DocumentValue, for field: Mapping.Field, to output: inout OutputBuffer
  ) throws(Failure) {
    if value.tag == .null { return output.append("NULL") }
    if field.isJSON { return try append(json: value, to: &output) }
    if let storage = field.sqlStorage, !(isText(value, of: field) && storage.isUntyped) {
      if let number = number(value), number.append(to: &output) { return }
      // An empty cell of a column of numbers is NULL.
      if value.text?.isEmpty == true { return output.append("NULL") }
    }
    if literal(of: value, for: field)?.append(to: &output) == true { return }
    // A lenient field keeps invalid values as text, as does SQLite.
    if field.isLenient, let text = value.text { return SQLText.append(string: text, to: &output) }
    let expected =
      field.constraints.scale.map {
        "is not a decimal with \($0) digits after the point and at most 15 in all"
      }
      ?? expectation(field.type)
    throw Failure(.sqlValue, "\(field.name): \(what(value)) \(expected)")
  }

  /// Whether a value is text among numbers: a string of JSON, or a word such as true.
  private static func isText(_ value: DocumentValue, of field: Mapping.Field) -> Bool {
    field.type == .string && (value.tag == .string || value.boolean != nil)
  }

  /// A number, or an integer beyond 64 bits as text; nil for any other value.
  private static func number(_ value: DocumentValue) -> Literal? {
    if let integer = value.integer { return .integer(integer) }
    // Among numbers a boolean compares as SQLite's own; its word is in the column of spellings.
    if let boolean = value.boolean { return .integer(boolean ? 1 : 0) }
    guard let text = value.spelling?.trimmed else {
      if value.tag == .wideInteger { return .quoted(value) }
      return value.tag == .real ? value.double.flatMap { $0.isFinite ? .real($0) : nil } : nil
    }
    guard let kind = NumberText.kind(of: text) else { return nil }
    if kind == .integer { return Int64(text.string).map { .integer($0) } ?? .text(text) }
    return NumberText.lenientReal(text).flatMap { $0.isFinite ? .real($0) : nil } ?? .text(text)
  }

  /// Appends the text of a boolean among numbers or of a number that SQLite prints differently, or NULL.
  static func append(
    spellingOf value: DocumentValue?, for field: Mapping.Field?, to output: inout OutputBuffer
  ) {
    let isUntyped = field?.sqlStorage?.isUntyped == true
    guard let value, let field, !isUntyped || !isText(value, of: field) else { return output.append("NULL") }
    if let boolean = value.boolean { return output.append(boolean ? "'true'" : "'false'") }
    guard let text = value.spelling, let kind = NumberText.kind(of: text.trimmed),
      !NumberText.isPrintedBySQLite(text),
      !isUntyped || text.count > text.trimmed.count || !NumberText.isBeyondSQLite(text, kind)
    else { return output.append("NULL") }
    SQLText.append(string: text, to: &output)
  }

  private static func literal(of value: DocumentValue, for field: Mapping.Field) -> Literal? {
    switch field.type {
    case .string, .url, .xml, .dateText: return literal(ofString: value)
    case .decimal:
      if let scale = field.constraints.scale { return digits(of: value, scale: scale).map { .number($0) } }
      return value.tag == .real || value.tag == .wideInteger ? .quoted(value) : literal(ofString: value)
    case .integer: return (value.integer ?? value.string.flatMap { Int64($0) }).map { .integer($0) }
    case .real, .duration:
      if field.type == .duration, let whole = value.integer { return .integer(whole) }
      return (value.double ?? value.text.flatMap(NumberText.lenientReal)).map { .real($0) }
    case .boolean:
      if let boolean = value.boolean { return .integer(boolean ? 1 : 0) }
      if let number = value.integer { return number == 0 || number == 1 ? .integer(number) : nil }
    case .date:
      if let seconds = value.date ?? value.text.flatMap({ ISO8601.seconds(from: $0) }) {
        return .date(seconds)
      }
    case .data:
      if value.tag == .data { return .data(value.document.text(at: value.index)) }
      return value.text.flatMap { Base64.decode($0) }.map { .bytes($0) }
    case .runs, .dictionary, .record: return nil
    }
    return value.text.flatMap { literal(of: $0, for: field.type) }
  }

  private static func literal(ofString value: DocumentValue) -> Literal? {
    value.spelling.map { .text($0) } ?? value.integer.map { _ in .quoted(value) }
      ?? value.boolean.map { .text(ByteView($0 ? "true" : "false")) }
  }

  private static func digits(of value: DocumentValue, scale: Int) -> [UInt8]? {
    let text = value.spelling?.array ?? value.double.flatMap { ScaledDecimal.text(of: $0, scale: scale) }
    return text.flatMap { text in text.withByteView { ScaledDecimal.scale(of: $0) } == scale ? text : nil }
  }

  private static func append(json value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    var writer = JSONWriter(to: OutputBuffer(), style: .compact, losses: LossReport(policy: .note))
    try value.document.send(from: value.index, into: &writer)
    let text = writer.finish()
    text.withHeldBytes { SQLText.append(string: $0, to: &output) }
  }

  private static func what(_ value: DocumentValue) -> String {
    switch value.tag {
    case .string: "'\(String(value.string?.prefix(60) ?? ""))'"
    case .container: value.isDictionary ? "a dictionary" : "an array"
    case .true, .false: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .integerText, .realText:
      "the number \(String(value.document.text(at: value.index).string.prefix(60)))"
    default: "a number"
    }
  }

  private static func expectation(_ type: Mapping.ValueType) -> String {
    switch type {
    case .integer: "is not a 64-bit integer, the range of SQLite"
    case .real: "is not a number that SQLite can store"
    case .decimal: "is not a number"
    case .duration: "is not a number of seconds"
    case .boolean: "is not a boolean"
    case .date: "is not a date of the years 1 to 9999"
    case .data: "is not data"
    default: "is not text"
    }
  }
}
