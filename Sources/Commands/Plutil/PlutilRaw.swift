// A value in plutil's `raw` form: the bare scalar, an array's count, a dictionary's keys.

package enum PlutilRaw {
  /// Appends the value at an index of the document.
  ///
  /// Numbers have six decimals, as with plutil's `%f`, or all digits if six would lose some.
  package static func append(_ document: Document, at index: Int, to output: inout OutputBuffer)
    throws(Failure)
  {
    let place = document.resolved(index)
    switch document.tag(at: place) {
    case .false: output.append("false")
    case .true: output.append("true")
    case .smallInteger: output.appendDecimal(document.word(at: place).smallInteger)
    case .integer: output.appendDecimal(Int64(bitPattern: document.bits(at: place)))
    case .wideInteger: output.append(String(document.wideInteger(at: place)))
    case .integerText: output.append(document.text(at: place))
    case .real: output.appendPlain(Double(bitPattern: document.bits(at: place)), sixDecimals: true)
    case .realText:
      let text = document.text(at: place)
      let value = NumberText.real(text)
      if value.isFinite { output.appendPlain(value, sixDecimals: true) } else { output.append(text) }
    case .string, .key: output.append(document.text(at: place))
    case .date:
      guard ISO8601.append(Double(bitPattern: document.bits(at: place)), wholeSeconds: true, to: &output)
      else { throw Failure(.dateOutOfRange) }
    case .data: Base64.append(document.text(at: place), to: &output)
    case .uid: output.append("CF$UID")
    case .container:
      guard document.containerKind(at: place) == .dictionary else {
        return output.appendDecimal(Int64(document.count(at: place)))
      }
      appendKeys(of: place, document, to: &output)
    case .null, .shared: throw Failure(.plutilRaw)
    }
  }

  private static func appendKeys(of dictionary: Int, _ document: Document, to output: inout OutputBuffer) {
    var keys: [CollationKey] = []
    var places: [Int] = []
    var at = dictionary + 2
    while at < document.word(at: dictionary).end {
      keys.append(CollationKey(document.text(at: at)))
      places.append(at)
      at = document.next(after: document.next(after: at))
    }
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    for (number, index) in order.enumerated() {
      if number > 0 { output.append(ASCII.lineFeed) }
      output.append(document.text(at: places[index]))
    }
  }
}
