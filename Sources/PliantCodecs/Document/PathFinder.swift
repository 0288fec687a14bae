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
  private var isCapturing = false
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

  private enum Step {
    case pass
    case enter
    case capture
  }

  /// The relation of the next value to the path.
  private func step() -> Step {
    guard let last = levels.indices.last else { return path.components.isEmpty ? .capture : .enter }
    var isWanted = levels[last].isWanted
    if !levels[last].isDictionary {
      isWanted = indices[last] == levels[last].next
      levels[last].next += 1
    }
    guard isWanted else { return .pass }
    return levels.count == path.components.count ? .capture : .enter
  }

  /// Whether a scalar belongs to the value and must be forwarded.
  private func captureScalar() -> Bool {
    if isCapturing { return true }
    guard skipped == 0, step() == .capture else { return false }
    startCapture()
    isCapturing = false
    isFound = true
    return true
  }

  private func startCapture() {
    builder = DocumentBuilder(source: source)
    isCapturing = true
    captured = 0
  }

  private func opens(isDictionary: Bool) -> Bool {
    if isCapturing {
      captured += 1
      return true
    }
    if skipped > 0 {
      skipped += 1
      return false
    }
    switch step() {
    case .pass: skipped = 1
    case .enter: levels.append(Level(isDictionary: isDictionary))
    case .capture:
      startCapture()
      captured = 1
      return true
    }
    return false
  }

  private func closes() -> Bool {
    if isCapturing {
      captured -= 1
      if captured == 0 {
        isCapturing = false
        isFound = true
      }
      return true
    }
    if skipped > 0 { skipped -= 1 } else { levels.removeLast() }
    return false
  }

  package func visit(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .key(let text) where !isCapturing: return note(key: text)
    case .key: break
    case .beginDictionary: guard opens(isDictionary: true) else { return }
    case .beginArray, .beginSet: guard opens(isDictionary: false) else { return }
    case .endDictionary, .endArray, .endSet: guard closes() else { return }
    default: guard captureScalar() else { return }
    }
    try builder.send(event)
  }

  private func note(key text: ByteView) {
    guard skipped == 0, let last = levels.indices.last else { return }
    let isWanted = path.components[last].withByteView { $0 == text }
    levels[last].isWanted = isWanted
    guard isWanted else { return }
    // A repeated key replaces the first.
    isFound = false
    if levels[last].isMet, duplicateKeys.count < Limits.listedDuplicateKeys {
      duplicateKeys.append(DuplicateKey(key: text.string, offset: text.offset(in: source)))
    }
    levels[last].isMet = true
  }

  package var wantsEveryContainer: Bool { !isCapturing }

  package func reuse(_ identity: Int) -> Bool {
    if isCapturing { return builder.reuse(identity) }
    if skipped > 0 { return true }
    guard let last = levels.indices.last else { return false }
    if levels[last].isDictionary { return !levels[last].isWanted }
    if indices[last] == levels[last].next { return false }
    levels[last].next += 1
    return true
  }

  package var skipsNext: Bool {
    if isCapturing { return false }
    guard skipped == 0 else { return true }
    guard let last = levels.indices.last else { return false }
    return levels[last].isDictionary ? !levels[last].isWanted : indices[last] != levels[last].next
  }

  package func skipNext() {
    guard skipped == 0, let last = levels.indices.last else { return }
    levels[last].next += 1
  }
}
