// The keys of all records and the references to them, in tables on bytes.

/// Finds records by their keys.
struct MappingKeyTable: ~Copyable {
  struct Slot: BitwiseCopyable {
    var hash: UInt64
    var start: Int
    var count: Int32
    var space: Int32
    var owner: Int
    var record: Int
  }

  var slots = GrowableBuffer<Slot>(capacity: 64)
  /// Open addressing; 0 is free, otherwise an index of `slots` + 1.
  private var table = GrowableBuffer<Int32>(capacity: 128)
  private var bytes = GrowableBuffer<UInt8>(capacity: 256)

  init() { table.append(repeating: 0, count: 128) }

  /// Forgets all keys.
  mutating func removeAll() {
    slots.truncate(to: 0)
    bytes.truncate(to: 0)
    table.fill(with: 0)
  }

  /// The record with this key, or nil.
  func find(_ key: ByteView, space: Int, owner: Int) -> Int? {
    let hash = Self.hash(key, space, owner)
    var at = Int(truncatingIfNeeded: hash & 0x7FFF_FFFF) & (table.count &- 1)
    while table[at] != 0 {
      let slot = slots[Int(table[at] &- 1)]
      if slot.hash == hash, slot.space == Int32(space), slot.owner == owner,
        bytes.view[slot.start..<slot.start &+ Int(slot.count)] == key
      {
        return slot.record
      }
      at = (at &+ 1) & (table.count &- 1)
    }
    return nil
  }

  /// Adds a key that is not there yet.
  mutating func add(_ key: ByteView, space: Int, owner: Int, record: Int) {
    let hash = Self.hash(key, space, owner)
    slots.append(
      Slot(
        hash: hash, start: bytes.append(key), count: Int32(truncatingIfNeeded: key.count),
        space: Int32(space),
        owner: owner, record: record))
    place(hash, Int32(truncatingIfNeeded: slots.count))
    if slots.count * 2 > table.count { rehash() }
  }

  private mutating func place(_ hash: UInt64, _ number: Int32) {
    var at = Int(truncatingIfNeeded: hash & 0x7FFF_FFFF) & (table.count &- 1)
    while table[at] != 0 { at = (at &+ 1) & (table.count &- 1) }
    table[at] = number
  }

  private mutating func rehash() {
    let size = table.count * 4
    table = GrowableBuffer<Int32>(capacity: size)
    table.append(repeating: 0, count: size)
    for index in 0..<slots.count { place(slots[index].hash, Int32(truncatingIfNeeded: index + 1)) }
  }

  @inline(__always)
  private static func hash(_ key: ByteView, _ space: Int, _ owner: Int) -> UInt64 {
    ByteHash.hash(key, seed: ByteHash.seed &+ UInt64(truncatingIfNeeded: space &* 31 &+ owner &* 1_000_003))
  }
}

/// References that are looked at once all records are known.
struct MappingReferences: ~Copyable {
  struct Reference: BitwiseCopyable {
    var start: Int
    var count: Int
    var field: Int32
    /// Where it stands.
    var place: Int
  }

  var references = GrowableBuffer<Reference>(capacity: 16)
  private var bytes = GrowableBuffer<UInt8>(capacity: 256)

  mutating func add(_ key: ByteView, field: Int, place: Int) {
    references.append(
      Reference(start: bytes.append(key), count: key.count, field: Int32(field), place: place))
  }

  func key(of reference: Reference) -> ByteView {
    bytes.view[reference.start..<reference.start &+ reference.count]
  }
}

extension CompiledMapping {
  /// The number of the owner in keys that are unique in the whole document.
  static let wholeDocument = -1

  /// The failure for a key that another record has, or nil where there is no such rule.
  func duplicateKey(_ key: ByteView, of record: Int) -> Failure {
    Failure(
      .mappingDuplicateKey, "\(records[record].name.string): another record has the key \(Self.quoted(key))")
  }

  /// The failure for a reference to a record that is not there.
  func dangling(_ key: ByteView, field: Int) -> Failure {
    let field = fields[field]
    let target = field.model.reference.map { mapping.records[$0.record].name } ?? ""
    return Failure(
      .mappingReference,
      "\(field.owner).\(field.model.name): there is no \(target) with the key \(Self.quoted(key))")
  }

  /// The failure for a required field that is not there.
  func missing(_ field: CompiledField) -> Failure {
    Failure(
      .mappingMissing,
      "\(field.owner): \(field.model.name) (\(field.model.place.description)) is required and missing")
  }

  /// A key of several fields has a NUL between them.
  private static func quoted(_ key: ByteView) -> String {
    "“" + key.string.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "”, “") + "”"
  }

  /// The number that keys of a record type have in common with those that extend it, by the model's number.
  func keySpace(of record: Int) -> Int { records[record].keySpace }
}

extension Mapping.Place {
  /// The place as a mapping file has it, without prefixes.
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
