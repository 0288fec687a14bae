// Names and values in a form that SQLite reads back exactly.

/// Literals of SQLite's language, also when they go through the sqlite3 shell.
enum SQLText {
  static func identifier(_ name: String) -> String {
    if !name.utf8.contains(ASCII.quotationMark) { return "\"" + name + "\"" }
    return name.quoted(with: "\"")
  }

  /// Several names, quoted, with commas between them.
  static func list(_ names: [String], prefix: String = "") -> String {
    names.map { prefix + identifier($0) }.joined(separator: ", ")
  }

  /// A condition that is true if one of several is, in groups, since SQLite limits the depth of an expression to 1000.
  static func any(_ conditions: [String]) -> String {
    if conditions.count <= 100 { return conditions.joined(separator: " OR ") }
    return stride(from: 0, to: conditions.count, by: 100).map { start in
      "(\(conditions[start..<min(start + 100, conditions.count)].joined(separator: " OR ")))"
    }.joined(separator: " OR ")
  }

  static func string(_ text: String) -> String {
    var output = OutputBuffer()
    Array(text.utf8).withByteView { append(string: $0, to: &output) }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  /// Appends a text in apostrophes.
  ///
  /// SQLite ends text at a NUL, its shell drops a CR before a LF: such texts are written as bytes.
  static func append(string text: ByteView, to output: inout OutputBuffer) {
    if text.firstIndex(of: ASCII.null) != nil || text.firstIndex(of: ASCII.carriageReturn) != nil {
      output.append("CAST(")
      append(data: text, to: &output)
      output.append(" AS TEXT)")
      return
    }
    output.append(text, quotedWith: ASCII.apostrophe)
  }

  /// Appends `X'…'`.
  static func append(data: ByteView, to output: inout OutputBuffer) {
    output.append("X'")
    output.appendHexadecimal(data, uppercase: true)
    output.append(ASCII.apostrophe)
  }

  /// Appends a double that SQLite reads back exactly; false for NaN and infinity.
  ///
  /// SQLite multiplies decimal digits by a power of ten, which is exact if both are exact doubles. All others
  /// are written as an integer over powers of two: a division that cannot round.
  static func append(real value: Double, to output: inout OutputBuffer) -> Bool {
    guard value.isFinite else { return false }
    if value == 0 || (1e-6...1e15).contains(value.magnitude) {
      let start = output.count
      output.appendShortest(value)
      if output.withHeldBytes({ digitCount($0.suffix(from: start)) }) <= 15 { return true }
      output.removeLast(output.count - start)
    }
    appendQuotient(value, to: &output)
    return true
  }

  private static func digitCount(_ text: ByteView) -> Int {
    var digits = 0
    for index in 0..<text.count where text[index] != ASCII.hyphen && text[index] != ASCII.fullStop {
      guard text[index].isDigit else { break }
      digits += 1
    }
    return digits
  }

  private static func appendQuotient(_ value: Double, to output: inout OutputBuffer) {
    // value = mantissa · 2^exponent, with a mantissa of at most 53 bits.
    var exponent = value.isNormal ? Int(value.exponent) - 52 : -1074
    var mantissa =
      value.isNormal ? Int64(value.significandBitPattern | 1 << 52) : Int64(value.significandBitPattern)
    while mantissa & 1 == 0 && mantissa != 0 {
      mantissa >>= 1
      exponent += 1
    }
    output.append("(CAST(")
    output.appendDecimal(value < 0 ? -mantissa : mantissa)
    output.append(" AS REAL)")
    while exponent != 0 {
      let step = min(abs(exponent), 62)
      output.append(exponent < 0 ? "/CAST(" : "*CAST(")
      output.appendDecimal(1 << Int64(step))
      output.append(" AS REAL)")
      exponent += exponent < 0 ? step : -step
    }
    output.append(")")
  }
}

extension NumberText {
  /// Whether a number exceeds both SQLite's integers and its reals.
  static func isBeyondSQLite(_ text: ByteView, _ kind: NumberKind) -> Bool {
    kind == .integer ? Int64(text.string) == nil : !real(text).isFinite
  }

  /// Whether SQLite prints a number in a numeric column as it is spelled.
  static func isPrintedBySQLite(_ text: ByteView) -> Bool {
    guard let point = text.firstIndex(of: ASCII.fullStop) else {
      let digits = text.suffix(from: text.byte(at: 0) == ASCII.hyphen ? 1 : 0)
      return digits.endOfDigits(from: 0) == digits.count && Int64(text.string) != nil && !(text == "-0")
    }
    let start = text[0] == ASCII.hyphen ? 1 : 0
    var digits = 0
    for index in start..<text.count where index != point {
      guard text[index].isDigit else { return false }
      if digits > 0 || text[index] != ASCII.digit0 { digits += 1 }
    }
    // Below 0.0001 it prints an exponent.
    let isSmall = text.suffix(from: start).starts(with: "0.0000")
    return digits <= 15 && text[text.count - 1] != ASCII.digit0 && !isSmall
  }
}
