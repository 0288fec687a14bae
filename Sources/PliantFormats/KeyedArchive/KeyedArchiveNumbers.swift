// Decimal numbers, index sets and index paths of keyed archives: numbers packed into data.

extension KeyedArchive {
  /// The maximum number of 16-bit units of a decimal number.
  private static let decimalUnits = 8

  /// A decimal number: up to eight 16-bit units, lowest first, form an integer that is multiplied by a power
  /// of ten.
  func decimal(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    guard let exponent = try fields.value("NS.exponent")?.integer, (-128...127).contains(exponent),
      let length = try fields.value("NS.length")?.integer, (0...Int64(Self.decimalUnits)).contains(length),
      let isNegative = try fields.value("NS.negative")?.boolean,
      let mantissa = try fields.value("NS.mantissa"), mantissa.tag == .data,
      fields.count == 3 + (fields["NS.compact"] == nil ? 0 : 1) + (fields["NS.mantissa.bo"] == nil ? 0 : 1)
        + 1
    else { return nil }
    let bytes = document.text(at: mantissa.index)
    // A number without units is zero, or NaN if it is negative.
    guard bytes.count >= 2 * Int(length), length > 0 || !isNegative else { return nil }
    let isBigEndian = try fields.value("NS.mantissa.bo")?.integer == 2
    var value: UInt128 = 0
    for unit in (0..<Int(length)).reversed() {
      let (first, second) = (UInt128(bytes[2 * unit]), UInt128(bytes[2 * unit + 1]))
      value = value << 16 | (isBigEndian ? first << 8 | second : second << 8 | first)
    }
    return .decimal(Array(Self.decimalText(value, exponent: Int(exponent), isNegative: isNegative).utf8))
  }

  /// The digits with the decimal point, or with an exponent if there are too many zeros.
  private static func decimalText(_ value: UInt128, exponent: Int, isNegative: Bool) -> String {
    let digits = String(value)
    let sign = isNegative && value != 0 ? "-" : ""
    if exponent == 0 || value == 0 { return sign + digits }
    guard exponent < 0, digits.utf8.count - exponent <= 60 else { return sign + digits + "e\(exponent)" }
    let padded = String(repeating: "0", count: max(1 - exponent - digits.utf8.count, 0)) + digits
    let point = padded.index(padded.endIndex, offsetBy: exponent)
    return sign + padded[..<point] + "." + padded[point...]
  }

  /// An index set: no range, one in fields, or several in data.
  func indexSet(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    guard let count = try fields.value("NSRangeCount")?.integer else { return nil }
    if count == 0 { return fields.count == 1 ? .ranges([]) : nil }
    if count == 1, let location = try fields.value("NSLocation")?.integer, fields.count <= 3 {
      let length = try fields.value("NSLength")?.integer ?? 1
      guard location >= 0, length >= 0, fields["NSLength"] != nil || fields.count == 2 else { return nil }
      return .ranges([(UInt64(location), UInt64(length))])
    }
    guard fields.count == 2, let numbers = try packed("NSRangeData", fields), numbers.count == 2 * Int(count)
    else { return nil }
    return .ranges(
      stride(from: 0, to: numbers.count, by: 2).map { (location: numbers[$0], length: numbers[$0 + 1]) })
  }

  /// An index path: no index, one in a field, or several in data.
  func indexPath(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    guard let count = try fields.value("NSIndexPathLength")?.integer else { return nil }
    if count == 0 { return fields.count == 1 ? .integers([]) : nil }
    guard fields.count == 2 else { return nil }
    if count == 1 {
      let index = try fields.value("NSIndexPathValue")?.integer.flatMap { UInt64(exactly: $0) }
      return index.map { .integers([$0]) }
    }
    guard let numbers = try packed("NSIndexPathData", fields), numbers.count == Int(count) else { return nil }
    return .integers(numbers)
  }

  /// The numbers in a field's data, seven bits per byte, lowest first, with the eighth bit set if another
  /// byte follows.
  func packed(_ name: StaticString, _ fields: KeyedArchiveFields) throws(Failure) -> [UInt64]? {
    guard let field = fields[name], let data = try data(at: field) else { return nil }
    var numbers: [UInt64] = []
    var (value, shift) = (UInt64(0), UInt64(0))
    for index in 0..<data.count {
      let bits = UInt64(data[index] & 0x7F)
      guard shift < 63 || shift == 63 && bits <= 1 else { return nil }
      value |= bits << shift
      shift += 7
      if data[index] & 0x80 == 0 {
        numbers.append(value)
        (value, shift) = (0, 0)
      }
    }
    return shift == 0 ? numbers : nil
  }

  /// The data at a tape index, directly or through a reference.
  func data(at index: Int) throws(Failure) -> ByteView? {
    let object = try followed(index)
    if document.tag(at: object) == .data { return document.text(at: object) }
    guard case .stored(let place) = try shape(of: object), document.tag(at: place) == .data else {
      return nil
    }
    return document.text(at: place)
  }
}
