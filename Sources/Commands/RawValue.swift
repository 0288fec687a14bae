// A value in the form `raw`: the bare scalar, an array's count, a dictionary's keys.

enum RawValue {
  /// Appends the value at an index of the document.
  ///
  /// As plutil's, sorts keys, rounds dates to seconds, and has six decimals as with `%f`, or all digits if six
  /// would lose some.
  static func append(
    _ document: Document, at index: Int, asPlutil isPlutils: Bool = false, to output: inout OutputBuffer
  ) throws(Failure) {
    let place = document.resolved(index)
    switch document.tag(at: place) {
    case .false: output.append("false")
    case .true: output.append("true")
    case .smallInteger: output.appendDecimal(document.word(at: place).smallInteger)
    case .integer: output.appendDecimal(Int64(bitPattern: document.bits(at: place)))
    case .wideInteger: output.append(String(document.wideInteger(at: place)))
    case .integerText: output.append(document.text(at: place))
    case .real: output.appendPlain(Double(bitPattern: document.bits(at: place)), sixDecimals: isPlutils)
    case .realText:
      let text = document.text(at: place)
      let value = isPlutils ? NumberText.real(text) : .nan
      if value.isFinite { output.appendPlain(value, sixDecimals: true) } else { output.append(text) }
    case .string, .key: output.append(document.text(at: place))
    case .date:
      let seconds = Double(bitPattern: document.bits(at: place))
      guard ISO8601.append(seconds, wholeSeconds: isPlutils, to: &output) else {
        throw Failure(.dateOutOfRange)
      }
    case .data: Base64.append(document.text(at: place), to: &output)
    case .uid: output.append(isPlutils ? "CF$UID" : String(document.bits(at: place)))
    case .null where !isPlutils: output.append("null")
    case .container:
      guard document.containerKind(at: place) == .dictionary else {
        return output.appendDecimal(Int64(document.count(at: place)))
      }
      var keys = DocumentValue(document, at: place).entries.map(\.key)
      if isPlutils { keys = keys.map { (CollationKey($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1) }
      for (number, key) in keys.enumerated() {
        if number > 0 { output.append(ASCII.lineFeed) }
        output.append(key)
      }
    case .null, .shared: throw Failure(.plutilRaw)
    }
  }
}
