// A field's value in SQL: the column's type, its checks, and literals of values.

enum SQLFieldValue {
  static func columnType(of field: Mapping.Field) -> String {
    if field.isJSON { return "TEXT" }
    return switch field.type {
    case .string, .url, .xml, .runs, .dictionary, .date, .dateText: "TEXT"
    // A REAL would lose digits, unless they are few and with a fixed number of decimal places.
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
    guard !field.isJSON, !field.isLenient else { return [] }
    let name = SQLText.identifier(field.name)
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

  /// The literal of a value in the mapping's XML spelling; nil for an invalid one.
  static func literal(ofText text: String, for field: Mapping.Field) -> String? {
    var output = OutputBuffer()
    let isLiteral = Array(text.utf8).withByteView { append(text: $0, for: field.type, to: &output) }
    return isLiteral ? String(decoding: output.bytes, as: UTF8.self) : nil
  }

  private static func append(
    text: ByteView, for type: Mapping.ValueType, to output: inout OutputBuffer
  ) -> Bool {
    switch type {
    case .string, .url, .xml, .dateText, .decimal:
      SQLText.append(string: text, to: &output)
      return true
    case .integer:
      guard let value = Int64(text.string) else { return false }
      output.appendDecimal(value)
      return true
    case .real, .duration:
      guard let value = NumberText.lenientReal(text) else { return false }
      if type == .duration, let whole = Int64(exactly: value) {
        output.appendDecimal(whole)
        return true
      }
      return SQLText.append(real: value, to: &output)
    case .boolean(let yes, let no):
      let spelling = text.string
      guard let value: Int64 = yes.contains(spelling) ? 1 : no.contains(spelling) ? 0 : nil else {
        return false
      }
      output.appendDecimal(value)
      return true
    case .date(let format, let zone):
      guard let seconds = (try? DatePattern(format, zone: zone))?.seconds(from: text) else { return false }
      return append(date: seconds, to: &output)
    case .data, .runs, .dictionary, .record: return false
    }
  }

  private static func append(date seconds: Double, to output: inout OutputBuffer) -> Bool {
    output.append(ASCII.apostrophe)
    guard ISO8601.append(seconds, to: &output) else { return false }
    output.append(ASCII.apostrophe)
    return true
  }

  // MARK: Values

  /// The values of a field, without regard to its constraints.
  static func shortcut(for field: Mapping.Field?) -> SQLColumnPlan.Shortcut {
    guard let field, !field.isJSON else { return .none }
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
    let isValue: Bool =
      switch field.type {
      case .string, .url, .xml, .dateText: append(string: value, to: &output)
      case .decimal: append(decimal: value, scale: field.constraints.scale, to: &output)
      case .integer: append(integer: value, to: &output)
      case .real: append(real: value, isDuration: false, to: &output)
      case .duration: append(real: value, isDuration: true, to: &output)
      case .boolean: append(boolean: value, type: field.type, to: &output)
      case .date: append(date: value, type: field.type, to: &output)
      case .data(let spelling): append(data: value, spelling, to: &output)
      case .runs, .dictionary, .record: false
      }
    // A lenient field keeps invalid values as text, as does SQLite.
    if !isValue, field.isLenient, let text = value.text { return SQLText.append(string: text, to: &output) }
    if isValue { return }
    let expected =
      field.constraints.scale.map {
        "is not a decimal with \($0) digits after the point and at most 15 in all"
      }
      ?? expectation(field.type)
    throw Failure(.sqlValue, "\(field.name): \(what(value)) \(expected)")
  }

  private static func append(string value: DocumentValue, to output: inout OutputBuffer) -> Bool {
    switch value.tag {
    case .string, .integerText, .realText:
      SQLText.append(string: value.document.text(at: value.index), to: &output)
    case .smallInteger, .integer:
      output.append(ASCII.apostrophe)
      output.appendDecimal(value.integer ?? 0)
      output.append(ASCII.apostrophe)
    default: return false
    }
    return true
  }

  private static func append(decimal value: DocumentValue, scale: Int?, to output: inout OutputBuffer) -> Bool
  {
    if let scale {
      var text: [UInt8]?
      switch value.tag {
      case .string, .integerText, .realText: text = value.document.text(at: value.index).array
      default: text = value.double.flatMap { ScaledDecimal.text(of: $0, scale: scale) }
      }
      guard let text, text.withByteView({ ScaledDecimal.scale(of: $0) }) == scale else { return false }
      text.withByteView { output.append($0) }
      return true
    }
    guard value.tag == .real || value.tag == .wideInteger else { return append(string: value, to: &output) }
    output.append(ASCII.apostrophe)
    value.appendText(to: &output)
    output.append(ASCII.apostrophe)
    return true
  }

  private static func append(integer value: DocumentValue, to output: inout OutputBuffer) -> Bool {
    guard let number = value.integer ?? value.string.flatMap({ Int64($0) }) else { return false }
    output.appendDecimal(number)
    return true
  }

  private static func append(real value: DocumentValue, isDuration: Bool, to output: inout OutputBuffer)
    -> Bool
  {
    if isDuration, let whole = value.integer {
      output.appendDecimal(whole)
      return true
    }
    guard let number = value.double ?? value.text.flatMap(NumberText.lenientReal) else { return false }
    return SQLText.append(real: number, to: &output)
  }

  private static func append(
    boolean value: DocumentValue, type: Mapping.ValueType, to output: inout OutputBuffer
  ) -> Bool {
    if let boolean = value.boolean ?? value.integer.flatMap({ $0 == 1 ? true : $0 == 0 ? false : nil }) {
      output.appendDecimal(boolean ? 1 : 0)
      return true
    }
    return value.text.map { append(text: $0, for: type, to: &output) } ?? false
  }

  private static func append(
    date value: DocumentValue, type: Mapping.ValueType, to output: inout OutputBuffer
  ) -> Bool {
    if let seconds = value.date { return append(date: seconds, to: &output) }
    guard let text = value.text else { return false }
    if let seconds = ISO8601.seconds(from: text) { return append(date: seconds, to: &output) }
    return append(text: text, for: type, to: &output)
  }

  private static func append(
    data value: DocumentValue, _ spelling: Mapping.DataSpelling, to output: inout OutputBuffer
  ) -> Bool {
    if value.tag == .data {
      SQLText.append(data: value.document.text(at: value.index), to: &output)
      return true
    }
    guard let text = value.text, let bytes = Base64.decode(text) else { return false }
    bytes.withByteView { SQLText.append(data: $0, to: &output) }
    return true
  }

  /// Appends an array as JSON text.
  private static func append(json value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    var writer = JSONWriter(to: OutputBuffer(), style: .compact, losses: LossReport(policy: .note))
    var replay = Replay(value.document, from: value.index)
    try replay.run(into: &writer)
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
