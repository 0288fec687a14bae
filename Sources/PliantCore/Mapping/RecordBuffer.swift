// A buffer of values that were read and not yet sent: small entries, chained to records and lists.
//
//   <team code="100"><contact>A</contact><contact>B</contact></team>
//
//   0  text “100”   field code      next 5
//   1  text “A”     field name                       (of the first contact)
//   2  record       first 1         next 4
//   3  text “B”     field name
//   4  record       first 3
//   5  list         first 2, last 4   field contacts
//   6  record       first 0
//
// A record's fields are chained in order of first occurrence, known only when it ends.

struct MappingEntry: BitwiseCopyable {
  enum Kind: UInt8 {
    /// A string, located by `value` and `count`.
    case text
    case integer
    /// A number's text.
    case integerText
    case realText
    case real
    case `true`
    case `false`
    case date
    case data
    /// XML text to be sent as JsonML.
    case runs
    /// The same as a dictionary of texts.
    case dictionary
    /// 128 bits: the next entry contains the upper half.
    case wideInteger
    /// A chain from `value` to `last`.
    case list
    case record
    /// The offset of a record, not a value; first in the chain of a record with a key.
    case origin
  }

  var kind: Kind
  /// Whether the text is in the reader's arena rather than in the source.
  var isInArena = false
  /// Whether it is a list that was sent completely.
  var isSent = false
  /// Its index in `CompiledMapping.fields`, or -1.
  var field: Int32
  /// The next of the record's fields or the list's elements, or -1.
  var next: Int32 = -1
  /// The length of the text, or the number of elements.
  var count: Int32 = 0
  /// The last of the chain, or -1.
  var last: Int32 = -1
  /// The start of the text; the value; the first of the chain, or -1.
  var value: Int = -1

  init(_ kind: Kind, field: Int) {
    self.kind = kind
    self.field = Int32(truncatingIfNeeded: field)
  }
}

/// The entries, and the bytes of texts that are not slices of the source.
struct RecordBuffer: ~Copyable {
  /// The field of the list of unmapped content.
  static let unmapped = -2
  /// The field of the root element's namespace, if it differs from the default.
  static let namespace = -3
  /// The field of the root element's name, if it differs from the default.
  static let root = -6

  var entries = GrowableBuffer<MappingEntry>(capacity: 256)
  var arena = GrowableBuffer<UInt8>(capacity: 1024)

  /// The fields of a dictionary in that list: the place below the record, and its content.
  static let unmappedPlace = -4
  static let unmappedContent = -5

  /// Adds an unchained entry, and returns its index.
  @inline(__always)
  mutating func append(_ entry: MappingEntry) -> Int32 {
    entries.append(entry)
    return Int32(truncatingIfNeeded: entries.count &- 1)
  }

  /// Appends an entry to a record's or list's chain.
  @inline(__always)
  mutating func link(_ entry: Int32, to owner: Int32) {
    var chain = entries[Int(owner)]
    if chain.last < 0 {
      chain.value = Int(entry)
    } else {
      entries[Int(chain.last)].next = entry
    }
    chain.last = entry
    chain.count &+= 1
    entries[Int(owner)] = chain
  }

  /// The text of an entry; valid until something is added to the arena.
  @inline(__always)
  func text(of entry: MappingEntry, source: ByteView) -> ByteView {
    let owner = entry.isInArena ? arena.view : source
    return owner[entry.value..<entry.value &+ Int(entry.count)]
  }
}

extension RecordBuffer {
  /// The value of an entry and the following one, which is its upper half.
  func wideInteger(at number: Int32) -> Int128 {
    Int128(entries[Int(number) + 1].value) << 64
      | Int128(UInt64(bitPattern: Int64(entries[Int(number)].value)))
  }

  /// Appends an entry's value as a key or a reference: its normalised text.
  func appendKey(of number: Int32, isReal: Bool, source: ByteView, to key: inout GrowableBuffer<UInt8>) {
    let entry = entries[Int(number)]
    var digits = ""
    switch entry.kind {
    case .text, .data, .integerText, .realText, .runs, .dictionary:
      return MappedKeyText.append(text(of: entry, source: source), isReal: isReal, to: &key)
    case .integer where !isReal: digits = String(entry.value)
    case .integer: return MappedKeyText.append(real: Double(entry.value), to: &key)
    case .real, .date:
      let value = Double(bitPattern: UInt64(bitPattern: Int64(entry.value)))
      return entry.kind == .date
        ? MappedKeyText.append(date: value, to: &key) : MappedKeyText.append(real: value, to: &key)
    case .wideInteger: digits = String(wideInteger(at: number))
    case .true: digits = "true"
    case .false: digits = "false"
    case .list, .record, .origin: return
    }
    for byte in digits.utf8 { key.append(byte) }
  }
}

package enum MappingKeyName {
  package static let unmapped = ByteView("#unmapped")
  /// The keys of unmapped content below the record's own element.
  static let place = ByteView("place")
  static let content = ByteView("content")
  /// In the root's record: the URI of a namespace that differs from the mapping's.
  package static let namespace = ByteView("#namespace")
  /// In the root's record: the name of the root element, if it differs from the mapping's first.
  package static let root = ByteView("#root")

  /// Whether a key of the root's record describes the document rather than a field.
  package static func isOfDocument(_ key: ByteView) -> Bool { key == namespace || key == root }

  /// The key of a reserved field.
  package static func name(ofField field: Int) -> ByteView {
    switch field {
    case RecordBuffer.unmapped: unmapped
    case RecordBuffer.unmappedPlace: place
    case RecordBuffer.unmappedContent: content
    case RecordBuffer.root: root
    default: namespace
    }
  }
}
