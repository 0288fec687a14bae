// The attributes style, as xmltodict has it, in both directions.
//
// <a x="1">hi<b/><b>2</b></a>   {"a": {"@x": "1", "b": [null, "2"], "#text": "hi"}}
//
// White space around text goes, and so do comments, instructions and the order between text and elements.

/// Sends application XML as dictionaries.
package struct XMLAttributeStyleReader {
  /// An element whose entries are being sent.
  private struct Frame {
    /// Its child elements, those of one name next to one another, in the order of each name's first.
    var members: [XMLNodeID]
    var next = 0
    /// The end of the run of one name that is being sent as an array; 0 where none is.
    var arrayEnd = 0
    let element: XMLNodeID
  }

  private let tree: XMLTree
  private let lists: Set<[UInt8]>
  private var frames: [Frame] = []

  /// Elements named in `lists` are always arrays.
  package static func read(
    _ text: ByteView, lists: [String], into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    var reader = XMLAttributeStyleReader(
      tree: try XMLTree.read(text), lists: Set(lists.map { Array($0.utf8) }))
    do throws(Failure) {
      try reader.run(into: &sink)
    } catch {
      var failure = error
      if failure.offset == nil, let node = reader.frames.last?.element {
        failure.offset = reader.tree.sourceOffset(of: node)
      }
      throw failure
    }
  }

  private init(tree: XMLTree, lists: Set<[UInt8]>) {
    self.tree = tree
    self.lists = lists
  }

  private mutating func run(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard let root = tree.rootElement else { return }
    try sink.beginDictionary(count: 1)
    try sink.key(tree.name(of: root))
    try enter(root, into: &sink)
    while let last = frames.indices.last {
      let frame = frames[last]
      if frame.arrayEnd > 0 && frame.next == frame.arrayEnd {
        try sink.endArray()
        frames[last].arrayEnd = 0
      } else if frame.next == frame.members.count {
        try finish(frame.element, into: &sink)
        frames.removeLast()
      } else {
        let member = frame.members[frame.next]
        if frame.arrayEnd == 0 { try beginRun(of: member, at: last, into: &sink) }
        frames[last].next += 1
        try enter(member, into: &sink)
      }
    }
    try sink.endDictionary()
  }

  /// The key of a run of elements of one name, and an array around them where there are several.
  private mutating func beginRun(
    of member: XMLNodeID, at level: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    let name = tree.name(of: member)
    try sink.key(name)
    let members = frames[level].members
    var end = frames[level].next + 1
    while end < members.count, tree.name(of: members[end]) == name { end += 1 }
    if end > frames[level].next + 1 || lists.contains(name.array) {
      try sink.beginArray(count: end - frames[level].next)
      frames[level].arrayEnd = end
    }
  }

  private mutating func enter(
    _ element: XMLNodeID, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    let members = groupedChildren(of: element)
    let attributes = tree.attributes(of: element)
    let namespaces = declaredNamespaces(of: element)
    if members.isEmpty && attributes.isEmpty && namespaces.isEmpty {
      let text = trimmedText(of: element)
      if text.isEmpty { return try sink.null() }
      return try text.withByteView { (view: ByteView) throws(Failure) in try sink.string(view.trimmed) }
    }
    try sink.beginDictionary(count: nil)
    for number in namespaces {
      let namespace = tree.namespace(number)
      let name =
        Array("@xmlns".utf8) + (namespace.prefix.isEmpty ? [] : [ASCII.colon]) + namespace.prefix.array
      try entry(name, namespace.uri, into: &sink)
    }
    for attribute in attributes {
      try entry([ASCII.commercialAt] + tree.name(of: attribute).array, tree.value(of: attribute), into: &sink)
    }
    frames.append(Frame(members: members, element: element))
  }

  private func entry(
    _ name: [UInt8], _ value: ByteView, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try name.withByteView { (view: ByteView) throws(Failure) in try sink.key(view) }
    try sink.string(value)
  }

  private func finish(_ element: XMLNodeID, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let text = trimmedText(of: element)
    if !text.isEmpty {
      try sink.key(ByteView("#text"))
      try text.withByteView { (view: ByteView) throws(Failure) in try sink.string(view.trimmed) }
    }
    try sink.endDictionary()
  }

  private func declaredNamespaces(of element: XMLNodeID) -> [Int] {
    tree.declarations(on: element).filter {
      !tree.namespace($0).uri.isEmpty && !(tree.namespace($0).prefix == "xml")
    }
  }

  /// The child elements, those of one name together.
  private func groupedChildren(of element: XMLNodeID) -> [XMLNodeID] {
    var groups: [[XMLNodeID]] = []
    var places: [[UInt8]: Int] = [:]
    var child = tree.firstChild(of: element)
    while let node = child {
      if tree.kind(of: node) == .element {
        let name = tree.name(of: node)
        // Records of one kind mostly follow one another.
        if let last = groups.indices.last, let first = groups[last].first, tree.name(of: first) == name {
          groups[last].append(node)
        } else if let place = places[name.array] {
          groups[place].append(node)
        } else {
          places[name.array] = groups.count
          groups.append([node])
        }
      }
      child = tree.nextSibling(of: node)
    }
    return groups.count == 1 ? groups[0] : groups.flatMap { $0 }
  }

  /// The element's own text, its pieces joined.
  private func trimmedText(of element: XMLNodeID) -> [UInt8] {
    var text: [UInt8] = []
    var child = tree.firstChild(of: element)
    while let node = child {
      if tree.kind(of: node) == .text { text += tree.value(of: node).array }
      child = tree.nextSibling(of: node)
    }
    return text.withByteView { $0.trimmed.array }
  }
}

/// Writes documents in the attributes style as application XML.
package struct XMLAttributeStyleWriter: ~Copyable {
  private enum Step {
    case element(name: ByteView, value: DocumentValue)
    case text(DocumentValue)
    case end
  }

  private var writer: XMLMarkupWriter
  private var steps: [Step] = []
  /// The tape index of the value being written, for messages.
  package private(set) var index = 0

  package init(to output: consuming OutputBuffer) { writer = XMLMarkupWriter(to: output) }

  package consuming func finish() -> OutputBuffer { writer.finish() }

  /// Writes the whole document: a dictionary whose one key is the root element.
  ///
  /// Throws `xml.style` where it has another shape, `xml.style-name` and `xml.unwritable-character` for what XML
  /// cannot hold.
  package mutating func write(_ document: Document) throws(Failure) {
    let root = DocumentValue(document)
    guard root.isDictionary, root.count == 1, let entry = root.entries.first(where: { _ in true }),
      !entry.value.isArray
    else {
      throw Failure(.xmlStyleShape, "a dictionary with the root element as its one key is needed")
    }
    writer.declaration()
    steps.append(.element(name: entry.key, value: entry.value))
    while let step = steps.popLast() {
      switch step {
      case .element(let name, let value): try element(name, value)
      case .text(let value): try scalar(value)
      case .end: try writer.endElement()
      }
    }
  }

  private mutating func element(_ name: ByteView, _ value: DocumentValue) throws(Failure) {
    index = value.index
    guard XMLCharacters.isName(name) else { throw Failure(.xmlStyleName, name.string) }
    guard writer.depth < Limits.depth else { throw Failure(.documentTooDeep) }
    writer.startElement(name, keepsText: value.value(forKey: "#text") != nil)
    steps.append(.end)
    guard value.isDictionary else { return steps.append(.text(value)) }
    var content: [Step] = []
    for entry in value.entries {
      if entry.key.byte(at: 0) == ASCII.commercialAt {
        index = entry.value.index
        let name = entry.key.suffix(from: 1)
        guard XMLCharacters.isName(name) else { throw Failure(.xmlStyleName, entry.key.string) }
        let text = try scalarText(entry.value)
        try text.withByteView { (view: ByteView) throws(Failure) in try writer.attribute(name, view) }
      } else if entry.key == "#text" {
        content.append(.text(entry.value))
      } else if entry.value.isArray {
        for element in entry.value.elements { content.append(.element(name: entry.key, value: element)) }
      } else {
        content.append(.element(name: entry.key, value: entry.value))
      }
    }
    steps += content.reversed()
  }

  private mutating func scalar(_ value: DocumentValue) throws(Failure) {
    index = value.index
    let text = try scalarText(value)
    try text.withByteView { (view: ByteView) throws(Failure) in try writer.text(view) }
  }

  /// The lexical form of a scalar.
  private func scalarText(_ value: DocumentValue) throws(Failure) -> [UInt8] {
    switch value.tag {
    case .null: return []
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    case .string, .integerText, .realText: return value.document.text(at: value.index).array
    case .smallInteger, .integer: return Array(String(value.integer ?? 0).utf8)
    case .wideInteger: return Array(value.document.wideInteger(at: value.index).description.utf8)
    case .real: return Array((value.double ?? 0).description.utf8)
    case .uid: return Array(value.document.bits(at: value.index).description.utf8)
    case .data: return Base64.encode(value.document.text(at: value.index))
    case .date:
      guard let text = ISO8601.text(from: value.date ?? 0) else { throw Failure(.dateOutOfRange) }
      return text
    case .container, .shared, .key:
      throw Failure(.xmlStyleShape, "text or an attribute's value cannot be a container")
    }
  }
}
