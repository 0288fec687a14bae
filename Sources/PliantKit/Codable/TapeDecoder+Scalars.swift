// Strings, numbers, dates and data as the types that are wanted, and what is said where they are something else.

import PliantCore

extension TapeDecoder {
  func string(at place: Int) throws -> String {
    let place = document.resolved(place)
    // An empty element is an empty string to who wants one.
    if isXML, document.tag(at: place) == .null { return "" }
    guard document.tag(at: place) == .string else { throw mismatch(String.self, .string, at: place) }
    return document.text(at: place).string
  }

  func boolean(at place: Int) throws -> Bool {
    let place = document.resolved(place)
    switch document.tag(at: place) {
    case .true: return true
    case .false: return false
    case .string where readsText:
      switch document.text(at: place).string {
      case "true", "YES", "1": return true
      case "false", "NO", "0": return false
      default: break
      }
    default: break
    }
    throw mismatch(Bool.self, .boolean, at: place)
  }

  func integer<I: FixedWidthInteger>(at place: Int) throws -> I {
    let place = document.resolved(place)
    if let small = DocumentValue(document, at: place).integer {
      guard let value = I(exactly: small) else { throw misfit(I.self, at: place) }
      return value
    }
    if let number = DocumentNumber(document, at: place) {
      guard case .integer(let wide) = number.normalized, let value = I(exactly: wide) else {
        return try veryWide(at: place)
      }
      return value
    }
    if readsText, document.tag(at: place) == .string, let value = I(document.text(at: place).string) {
      return value
    }
    throw mismatch(I.self, .integer, at: place)
  }

  /// An integer that only `UInt128` may hold.
  private func veryWide<I: FixedWidthInteger>(at place: Int) throws -> I {
    guard document.tag(at: place) == .integerText, let value = I(document.text(at: place).string) else {
      throw misfit(I.self, at: place)
    }
    return value
  }

  func double(at place: Int) throws -> Double {
    let place = document.resolved(place)
    let value = DocumentValue(document, at: place)
    if let number = value.double { return number }
    // Foundation's Date decodes itself from the seconds since 2001.
    if let seconds = value.date { return seconds }
    if value.tag == .string {
      switch document.text(at: place).string {
      case "nan": return .nan
      case "inf": return .infinity
      case "-inf": return -.infinity
      case let text where readsText: if let number = Double(text) { return number }
      default: break
      }
    }
    throw mismatch(Double.self, .real, at: place)
  }

  func float(at place: Int) throws -> Float {
    let value = try double(at: place)
    let float = Float(value)
    guard float.isFinite || !value.isFinite else { throw misfit(Float.self, at: place) }
    return float
  }

  func date(at place: Int) throws -> Document.Date {
    let node = Document.Node(document, at: place)
    guard let date = node.date ?? (hasTypes ? nil : node.string.flatMap { Document.Date(iso8601: $0) }) else {
      throw mismatch(Document.Date.self, .date, at: place)
    }
    return date
  }

  /// The bytes of data, of a Base64 string where there is no data, or of an array of integers.
  func bytes(at place: Int) throws -> [UInt8] {
    let value = DocumentValue(document, at: place)
    if value.tag == .data { return document.text(at: place).array }
    if !hasTypes, let text = value.text, let bytes = Base64.decode(text) { return bytes }
    guard value.isArray else { throw mismatch([UInt8].self, .data, at: place) }
    return try value.elements.map { element throws in try integer(at: element.index) }
  }

  func uid(at place: Int) throws -> Document.UID {
    let node = Document.Node(document, at: place)
    guard
      let uid = node.uid ?? node["CF$UID"]?.integer.flatMap({ UInt64(exactly: $0) }).map(Document.UID.init)
    else { throw mismatch(Document.UID.self, .uid, at: place) }
    return uid
  }

  // MARK: Errors

  /// Another type than the wanted one; nil for one that has no name among documents' types.
  func mismatch(_ type: Any.Type, _ wanted: Document.Kind?, at place: Int) -> DecodingError {
    let found = Document.Node(document, at: place)
    let sentence = "expected \(wanted?.withArticle ?? "\(type)"), found \(found.kind.withArticle)"
    let context = context(Failure(.decodedType, sentence), at: found.index)
    return found.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// A number that the type cannot hold.
  func misfit(_ type: Any.Type, at place: Int) -> DecodingError {
    let number = Document.Node(document, at: place).number ?? "the number"
    return .dataCorrupted(context(Failure(.decodedNumber, "\(number) does not fit in \(type)"), at: place))
  }

  func missing(_ key: some CodingKey, in dictionary: Int) -> DecodingError {
    .keyNotFound(key, context(Failure(.decodedKey, key.stringValue), at: dictionary))
  }

  func problem(_ failure: Failure, at place: Int) -> DecodingError {
    .dataCorrupted(context(failure, at: place))
  }

  func context(_ failure: Failure, at place: Int) -> DecodingError.Context {
    let error = document.error(failure, at: place)
    return DecodingError.Context(
      codingPath: path(to: place), debugDescription: "\(error)", underlyingError: error)
  }
}

extension Document {
  /// A failure at a value, with its place in what the document was read from.
  func error(_ failure: Failure, at index: Int) -> DocumentError {
    guard origin.format != nil, !source.isEmpty else { return DocumentError(failure, file: origin.name) }
    return DocumentError(
      documentSource.diagnostic(failure, at: index, of: self), file: origin.name, start: origin.start)
  }
}

extension Document.Kind {
  /// The type as a sentence names it.
  var withArticle: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a number"
    case .date: "a date"
    case .data: "data"
    case .uid: "a UID"
    case .string: "a string"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }
}

extension DiagnosticCode {
  static var decodedType: DiagnosticCode { DiagnosticCode("decoding.type", rule: "decoding/type", "%") }
  static var decodedNumber: DiagnosticCode { DiagnosticCode("decoding.number", rule: "decoding/number", "%") }
  static var decodedKey: DiagnosticCode {
    DiagnosticCode("decoding.key", rule: "decoding/key", "missing key '%'")
  }
}
