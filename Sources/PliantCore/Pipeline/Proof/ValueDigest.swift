// The values of a document in their order, as a number: equal documents have equal numbers.

/// Folds every event that a reader sends into one number.
final class ValueDigest: ValueVisitor {
  private var state = ByteHash.seed

  /// The digest of the values of a text.
  ///
  /// Throws the reader's failures.
  static func value(of text: ByteView, format: Format) throws(Failure) -> UInt64 {
    let digest = ValueDigest()
    try DocumentSource(format: format, text: text).read(visitor: digest)
    return digest.state
  }

  private func fold(_ kind: UInt64, _ bits: UInt64 = 0) {
    state = ByteHash.hash(bits, seed: ByteHash.hash(kind, seed: state))
  }

  private func fold(_ kind: UInt64, _ bytes: ByteView) {
    state = ByteHash.hash(bytes, seed: ByteHash.hash(kind, seed: state))
  }

  func visit(_ event: ValueEvent) {
    switch event {
    case .null: fold(1)
    case .boolean(let value): fold(2, value ? 1 : 0)
    case .integer(let value): fold(3, UInt64(bitPattern: value))
    case .wideInteger(let value):
      fold(4, UInt64(truncatingIfNeeded: value))
      fold(4, UInt64(truncatingIfNeeded: value >> 64))
    case .real(let value): fold(5, value.bitPattern)
    case .number(let text, _): fold(6, text)
    case .date(let value): fold(7, value.bitPattern)
    case .data(let bytes): fold(8, bytes)
    case .uid(let value): fold(9, value)
    case .string(let text): fold(10, text)
    case .key(let text): fold(11, text)
    case .beginDictionary: fold(12)
    case .endDictionary: fold(13)
    case .beginArray: fold(14)
    case .endArray: fold(15)
    case .beginSet: fold(16)
    case .endSet: fold(17)
    }
  }
}
