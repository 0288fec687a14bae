// The keys of all records and the references to them, in tables keyed by bytes.

/// Finds records by key.
///
/// Stores keys as two 64-bit hashes with random seeds, so that no document can provoke collisions; among a
/// thousand million keys, a collision is less likely than 2 to the power of -68.
package struct MappingKeyTable: ~Copyable {
  struct Slot: BitwiseCopyable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    var isFree: Bool { low == 0 && high == 0 }
  }

  private(set) var count = 0
  /// Open addressing, at most three quarters full.
  private var slots = GrowableBuffer<Slot>(capacity: 1)
  /// The records, if requested.
  private var records = GrowableBuffer<Int32>(capacity: 1)
  private let keepsRecords: Bool
  private let seed = ByteHash.seed
  private let otherSeed = UInt64.random(in: .min ... .max)

  /// Creates a table, which can optionally return the record of a key.
  package init(keepsRecords: Bool = false) { self.keepsRecords = keepsRecords }

  mutating func removeAll() {
    if count == 0 { return }
    count = 0
    slots.fill(with: Slot())
  }

  func contains(_ key: ByteView, space: Int, owner: Int) -> Bool {
    guard count > 0 else { return false }
    let wanted = hash(key, space, owner)
    return !slots[index(of: wanted)].isFree
  }

  /// The record with this key, or nil.
  package func record(_ key: ByteView, space: Int, owner: Int) -> Int? {
    guard count > 0, keepsRecords else { return nil }
    let at = index(of: hash(key, space, owner))
    return slots[at].isFree ? nil : Int(records[at])
  }

  /// Adds a key; false if it exists.
  package mutating func insert(_ key: ByteView, space: Int, owner: Int, record: Int = 0) -> Bool {
    if (count &+ 1) &* 4 > slots.count &* 3 { grow() }
    let new = hash(key, space, owner)
    let at = index(of: new)
    guard slots[at].isFree else { return false }
    slots[at] = new
    if keepsRecords { records[at] = Int32(truncatingIfNeeded: record) }
    count &+= 1
    return true
  }

  /// The same with a limit on the number of keys; counts those beyond it.
  mutating func insertStreamed(
    _ key: ByteView, space: Int, owner: Int, atMost limit: Int, forgotten: inout Int
  ) -> Bool {
    if count < limit { return insert(key, space: space, owner: owner) }
    if contains(key, space: space, owner: owner) { return false }
    forgotten += 1
    return true
  }

  /// The slot of the key, or the free slot for it.
  @inline(__always)
  private func index(of wanted: Slot) -> Int {
    let mask = slots.count &- 1
    var at = Int(truncatingIfNeeded: wanted.low & 0x7FFF_FFFF_FFFF) & mask
    while true {
      let slot = slots[at]
      if slot.low == wanted.low && slot.high == wanted.high || slot.isFree { return at }
      at = (at &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func grow() {
    let oldCount = slots.count
    let size = max(oldCount * 2, 64)
    var old = GrowableBuffer<Slot>(capacity: size)
    var oldRecords = GrowableBuffer<Int32>(capacity: size)
    old.append(repeating: Slot(), count: size)
    swap(&old, &slots)
    if keepsRecords {
      oldRecords.append(repeating: 0, count: size)
      swap(&oldRecords, &records)
    }
    for from in 0..<oldCount where !old[from].isFree {
      let at = index(of: old[from])
      slots[at] = old[from]
      if keepsRecords { records[at] = oldRecords[from] }
    }
  }

  @inline(__always)
  private func hash(_ key: ByteView, _ space: Int, _ owner: Int) -> Slot {
    let scope = ByteHash.hash(
      UInt64(truncatingIfNeeded: owner),
      seed: seed ^ UInt64(truncatingIfNeeded: space) &* 0x9E37_79B9_7F4A_7C15)
    let found = Slot(low: ByteHash.hash(key, seed: scope), high: ByteHash.hash(key, seed: scope &+ otherSeed))
    return found.isFree ? Slot(low: 1, high: 0) : found
  }
}

/// The keys of a part of a document, or references to check once all records are known, in order.
struct MappedKeys: ~Copyable {
  struct Key: BitwiseCopyable {
    var start: Int
    var count: Int
    /// The key's record type, or the reference's field.
    var number: Int
    /// The owner as in `MappingKeyTable`, with owners counted within the part, or the reference's place.
    var place: Int
  }

  private(set) var keys = GrowableBuffer<Key>(capacity: 64)
  private var bytes = GrowableBuffer<UInt8>(capacity: 1024)
  /// The number of the first key that already occurred, here or in an earlier part.
  private let repeated: Int?

  init(repeated: Int? = nil) { self.repeated = repeated }

  /// Adds a key; false if it already occurred.
  @discardableResult
  mutating func add(_ key: ByteView, number: Int, place: Int) -> Bool {
    if keys.count == repeated { return false }
    keys.append(Key(start: bytes.append(key), count: key.count, number: number, place: place))
    return true
  }

  func text(of key: Key) -> ByteView { bytes.view[key.start..<key.start &+ key.count] }
}

/// Values in keys and references: equal ones have the same text.
enum MappedKeyText {
  static func append(_ text: ByteView, isReal: Bool, to key: inout GrowableBuffer<UInt8>) {
    if isReal, let value = NumberText.lenientReal(text) { return append(real: value, to: &key) }
    _ = key.append(text)
  }

  static func append(real value: Double, to key: inout GrowableBuffer<UInt8>) {
    var output = OutputBuffer()
    output.appendShortest(value == 0 ? 0 : value)
    output.withHeldBytes { _ = key.append($0) }
  }

  static func append(date seconds: Double, to key: inout GrowableBuffer<UInt8>) {
    (ISO8601.text(from: seconds) ?? Array(String(seconds).utf8)).withByteView { _ = key.append($0) }
  }
}

extension CompiledMapping {
  /// The number of the owner in keys that are unique in the whole document.
  package static let wholeDocument = -1

  /// The failure for a key that another record has, according to the record's rule.
  func duplicateKey(_ key: ByteView, of record: Int) -> Failure {
    Self.duplicateKey(key, of: records[record].name.string)
  }

  package static func duplicateKey(_ key: ByteView, of record: String) -> Failure {
    Failure(.mappingDuplicateKey, "\(record): another record has the key \(quoted(key))")
  }

  /// The failure for a reference to a record that does not exist.
  func dangling(_ key: ByteView, field: Int) -> Failure {
    let field = fields[field]
    let target = field.model.reference.map { mapping.records[$0.record].name } ?? ""
    return Failure(
      .mappingReference,
      "\(field.owner).\(field.model.name): no \(target) has the key \(Self.quoted(key))")
  }

  func missing(_ field: CompiledField) -> Failure {
    Failure(
      .mappingMissing,
      "\(field.owner): \(field.model.name) (\(field.model.place.description)) is required and missing")
  }

  /// NUL separates the fields of a composite key.
  static func quoted(_ key: ByteView) -> String {
    "'" + key.string.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "', '") + "'"
  }
}

extension Mapping.Place {
  /// The place in the spelling of mapping files, without prefixes.
  var description: String {
    var parts = steps.map { step in
      step.name.local + (step.condition.map { "[@\($0.attribute.local)='\($0.value)']" } ?? "")
    }
    switch end {
    case .element: break
    case .attribute(let name): parts.append("@" + name.local)
    case .text: parts.append("text()")
    case .children: parts.append("*")
    }
    return parts.joined(separator: "/")
  }
}
