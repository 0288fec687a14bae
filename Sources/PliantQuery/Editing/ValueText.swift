/// Parses values from the command line; nil or a failure means that the text is not of the type.
package enum ValueText {
  package static func document(_ body: (inout DocumentBuilder) throws(Failure) -> Void) throws(Failure)
    -> Document
  {
    var builder = DocumentBuilder(source: .empty)
    try body(&builder)
    return try builder.finish()
  }

  package static func string(_ text: String) -> Document? {
    try? document { $0.string(text) }
  }

  package static func boolean(_ value: Bool) -> Document? { try? document { $0.boolean(value) } }

  /// An integer of up to 128 bits, in decimal, or in hexadecimal after `0x`.
  package static func integer(_ text: String) -> Document? {
    guard let value = integerValue(text) else { return nil }
    return try? document { sink in
      if let small = Int64(exactly: value) { sink.integer(small) } else { sink.wideInteger(value) }
    }
  }

  private static func integerValue(_ text: String) -> Int128? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, first.isDigit else { return nil }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let magnitude = isHexadecimal ? digits.dropFirst(2) : digits
    guard let lead = magnitude.utf8.first, lead.hexadecimalValue != nil else { return nil }
    return Int128((isNegative ? "-" : "") + magnitude, radix: isHexadecimal ? 16 : 10)
  }

  /// A decimal number, `nan`, `inf`, `+inf` or `-inf`.
  package static func real(_ text: String) -> Document? {
    let word = text.lowercased()
    let isName = ["nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"].contains(word)
    let isDecimal = Array(word.utf8).withByteView { NumberText.isDecimal($0) }
    guard isName || isDecimal, let value = Double(word), value.isFinite || isName else { return nil }
    return try? document { $0.real(value) }
  }

  /// A date as in XML property lists; a fraction of the second may precede the `Z`, or an offset such as +02:00 follow
  /// in its place.
  package static func date(_ text: String) -> Document? {
    guard let seconds = seconds(Array(text.utf8)) else { return nil }
    return try? document { $0.date(seconds) }
  }

  private static func seconds(_ text: [UInt8]) -> Double? {
    if let seconds = text.withByteView({ ISO8601.seconds(from: $0) }) { return seconds }
    // An offset has a sign before two digits, a colon and two digits.
    guard text.count > 6, [ASCII.plusSign, ASCII.hyphen].contains(text[text.count - 6]),
      text[text.count - 3] == ASCII.colon
    else { return nil }
    let digits = [text.count - 5, text.count - 4, text.count - 2, text.count - 1].map { text[$0] }
    guard digits.allSatisfy(\.isDigit) else { return nil }
    let values = digits.map { Int($0 - ASCII.digit0) }
    let (hours, minutes) = (values[0] * 10 + values[1], values[2] * 10 + values[3])
    guard hours < 24, minutes < 60 else { return nil }
    let local = Array(text[..<(text.count - 6)]) + [ASCII.upperZ]
    let offset = Double(hours * 3600 + minutes * 60)
    return local.withByteView { ISO8601.seconds(from: $0) }.map {
      text[text.count - 6] == ASCII.hyphen ? $0 + offset : $0 - offset
    }
  }

  /// Base64; white space may be anywhere.
  package static func data(_ text: String) -> Document? {
    guard let bytes = Array(text.utf8).withByteView({ Base64.decode($0) }) else { return nil }
    return try? document { sink in bytes.withByteView { sink.data($0) } }
  }

  package static func uid(_ text: String) -> Document? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let value = UInt32(text) else { return nil }
    return try? document { $0.uid(UInt64(value)) }
  }

  /// Any property list or JSON fragment: XML, or else an old-style one.
  ///
  /// Throws the reader's failure, with an offset in the text.
  package static func propertyList(_ text: String) throws(Failure) -> Document {
    let isXML = Array(text.utf8).withByteView { [.xml1, .xml].contains(FormatDetector.detect($0)) }
    return try read(text, isXML ? .xml1 : .openstep)
  }

  package static func json(_ text: String) throws(Failure) -> Document { try read(text, .json) }

  package static func emptyContainer(isArray: Bool) throws(Failure) -> Document {
    try document { sink in
      if isArray {
        sink.beginArray(count: 0)
        sink.endArray()
      } else {
        sink.beginDictionary(count: 0)
        sink.endDictionary()
      }
    }
  }

  private static func read(_ text: String, _ format: Format) throws(Failure) -> Document {
    let file = InputFile(bytes: Array(text.utf8), name: "")
    return try file.withBytes { view throws(Failure) in
      try DocumentSource(format: format, text: view).document(owner: file)
    }
  }
}
