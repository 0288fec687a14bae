/// Pairs the elements between equal ones by similarity, in order: which removed element became which added
/// one.
struct ElementPairing {
  /// The maximum number of comparisons for an optimal pairing.
  private static let work = 1_000_000

  private(set) var pairs: [(old: Int, new: Int, isDeeper: Bool)] = []
  /// Whether there are too many elements to compare, so that they are paired by index.
  private(set) var isByPlace = false

  init(_ left: [Int], of old: DocumentFingerprints, _ right: [Int], of new: DocumentFingerprints) {
    guard !left.isEmpty, !right.isEmpty else { return }
    let size =
      left.reduce(0) { $0 + Self.size($1, old.document) }
      + right.reduce(0) { $0 + Self.size($1, new.document) }
    guard size <= Self.work, left.count <= Self.work / right.count,
      size * max(left.count, right.count) <= Self.work
    else {
      isByPlace = true
      for index in 0..<min(left.count, right.count) { pairs.append((index, index, true)) }
      return
    }
    let oldParts = left.map { Self.parts(of: $0, in: old) }
    let newParts = right.map { Self.parts(of: $0, in: new) }
    pair(oldParts, newParts)
  }

  private struct Parts {
    let kind: ContainerKind?
    var parts: Set<Fingerprint> = []

    /// 1 for values of different kinds, 2 for the same kind, more for common parts.
    func similarity(to other: Parts) -> Int {
      guard kind == other.kind else { return 1 }
      return 2 + 4 * parts.intersection(other.parts).count
    }
  }

  private static func size(_ index: Int, _ document: Document) -> Int {
    let place = document.resolved(index)
    return document.containerKind(at: place) == nil ? 1 : document.count(at: place) + 1
  }

  private static func parts(of index: Int, in fingerprints: DocumentFingerprints) -> Parts {
    let document = fingerprints.document
    let place = document.resolved(index)
    var parts = Parts(kind: document.containerKind(at: place))
    let value = DocumentValue(document, at: place)
    for entry in value.entries where !fingerprints.isIgnored(entry.keyIndex) {
      parts.parts.insert(fingerprints.key(at: entry.keyIndex).followed(by: fingerprints[entry.value.index]))
    }
    for element in value.elements where !fingerprints.isIgnored(element.index) {
      parts.parts.insert(fingerprints[element.index])
    }
    return parts
  }

  /// The pairing with the greatest sum of similarity, by dynamic programming.
  private mutating func pair(_ left: [Parts], _ right: [Parts]) {
    let width = right.count + 1
    var best = [Int](repeating: 0, count: (left.count + 1) * width)
    var similarity = [Int](repeating: 0, count: left.count * right.count)
    for x in stride(from: left.count - 1, through: 0, by: -1) {
      for y in stride(from: right.count - 1, through: 0, by: -1) {
        let like = left[x].similarity(to: right[y])
        similarity[x * right.count + y] = like
        best[x * width + y] = max(
          like + best[(x + 1) * width + y + 1], best[(x + 1) * width + y], best[x * width + y + 1])
      }
    }
    var (x, y) = (0, 0)
    while x < left.count && y < right.count {
      let like = similarity[x * right.count + y]
      if best[x * width + y] == like + best[(x + 1) * width + y + 1] {
        pairs.append((x, y, like > 2))
        x += 1
        y += 1
      } else if best[x * width + y] == best[(x + 1) * width + y] {
        x += 1
      } else {
        y += 1
      }
    }
  }
}
