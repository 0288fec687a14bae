// Finds the offset of a value by reading the source again up to it: offsets are not stored, because only
// errors need them.

/// A visitor that stops the reader at its n-th value or key.
package final class ValueLocator: ValueVisitor {
  private var left: Int
  private var seen: Set<Int> = []

  /// Stops at the value or key with this number, from 0.
  package init(stoppingAt ordinal: Int) { left = ordinal }

  package func visit(_ event: ValueEvent) throws(Failure) {
    guard event.beginsValue else { return }
    if left == 0 { throw Failure(.valueLocated) }
    left -= 1
  }

  /// A reference to a shared container counts as one value.
  package func reuse(_ identity: Int) throws(Failure) -> Bool {
    guard !seen.insert(identity).inserted else { return false }
    try visit(.null)
    return true
  }
}
