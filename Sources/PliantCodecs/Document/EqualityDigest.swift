// The digest of a document's values in order: documents with the same digest are equal under a format's
// equality. The values written are also sent here; those read back must have the same digest.

/// Folds a document's events into one number.
package struct EqualityDigest: ValueSink, ~Copyable {
  package private(set) var state = ByteHash.seed
  private let equality: ValueEquality
  /// The shared containers so far, numbered in order.
  private var shared: [Int: Int] = [:]

  package init(_ equality: ValueEquality) { self.equality = equality }

  private enum Kind: UInt64 {
    case null, boolean, integer, wideInteger, real, date, data, string, key, digits, reference
    case beginDictionary, endDictionary, beginArray, endArray, beginSet, endSet
  }

  @inline(__always)
  private mutating func fold(_ kind: Kind, _ bits: UInt64 = 0) {
    state = ByteHash.hash(bits, seed: ByteHash.hash(kind.rawValue, seed: state))
  }

  @inline(__always)
  private mutating func fold(_ kind: Kind, _ bytes: ByteView) {
    if equality.losesControlCharacters, kind != .data, XMLCharacters.firstForbidden(in: bytes) != nil {
      return bytes.withoutForbiddenCharacters.bytes.withByteView { fold(kind, $0) }
    }
    if equality.losesCarriageReturns, kind != .data, bytes.firstIndex(of: ASCII.carriageReturn) != nil {
      return foldLines(kind, bytes)
    }
    state = ByteHash.hash(bytes, seed: ByteHash.hash(kind.rawValue, seed: state))
  }

  /// Folds text with line ends normalized as by an XML reader.
  private mutating func foldLines(_ kind: Kind, _ bytes: ByteView) {
    var text = OutputBuffer()
    for index in 0..<bytes.count
    where bytes[index] != ASCII.lineFeed || bytes.byte(at: index - 1) != ASCII.carriageReturn {
      text.append(bytes[index] == ASCII.carriageReturn ? ASCII.lineFeed : bytes[index])
    }
    text.withHeldBytes { state = ByteHash.hash($0, seed: ByteHash.hash(kind.rawValue, seed: state)) }
  }

  private mutating func fold(text: String) {
    var text = text
    text.withUTF8 { fold(.string, ByteView(UnsafeRawBufferPointer($0))) }
  }

  // MARK: Containers

  package mutating func beginDictionary(count: Int?) { fold(.beginDictionary) }
  package mutating func endDictionary() { fold(.endDictionary) }
  package mutating func beginArray(count: Int?) { fold(.beginArray) }
  package mutating func endArray() { fold(.endArray) }
  package mutating func beginSet(count: Int?) { fold(equality.keepsSets ? .beginSet : .beginArray) }
  package mutating func endSet() { fold(equality.keepsSets ? .endSet : .endArray) }

  package mutating func reuse(_ identity: Int) -> Bool {
    guard equality.keepsSharing else { return false }
    if let number = shared[identity] {
      fold(.reference, UInt64(number))
      return true
    }
    shared[identity] = shared.count
    return false
  }

  // MARK: Scalars

  @inline(__always)
  package mutating func key(_ text: ByteView) { fold(.key, text) }
  @inline(__always)
  package mutating func string(_ text: ByteView) { fold(.string, text) }
  package mutating func null() { fold(.null) }

  package mutating func boolean(_ value: Bool) {
    if equality.booleansAreTexts { return fold(text: value ? "1" : "0") }
    fold(.boolean, value ? 1 : 0)
  }

  package mutating func integer(_ value: Int64) {
    switch equality.numbers {
    case .typed, .byValue: fold(.integer, UInt64(bitPattern: value))
    case .doubles: double(Double(value))
    case .texts: fold(text: String(value))
    }
  }

  package mutating func wideInteger(_ value: Int128) {
    if let value = Int64(exactly: value) { return integer(value) }
    switch equality.numbers {
    case .typed, .byValue:
      fold(.wideInteger, UInt64(truncatingIfNeeded: value))
      fold(.wideInteger, UInt64(truncatingIfNeeded: value >> 64))
    case .doubles: double(Double(value))
    case .texts: fold(text: String(value))
    }
  }

  package mutating func real(_ value: Double) {
    switch equality.numbers {
    case .typed: double(value)
    case .byValue, .doubles:
      guard value.isFinite else { return fold(text: value.isNaN ? "nan" : value > 0 ? "inf" : "-inf") }
      if case .doubles = equality.numbers { return double(value) }
      if value.sign == .plus || value != 0, let whole = Int128(exactly: value) { return wideInteger(whole) }
      double(value)
    case .texts: fold(text: value.description)
    }
  }

  private mutating func double(_ value: Double) {
    if value.isNaN { return fold(.real, Double.nan.bitPattern) }
    fold(.real, value == 0 && equality.ignoresSignOfZero ? 0 : value.bitPattern)
  }

  package mutating func number(_ text: ByteView, kind: NumberKind) {
    switch equality.numbers {
    case .texts: return fold(.string, text)
    case .doubles: return double(NumberText.real(text))
    case .typed, .byValue: break
    }
    if kind == .real { return real(text) }
    if let value = NumberText.integer(text) {
      // JSON's -0 is the negative zero.
      if value == 0, text.byte(at: 0) == ASCII.hyphen, case .byValue = equality.numbers {
        return double(-0.0)
      }
      return integer(value)
    }
    if let value = NumberText.wideInteger(text) { return wideInteger(value) }
    // Values without a property list type become strings there.
    if case .byValue = equality.numbers { fold(.digits, text) } else { fold(.string, text) }
  }

  private mutating func real(_ text: ByteView) {
    let number = DecimalText(text)
    let value = number.nearestDouble
    if case .typed(keepsDigits: false) = equality.numbers {
      return value.isFinite || !equality.hugeRealsAreTexts ? real(value) : fold(.string, text)
    }
    if value.isFinite && !number.losesDigits(as: value) { real(value) } else { fold(.digits, text) }
  }

  package mutating func date(_ seconds: Double) {
    switch equality.dates {
    case .exact: fold(.date, seconds.bitPattern)
    case .wholeSeconds: fold(.date, seconds.rounded(.down).bitPattern)
    case .datesOrTexts where seconds == seconds.rounded(.down): fold(.date, seconds.bitPattern)
    case .texts, .datesOrTexts:
      fold(text: ISO8601.text(from: seconds).map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }

  package mutating func data(_ bytes: ByteView) {
    guard equality.dataAreTexts else { return fold(.data, bytes) }
    Base64.encode(bytes).withByteView { fold(.string, $0) }
  }

  /// A UID equals the dictionary that represents it in other formats.
  package mutating func uid(_ value: UInt64) throws(Failure) { try sendDictionary(ofUID: value) }
}
