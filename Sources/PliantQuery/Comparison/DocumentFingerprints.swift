// Equality of values by fingerprints: two passes of seeded hashing over the tape, after which comparing any
// two values takes constant time.

/// A 128-bit fingerprint: equal values have equal ones, and the seed prevents deliberate collisions.
package struct Fingerprint: Hashable, Sendable {
  var low: UInt64
  var high: UInt64

  static let zero = Fingerprint(low: 0, high: 0)
  private static let seeds = (ByteHash.seed, UInt64.random(in: .min ... .max))

  var bytes: [UInt8] {
    [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// The fingerprint of a sequence extended by one element.
  func followed(by next: Fingerprint) -> Fingerprint {
    Fingerprint(
      low: Self.mix(Self.mix(low, next.low, Self.seeds.0), next.high, Self.seeds.1),
      high: Self.mix(Self.mix(high, next.high, Self.seeds.1), next.low, Self.seeds.0))
  }

  /// The fingerprint of an unordered collection extended by one element.
  func joined(with next: Fingerprint) -> Fingerprint {
    let mixed = Fingerprint.zero.followed(by: next)
    return Fingerprint(low: low &+ mixed.low, high: high &+ mixed.high)
  }

  private static func mix(_ state: UInt64, _ value: UInt64, _ seed: UInt64) -> UInt64 {
    ByteHash.hash(state &* 0x9E37_79B9_7F4A_7C15 ^ value &+ 0x6A09_E667_F3BC_C909, seed: seed)
  }
}

extension Fingerprint {
  /// A fingerprint of bytes, or bits, of one kind.
  init(_ bytes: ByteView, kind: UInt64) {
    self.init(
      low: ByteHash.hash(bytes, seed: Self.seeds.0 ^ kind),
      high: ByteHash.hash(bytes, seed: Self.seeds.1 ^ kind))
  }

  fileprivate init(_ bits: UInt64, kind: UInt64) {
    self = Fingerprint.zero.followed(by: Fingerprint(low: bits, high: kind))
  }

  package init(key: ByteView) { self.init(key, kind: 1) }
}

/// The fingerprints of a document's values.
///
/// Ignores the order of keys and of set elements, and the values at certain tape indices. Compares reals as
/// doubles. For XML in JsonML, compares expanded names instead of prefixes, and ignores layout and comments; see
/// XMLFingerprints.swift.
package final class DocumentFingerprints {
  package let document: Document
  /// Whether an integer and a real of the same value are equal.
  private let comparesNumbersByValue: Bool
  let isUnordered: Bool
  /// Whether the values are elements in JsonML, which begin with their name and attributes.
  let isXML: Bool
  /// The tape indices of values that do not count; empty for XML.
  private let ignoredValues: Set<Int>
  /// Each container's fingerprint at the index of its two words; for XML, also that of a name, and `ignored`
  /// for irrelevant values.
  private var containers = GrowableBuffer<UInt64>()
  /// Marks an irrelevant value or key.
  static let ignored: UInt64 = 1

  private struct Frame {
    let place: Int
    let end: Int
    let kind: ContainerKind
    /// The number of entries or elements that count.
    var count = 0
    var sum = Fingerprint.zero
    var key: Fingerprint?
  }

  package init(
    _ document: Document, comparesNumbersByValue: Bool, isUnordered: Bool = false,
    ignoring ignoredValues: Set<Int> = []
  ) {
    self.document = document
    self.ignoredValues = ignoredValues
    self.comparesNumbersByValue = comparesNumbersByValue
    self.isUnordered = isUnordered
    isXML = false
    containers.append(repeating: 0, count: document.wordCount)
    fill()
  }

  /// Creates the fingerprints of XML in JsonML, computed elsewhere.
  init(_ document: Document, xml fingerprints: consuming GrowableBuffer<UInt64>, isUnordered: Bool) {
    self.document = document
    self.isUnordered = isUnordered
    comparesNumbersByValue = false
    ignoredValues = []
    isXML = true
    containers = fingerprints
  }

  /// Whether the value or key at a tape index is irrelevant.
  func isIgnored(_ index: Int) -> Bool {
    if isXML { return containers[index] == Self.ignored }
    if ignoredValues.isEmpty { return false }
    return ignoredValues.contains(document.tag(at: index) == .key ? document.next(after: index) : index)
  }

  func key(at index: Int) -> Fingerprint {
    isXML ? Fingerprint(low: containers[index], high: 0) : Fingerprint(key: document.text(at: index))
  }

  private func fill() {
    var frames: [Frame] = []
    var at = 0
    while at < document.wordCount || !frames.isEmpty {
      if let frame = frames.last, at == frame.end {
        frames.removeLast()
        let whole = frame.sum.followed(
          by: Fingerprint(UInt64(frame.count), kind: UInt64(frame.kind.rawValue) + 16))
        containers[frame.place] = whole.low
        containers[frame.place + 1] = whole.high
        add(whole, frame.place, to: &frames)
        continue
      }
      let word = document.word(at: at)
      switch word.tag {
      case .container:
        frames.append(Frame(place: at, end: word.end, kind: word.containerKind))
        at += 2
        continue
      case .key: frames[frames.count - 1].key = Fingerprint(key: document.text(at: at))
      default: add(self[at], at, to: &frames)
      }
      at = document.next(after: at)
    }
  }

  private func add(_ value: Fingerprint, _ index: Int, to frames: inout [Frame]) {
    guard let last = frames.indices.last, ignoredValues.isEmpty || !ignoredValues.contains(index) else {
      return
    }
    frames[last].count += 1
    switch frames[last].kind {
    case .array where !isUnordered: frames[last].sum = frames[last].sum.followed(by: value)
    case .array, .set: frames[last].sum = frames[last].sum.joined(with: value)
    case .dictionary:
      guard let key = frames[last].key else { return }
      frames[last].sum = frames[last].sum.joined(with: key.followed(by: value))
    }
  }

  package subscript(index: Int) -> Fingerprint {
    let word = document.word(at: index)
    switch word.tag {
    case .container: return Fingerprint(low: containers[index], high: containers[index + 1])
    case .shared: return self[Int(truncatingIfNeeded: word.payload)]
    case .null, .true, .false: return Fingerprint(0, kind: UInt64(word.tag.rawValue) + 32)
    case .string where isXML && containers[index] > Self.ignored:
      return Fingerprint(low: containers[index], high: 0)
    case .string, .data, .key:
      return Fingerprint(document.text(at: index), kind: UInt64(word.tag.rawValue) + 32)
    case .date, .uid: return Fingerprint(document.bits(at: index), kind: UInt64(word.tag.rawValue) + 32)
    case .smallInteger, .integer, .wideInteger, .integerText, .real, .realText: return number(at: index)
    }
  }

  private func number(at index: Int) -> Fingerprint {
    guard let number = DocumentNumber(document, at: index) else { return .zero }
    switch comparesNumbersByValue ? number.normalized : number {
    case .integer(let value):
      return Fingerprint(UInt64(truncatingIfNeeded: value), kind: 2).followed(
        by: Fingerprint(UInt64(truncatingIfNeeded: value >> 64), kind: 2))
    case .real(let value):
      return Fingerprint(value == 0 ? 0 : value.isNaN ? Double.nan.bitPattern : value.bitPattern, kind: 3)
    case .huge(let text): return text.withByteView { Fingerprint($0, kind: 4) }
    case .decimal(let number): return number.text.withByteView { Fingerprint($0, kind: 5) }
    }
  }
}
