// An XML document in parts, split between the elements at a place.
//
//   <?xml …?><!DOCTYPE …><rss><channel><title/>  <item/>  <item/>  </channel></rss>
//   └──────────── head ───────┘└ ancestors ┘      record   record
//
// Each further part repeats everything before the root element and the ancestors' start tags. All other bytes
// go to the open part; a record only after its end, because its length determines whether it begins a new
// part.

struct XMLSplitter: ~Copyable {
  private var window: TextWindow
  private var reader: XMLReader
  private let place: [String]
  private var steps: [[UInt8]]
  private let writer: PartWriter
  /// Bytes read and not yet written, and the offset of their end.
  private var held = OutputBuffer()
  private var heldEnd = 0
  private var head: [UInt8] = []
  /// The start tags and names of the open elements around the records, the root's first.
  private var ancestors: [(tag: [UInt8], name: [UInt8])] = []
  private var depth = 0
  /// The depth at which the open record began, or -1, and where it began.
  private var recordDepth = -1
  private var recordStart = 0
  private var hasRecords = false

  init(_ text: consuming TextWindow, at place: [String], _ writer: PartWriter) {
    window = text
    self.place = place
    steps = place.map { Array($0.utf8) }
    self.writer = writer
    var options = XMLReader.Options.namespaces
    options.keepsUnreadReferences = true
    reader = XMLReader(.empty, options: options, isFinal: false)
  }

  /// Writes all parts; throws the first problem with its position.
  consuming func run() throws {
    do throws(Failure) {
      try copy()
      if let problem = window.problem { throw problem }
      if !hasRecords { throw Failure(.splitNoRecords, place.joined(separator: "/")) }
    } catch {
      let failure = window.problem ?? error
      guard let offset = failure.offset else { throw Diagnostic(failure) }
      let place = reader.place(of: offset)
      throw Diagnostic(failure, at: .text(line: place.line, column: place.column))
    }
  }

  private mutating func copy() throws(Failure) {
    _ = try window.refill()
    reader.refill(window.text, isFinal: window.isAtEnd)
    while true {
      switch try reader.next() {
      case .startElement: try beginElement()
      case .endElement: try endElement()
      case .declaration: try takeDeclaration()
      case .needsInput:
        let done = reader.prepareToRefill()
        take(upTo: window.offset + done)
        try slide(done)
      case .endDocument:
        take(upTo: window.offset + window.text.count)
        try flush()
        return
      default: break
      }
    }
  }

  private mutating func slide(_ done: Int) throws(Failure) {
    window.consume(done)
    _ = try window.refill()
    reader.refill(window.text, isFinal: window.isAtEnd)
    // Only a record is buffered to its end.
    if recordDepth < 0, !ancestors.isEmpty { try flush() }
  }

  // MARK: Bytes

  /// Buffers the text up to an offset.
  private mutating func take(upTo offset: Int) {
    guard offset > heldEnd else { return }
    held.append(window.text[heldEnd - window.offset..<offset - window.offset])
    heldEnd = offset
  }

  /// Writes the buffered bytes to the open part.
  private mutating func flush() throws(Failure) {
    try held.withHeldBytes { (bytes: ByteView) throws(Failure) in try writer.append(bytes) }
    held.removeAll()
  }

  /// Writes the declaration, with UTF-8 as the encoding of the parts.
  private mutating func takeDeclaration() throws(Failure) {
    guard window.encoding != .utf8 else { return }
    take(upTo: reader.tokenEnd)
    let text = held.bytes
    guard let encoding = text.withByteView({ XMLDeclaration($0)?.encoding?.value }) else { return }
    held.removeAll()
    (text[..<encoding.lowerBound] + Array("UTF-8".utf8) + text[encoding.upperBound...]).withByteView {
      held.append($0)
    }
  }

  // MARK: Elements

  private mutating func beginElement() throws(Failure) {
    defer { depth += 1 }
    if recordDepth >= 0 || reader.isInEntity || depth != ancestors.count { return }
    if depth == 0 { return try beginRoot() }
    guard depth <= steps.count, isNamed(steps[depth - 1]) else { return }
    if depth == steps.count {
      // Text before the record goes to the same part.
      recordDepth = depth
      recordStart = reader.tokenStart
      return
    }
    try addAncestor()
  }

  private mutating func beginRoot() throws(Failure) {
    // The place may begin with the root element.
    if steps.count > 1, isNamed(steps[0]) { steps.removeFirst() }
    take(upTo: reader.tokenStart)
    head = held.bytes
    try writer.begin()
    try addAncestor()
  }

  private mutating func addAncestor() throws(Failure) {
    take(upTo: reader.tokenStart)
    try flush()
    take(upTo: reader.tokenEnd)
    ancestors.append((held.bytes, reader.name.array))
    // Each further part repeats the tag, so it belongs to the open part.
    try flush()
  }

  private func isNamed(_ step: [UInt8]) -> Bool {
    step.withByteView { $0 == reader.name || $0 == reader.localName }
  }

  private mutating func endElement() throws(Failure) {
    depth -= 1
    if recordDepth >= 0 {
      guard depth == recordDepth else { return }
      take(upTo: reader.tokenEnd)
      recordDepth = -1
      return try finishRecord()
    }
    guard depth < ancestors.count else { return }
    ancestors.removeLast()
    take(upTo: reader.tokenEnd)
    try flush()
  }

  /// Writes the buffered record and the text before it to the open part, or to a new one.
  private mutating func finishRecord() throws(Failure) {
    hasRecords = true
    // After the last record, each end tag follows at most as much layout as the record.
    let layout = held.count - (heldEnd - recordStart)
    let closing = ancestors.reduce(1) { $0 + $1.name.count + 3 + layout }
    if writer.endsBefore(recordBytes: held.count, closing: closing, progress: progress) {
      try endPart()
      try beginPart()
    }
    try held.withHeldBytes { (bytes: ByteView) throws(Failure) in try writer.append(record: bytes) }
    held.removeAll()
  }

  private func endPart() throws(Failure) {
    var tags: [UInt8] = []
    for ancestor in ancestors.reversed() { tags += Array("</".utf8) + ancestor.name + [ASCII.greaterThan] }
    tags.append(ASCII.lineFeed)
    try tags.withByteView { (bytes: ByteView) throws(Failure) in try writer.append(bytes) }
    try writer.end()
  }

  private func beginPart() throws(Failure) {
    try writer.begin()
    var start = head
    for ancestor in ancestors { start += ancestor.tag }
    try start.withByteView { (bytes: ByteView) throws(Failure) in try writer.append(bytes) }
  }

  /// Bytes of the input before the record; an estimate for decoded text.
  private var progress: Int {
    let textCount = window.offset + window.text.count
    guard window.encoding != .utf8, textCount > 0 else { return recordStart }
    return Int(Double(recordStart) * Double(window.readCount) / Double(textCount))
  }
}
