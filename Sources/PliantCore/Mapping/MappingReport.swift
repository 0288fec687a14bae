// What reading by a mapping has to say beside the values.

/// What had no place, what was not read, and problems that were skipped.
package struct MappingReport: Sendable {
  /// Names listed, and problems kept, at most.
  package static let limit = 200

  /// Something that the mapping has no place for.
  package struct Unmapped: Sendable {
    package enum Kind: Sendable {
      case element
      case attribute
      case text
      /// An element that holds a list occurs there again, and is written once.
      case container
    }
    package let kind: Kind
    /// The name as it is written; of text the element's.
    package let name: String
    /// The record type that it was found in.
    package let record: String
    /// Where the first one is.
    package let offset: Int
    /// The same in lines and columns, where the document was read through a window.
    package let position: TextPosition?
    package fileprivate(set) var count = 1

    /// What is said of it.
    package var message: String {
      let times = count == 1 ? "" : " (\(count) times)"
      return switch kind {
      case .element: "the mapping does not cover the element <\(name)> in \(record)\(times)"
      case .attribute: "the mapping does not cover the attribute \(name) in \(record)\(times)"
      case .text: "the mapping does not cover the text of <\(name)> in \(record)\(times)"
      case .container:
        "<\(name)> occurs more than once in \(record)\(count == 1 ? "" : " (\(count) more times)"), and what it holds is read and written as one"
      }
    }
  }

  /// Where reading ended early.
  package struct Stop: Sendable {
    package let offset: Int
    package var position: TextPosition?
    /// The records that were read.
    package let records: Int

    init(offset: Int, records: Int) {
      self.offset = offset
      self.records = records
    }
  }

  /// A value that was kept as text.
  package struct NotedText: Sendable {
    package let message: String
    package let offset: Int
    package var position: TextPosition?
  }

  /// How often something was met, and where first.
  package struct Occurrences: Sendable {
    package fileprivate(set) var count = 0
    fileprivate(set) var offset = 0
    fileprivate(set) var position: TextPosition?

    fileprivate mutating func add(at offset: Int, _ position: TextPosition?) {
      if count == 0 { (self.offset, self.position) = (offset, position) }
      count += 1
    }

    fileprivate mutating func add(_ later: Occurrences) {
      if count == 0 { (offset, position) = (later.offset, later.position) }
      count += later.count
    }
  }

  /// A record that another one of its key took the place of, or was put into.
  package struct Replaced: Sendable {
    let key: String
    let record: String
    let offset: Int
    let isMerged: Bool

    /// What is said of it.
    var message: String {
      let change = isMerged ? "merged with" : "put in the place of"
      return "\(record): the record with the key \(key) is \(change) an earlier one"
    }
  }

  private struct Key: Hashable {
    let kind: Unmapped.Kind
    let name: [UInt8]
    let record: Int
  }

  /// In the order of the first of each.
  package private(set) var unmapped: [Unmapped] = []
  /// Further ones, whose names are not listed.
  package private(set) var unlistedCount = 0
  package internal(set) var comments = 0
  package internal(set) var instructions = 0
  /// What the XML reader met beside elements and text, comments and instructions that were kept included.
  package internal(set) var tally = XMLTally()
  /// Records that took an earlier one's place, or were put into it.
  package internal(set) var replacedRecords = 0
  /// The first of them.
  var replaced: [Replaced] = []
  /// While records were sent one by one: those that had the key of an earlier one and might have taken its place.
  package internal(set) var doubledRecords = 0
  /// Keys that were not remembered, and so not compared with later ones.
  package internal(set) var forgottenKeys = 0
  /// A field whose references were not looked at.
  package internal(set) var uncheckedReference: String?
  package internal(set) var stop: Stop?
  /// Values that are not of their lenient field's type, and the first of them.
  package internal(set) var textCount = 0
  package internal(set) var firstText: NotedText?
  /// What the values do not say, by kind.
  package private(set) var losses: [Loss: Occurrences] = [:]
  /// The namespaces, by number, for which the document has another URI than the one that is written.
  var otherNamespaces: Set<Int> = []
  package internal(set) var problems: [Failure] = []
  private var numbers: [Key: Int] = [:]

  /// Names that may be listed.
  private let listLimit: Int

  package init() { self.init(listing: Self.limit) }

  init(listing limit: Int) { listLimit = limit }

  /// Adds what is said of the next piece of the same document.
  mutating func add(_ piece: MappingReport) {
    let names = piece.numbers.sorted { $0.value < $1.value }.map(\.key)
    for (key, found) in zip(names, piece.unmapped) {
      if let number = numbers[key] {
        unmapped[number].count += found.count
      } else if unmapped.count < listLimit {
        numbers[key] = unmapped.count
        unmapped.append(found)
      } else {
        unlistedCount += found.count
      }
    }
    unlistedCount += piece.unlistedCount
    comments += piece.comments
    instructions += piece.instructions
    tally.add(piece.tally)
    doubledRecords += piece.doubledRecords
    uncheckedReference = uncheckedReference ?? piece.uncheckedReference
    textCount += piece.textCount
    firstText = firstText ?? piece.firstText
    for (loss, found) in piece.losses { losses[loss, default: Occurrences()].add(found) }
    otherNamespaces.formUnion(piece.otherNamespaces)
  }

  /// Counts something that the values do not say.
  mutating func count(_ loss: Loss, at offset: Int, _ position: TextPosition?) {
    losses[loss, default: Occurrences()].add(at: offset, position)
  }

  /// Counts something; true if it is the first of its name and is to be listed.
  mutating func count(_ kind: Unmapped.Kind, _ name: ByteView, record: Int) -> Bool {
    let key = Key(kind: kind, name: name.array, record: record)
    if let number = numbers[key] {
      unmapped[number].count += 1
      return false
    }
    guard unmapped.count < listLimit else {
      unlistedCount += 1
      return false
    }
    numbers[key] = unmapped.count
    return true
  }

  /// Lists what `count` said is the first of its name.
  mutating func list(
    _ kind: Unmapped.Kind, _ name: ByteView, record: String, offset: Int, position: TextPosition?
  ) {
    unmapped.append(
      Unmapped(kind: kind, name: name.string, record: record, offset: offset, position: position))
  }
}
