// The records of a document in parts, as they are read: those of the root's lists in batches, all else at the end.
//
//   <schedule><teams>…</teams><sites>…</sites></schedule>
//
//   part teams [Team, Team, …]   part sites [Site × 256]   part sites [Site × 12], the last   rest {}

/// Some of the records of one of the root's lists.
package struct MappedPart {
  /// The field's name.
  package let field: String
  /// An array.
  package let records: Document
  /// Whether the list ends with it.
  package let isLast: Bool
}

/// What takes parts.
package protocol MappedPartReceiver: AnyObject {
  func take(_ part: MappedPart) throws(Failure)
}

extension MappingReader {
  /// Reads a document, and gives its parts to a receiver.
  ///
  /// Returns what is not in a part, or nil where something turns out to belong before what was given. Throws as `read` does,
  /// and what the receiver throws.
  package static func readParts(
    _ text: ByteView, by mapping: CompiledMapping, options: Options, report: inout MappingReport,
    to receiver: any MappedPartReceiver
  ) throws(Failure) -> Document? {
    var sink = MappedPartSink(text, mapping, receiver)
    guard try readDirectly(text, by: mapping, options: options, report: &report, into: &sink) else {
      return nil
    }
    return try sink.finish()
  }
}

/// Takes the lists of records out of the root's dictionary.
private struct MappedPartSink: ValueSink, ~Copyable {
  /// Records in a part.
  private static let size = 256

  private let text: ByteView
  private let lists: [(name: ByteView, field: String)]
  private let receiver: any MappedPartReceiver
  private var rest: DocumentBuilder
  private var part: DocumentBuilder
  /// Open containers.
  private var depth = 0
  /// The list that the root's last key is, and the records of it that are in the part.
  private var list: String?
  private var count = 0

  init(_ text: ByteView, _ mapping: CompiledMapping, _ receiver: any MappedPartReceiver) {
    self.text = text
    self.receiver = receiver
    lists = mapping.records[0].fields.compactMap { number in
      let field = mapping.fields[number]
      return field.record >= 0 && field.model.list != nil
        ? (mapping.fieldNames[number], field.model.name) : nil
    }
    rest = DocumentBuilder(source: text)
    part = DocumentBuilder(source: text)
  }

  consuming func finish() throws(Failure) -> Document { try rest.finish() }

  private mutating func send(isLast: Bool) throws(Failure) {
    guard let list else { return }
    part.endArray()
    var whole = DocumentBuilder(source: text)
    swap(&whole, &part)
    count = 0
    try receiver.take(MappedPart(field: list, records: try whole.finish(), isLast: isLast))
    if !isLast { part.beginArray(count: nil) }
  }

  private mutating func add(_ body: (inout DocumentBuilder) -> Void) {
    if list == nil { body(&rest) } else { body(&part) }
  }

  mutating func null() { add { $0.null() } }
  mutating func boolean(_ value: Bool) { add { $0.boolean(value) } }
  mutating func integer(_ value: Int64) { add { $0.integer(value) } }
  mutating func wideInteger(_ value: Int128) { add { $0.wideInteger(value) } }
  mutating func real(_ value: Double) { add { $0.real(value) } }
  mutating func number(_ text: ByteView, kind: NumberKind) { add { $0.number(text, kind: kind) } }
  mutating func date(_ seconds: Double) { add { $0.date(seconds) } }
  mutating func data(_ bytes: ByteView) { add { $0.data(bytes) } }
  mutating func uid(_ value: UInt64) { add { $0.uid(value) } }
  mutating func string(_ text: ByteView) { add { $0.string(text) } }

  mutating func key(_ name: ByteView) {
    if depth == 1 {
      list = lists.first { $0.name == name }?.field
      if list != nil { return }
    }
    add { $0.key(name) }
  }

  mutating func beginDictionary(count: Int?) {
    add { $0.beginDictionary(count: count) }
    depth += 1
  }

  mutating func endDictionary() throws(Failure) {
    depth -= 1
    // What follows the root's last list is the rest again.
    if depth == 0 { list = nil }
    add { $0.endDictionary() }
    guard list != nil, depth == 2 else { return }
    count += 1
    if count == Self.size { try send(isLast: false) }
  }

  mutating func beginArray(count: Int?) {
    add { $0.beginArray(count: count) }
    depth += 1
  }

  mutating func endArray() throws(Failure) {
    depth -= 1
    guard list != nil, depth == 1 else { return add { $0.endArray() } }
    try send(isLast: true)
    list = nil
  }

  mutating func beginSet(count: Int?) {
    add { $0.beginSet(count: count) }
    depth += 1
  }

  mutating func endSet() {
    depth -= 1
    add { $0.endSet() }
  }
}
