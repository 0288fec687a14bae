// The records of a document in parts while reading: the root's lists in batches, the rest at the end.
//
//   <schedule><teams>…</teams><sites>…</sites></schedule>
//
//   part teams [Team, Team, …]   part sites [Site × 256]   part sites [Site × 12], the last   rest {}

/// Some of the records of one of the root's lists.
package struct MappedPart {
  /// The field's name; empty for entries of the root outside lists.
  package let field: String
  /// An array, or a dictionary of such entries.
  package let records: Document
  /// Whether it is the last of the list.
  package let isLast: Bool

  package init(field: String, records: Document, isLast: Bool) {
    self.field = field
    self.records = records
    self.isLast = isLast
  }
}

package protocol MappedPartReceiver: AnyObject {
  /// Begins a document that is a dictionary, or the list of one.
  func begin(isDictionary: Bool)
  func take(_ part: MappedPart) throws(Failure)
}

extension MappedPartReceiver {
  package func begin(isDictionary: Bool) {}
}

extension MappingReader {
  /// Reads a document, and passes its parts to a receiver.
  ///
  /// Returns everything outside parts, or nil if something belongs before an earlier part. Throws the errors
  /// of `read` and of the receiver.
  package static func readParts(
    _ text: ByteView, by mapping: CompiledMapping, options: Options, report: inout MappingReport,
    to receiver: any MappedPartReceiver
  ) throws(Failure) -> Document? {
    let collector = MappedPartCollector(text, mapping.recordLists, receiver)
    var sink = VisitorSink(collector)
    guard
      try readDirectly(text, by: mapping, options: options, report: &report, reopensLists: true, into: &sink)
    else { return nil }
    return try collector.finish()
  }
}

extension Reading {
  /// Passes the records of a document other than XML to a receiver while reading it through a window.
  ///
  /// An array is the list `name`. With `lists`, only these arrays of the root are parts, and the rest is
  /// returned; without, all arrays and all entries between them are. Throws errors in the document, and
  /// `document.duplicate-key` if the whole document is needed.
  package func readParts(
    _ window: consuming InputWindow, _ format: Format, named name: String, lists: Set<String>?,
    to receiver: any MappedPartReceiver, _ job: any ConversionJob
  ) throws(Diagnostic) -> (rest: Document, ledger: ReadLosses) {
    let collector = MappedPartCollector(.empty, lists, receiver, rootList: name)
    let input = RecordInput(reading: self, place: .root, format: format, job: job)
    var outcome = RecordInput.Outcome()
    try input.read(window, visitor: collector, &outcome)
    do throws(Failure) { return (try collector.finish(), outcome.ledger) } catch { throw Diagnostic(error) }
  }
}

extension CompiledMapping {
  package var recordLists: Set<String> {
    Set(
      records[0].fields.compactMap { number in
        fields[number].record >= 0 && fields[number].model.list != nil ? fields[number].model.name : nil
      })
  }
}

/// Extracts the lists of records from the root's dictionary.
private final class MappedPartCollector: ValueVisitor {
  /// The number of records in a part.
  private static let size = 256

  /// The lists; nil for all arrays.
  private let lists: Set<String>?
  private let receiver: any MappedPartReceiver
  /// The list name for a root that is not a dictionary; nil for XML, whose lists may have several parts.
  private let rootList: String?
  private var isWrapped = false
  private var rest: DocumentBuilder
  private var hasRest = false
  private var part: DocumentBuilder
  /// The number of open containers, including the root around a list.
  private var depth = 0
  /// The root's last key, until its value begins.
  private var key: String?
  /// The current list, and its records in the current part.
  private var list: String?
  private var count = 0
  private var finished: Set<String> = []

  init(_ text: ByteView, _ lists: Set<String>?, _ receiver: any MappedPartReceiver, rootList: String? = nil) {
    self.receiver = receiver
    self.lists = lists
    self.rootList = rootList
    rest = DocumentBuilder(source: text)
    part = DocumentBuilder(source: text)
  }

  /// Returns everything outside parts.
  func finish() throws(Failure) -> Document {
    if isWrapped { rest.endDictionary() }
    return try rest.takeDocument()
  }

  func visit(_ event: ValueEvent) throws(Failure) {
    if depth == 0 { return try begin(event) }
    if let key {
      self.key = nil
      if case .beginArray = event { return try beginList(key) }
      rest.key(key)
    }
    if list != nil { return try add(event) }
    if depth == 1, case .key(let name) = event, lists?.contains(name.string) ?? true {
      return key = name.string
    }
    if case .key = event { hasRest = true }
    try rest.send(event)
    depth += event.nesting
  }

  /// Begins the root; one that is not a dictionary is the list, or its only element.
  ///
  /// A list that is not among `lists` is an entry of the rest.
  private func begin(_ event: ValueEvent) throws(Failure) {
    depth = 1
    if case .beginDictionary = event {
      receiver.begin(isDictionary: true)
      return try rest.send(event)
    }
    receiver.begin(isDictionary: false)
    isWrapped = true
    rest.beginDictionary(count: nil)
    let name = rootList ?? ""
    if lists?.contains(name) == false {
      rest.key(name)
      if case .beginArray = event {
        depth = 2
        return try rest.send(event)
      }
      guard event.nesting == 0 else { throw Failure(.duplicateKey) }
      rest.beginArray(count: 1)
      try rest.send(event)
      return rest.endArray()
    }
    try beginList(name)
    if case .beginArray = event { return }
    // Sets, and containers without a separate end event, must be read whole.
    guard event.nesting == 0 else { throw Failure(.duplicateKey) }
    try add(event)
    try add(.endArray)
  }

  private func beginList(_ name: String) throws(Failure) {
    // The last value of a duplicate key counts, which requires the whole document; samples use all.
    if !finished.insert(name).inserted, rootList != nil, lists != nil { throw Failure(.duplicateKey, name) }
    if lists == nil, hasRest {
      // Entries before the list come first.
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
    // Each is reported with its position, which requires the whole document.
    if lists != nil, !records.duplicateKeys.isEmpty { throw Failure(.duplicateKey) }
    try receiver.take(MappedPart(field: list, records: records, isLast: isLast))
    if !isLast { part.beginArray(count: nil) }
  }
}
