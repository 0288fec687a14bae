// Compares a sample with a mapping's output as Canonical XML, except prefixes, layout between elements, comments,
// processing instructions, written defaults, and the order of siblings under a mapping without one.

struct MappingXMLComparison: ~Copyable {
  private var sample: XMLContent
  private var written: XMLContent
  private let mapping: Mapping
  /// Attributes and elements with a default, by their local names.
  private let defaults: [String: Set<String>]

  init(_ sample: ByteView, _ written: ByteView, by mapping: Mapping) throws(Failure) {
    let content = try XMLContent(sample, of: mapping)
    self.written = try XMLContent(written, of: mapping)
    self.sample = content
    self.mapping = mapping
    var defaults: [String: Set<String>] = [:]
    for field in mapping.records.flatMap(\.fields) {
      guard let text = field.defaultText else { continue }
      var name = field.place.steps.last?.name.local
      if case .attribute(let attribute) = field.place.end { name = attribute.local }
      if let name { defaults[name, default: []].insert(text) }
    }
    self.defaults = defaults
  }

  /// The first difference with its position in the sample, or nil.
  mutating func difference() throws(Failure) -> Failure? {
    while true {
      let expected = try sample.next()
      var found = try written.next().kind
      while case .start(let element) = found, !isSameElement(expected.kind, element),
        defaults[element.name.local] != nil
      {
        try written.skipElement()
        found = try written.next().kind
      }
      if let text = difference(expected.kind, found) {
        return Failure(.mappingRoundTrip, at: expected.offset, text)
      }
      if case .end(isLast: true) = expected.kind { return nil }
    }
  }

  private func isSameElement(_ expected: XMLContent.Kind, _ element: XMLContent.Element) -> Bool {
    guard case .start(let other) = expected else { return false }
    return mapping.known(other.name) == mapping.known(element.name)
  }

  private func difference(_ expected: XMLContent.Kind, _ found: XMLContent.Kind) -> String? {
    switch (expected, found) {
    case (.start(let left), .start(let right)):
      guard mapping.known(left.name) == mapping.known(right.name) else {
        return "has <\(right.name.local)> in place of <\(left.name.local)>"
      }
      return difference(left, right)
    case (.text(let left), .text(let right)):
      // Strings that are canonically equivalent are equal, but other bytes.
      if left.utf8.elementsEqual(right.utf8) { return nil }
      return "has the text '\(Self.excerpt(right, left))' for '\(Self.excerpt(left, right))'"
    case (.end, .end): return nil
    case (.start(let element), _): return "lacks <\(element.name.local)>"
    case (.text(let text), _): return "lacks the text '\(Self.excerpt(text, ""))'"
    case (.end, .start(let element)): return "has <\(element.name.local)>, which is not in the sample"
    case (.end, .text(let text)):
      return "has the text '\(Self.excerpt(text, ""))', which is not in the sample"
    }
  }

  private func difference(_ sample: XMLContent.Element, _ written: XMLContent.Element) -> String? {
    let element = sample.name.local
    for (name, value) in sample.attributes {
      let known = mapping.known(name)
      guard let other = written.attributes.first(where: { mapping.known($0.key) == known })?.value else {
        return "lacks the attribute '\(name.local)' of <\(element)>"
      }
      if !other.utf8.elementsEqual(value.utf8) {
        return
          "has '\(Self.excerpt(other, value))' for '\(Self.excerpt(value, other))' in the attribute '\(name.local)' of <\(element)>"
      }
    }
    for (name, value) in written.attributes {
      let known = mapping.known(name)
      let isPresent = sample.attributes.contains { mapping.known($0.key) == known }
      if !isPresent && defaults[name.local]?.contains(value) != true {
        return "has the attribute '\(name.local)' of <\(element)>, which is not in the sample"
      }
    }
    return nil
  }

  /// The part of a text that differs from another one.
  static func excerpt(_ text: String, _ other: String) -> String {
    let common = zip(text.unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
    let start = max(0, common - 20)
    let part = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(start).prefix(60)))
    let isCut = start + 60 < text.unicodeScalars.count
    return (start > 0 ? "…" : "") + part + (isCut ? "…" : "")
  }
}

/// The elements and texts of a document; text is in one piece, without white-space-only text.
struct XMLContent: ~Copyable {
  struct Element {
    let name: Mapping.Name
    /// Ordered by name.
    var attributes: [(key: Mapping.Name, value: String)]
  }

  enum Kind {
    case start(Element)
    case text(String)
    /// `isLast` after the root element.
    case end(isLast: Bool)
  }

  private var reader: XMLReader
  private var text: [UInt8] = []
  private var textOffset = 0
  private var depth = 0
  /// The next events, the last one first.
  private var pending: [(kind: Kind, offset: Int)] = []

  init(_ text: ByteView, of mapping: Mapping) throws(Failure) {
    var options = XMLReader.Options.namespaces
    options.keepsUnreadReferences = true
    reader = XMLReader(text, options: options)
    if !mapping.isOrdered { try sort { mapping.known($0) } }
  }

  mutating func next() throws(Failure) -> (kind: Kind, offset: Int) {
    if let event = pending.popLast() { return event }
    while true {
      switch try reader.next() {
      case .startElement:
        depth += 1
        return taken(.start(element()), reader.tokenStart)
      case .endElement:
        depth -= 1
        return taken(.end(isLast: depth == 0), reader.tokenStart)
      case .text, .cdata:
        if text.isEmpty { textOffset = reader.tokenStart }
        text += reader.text.array
      case .endDocument: return (.end(isLast: true), reader.tokenStart)
      default: break
      }
    }
  }

  /// Reads all of the document, and sorts the children of each element according to their names.
  private mutating func sort(by known: (Mapping.Name) -> Mapping.Name) throws(Failure) {
    var open: [[(name: Mapping.Name, events: [(kind: Kind, offset: Int)])]] = [[]]
    repeat {
      let event = try next()
      switch event.kind {
      case .start(let element):
        open[open.count - 1].append((known(element.name), []))
        open.append([(Mapping.Name(local: ""), [event])])
      case .text: open[open.count - 1][0].events.append(event)
      case .end:
        let parts = open.removeLast().sorted { ($0.name.local, $0.name.uri) < ($1.name.local, $1.name.uri) }
        let parent = open.count - 1
        open[parent][open[parent].count - 1].events = parts.flatMap(\.events) + [event]
      }
    } while open.count > 1
    pending = open[0][0].events.reversed()
  }

  mutating func skipElement() throws(Failure) {
    var open = 1
    while open > 0 {
      switch try next().kind {
      case .start: open += 1
      case .end: open -= 1
      case .text: break
      }
    }
  }

  /// The text before an event, unless it is white space, and then the event.
  private mutating func taken(_ kind: Kind, _ offset: Int) -> (kind: Kind, offset: Int) {
    defer { text.removeAll(keepingCapacity: true) }
    guard text.contains(where: { !$0.isWhitespace }) else { return (kind, offset) }
    pending = [(kind, offset)]
    return (.text(String(decoding: text, as: UTF8.self)), textOffset)
  }

  private func element() -> Element {
    let name = Mapping.Name(uri: reader.namespaceURI.string, local: reader.localName.string)
    var attributes: [(key: Mapping.Name, value: String)] = []
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      if attribute.prefix == "xmlns" || attribute.name == "xmlns" { continue }
      let name = Mapping.Name(uri: attribute.namespaceURI.string, local: attribute.localName.string)
      attributes.append((name, attribute.value.string))
    }
    return Element(name: name, attributes: attributes)
  }
}
