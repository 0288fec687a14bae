// A whole document in memory, as a tape (see Tape.swift) over the bytes it was read from.

/// What a document was read from: the format, and what reading left out.
package struct DocumentOrigin: Sendable {
  /// Nil for a document that was made, not read.
  package var format: Format?
  package var ledger = ReadingLedger()
  /// The name of the file; nil if there was none.
  package var name: String?
  /// Where in the file the text begins, where it is one record of several.
  package var start = TextPosition(line: 1, column: 1)
  /// How application XML was taken.
  package var xmlStyle = XMLStyle.attributes
  package var xmlLists: [String] = []
  package var trimsText = false
  package var mapping: MappingUse?
  /// Whether its values are in another order than those of the text, so that they have no places there.
  package var isRearranged = false

  package init(format: Format? = nil, ledger: ReadingLedger = ReadingLedger(), name: String? = nil) {
    self.format = format
    self.ledger = ledger
    self.name = name
  }

  /// The origin of a document that is read from a source.
  package init(_ source: DocumentSource, ledger: ReadingLedger, name: String?) {
    self.init(format: source.format, ledger: ledger, name: name)
    (xmlStyle, xmlLists, mapping) = (source.xmlStyle, source.xmlLists, source.mapping)
    trimsText = source.trimsText
  }
}

/// A property list or JSON document, read-only, in the order of its text.
///
/// The text slices refer to the input; whoever builds the document keeps the input alive (`owner`).
package final class Document: @unchecked Sendable {
  let words: GrowableBuffer<UInt64>
  let arena: GrowableBuffer<UInt8>
  /// The text that slices refer to.
  package let source: ByteView
  /// What keeps the bytes of `source` alive, if anything must.
  package let owner: AnyObject?
  /// Which tags occur, a bit each.
  package let tags: TagSet
  /// Keys that occurred again in the same dictionary, in the order of the text.
  package let duplicateKeys: [DuplicateKey]
  /// What it was read from; a document made of this one has the same.
  package let origin: DocumentOrigin

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

  /// The source that it can be read from again, or where nothing is known of it, none of its text.
  package var documentSource: DocumentSource {
    var source = DocumentSource(
      format: origin.format ?? .json, text: source, xmlStyle: origin.xmlStyle, xmlLists: origin.xmlLists,
      mapping: origin.mapping)
    source.trimsText = origin.trimsText
    return source
  }

  /// The number of words.
  @inline(__always)
  package var wordCount: Int { words.count }

  @inline(__always)
  package func word(at index: Int) -> TapeWord { TapeWord(bits: words[index]) }

  /// The tag of the value or key that begins at `index`.
  @inline(__always)
  package func tag(at index: Int) -> TapeTag { word(at: index).tag }

  /// The index after the value or key that begins at `index`.
  @inline(__always)
  package func next(after index: Int) -> Int {
    TapeText.next(words, after: index)
  }

  /// The text or data of the string, key, data or number text at `index`.
  @inline(__always)
  package func text(at index: Int) -> ByteView {
    TapeText(arena: arena.view, source: source).text(words, at: index)
  }

  /// The number of entries or elements of the container at `index`.
  @inline(__always)
  package func count(at index: Int) -> Int { Int(truncatingIfNeeded: words[index &+ 1]) }

  /// The 64 bits of the integer, real, date or UID at `index`.
  @inline(__always)
  package func bits(at index: Int) -> UInt64 { words[index &+ 1] }

  /// The integer of more than 64 bits at `index`.
  package func wideInteger(at index: Int) -> Int128 {
    Int128(truncatingIfNeeded: words[index + 2]) << 64 | Int128(words[index + 1])
  }

  /// The containers that words elsewhere refer to.
  var sharedPlaces: Set<Int> {
    var places: Set<Int> = []
    var at = 0
    while at < words.count {
      let word = word(at: at)
      if word.tag == .shared { places.insert(Int(truncatingIfNeeded: word.payload)) }
      // Into containers, past everything else.
      at = word.tag == .container ? at + 2 : next(after: at)
    }
    return places
  }

  /// The number of values and keys that begin before `index`; a reader sends them in this order.
  func ordinal(of index: Int) -> Int {
    var ordinal = 0
    var at = 0
    while at < index {
      ordinal += 1
      at = word(at: at).tag == .container ? at + 2 : next(after: at)
    }
    return ordinal
  }

  /// Where the text at `index` is in the source, or nil if it is not there as it is or is no text.
  package func sourceOffset(at index: Int) -> Int? {
    switch tag(at: index) {
    case .string, .key, .data, .integerText, .realText: text(at: index).offset(in: source)
    default: nil
    }
  }
}

/// A set of tape tags.
package struct TagSet: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The set of one tag.
  @inline(__always)
  package static func tag(_ tag: TapeTag) -> TagSet { TagSet(rawValue: 1 &<< UInt32(tag.rawValue)) }
  /// Some container is a set.
  package static let setContainer = TagSet(rawValue: 1 << 16)
  /// Some key begins with a dollar sign, and so may look like a tagged object.
  package static let dollarKey = TagSet(rawValue: 1 << 17)
}

/// A key that was met again in the same dictionary.
package struct DuplicateKey: Equatable, Sendable {
  package let key: String
  /// Where the later key is in the source, in bytes, where it is known.
  package let offset: Int?
}
