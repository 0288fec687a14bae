// A field's values as XML text, from their representation in any format.

extension CompiledField {
  /// Appends the value's text.
  ///
  /// Accepts the strings of formats without the type: ISO 8601 for dates, Base64 for data, the spellings of
  /// booleans and numbers. Throws `mapping.value` for anything else.
  func append(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    switch traits.kind {
    case .string, .url: try appendString(value, to: &output)
    case .dateText: try appendDateText(value, to: &output)
    case .decimal: try appendDecimal(value, to: &output)
    case .integer: try appendInteger(value, to: &output)
    case .real, .duration: try appendReal(value, to: &output)
    case .boolean: try appendBoolean(value, to: &output)
    case .date: try appendDate(value, to: &output)
    case .data: try appendData(value, to: &output)
    case .xml:
      guard let text = value.text else { throw problem("expected a string with XML text") }
      output.append(text)
    case .runs: try XMLRuns.append(value, field: self, to: &output)
    case .dictionary: try XMLDictionary.append(value, field: self, to: &output)
    case .record: throw problem("expected text, found a record")
    }
  }

  /// Whether a string is of the type, or another format's representation of such a value.
  func understands(_ value: DocumentValue, decoding buffer: inout GrowableBuffer<UInt8>) -> Bool {
    var output = OutputBuffer()
    do throws(Failure) {
      try append(value, to: &output)
      _ = try output.withHeldBytes { (text: ByteView) throws(Failure) in
        try checkedValue(of: text.trimmed, decoding: &buffer)
      }
      return true
    } catch { return false }
  }

  private func appendString(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    switch value.tag {
    case .string: output.append(try spelling(of: value.document.text(at: value.index)))
    case .null, .uid, .container, .shared, .key: throw problem("expected a string")
    default: if !value.appendText(to: &output) { throw problem("the date is out of range") }
    }
  }

  private func appendInteger(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    switch value.tag {
    case .smallInteger, .integer: output.appendDecimal(value.integer ?? 0)
    case .wideInteger: output.appendDecimal(wide: value.document.wideInteger(at: value.index))
    case .integerText, .string: output.append(value.document.text(at: value.index).trimmed)
    case .real, .realText:
      let number = value.double ?? .nan
      guard number.rounded() == number, number.magnitude < 9_007_199_254_740_992 else {
        throw problem("\(number) is not an integer")
      }
      output.appendDecimal(Int64(number))
    default: throw problem("expected an integer")
    }
  }

  private func appendReal(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    switch value.tag {
    case .smallInteger, .integer: output.appendDecimal(value.integer ?? 0)
    case .wideInteger: output.appendDecimal(wide: value.document.wideInteger(at: value.index))
    case .integerText, .realText: output.append(value.document.text(at: value.index))
    case .real:
      let number = value.double ?? 0
      if number.isFinite {
        let isWhole = number.rounded() == number && number.magnitude < 1e15
        if isWhole && traits.kind == .duration {
          output.appendDecimal(Int64(number))
        } else {
          output.appendShortest(number)
        }
      } else {
        output.append(number.isNaN ? "NaN" : number < 0 ? "-INF" : "INF")
      }
    case .string:
      let text = value.document.text(at: value.index).trimmed
      switch text.string.lowercased() {
      case "inf", "+inf", "infinity", "+infinity": output.append("INF")
      case "-inf", "-infinity": output.append("-INF")
      case "nan": output.append("NaN")
      default: output.append(text)
      }
    default: throw problem("expected a number")
    }
  }

  private func appendDecimal(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    var number = OutputBuffer()
    try appendReal(value, to: &number)
    if !number.withHeldBytes({ MappedDecimal.append($0, to: &output) }) {
      throw problem("the number is out of range for a decimal")
    }
  }

  private func appendDateText(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    if value.date == nil, let text = value.text { return output.append(text) }
    try appendDate(value, to: &output)
  }

  private func appendBoolean(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    var meaning: Bool?
    switch value.tag {
    case .true: meaning = true
    case .false: meaning = false
    case .smallInteger: meaning = value.integer == 1 ? true : value.integer == 0 ? false : nil
    case .string:
      let text = value.document.text(at: value.index).trimmed
      if trueTexts.contains(where: { $0 == text }) { meaning = true }
      if falseTexts.contains(where: { $0 == text }) { meaning = false }
      if meaning != nil { break }
      switch text.string.lowercased() {
      case "true", "yes", "1": meaning = true
      case "false", "no", "0": meaning = false
      default: break
      }
    default: break
    }
    guard let meaning else { throw problem("expected true or false") }
    output.append(meaning ? trueTexts[0] : falseTexts[0])
  }

  private func appendDate(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    guard let date else { return }
    var seconds = value.date
    if seconds == nil, let text = value.text?.trimmed {
      seconds = ISO8601.seconds(from: text) ?? date.seconds(from: text)
    }
    guard let seconds else {
      let text = value.text.map { "'\(Self.shortened($0))' is not a date" } ?? "expected a date"
      throw problem(text)
    }
    guard date.holds(seconds) else {
      let text = ISO8601.text(from: seconds).map { String(decoding: $0, as: UTF8.self) } ?? "the date"
      throw problem("\(text) cannot be written whole in the form \(date.format)")
    }
    guard date.append(seconds, to: &output) else { throw problem("the date is out of range") }
  }

  private func appendData(_ value: DocumentValue, to output: inout OutputBuffer) throws(Failure) {
    var bytes = GrowableBuffer<UInt8>(capacity: 64)
    if value.tag == .data {
      _ = bytes.append(value.document.text(at: value.index))
    } else {
      guard let text = value.text, Base64.decode(text, into: &bytes) == nil else {
        throw problem("expected data, or a string with their Base64 text")
      }
    }
    if case .data(.hex) = model.type {
      output.appendHexadecimal(bytes.view)
    } else {
      Base64.append(bytes.view, to: &output)
    }
  }
}

extension MappedScalar {
  /// Appends the value as a key or reference; the same text for the same value as `RecordBuffer.appendKey`.
  func appendKey(isReal: Bool, to key: inout GrowableBuffer<UInt8>) {
    switch self {
    case .text(let text), .number(let text, _): MappedKeyText.append(text, isReal: isReal, to: &key)
    case .integer(let value) where isReal: MappedKeyText.append(real: Double(value), to: &key)
    case .integer(let value): Array(String(value).utf8).withByteView { _ = key.append($0) }
    case .wideInteger(let value): Array(value.description.utf8).withByteView { _ = key.append($0) }
    case .boolean(let value): _ = key.append(ByteView(value ? "true" : "false"))
    case .real(let value): MappedKeyText.append(real: value, to: &key)
    case .date(let value): MappedKeyText.append(date: value, to: &key)
    case .data: break
    }
  }
}

/// XML text inserted into a document unchanged.
enum MappedMarkup {
  /// Returns the text if it is valid as an element's content.
  ///
  /// Throws `mapping.value` if it is not well-formed or uses undeclared prefixes.
  static func checked(_ text: ByteView, in mapping: CompiledMapping) throws(Failure) -> ByteView {
    var document = Array("<r".utf8)
    for namespace in mapping.namespaces.dropFirst() where !(namespace.prefix == "xml") {
      document += Array((namespace.prefix.isEmpty ? " xmlns" : " xmlns:").utf8) + namespace.prefix.array
      document += Array("=\"urn:r\"".utf8)
    }
    document.append(ASCII.greaterThan)
    document += text.array
    document += Array("</r>".utf8)
    do throws(Failure) {
      try document.withByteView { (view: ByteView) throws(Failure) in
        var reader = XMLReader(view, options: .namespaces)
        try reader.readToEnd()
      }
    } catch {
      throw Failure(.mappingValue, "'\(CompiledField.shortened(text))' is not XML text: \(error.sentence)")
    }
    return text
  }

  /// Name and value of `@name="value"`.
  ///
  /// Throws `mapping.value` if it is anything else.
  static func attribute(_ text: ByteView) throws(Failure) -> (name: [UInt8], value: [UInt8]) {
    let document = Array("<r ".utf8) + text.suffix(from: 1).array + Array("/>".utf8)
    var result: (name: [UInt8], value: [UInt8])?
    do throws(Failure) {
      try document.withByteView { (view: ByteView) throws(Failure) in
        var reader = XMLReader(view)
        _ = try reader.next()
        if reader.attributeCount == 1 {
          let attribute = reader.attribute(at: 0)
          result = (attribute.name.array, attribute.value.array)
        }
        try reader.readToEnd()
      }
    } catch { result = nil }
    guard let result else {
      throw Failure(
        .mappingValue, "'\(CompiledField.shortened(text))' is not an attribute of the form @name=\"value\"")
    }
    return result
  }
}
