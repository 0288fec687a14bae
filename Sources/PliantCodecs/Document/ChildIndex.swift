// A list of a large container's children, made at the first search that does not proceed in order: finding a key, an element
// or the number of a child then takes no time that grows with the container.

import Synchronization

/// The tape indices of a container's children and, for a dictionary, a table of its keys.
final class ChildIndex: @unchecked Sendable {
  /// Containers with fewer children are searched in order.
  static let leastCount = 32

  /// The indices of the elements, or of the keys.
  private var children: GrowableBuffer<Int>
  /// The numbers of keys by hash; -1 in a free slot.
  private var slots = GrowableBuffer<Int>()

  fileprivate init(_ document: Document, _ container: Int) {
    let isDictionary = document.containerKind(at: container) == .dictionary
    children = GrowableBuffer(capacity: document.count(at: container))
    let end = document.word(at: container).end
    var at = container + 2
    while at < end {
      children.append(at)
      at = document.next(after: isDictionary ? document.next(after: at) : at)
    }
    if isDictionary { addKeys(of: document) }
  }

  private func addKeys(of document: Document) {
    var size = 64
    while size < children.count * 2 { size *= 2 }
    slots.append(repeating: -1, count: size)
    for number in 0..<children.count {
      let key = document.text(at: children[number])
      let slot = slot(of: key, in: document)
      if slots[slot] < 0 { slots[slot] = number }
    }
  }

  /// The slot that contains the key, or a free one.
  private func slot(of key: ByteView, in document: Document) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: ByteHash.hash(key, seed: ByteHash.seed)) & mask
    while slots[slot] >= 0, !document.text(at: children[slots[slot]]).isEqual(key) {
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  /// The index of a key on the tape, or nil.
  fileprivate func key(_ key: ByteView, in document: Document) -> Int? {
    let number = slots[slot(of: key, in: document)]
    return number < 0 ? nil : children[number]
  }

  fileprivate subscript(number: Int) -> Int { children[number] }

  /// The number of the last child that begins at or before an index.
  fileprivate func number(at index: Int) -> Int {
    var (low, high) = (0, children.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if children[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }
}

/// The lists of a document's large containers.
struct ChildIndexes: ~Copyable {
  private let known = Mutex<[Int: ChildIndex]>([:])

  func children(of container: Int, in document: Document) -> ChildIndex? {
    guard document.count(at: container) >= ChildIndex.leastCount else { return nil }
    return known.withLock { known in
      if let index = known[container] { return index }
      let made = ChildIndex(document, container)
      known[container] = made
      return made
    }
  }
}

extension Document {
  /// The index of the value of a dictionary's key, or nil.
  package func value(forKey wanted: ByteView, in dictionary: Int) -> Int? {
    guard let children = indexes.children(of: dictionary, in: self) else {
      return value(forKey: wanted, among: dictionary &+ 2..<word(at: dictionary).end)
    }
    return children.key(wanted, in: self).map { next(after: $0) }
  }

  package func element(_ place: Int, of array: Int) -> Int? {
    guard place >= 0, place < count(at: array) else { return nil }
    if place >= ChildIndex.leastCount, let children = indexes.children(of: array, in: self) {
      return children[place]
    }
    var at = array + 2
    for _ in 0..<place { at = next(after: at) }
    return at
  }

  /// The path from the root to the value at a tape index.
  package func path(to target: Int) -> KeyPath {
    var path = KeyPath(components: [])
    var at = 0
    while at < target, let kind = containerKind(at: at) {
      var number = 0
      var child = at + 2
      if let children = indexes.children(of: at, in: self) {
        number = children.number(at: target)
        child = children[number]
      } else {
        while true {
          let after = next(after: kind == .dictionary ? next(after: child) : child)
          if target < after { break }
          number += 1
          child = after
        }
      }
      path.components.append(kind == .dictionary ? text(at: child).array : Array(String(number).utf8))
      at = kind == .dictionary ? next(after: child) : child
    }
    return path
  }
}
