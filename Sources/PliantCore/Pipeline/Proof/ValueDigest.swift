/// The digest of a text's values in order, with the spelling of numbers, without a document in memory.
final class ValueDigest: ValueVisitor {
  private let digest = UncheckedBox(EqualityDigest(.exact))

  /// Throws the reader's failures.
  static func of(_ text: ByteView, format: Format) throws(Failure) -> UInt64 {
    let visitor = ValueDigest()
    try DocumentSource(format: format, text: text).read(visitor: visitor)
    return visitor.digest.value.state
  }

  func visit(_ event: ValueEvent) throws(Failure) {
    try digest.value.send(event)
    // Equal numbers may be spelled differently.
    if case .number(let text, _) = event { digest.value.string(text) }
  }
}
