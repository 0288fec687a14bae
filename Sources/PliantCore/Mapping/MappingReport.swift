/// The report on reading with a mapping: unmapped content, unread records, and problems.
package struct MappingReport: Sendable {
  /// The maximum number of listed names and of problems.
  package static let limit = 200

  package struct Unmapped: Sendable {
    package enum Kind: Sendable {
      case element
      case attribute
      case text
      /// A repeated container of a list, which is written once.
      case container
    }
    package let kind: Kind
    /// The name as written; for text, the element's.
    package let name: String
    package let record: String
    /// The offset of the first one.
    package let offset: Int
    /// Its line and column, if the document was read through a window.
    package let position: TextPosition?
    package fileprivate(set) var count = 1

    package var message: String {
      let times = count == 1 ? "" : " (\(count) times)"
      return switch kind {
      case .element: "the mapping does not cover the element <\(name)> in \(record)\(times)"
      case .attribute: "the mapping does not cover the attribute \(name) in \(record)\(times)"
      case .text: "the mapping does not cover the text of <\(name)> in \(record)\(times)"
      case .container:
        "<\(name)> occurs more than once in \(record)\(count == 1 ? "" : " (\(count) more times)"), and its content is merged into one"
      }
    }
  }

  /// The point at which reading stopped early.
  package struct Stop: Sendable {
    package let offset: Int
    package var position: TextPosition?
    /// The number of records read.
    package let records: Int
  }

  package struct NotedText: Sendable {
    package let message: String
    package let offset: Int
    package var position: TextPosition?
  }

  /// A number of occurrences, and the first one.
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

  /// A record that another one with its key replaced, or was merged into.
  package struct Replaced: Sendable {
    let key: String
    let record: String
    let offset: Int
    let isMerged: Bool

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

  /// In order of first occurrence.
  package private(set) var unmapped: [Unmapped] = []
  /// The number of further, unlisted ones.
  package private(set) var unlistedCount = 0
  package internal(set) var comments = 0
  package internal(set) var instructions = 0
  /// Other content of the document, including kept comments and instructions.
  package internal(set) var tally = XMLTally()
  /// The number of records that replaced an earlier one, or were merged into it.
  package internal(set) var replacedRecords = 0
  /// The first of them.
  var replaced: [Replaced] = []
  /// The number of streamed records with the key of an earlier one, which they might have replaced.
  package internal(set) var doubledRecords = 0
  /// The number of keys that were not compared with later ones.
  package internal(set) var forgottenKeys = 0
  /// A field whose references were not checked.
  package internal(set) var uncheckedReference: String?
  package internal(set) var stop: Stop?
  /// The number of invalid values of lenient fields, and the first of them.
  package internal(set) var textCount = 0
  package internal(set) var firstText: NotedText?
  package private(set) var losses: [Loss: Occurrences] = [:]
  /// The namespaces, by number, whose URI in the document differs from the written one.
  var otherNamespaces: Set<Int> = []
  package internal(set) var problems: [Failure] = []
  private var numbers: [Key: Int] = [:]

  private let listLimit: Int

  package init(listing limit: Int = Self.limit) { listLimit = limit }

  /// Adds the report on the next part of the same document.
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

  /// Whether content was dropped.
  package var lacksContent: Bool { !unmapped.isEmpty || replacedRecords > 0 || droppedText != nil }

  private var droppedText: Occurrences? {
    losses.isEmpty ? nil : losses[.mixedOrder] ?? losses[.emptyValues]
  }

  /// The first dropped content with its place: the offset, and the position if known.
  var firstDropped: (message: String, offset: Int, position: TextPosition?)? {
    if let first = unmapped.first { return (first.message, first.offset, first.position) }
    if let first = replaced.first { return (first.message, first.offset, nil) }
    return droppedText.map {
      ("the mapping does not keep all text or all empty elements", $0.offset, $0.position)
    }
  }

  mutating func count(_ loss: Loss, at offset: Int, _ position: TextPosition?) {
    losses[loss, default: Occurrences()].add(at: offset, position)
  }

  /// Counts unmapped content; true if it is the first with its name and must be listed.
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

  /// Lists the first occurrence of a name, after `count`.
  mutating func list(
    _ kind: Unmapped.Kind, _ name: ByteView, record: String, offset: Int, position: TextPosition?
  ) {
    unmapped.append(
      Unmapped(kind: kind, name: name.string, record: record, offset: offset, position: position))
  }
}
