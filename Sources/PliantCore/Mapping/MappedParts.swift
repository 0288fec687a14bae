// The records of a document in parts, as they are read: those of the root's lists in batches, all else at the end.
//
//   <schedule><teams>…</teams><sites>…</sites></schedule>
//
//   part teams [Team, Team, …]   part sites [Site × 256]   part sites [Site × 12], the last   rest {}

/// Some of the records of one of the root's lists.
package struct MappedPart {
  /// The field's name; empty for entries of the root that are not in a list.
  package let field: String
  /// An array, or a dictionary of such entries.
  package let records: Document
  /// Whether the list ends with it.
  package let isLast: Bool

  package init(field: String, records: Document, isLast: Bool) {
    self.field = field
    self.records = records
    self.isLast = isLast
  }
}

/// What takes parts.
package protocol MappedPartReceiver: AnyObject {
  /// Begins a document that is a dictionary, or the list of one.
  func begin(isDictionary: Bool)
  func take(_ part: MappedPart) throws(Failure)
}

extension MappedPartReceiver {
  package func begin(isDictionary: Bool) {}
}

extension MappingReader {
  /// Reads a document, and gives its parts to a receiver.
  ///
  /// Returns what is not in a part, or nil if something turns out to belong before what was given. Throws as `read` does,
  /// and what the receiver throws.
  package static func readParts(
    _ text: ByteView, by mapping: CompiledMapping, options: Options, report: inout MappingReport,
    to receiver: any MappedPartReceiver
  ) throws(Failure) -> Document? {
    let collector = MappedPartCollector(text, mapping.recordLists, receiver)
    var sink = VisitorSink(collector)
    guard
      try readDirectly(
        text, by: mapping, options: options, report: &report, reopensLists: true, into: &sink)
    else { return nil }
    return try collector.finish()
  }
}

extension Route {
  /// Gives the records of a document that is not XML to a receiver while it is read through a window.
  ///
  /// An array is the list `name`. With `lists` only these of the root's arrays are parts, and what is in none of them is
  /// returned; without, all arrays and all entries between them are. Throws what is wrong with the document, and
  /// `document.duplicate-key` if the whole of it is needed.
  package func readParts(
    _ window: consuming InputWindow, _ format: Format, named name: String, lists: Set<String>?,
    to receiver: any MappedPartReceiver, _ job: any ConversionJob
  ) throws(Diagnostic) -> (rest: Document, ledger: ReadingLedger) {
    let collector = MappedPartCollector(.empty, lists, receiver, rootList: name)
    let input = RecordInput(route: self, place: .root, format: format, job: job)
    let outcome = try input.read(window, visitor: collector)
    do throws(Failure) { return (try collector.finish(), outcome.ledger) } catch { throw Diagnostic(error) }
  }
}

extension CompiledMapping {
  /// The root's lists of records.
  package var recordLists: Set<String> {
    Set(
      records[0].fields.compactMap { number in
        fields[number].record >= 0 && fields[number].model.list != nil ? fields[number].model.name : nil
      })
  }
}

/// Takes the lists of records out of the root's dictionary.
private final class MappedPartCollector: ValueVisitor {
  /// Records in a part.
  private static let size = 256

  /// Nil for all arrays.
  private let lists: Set<String>?
  private let receiver: any MappedPartReceiver
  /// What a root that is not a dictionary is a list of; nil for XML, whose lists may come in several parts.
  private let rootList: String?
  private var isWrapped = false
  private var rest: DocumentBuilder
  private var hasRest = false
  private var part: DocumentBuilder
  /// Open containers, and that of the root around a list.
  private var depth = 0
  /// The root's last key, until it is known what it has.
  private var key: String?
  /// The list that is being read, and the records of it that are in the part.
  private var list: String?
  private var count = 0
  private var finished: Set<String> = []

  init(
    _ text: ByteView, _ lists: Set<String>?, _ receiver: any MappedPartReceiver, rootList: String? = nil
  ) {
    self.receiver = receiver
    self.lists = lists
    self.rootList = rootList
    rest = DocumentBuilder(source: text)
    part = DocumentBuilder(source: text)
  }

  /// What is not in a part.
  func finish() throws(Failure) -> Document {
    if isWrapped { rest.endDictionary() }
    return try rest.takeDocument()
  }

  func visit(_ event: ValueEvent) throws(Failure) {
    if depth == 0 { return try begin(event) }
    if let key {
      self.key = nil
      if case .beginArray = event { return try beginList(key) }
      Array(key.utf8).withByteView { rest.key($0) }
    }
    if list != nil { return try add(event) }
    if depth == 1, case .key(let name) = event, lists?.contains(name.string) ?? true {
      return key = name.string
    }
    if case .key = event { hasRest = true }
    try rest.send(event)
    depth += event.nesting
  }

  /// Begins the root; what is not a dictionary is the list, or its only element.
  private func begin(_ event: ValueEvent) throws(Failure) {
    depth = 1
    if case .beginDictionary = event {
      receiver.begin(isDictionary: true)
      return try rest.send(event)
    }
    receiver.begin(isDictionary: false)
    isWrapped = true
    rest.beginDictionary(count: nil)
    try beginList(rootList ?? "")
    if case .beginArray = event { return }
    // A set is read whole, and so is a container without an end of its own here.
    guard event.nesting == 0 else { throw Failure(.duplicateKey) }
    try add(event)
    try add(.endArray)
  }

  private func beginList(_ name: String) throws(Failure) {
    // The last of several values counts, which only the whole document shows; samples take all.
    if !finished.insert(name).inserted, rootList != nil, lists != nil { throw Failure(.duplicateKey, name) }
    if lists == nil, hasRest {
      // What precedes the list comes first.
      rest.endDictionary()
      try receiver.take(MappedPart(field: "", records: try rest.takeDocument(), isLast: false))
      rest.beginDictionary(count: nil)
      hasRest = false
    }
    list = name
    part.beginArray(count: nil)
    depth = 2
  }

  private func add(_ event: ValueEvent) throws(Failure) {
    if depth == 2, case .endArray = event {
      try send(isLast: true)
      depth = 1
      return list = nil
    }
    try part.send(event)
    depth += event.nesting
    if depth > 2 { return }
    count += 1
    if count == Self.size { try send(isLast: false) }
  }

  private func send(isLast: Bool) throws(Failure) {
    guard let list else { return }
    part.endArray()
    count = 0
    let records = try part.takeDocument()
    // Each is reported with its place, which only the whole document knows.
    if lists != nil, !records.duplicateKeys.isEmpty { throw Failure(.duplicateKey) }
    try receiver.take(MappedPart(field: list, records: records, isLast: isLast))
    if !isLast { part.beginArray(count: nil) }
  }
}
