// Application XML → events of the styles that keep the order of nodes: lossless and JsonML.
//
// <?xml version="1.0"?><a x="1">hi<!-- c --><b/></a>
//
//   lossless   {"version": "1.0", "children": [{"name": "a", "attributes": {"x": "1"},
//               "children": ["hi", {"comment": " c "}, {"name": "b"}]}]}
//   jsonml     ["a", {"x": "1"}, "hi", ["!--", " c "], ["b"]]
//
// A reference to an entity other than XML's five is {"reference": "name"} in lossless, also in an
// attribute, whose value is an array of strings and references then.
//
// JsonML cannot represent nodes next to the root element; with comments there it is ["#document", …].

/// Sends application XML as the events of a style that keeps the order of nodes.
package struct XMLTreeStyleReader: ~Copyable {
  private let source: ByteView
  private var reader: XMLReader
  /// Whether the children of the open element on each level have begun.
  private var hasChildren: [Bool] = []
  /// The number of references sent as nodes.
  private var referenceCount = 0

  private init(_ text: ByteView, style: XMLStyle) {
    source = text
    var options = XMLReader.Options()
    options.separatesCDATA = style == .lossless
    options.keepsUnreadReferences = style != .lossless
    options.keepsEntities = style == .lossless
    reader = XMLReader(text, options: options)
  }

  /// Reads a document; `ledger` records losses of the style.
  ///
  /// Throws the reader's `xml.…` failures, or the sink's failure, with its position.
  package static func read(
    _ text: ByteView, style: XMLStyle, into sink: inout some ValueSink & ~Copyable,
    ledger: inout ReadLosses
  ) throws(Failure) {
    var reader = XMLTreeStyleReader(text, style: style)
    do throws(Failure) {
      if style == .lossless {
        try reader.readLossless(into: &sink)
      } else {
        try reader.readJsonML(into: &sink)
      }
    } catch {
      var failure = error
      if failure.offset == nil { failure.offset = reader.reader.tokenStart }
      throw failure
    }
    reader.account(style, in: &ledger)
  }

  private func account(_ style: XMLStyle, in ledger: inout ReadLosses) {
    guard style == .lossless else { return ledger.record(reader.tally, keepsNodes: true) }
    ledger.record(.defaultedAttributes, reader.tally.defaultedAttributes)
    // A reference in the text of an entity inside an attribute has no node.
    let lost = reader.tally.unreadReferences.count - referenceCount
    ledger.record(.entityReferences, count: lost, at: reader.tally.unreadReferences.offset)
  }

  // MARK: Lossless

  private mutating func readLossless(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    try sink.beginDictionary(count: nil)
    hasChildren.append(false)
    while true {
      switch try reader.next() {
      case .declaration: try declare(into: &sink)
      case .doctype:
        // As written: references and attribute defaults depend on it.
        try child("doctype", source[reader.tokenStart..<reader.tokenEnd], into: &sink)
      case .startElement:
        try beginChild(into: &sink)
        try sink.beginDictionary(count: nil)
        try sink.key(ByteView("name"))
        try sink.string(reader.name)
        if reader.attributeCount > 0 {
          try sink.key(ByteView("attributes"))
          try attributes(into: &sink)
        }
        hasChildren.append(false)
      case .endElement: try endNode(into: &sink)
      case .text:
        try beginChild(into: &sink)
        try sink.string(reader.text)
      case .cdata: try child("cdata", reader.text, into: &sink)
      case .comment: try child("comment", reader.text, into: &sink)
      case .processingInstruction: try instruction(into: &sink)
      case .reference:
        referenceCount += 1
        try child("reference", reader.name, into: &sink)
      case .needsInput: break  // not possible with one final window
      case .endDocument: return try endNode(into: &sink)
      }
    }
  }

  private func declare(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    try sink.key(ByteView("version"))
    try Array(reader.versionText.utf8).withByteView { (view: ByteView) throws(Failure) in
      try sink.string(view)
    }
    guard let standalone = reader.standalone else { return }
    try sink.key(ByteView("standalone"))
    try sink.boolean(standalone)
  }

  private mutating func beginChild(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard !hasChildren[hasChildren.count - 1] else { return }
    hasChildren[hasChildren.count - 1] = true
    try sink.key(ByteView("children"))
    try sink.beginArray(count: nil)
  }

  private mutating func endNode(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    if hasChildren.removeLast() { try sink.endArray() }
    try sink.endDictionary()
  }

  private mutating func child(
    _ kind: StaticString, _ text: ByteView, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try beginChild(into: &sink)
    try sink.beginDictionary(count: 1)
    try sink.key(ByteView(kind))
    try sink.string(text)
    try sink.endDictionary()
  }

  private mutating func instruction(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    try beginChild(into: &sink)
    try sink.beginDictionary(count: 2)
    try sink.key(ByteView("instruction"))
    try sink.string(reader.name)
    try sink.key(ByteView("data"))
    try sink.string(reader.text)
    try sink.endDictionary()
  }

  private mutating func attributes(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    try sink.beginDictionary(count: reader.attributeCount)
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      try sink.key(attribute.name)
      let references = reader.unreadReferences(inAttributeAt: index)
      if references.isEmpty {
        try sink.string(attribute.value)
      } else {
        try pieces(of: attribute.value, references, into: &sink)
      }
    }
    try sink.endDictionary()
  }

  /// An attribute's value as an array of its text and its references.
  private mutating func pieces(
    of value: ByteView, _ references: [Range<Int>], into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try sink.beginArray(count: nil)
    var at = 0
    for reference in references {
      if reference.lowerBound > at { try sink.string(value[at..<reference.lowerBound]) }
      try sink.beginDictionary(count: 1)
      try sink.key(ByteView("reference"))
      try sink.string(value[reference.lowerBound + 1..<reference.upperBound - 1])
      try sink.endDictionary()
      at = reference.upperBound
    }
    if at < value.count { try sink.string(value.suffix(from: at)) }
    try sink.endArray()
    referenceCount += references.count
  }

  // MARK: JsonML

  private mutating func readJsonML(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    // Only comments and instructions may follow the root element.
    var hasSurroundings = false
    if endsWithNode { try surround(&hasSurroundings, into: &sink) }
    while true {
      let event = try reader.next()
      if event == .endDocument { break }
      if reader.depth == 0, event == .comment || event == .processingInstruction {
        try surround(&hasSurroundings, into: &sink)
      }
      try reader.sendJsonML(event, into: &sink)
    }
    if hasSurroundings { try sink.endArray() }
  }

  /// Whether a comment or an instruction is the last of the document.
  private var endsWithNode: Bool {
    let text = source.trimmed
    let end = text.suffix(from: max(text.count - 3, 0))
    return end == "-->" || end.suffix(from: min(1, end.count)) == "?>"
  }

  /// Begins the array of a document with nodes next to the root element, unless it is open.
  private func surround(_ isOpen: inout Bool, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard !isOpen else { return }
    isOpen = true
    try sink.beginArray(count: nil)
    try sink.string(ByteView("#document"))
  }
}

extension XMLReader {
  mutating func sendJsonML(
    _ event: XMLEvent, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    switch event {
    case .startElement:
      try sink.beginArray(count: nil)
      try sink.string(name)
      guard attributeCount > 0 else { return }
      try sink.beginDictionary(count: attributeCount)
      for index in 0..<attributeCount {
        let attribute = attribute(at: index)
        try sink.key(attribute.name)
        try sink.string(attribute.value)
      }
      try sink.endDictionary()
    case .endElement: try sink.endArray()
    case .text, .cdata: try sink.string(text)
    case .comment, .processingInstruction:
      let kind = event == .comment ? Array("!--".utf8) : [ASCII.questionMark] + name.array
      try sink.beginArray(count: 2)
      try kind.withByteView { (kind: ByteView) throws(Failure) in try sink.string(kind) }
      try sink.string(text)
      try sink.endArray()
    case .declaration, .doctype, .reference, .needsInput, .endDocument: break
    }
  }
}
