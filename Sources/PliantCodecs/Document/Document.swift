import Synchronization

/// The source of a document: its format, and content that reading left out.
package struct DocumentOrigin: Sendable {
  /// The format; nil for a document created in memory.
  package var format: Format?
  /// Whether numbers, booleans and dates are text like any other in that format.
  package var hasOnlyText = false
  package var ledger = ReadLosses()
  /// The name of the file; nil without a file.
  package var name: String?
  /// The start of the text in the file, for one of several records.
  package var start = TextPosition(line: 1, column: 1)
  /// How the document was read, a `Reading` of PliantCore; nil for a document of PliantCodecs alone.
  package var reading: (any DocumentReading)?
  /// Whether its values are in another order than those of the text, and thus without positions there.
  package var isRearranged = false
  /// The limits of the call that read it, which also apply to its changes; nil for those of the process.
  package let limits = Limits.ofCall

  package init(format: Format? = nil, ledger: ReadLosses = ReadLosses(), name: String? = nil) {
    self.format = format
    self.ledger = ledger
    self.name = name
  }
}

/// How a document was read.
package protocol DocumentReading: Sendable {
  /// The style in which elements of application XML are values; nil for the default.
  var xmlStyle: XMLStyle? { get }
}

/// A property list or JSON document, read-only, in the order of its text.
///
/// The text slices refer to the input; `owner` keeps the input alive.
package final class Document: @unchecked Sendable {
  let words: GrowableBuffer<UInt64>
  let arena: GrowableBuffer<UInt8>
  /// The text that slices refer to.
  package let source: ByteView
  /// Keeps the bytes of `source` alive, if needed.
  package let owner: AnyObject?
  package let tags: TagSet
  /// Duplicate keys, in the order of the text.
  package let duplicateKeys: [DuplicateKey]
  /// Its origin, which derived documents share.
  package let origin: DocumentOrigin
  /// The children of large containers.
  let indexes = ChildIndexes()
  /// An object that another module has derived from the document and keeps with it.
  package let companion = Mutex<(any AnyObject & Sendable)?>(nil)
  /// The bytes read again to place errors.
  private let placedBytes = Atomic<Int>(0)

  init(
    words: consuming GrowableBuffer<UInt64>, arena: consuming GrowableBuffer<UInt8>, source: ByteView,
    owner: AnyObject?,
    tags: TagSet, duplicateKeys: [DuplicateKey], origin: DocumentOrigin
  ) {
    self.words = words
    self.arena = arena
    self.source = source
    self.owner = owner
    self.tags = tags
    self.duplicateKeys = duplicateKeys
    self.origin = origin
  }

  /// Whether to place another error, which reads the text again; all of them take time proportional to the text.
  package func allowsPlacing() -> Bool {
    let maximum = Limits.placedErrors * max(source.count, Limits.entityExpansionFloor)
    return placedBytes.wrappingAdd(source.count, ordering: .relaxed).newValue <= maximum
  }

  /// The source's format and text; no text if its origin is unknown.
  package var formattedText: FormattedText { FormattedText(format: origin.format ?? .json, text: source) }

  @inline(__always)
  package var wordCount: Int { words.count }

  @inline(__always)
  package func word(at index: Int) -> TapeWord { TapeWord(bits: words[index]) }

  @inline(__always)
  package func tag(at index: Int) -> TapeTag { word(at: index).tag }

  @inline(__always)
  package func next(after index: Int) -> Int { TapeText.next(words, after: index) }

  /// The text or data of the string, key, data or number text at `index`.
  @inline(__always)
  package func text(at index: Int) -> ByteView {
    TapeText(arena: arena.view, source: source).text(words, at: index)
  }

  @inline(__always)
  package func count(at index: Int) -> Int { Int(truncatingIfNeeded: words[index &+ 1]) }

  /// The 64 bits of the integer, real, date or UID at `index`.
  @inline(__always)
  package func bits(at index: Int) -> UInt64 { words[index &+ 1] }

  package func event(at index: Int) -> ValueEvent {
    switch tag(at: index) {
    case .null, .container, .shared: .null
    case .false: .boolean(false)
    case .true: .boolean(true)
    case .smallInteger: .integer(word(at: index).smallInteger)
    case .integer: .integer(Int64(bitPattern: bits(at: index)))
    case .wideInteger: .wideInteger(wideInteger(at: index))
    case .real: .real(Double(bitPattern: bits(at: index)))
    case .date: .date(Double(bitPattern: bits(at: index)))
    case .string: .string(text(at: index))
    case .key: .key(text(at: index))
    case .data: .data(text(at: index))
    case .integerText: .number(text(at: index), .integer)
    case .realText: .number(text(at: index), .real)
    case .uid: .uid(bits(at: index))
    }
  }

  /// The integer of more than 64 bits at `index`.
  package func wideInteger(at index: Int) -> Int128 {
    Int128(truncatingIfNeeded: words[index + 2]) << 64 | Int128(words[index + 1])
  }

  /// The containers with references elsewhere.
  var sharedPlaces: Set<Int> {
    var places: Set<Int> = []
    var at = 0
    while at < words.count {
      let word = word(at: at)
      if word.tag == .shared { places.insert(Int(truncatingIfNeeded: word.payload)) }
      // Enters containers, skips everything else.
      at = word.tag == .container ? at + 2 : next(after: at)
    }
    return places
  }

  /// The number of values and keys that begin before `index`; in the order of a reader.
  package func ordinal(of index: Int) -> Int {
    var ordinal = 0
    var at = 0
    while at < index {
      ordinal += 1
      at = word(at: at).tag == .container ? at + 2 : next(after: at)
    }
    return ordinal
  }

  /// The offset of the text at `index` in the source, or nil if it is not in the source or not text.
  package func sourceOffset(at index: Int) -> Int? {
    switch tag(at: index) {
    case .string, .key, .data, .integerText, .realText: text(at: index).offset(in: source)
    default: nil
    }
  }
}

package struct TagSet: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  @inline(__always)
  package static func tag(_ tag: TapeTag) -> TagSet { TagSet(rawValue: 1 &<< UInt32(tag.rawValue)) }
  package static let setContainer = TagSet(rawValue: 1 << 16)
  /// Some key begins with a dollar sign, and may look like a tagged object.
  package static let dollarKey = TagSet(rawValue: 1 << 17)
}

package struct DuplicateKey: Equatable, Sendable {
  package let key: String
  /// The offset of the repeated key in the source, if known.
  package let offset: Int?
  /// The number of values and keys before it in the source, if the offset is unknown and can be found by reading the
  /// source again.
  package let ordinal: Int?
}
