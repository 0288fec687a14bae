// The digest of a document's values in order. One value can be left out, so that the surroundings of an edit
// are compared in constant memory.

/// Folds every event that a reader sends into one number.
package final class ValueDigest: ValueVisitor {
  private struct Level {
    let isDictionary: Bool
    /// Whether the container is on the path of the value left out.
    let isOnPath: Bool
    /// The elements so far.
    var count = 0
    /// Whether the last key is the path's.
    var keyIsOnPath = false
  }

  package private(set) var state = ByteHash.seed
  /// How many values occurred at the path and were left out.
  package private(set) var skippedCount = 0
  /// The number of elements of the array in which the path's last step is, or 0.
  package private(set) var siblingCount = 0
  private let path: [[UInt8]]
  private var levels: [Level] = []
  /// The open containers in the value left out.
  private var skippedDepth = 0

  private init(_ path: [[UInt8]]) { self.path = path }

  /// The digest of the values of a text, without the one at a nonempty `path`.
  ///
  /// Throws the reader's failures.
  package static func of(
    _ text: ByteView, format: Format, without path: KeyPath = KeyPath(components: [])
  ) throws(Failure) -> ValueDigest {
    let digest = ValueDigest(path.components)
    try DocumentSource(format: format, text: text).read(visitor: digest)
    return digest
  }

  package func visit(_ event: ValueEvent) {
    if skippedDepth > 0 {
      skippedDepth += event.nesting
      return
    }
    switch event {
    case .endDictionary, .endArray, .endSet: endContainer()
    case .key(let text):
      let last = levels.count - 1
      guard last >= 0 else { break }
      levels[last].keyIsOnPath =
        levels[last].isOnPath && levels.count <= path.count
        && path[levels.count - 1].withByteView { $0 == text }
      if levels[last].keyIsOnPath && levels.count == path.count { return }
    default:
      let isOnPath = beginValue()
      if isOnPath && !path.isEmpty && levels.count == path.count {
        skippedCount += 1
        if event.opensContainer { skippedDepth = 1 }
        return
      }
      if event.opensContainer {
        var isDictionary = false
        if case .beginDictionary = event { isDictionary = true }
        levels.append(Level(isDictionary: isDictionary, isOnPath: isOnPath))
      }
    }
    fold(event)
  }

  /// Counts a value in its container, and returns whether it is on the path.
  private func beginValue() -> Bool {
    let last = levels.count - 1
    guard last >= 0 else { return true }
    if levels[last].isDictionary { return levels[last].keyIsOnPath }
    levels[last].count += 1
    return levels[last].isOnPath && levels.count <= path.count
      && KeyPath.index(path[levels.count - 1]) == levels[last].count - 1
  }

  private func endContainer() {
    guard let level = levels.popLast() else { return }
    if level.isOnPath && levels.count + 1 == path.count { siblingCount = level.count }
  }

  private func fold(_ kind: UInt64, _ bits: UInt64 = 0) {
    state = ByteHash.hash(bits, seed: ByteHash.hash(kind, seed: state))
  }

  private func fold(_ kind: UInt64, _ bytes: ByteView) {
    state = ByteHash.hash(bytes, seed: ByteHash.hash(kind, seed: state))
  }

  private func fold(_ event: ValueEvent) {
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
