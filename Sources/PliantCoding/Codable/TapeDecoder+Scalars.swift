// Strings, numbers, dates and data as the requested types, and errors of other values.

import PliantCodecs

extension TapeDecoder {
  // MARK: Text of application XML

  /// The place of a scalar; of an element with attributes and without children that of its text, or nil if it has none.
  @inline(__always)
  func textPlace(of place: Int) -> Int? { state.isXML ? elementText(at: tape.resolved(place)) : place }

  @inline(never)
  private func elementText(at place: Int) -> Int? {
    guard tape.containerKind(at: place) == .dictionary else { return place }
    var text: Int?
    for entry in DocumentValue(tape, at: place).entries {
      let key = entry.key.string
      if key == PathKey.text { text = entry.value.index } else if !key.hasPrefix("@") { return place }
    }
    return text
  }

  /// A string, or an element's text.
  @inline(__always)
  func text(at place: Int) throws -> String {
    guard let place = textPlace(of: place) else { return "" }
    return try string(at: place)
  }

  /// Whether an element with attributes is its text for the type: one that tries several would lose the attributes.
  var isText: Bool { type == nil || type is any RawRepresentable.Type }

  /// The text of a number or boolean, in application XML without white space around it (XML Schema 1.0, part 2, 4.3.6).
  private func literal(at place: Int) -> String {
    let text = tape.text(at: place)
    return (state.isXML ? text.trimmed : text).string
  }

  // MARK: Scalars

  func string(at place: Int) throws -> String {
    let place = tape.resolved(place)
    // An empty element is an empty string for a type that is one.
    if state.isXML, tape.tag(at: place) == .null { return "" }
    guard tape.tag(at: place) == .string, state.rules.manner == .document || !isNil(at: place) else {
      throw mismatch(String.self, .string, at: place)
    }
    return tape.text(at: place).string
  }

  func boolean(at place: Int) throws -> Bool {
    let place = tape.resolved(place)
    switch tape.tag(at: place) {
    case .true: return true
    case .false: return false
    case .string where state.readsText:
      switch literal(at: place) {
      case "true", "YES", "1": return true
      case "false", "NO", "0": return false
      default: break
      }
    default: break
    }
    throw mismatch(Bool.self, .boolean, at: place)
  }

  func integer<I: FixedWidthInteger>(at place: Int) throws -> I {
    let place = tape.resolved(place)
    if let small = DocumentValue(tape, at: place).integer, let value = I(exactly: small) { return value }
    let number = try wideInteger(at: place, as: I.self)
    guard
      let value = number.isNegative
        ? I(exactly: Int128(truncatingIfNeeded: number.bits)) : I(exactly: number.bits)
    else {
      throw tape.tag(at: place) == .string ? mismatch(I.self, .integer, at: place) : misfit(I.self, at: place)
    }
    return value
  }

  /// An integer of 128 bits, signed or not.
  private typealias WideInteger = (bits: UInt128, isNegative: Bool)

  private func wideInteger(at place: Int, as type: Any.Type) throws -> WideInteger {
    let tag = tape.tag(at: place)
    if tag == .realText, let digits = Self.wholeDigits(tape.text(at: place)) {
      if let value = Self.wideInteger(digits) { return value }
    } else if let number = DocumentNumber(tape, at: place)?.rounded {
      if case .integer(let wide) = number.normalized { return (UInt128(truncatingIfNeeded: wide), wide < 0) }
      if tag == .integerText, let value = Self.wideInteger(tape.text(at: place).string) { return value }
    } else {
      if tag == .string, state.readsText, let value = Self.wideInteger(literal(at: place)) {
        return value
      }
      throw mismatch(type, .integer, at: place)
    }
    throw misfit(type, at: place)
  }

  private static func wideInteger(_ digits: String) -> WideInteger? {
    if let value = Int128(digits) { return (UInt128(truncatingIfNeeded: value), value < 0) }
    return UInt128(digits).map { ($0, false) }
  }

  /// The digits of an integer written as `34.0` or `1.5e1`; nil for a number with a fraction, or a huge one.
  private static func wholeDigits(_ text: ByteView) -> String? {
    let parts = text.string.lowercased().split(separator: "e")
    guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
    let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    var fraction = halves.count > 1 ? halves[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    var digits = halves[0] + fraction
    var shift = exponent - fraction.count
    while shift < 0, digits.count > 1, digits.last == "0" {
      digits.removeLast()
      shift += 1
    }
    guard (0...40).contains(shift) else { return nil }
    return String(digits) + String(repeating: "0", count: shift)
  }

  func double(at place: Int, as type: Any.Type = Double.self) throws -> Double {
    let place = tape.resolved(place)
    if let number = DocumentValue(tape, at: place).double {
      // PropertyListDecoder lets a number overflow; other coders lose nothing.
      if state.rules.manner != .propertyListCoder, number.isInfinite || number == 0,
        changes(place, to: number)
      {
        throw misfit(type, at: place)
      }
      return number
    }
    if tape.tag(at: place) == .string, !isNil(at: place) {
      let text = tape.text(at: place)
      if case .convertFromString(let positive, let negative, let nan) = state.rules
        .nonConformingFloatDecodingStrategy
      {
        switch text.string {
        case positive: return .infinity
        case negative: return -.infinity
        case nan: return .nan
        default: break
        }
      }
      if state.readsText, let number = Double(literal(at: place)) { return number }
    }
    throw mismatch(type, .real, at: place)
  }

  /// Whether converting a number's digits to a double underflows or overflows.
  private func changes(_ place: Int, to number: Double) -> Bool {
    switch tape.tag(at: place) {
    case .realText, .integerText:
      number.isInfinite
        || tape.text(at: place).array.prefix { $0 | 0x20 != ASCII.lowerE }.contains {
          $0 > ASCII.digit0 && $0 <= ASCII.digit0 + 9
        }
    default: false
    }
  }

  func float(at place: Int) throws -> Float {
    let place = tape.resolved(place)
    let value = try double(at: place, as: Float.self)
    // The nearest double of digits may be between two floats.
    let isText = tape.tag(at: place) == .realText
    let float = (isText ? Float(tape.text(at: place).string) : nil) ?? Float(value)
    let isChanged = float.isInfinite != value.isInfinite || float == 0 && value != 0
    if isChanged, state.rules.manner != .propertyListCoder { throw misfit(Float.self, at: place) }
    return float
  }

  func date(at place: Int, as type: Any.Type, _ key: (any CodingKey)?) throws -> Document.Date {
    if isNil(at: place) { throw mismatch(type, .date, at: place) }
    switch state.rules.dateDecodingStrategy {
    case .automatic:
      if let seconds = DocumentValue(tape, at: place).date {
        return Document.Date(secondsSinceReferenceDate: seconds)
      }
      if !state.hasTypes, tape.tag(at: place) == .string,
        let date = Document.Date(iso8601: literal(at: place))
      {
        return date
      }
      throw mismatch(type, .date, at: place)
    case .deferredToDate: return Document.Date(secondsSinceReferenceDate: try double(at: place))
    case .secondsSince1970:
      return Document.Date(secondsSinceReferenceDate: try double(at: place) - Document.Date.unixEpoch)
    case .millisecondsSince1970:
      return Document.Date(secondsSinceReferenceDate: try double(at: place) / 1000 - Document.Date.unixEpoch)
    case .iso8601:
      guard let date = Document.Date(iso8601: try string(at: place)) else {
        throw ValueProblem(.corrupted, type, Failure(.decodedType, "expected an ISO 8601 date"), place)
      }
      return date
    case .custom(let decode): return try inside(place, key, type) { try decode($0) }
    }
  }

  /// The bytes of data, of a Base64 string if the format has no data, or of an array of integers.
  func bytes(at place: Int, as type: Any.Type, _ key: (any CodingKey)?) throws -> [UInt8] {
    let value = DocumentValue(tape, at: place)
    switch state.rules.dataDecodingStrategy {
    case .automatic:
      if value.tag == .data { return tape.text(at: place).array }
      if !state.hasTypes, let text = value.text, let bytes = Base64.decode(text) { return bytes }
      guard state.rules.manner == .document,
        let bytes = try array(at: place, key, { try integer(at: $0) as UInt8 })
      else { throw mismatch(type, .data, at: place) }
      return bytes
    case .deferredToData:
      guard let bytes = try array(at: place, key, { try integer(at: $0) as UInt8 }) else {
        throw mismatch([Any].self, .array, at: place)
      }
      return bytes
    case .base64:
      let text = try string(at: place)
      // Foundation does not ignore white space.
      let isRefused = state.rules.manner == .jsonCoder && text.utf8.contains { $0.isWhitespace }
      guard !isRefused, let bytes = Array(text.utf8).withByteView({ Base64.decode($0) }) else {
        throw ValueProblem(.corrupted, type, Failure(.decodedType, "expected Base64"), place)
      }
      return bytes
    case .custom(let decode):
      if isNil(at: place) { throw mismatch(type, .data, at: place) }
      return try inside(place, key, type) { try decode($0) }
    }
  }

  func uid(at place: Int) throws -> Document.UID {
    let node = Document.Node(tape, at: place)
    guard
      let uid = node.uid ?? node["CF$UID"]?.int128.flatMap({ UInt64(exactly: $0) }).map(Document.UID.init)
    else { throw mismatch(Document.UID.self, .uid, at: place) }
    return uid
  }

  // MARK: Errors

  /// The problem of a value of another type; nil if the expected type has no name among those of documents.
  func mismatch(_ type: Any.Type, _ wanted: Document.Kind?, at place: Int) -> ValueProblem {
    let isNil = isNil(at: place)
    let found = isNil ? .null : Document.Node(tape, at: place).kind
    let sentence =
      wanted.flatMap { Self.mismatches[$0]?[found] }
      ?? "expected \(wanted?.withArticle ?? "\(type)"), found \(found.withArticle)"
    // JSONDecoder treats booleans differently.
    let isMismatch = !isNil || state.rules.manner == .jsonCoder && type == Bool.self
    return ValueProblem(isMismatch ? .mismatch : .null, type, Failure(.decodedType, sentence), place)
  }

  /// The sentences for a wanted and a found type, made once: most are discarded.
  private static let mismatches: [Document.Kind: [Document.Kind: String]] = {
    let kinds = Document.Kind.allCases
    return Dictionary(
      uniqueKeysWithValues: kinds.map { wanted in
        (
          wanted,
          Dictionary(
            uniqueKeysWithValues: kinds.map {
              ($0, "expected \(wanted.withArticle), found \($0.withArticle)")
            })
        )
      })
  }()

  func misfit(_ type: Any.Type, at place: Int) -> ValueProblem {
    let number = Document.Node(tape, at: place).digits ?? "the number"
    return ValueProblem(.misfit, type, Failure(.decodedNumber, "\(number) does not fit in \(type)"), place)
  }

  /// The problem of a value that does not convert to a represented type.
  func unfit(_ type: Any.Type, at place: Int) -> ValueProblem {
    let isURL = "\(type)" == "URL"
    switch Document.Node(tape, at: place).kind {
    case .integer, .real: return isURL ? mismatch(type, .string, at: place) : misfit(type, at: place)
    case .string where isURL:
      return ValueProblem(.corrupted, type, Failure(.decodedType, "invalid URL"), place)
    default: return mismatch(type, nil, at: place)
    }
  }

  func missing(_ key: some CodingKey) -> DecodingError {
    .keyNotFound(key, context(Failure(.decodedKey, key.stringValue), at: index))
  }

  /// The error for a value in this one below the keys.
  func error(_ problem: ValueProblem, at keys: (any CodingKey)?...) -> DecodingError {
    // JSONDecoder calls the whole document corrupted.
    let isWhole = problem.kind == .misfit && state.rules.manner == .jsonCoder
    var path = isWhole ? [] : codingPath
    if !isWhole { for case let key? in keys { path.append(key) } }
    let context = context(problem.failure, at: tape.resolved(problem.place), path: path)
    switch problem.kind {
    case .mismatch: return .typeMismatch(problem.type, context)
    case .null: return .valueNotFound(problem.type, context)
    case .misfit, .corrupted: return .dataCorrupted(context)
    }
  }

  /// Counts no lines: types try several others before the one that fits, and discard these errors.
  func context(_ failure: Failure, at place: Int, path: [any CodingKey]? = nil) -> DecodingError.Context {
    let error = DocumentError(failure, at: place, of: tape)
    return DecodingError.Context(
      codingPath: path ?? codingPath, debugDescription: error.message, underlyingError: error)
  }
}

/// An error of a value, before its key is known.
struct ValueProblem: Error {
  enum Kind { case mismatch, null, misfit, corrupted }

  let kind: Kind
  let type: Any.Type
  let failure: Failure
  let place: Int

  init(_ kind: Kind, _ type: Any.Type, _ failure: Failure, _ place: Int) {
    (self.kind, self.type, self.failure, self.place) = (kind, type, failure, place)
  }
}

extension DecodingError {
  /// The error with its place in the description, if it is of a value and the document is not read too often for it.
  var placed: DecodingError {
    func placed(_ context: Context) -> Context {
      guard let error = context.underlyingError as? DocumentError, context.debugDescription == error.message,
        let known = error.placed
      else { return context }
      return Context(
        codingPath: context.codingPath, debugDescription: "\(known)", underlyingError: known)
    }
    switch self {
    case .typeMismatch(let type, let context): return .typeMismatch(type, placed(context))
    case .valueNotFound(let type, let context): return .valueNotFound(type, placed(context))
    case .keyNotFound(let key, let context): return .keyNotFound(key, placed(context))
    case .dataCorrupted(let context): return .dataCorrupted(placed(context))
    @unknown default: return self
    }
  }
}

extension PliantCodecs.Document {
  func error(_ failure: Failure, at index: Int) -> DocumentError {
    guard origin.format != nil, !source.isEmpty else { return DocumentError(failure, file: origin.name) }
    let diagnostic = Format.json.pipeline.diagnostic(failure, at: index, of: self)
    return DocumentError(diagnostic, file: origin.name, start: origin.start)
  }
}

extension Document.Kind {
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
