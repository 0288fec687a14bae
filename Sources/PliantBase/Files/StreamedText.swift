/// A text that is read in pieces; PliantText decodes it.
package protocol StreamedText: AnyObject {
  /// The text read and not yet consumed, valid until the next `refill`.
  var text: ByteView { get }
  /// Whether nothing follows the window.
  var isAtEnd: Bool { get }
  /// The reason why the text ends, with the text's end as offset; nil without a problem.
  var problem: Failure? { get }
  /// Releases the first `count` bytes of the window.
  func consume(_ count: Int)
  /// Reads more after the unconsumed text; false at the end of the text.
  ///
  /// Throws `file.read`.
  func refill() throws(Failure) -> Bool
  /// The failure with its position, or the reason why the text ends early.
  func diagnostic(_ failure: Failure) -> Diagnostic
}
