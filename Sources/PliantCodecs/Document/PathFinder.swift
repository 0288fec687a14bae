// Finds one value in a stream of events and stores only that: the rest of the document is not built, and
// other objects of a binary property list are not even read.

/// A visitor that captures the value at a path; the last of duplicate keys counts.
package final class PathFinder: ValueVisitor {
  private struct Level {
    let isDictionary: Bool
    /// The next element's index in an array.
    var next = 0
    /// Whether the last key is on the path.
    var isWanted = false
    /// Whether the key on the path occurred.
    var isMet = false
  }

  private let path: KeyPath
  /// The steps as indices of arrays, -1 if invalid.
  private let indices: [Int]
  private let source: ByteView
  private var builder: DocumentBuilder
  /// The open containers on the path.
  private var levels: [Level] = []
  /// The number of open containers off the path.
  private var skipped = 0
  /// The number of open containers in the captured value.
  private var captured = 0
  private var isFound = false
  package private(set) var duplicateKeys: [DuplicateKey] = []

  /// Creates a finder; views within `source` are stored as slices of it.
  package init(_ path: KeyPath, source: ByteView) {
    self.path = path
    indices = path.components.map { KeyPath.index($0) ?? -1 }
    self.source = source
    builder = DocumentBuilder(source: source)
  }

  package func finish(owner: AnyObject? = nil) throws(Failure) -> Document? {
    let document = try builder.takeDocument(owner: owner)
    return isFound ? document : nil
  }

  /// Whether the next value of the innermost container is on the path.
  private var isNextWanted: Bool {
    guard let last = levels.indices.last else { return true }
    return levels[last].isDictionary ? levels[last].isWanted : indices[last] == levels[last].next
  }

  package func visit(_ event: ValueEvent) throws(Failure) {
    if captured > 0 { return try capture(event) }
    switch event {
    case .key(let text): note(key: text)
    case .endDictionary, .endArray, .endSet:
      if skipped > 0 { skipped -= 1 } else { levels.removeLast() }
    case _ where skipped > 0: skipped += event.nesting
    default:
      let isWanted = isNextWanted
      skipNext()
      if !isWanted {
        skipped = event.nesting
      } else if levels.count == path.components.count {
        builder = DocumentBuilder(source: source)
        try capture(event)
      } else if case .beginDictionary = event {
        levels.append(Level(isDictionary: true))
      } else if event.nesting > 0 {
        levels.append(Level(isDictionary: false))
      }
    }
  }

  private func capture(_ event: ValueEvent) throws(Failure) {
    captured += event.nesting
    try builder.send(event)
    isFound = captured == 0
  }

  private func note(key text: ByteView) {
    guard skipped == 0, let last = levels.indices.last else { return }
    let isWanted = path.components[last].withByteView { $0 == text }
    levels[last].isWanted = isWanted
    guard isWanted else { return }
    // A repeated key replaces the first.
    isFound = false
    if levels[last].isMet, duplicateKeys.count < Limits.listedDuplicateKeys {
      duplicateKeys.append(DuplicateKey(key: text.string, offset: text.offset(in: source), ordinal: nil))
    }
    levels[last].isMet = true
  }

  package var wantsEveryContainer: Bool { captured == 0 }

  package func reuse(_ identity: Int) -> Bool {
    if captured > 0 { return builder.reuse(identity) }
    if !skipsNext { return false }
    skipNext()
    return true
  }

  package var skipsNext: Bool { captured == 0 && (skipped > 0 || !isNextWanted) }

  package func skipNext() {
    guard skipped == 0, let last = levels.indices.last else { return }
    levels[last].next += 1
  }
}
