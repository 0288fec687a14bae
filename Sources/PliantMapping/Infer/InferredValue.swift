/// The types that fit all values so far.
struct InferredTypes: OptionSet {
  let rawValue: UInt32

  static let integer = InferredTypes(rawValue: 1)
  static let real = InferredTypes(rawValue: 2)
  /// `true` and `false`.
  static let words = InferredTypes(rawValue: 4)
  /// `YES` and `NO`.
  static let capitals = InferredTypes(rawValue: 8)
  /// `yes` and `no`.
  static let smallLetters = InferredTypes(rawValue: 16)
  static let url = InferredTypes(rawValue: 32)
  /// Any digits, such as 1.50, that differ from the spelling of a real.
  static let decimal = InferredTypes(rawValue: 64)
  /// Any number in JSON's grammar, but for words of digits such as 1e5.
  static let number = InferredTypes(rawValue: 128)
  static let firstDate: UInt32 = 256

  static func date(_ index: Int) -> InferredTypes { InferredTypes(rawValue: firstDate << UInt32(index)) }

  static let all = InferredTypes(rawValue: 255 | (1 << UInt32(InferredDates.formats.count) - 1) << 8)
  /// The types of values that otherwise remain as written.
  static let numbers: InferredTypes = [.integer, .real, .decimal, .number]
}

/// The date formats to try; one without a zone is UTC.
enum InferredDates {
  static let formats = [
    "iso8601", "rfc822", "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
    "yyyy-MM-dd HH:mm:ss",
    "yyyy-MM-dd HH:mm", "yyyy-MM-dd H:mm", "dd.MM.yyyy", "d.M.yyyy", "dd.MM.yyyy HH:mm", "d.M.yyyy H:mm",
  ]

  static let patterns: [DatePattern?] = formats.map { try? DatePattern($0, zone: hasZone($0) ? nil : "UTC") }

  static func hasZone(_ format: String) -> Bool { format == "iso8601" || format == "rfc822" }

  /// Whether the text is a date in the format, in exactly the spelling that the format writes.
  static func isExact(_ text: ByteView, _ index: Int) -> Bool {
    guard let pattern = patterns[index], let seconds = pattern.seconds(from: text) else { return false }
    var output = OutputBuffer()
    guard pattern.append(seconds, to: &output) else { return false }
    return output.withHeldBytes { $0 == text }
  }
}

/// The observed values of an attribute, or of an element's text.
struct InferredValue {
  /// The number of values, including empty ones.
  private(set) var count = 0
  private(set) var emptyCount = 0
  var types = InferredTypes.all
  private var seenTrue = false
  private var seenFalse = false
  /// Hashes of the values, each together with its sample; nil if there are too many.
  private(set) var hashes: DistinctHashes? = DistinctHashes()

  /// The maximum number of different values to remember; half of them are reserved for keys.
  static let maximumHashes = 4_000_000
  /// The number of values after which only values like keys or references are remembered.
  private static let manyHashes = 4096
  var isKeyName = false
  /// The maximum length of values to classify and remember.
  private static let maximumLength = 2048

  var prefixedCount = 0
  /// The common number of decimal places, if a double keeps all digits of each value.
  private(set) var scale: Int?
  private var hasScale = true
  /// Whether SQLite prints a number differently, and whether one exceeds its numbers.
  private(set) var isRespelled = false
  private(set) var isWide = false
  private(set) var hasExponent = false

  init(types: InferredTypes) { self.types = types }

  /// Whether any value had surrounding white space.
  private(set) var isPadded = false

  mutating func add(_ value: ByteView, sample: Int, budget: inout Int) {
    let text = value.trimmed
    count += 1
    if text.count < value.count {
      isPadded = true
      if !types.isEmpty { isRespelled = true }
      types.formIntersection(.number)
    }
    guard !text.isEmpty else {
      emptyCount += 1
      types.formIntersection(.number)
      return
    }
    guard text.count <= Self.maximumLength else {
      types = []
      hashes = nil
      return
    }
    remember(text, sample, &budget)
    if !types.isEmpty { narrow(text) }
  }

  private mutating func remember(_ text: ByteView, _ sample: Int, _ budget: inout Int) {
    guard hashes != nil else { return }
    let hash = ByteHash.hash(text, seed: ByteHash.seed &+ UInt64(sample) &* 0x9E37_79B9_7F4A_7C15)
    if hashes?.insert(hash) == false { return }
    budget -= 1
    let count = hashes?.count ?? 0
    if budget < (isKeyName ? 0 : Self.maximumHashes / 2) || count > Self.manyHashes && !isLikeKey(text) {
      budget += count
      hashes = nil
    }
  }

  /// Whether a value may be a key or reference: a word or an integer.
  private func isLikeKey(_ text: ByteView) -> Bool {
    guard types.isEmpty || types.contains(.integer), text.count <= 64 else { return false }
    return (0..<text.count).allSatisfy { !text[$0].isWhitespace }
  }

  /// Drops the types that this value does not have.
  private mutating func narrow(_ text: ByteView) {
    if types.contains(.integer) && !Self.isInteger(text) { types.remove(.integer) }
    if types.contains(.decimal) && !Self.isDecimal(text) { types.remove([.decimal, .real]) }
    if hasScale, types.contains(.decimal) {
      let own = ScaledDecimal.scale(of: text)
      hasScale = own != nil && (scale ?? own) == own
      scale = hasScale ? own : nil
    }
    if types.contains(.number) { narrowNumber(text) }
    // SQL spells 2 as 2.0.
    if types.contains(.real) && !NumberText.isShortestSpelling(text) { types.remove(.real) }
    narrow(text, .words, "true", "false")
    narrow(text, .capitals, "YES", "NO")
    narrow(text, .smallLetters, "yes", "no")
    if types.contains(.url) && !Self.isURL(text) { types.remove(.url) }
    for index in InferredDates.formats.indices where types.contains(.date(index)) {
      if !InferredDates.isExact(text, index) { types.remove(.date(index)) }
    }
  }

  private mutating func narrowNumber(_ text: ByteView) {
    guard let kind = NumberText.kind(of: text), kind == .integer || Self.isFraction(text) else {
      types.remove(.number)
      return
    }
    note(number: text, kind)
  }

  /// Notes what SQLite does to a number.
  mutating func note(number text: ByteView, _ kind: NumberKind) {
    if (0..<text.count).contains(where: { text[$0] | 0x20 == UInt8(ascii: "e") }) { hasExponent = true }
    if NumberText.isBeyondSQLite(text, kind) {
      isWide = true
    } else if !NumberText.isPrintedBySQLite(text) {
      isRespelled = true
    }
  }

  /// Whether it has a decimal point or a signed exponent: 1e5 may be a word.
  private static func isFraction(_ text: ByteView) -> Bool {
    (1..<text.count).contains { [ASCII.fullStop, UInt8(ascii: "+"), ASCII.hyphen].contains(text[$0]) }
  }

  private mutating func narrow(
    _ text: ByteView, _ type: InferredTypes, _ yes: StaticString, _ no: StaticString
  ) {
    guard types.contains(type) else { return }
    if text == yes {
      seenTrue = true
    } else if text == no {
      seenFalse = true
    } else {
      types.remove(type)
    }
  }

  /// An integer in canonical spelling: no plus sign, no zero before other digits.
  private static func isInteger(_ text: ByteView) -> Bool {
    let digits = text.byte(at: 0) == ASCII.hyphen ? text.suffix(from: 1) : text
    return (1...19).contains(digits.count) && digits.endOfDigits(from: 0) == digits.count
      && (digits[0] != ASCII.digit0 || text.count == 1) && (digits.count < 19 || Int64(text.string) != nil)
  }

  /// A number in JSON's syntax, whose digits are kept.
  private static func isDecimal(_ text: ByteView) -> Bool {
    let start = text.byte(at: 0) == ASCII.hyphen ? 1 : 0
    let at = text.endOfDigits(from: start)
    guard at > start, at - start == 1 || text[start] != ASCII.digit0, at - start <= 15 else { return false }
    if at == text.count { return !(start == 1 && text[1] == ASCII.digit0) }
    return text[at] == ASCII.fullStop && at + 1 < text.count
      && text.endOfDigits(from: at + 1) == text.count
  }

  private static func isURL(_ text: ByteView) -> Bool {
    (text.starts(with: "http://") || text.starts(with: "https://") || text.starts(with: "mailto:"))
      && MappedURL.isReference(text)
  }

  // MARK: Outcome

  /// The type and the storage of numbers in SQL; nil if some value is none.
  func numbers(isOfDocuments: Bool) -> (type: Mapping.ValueType, storage: Mapping.Storage?)? {
    guard count > emptyCount else { return (.string, .any) }
    if emptyCount == 0, !isPadded {
      if types.contains(.integer) { return (.integer, nil) }
      if types.contains(.real) { return (.real, nil) }
    }
    guard types.contains(.number) else { return nil }
    let isDecimal = isOfDocuments || isWide || emptyCount == 0 && !hasExponent && !isPadded
    return (isDecimal ? .decimal : .string, numberStorage)
  }

  /// The storage of numbers.
  var numberStorage: Mapping.Storage {
    isWide ? isRespelled ? .mixed : .any : isRespelled ? .spelled : .number
  }

  /// The type that is certain; a string otherwise.
  var type: Mapping.ValueType {
    guard count > 0, emptyCount == 0 else { return .string }
    if types.contains(.words) { return .boolean(true: ["true", "1"], false: ["false", "0"]) }
    if types.contains(.capitals) { return .boolean(true: ["YES"], false: ["NO"]) }
    // “no” alone may be Norwegian.
    if types.contains(.smallLetters) && seenTrue && seenFalse {
      return .boolean(true: ["yes"], false: ["no"])
    }
    if types.contains(.integer) { return .integer }
    if types.contains(.real) { return .real }
    if types.contains(.decimal) { return .decimal }
    for (index, format) in InferredDates.formats.enumerated() where types.contains(.date(index)) {
      return .date(format: format, zone: InferredDates.hasZone(format) ? nil : "UTC")
    }
    return types.contains(.url) ? .url : .string
  }
}
