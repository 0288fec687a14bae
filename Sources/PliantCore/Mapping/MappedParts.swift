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
  /// Returns what is not in a part, or nil if something turns out to belong before what was given. Throws as `read` does,
  /// and what the receiver throws.
  package static func readParts(
    _ text: ByteView, by mapping: CompiledMapping, options: Options, report: inout MappingReport,
    to receiver: any MappedPartReceiver
  ) throws(Failure) -> Document? {
    let collector = MappedPartCollector(text, mapping, receiver)
    var sink = VisitorSink(collector)
    guard try readDirectly(text, by: mapping, options: options, report: &report, into: &sink) else {
      return nil
    }
    return try collector.finish()
  }
}

/// Takes the lists of records out of the root's dictionary.
private final class MappedPartCollector: ValueVisitor {
  /// Records in a part.
  private static let size = 256

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
    self.receiver = receiver
    lists = mapping.records[0].fields.compactMap { number in
      let field = mapping.fields[number]
      return field.record >= 0 && field.model.list != nil
        ? (mapping.fieldNames[number], field.model.name) : nil
    }
    rest = DocumentBuilder(source: text)
    part = DocumentBuilder(source: text)
  }

  /// What is not in a part.
  func finish() throws(Failure) -> Document { try rest.takeDocument() }

  func visit(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .key(let name) where depth == 1:
      list = lists.first { $0.name == name }?.field
      if list != nil { return }
    // What follows the root's last list is the rest again.
    case .endDictionary where depth == 1: list = nil
    case .endArray where depth == 2 && list != nil:
      try send(isLast: true)
      list = nil
      depth -= 1
      return
    default: break
    }
    if list == nil { try rest.send(event) } else { try part.send(event) }
    depth += event.nesting
    guard list != nil, depth == 2, case .endDictionary = event else { return }
    count += 1
    if count == Self.size { try send(isLast: false) }
  }

  private func send(isLast: Bool) throws(Failure) {
    guard let list else { return }
    part.endArray()
    count = 0
    try receiver.take(MappedPart(field: list, records: try part.takeDocument(), isLast: isLast))
    if !isLast { part.beginArray(count: nil) }
  }
}
