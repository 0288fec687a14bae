// Converts edits of nodes to splices of the text: other bytes remain, and new text is laid out like its
// neighbours.

struct XMLSpliceMaker {
  let tree: XMLTree
  let places: XMLNodePlaces
  let encoding: TextEncoding
  /// Whether white space around added and removed elements belongs to them; otherwise only the specified
  /// nodes change.
  let laysOut: Bool
  let layout: XMLLayoutRules
  let lineBreak: [UInt8]
  let edits: XMLEdits
  private var splices: [(splice: TextSplice, side: XMLEditRequest.Side)] = []

  init(
    _ tree: XMLTree, _ places: XMLNodePlaces, _ edits: XMLEdits = XMLEdits(), encoding: TextEncoding,
    laysOut: Bool
  ) {
    self.edits = edits
    self.tree = tree
    self.places = places
    self.encoding = encoding
    self.laysOut = laysOut
    layout = XMLLayoutRules(tree: tree)
    lineBreak = tree.source.lineBreak
  }

  var source: ByteView { tree.source }

  /// The splices of all edits, which do not overlap; throws `edit.xml-…` for an edit that a node does not allow.
  static func splices(
    for edits: XMLEdits, in tree: XMLTree, _ places: XMLNodePlaces, encoding: TextEncoding,
    laysOut: Bool = true
  ) throws(Failure) -> [TextSplice] {
    var maker = XMLSpliceMaker(tree, places, edits, encoding: encoding, laysOut: laysOut)
    for node in edits.nodes(in: tree) {
      for fragment in edits.insertions(.before, node) { try maker.insert(fragment, .before, node) }
      if let name = edits.names[node] { try maker.rename(node, to: name) }
      try maker.changeDeclarations(of: node)
      try maker.insert(edits.attributes[node] ?? [], on: node)
      switch edits.changes[node] {
      case .remove: try maker.remove(node)
      case .text(let text): try maker.setText(text, of: node)
      case .replace(let fragment): try maker.replace(node, by: fragment)
      case nil: break
      }
      let inside = edits.insertions(.append, node)
      if !inside.isEmpty, !edits.setsText(of: node) { try maker.append(inside, to: node) }
      for fragment in edits.insertions(.after, node) { try maker.insert(fragment, .after, node) }
    }
    if let text = edits.xmlDeclaration { maker.setDeclaration(text) }
    if let doctype = edits.doctype { try maker.setDoctype(doctype) }
    return maker.joined
  }

  private mutating func add(_ range: Range<Int>, _ text: [UInt8] = [], _ side: XMLEditRequest.Side = .append)
  {
    splices.append((TextSplice(range, text), side))
  }

  /// The splices in order, joined at the same offset; an insertion into a removed range splits it.
  private var joined: [TextSplice] {
    let sorted = splices.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      let (one, other) = (first.splice.range, second.splice.range)
      if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
      if one.isEmpty != other.isEmpty { return one.isEmpty }
      if first.side != second.side { return first.side.rawValue < second.side.rawValue }
      return left.offset < right.offset
    }
    var result: [TextSplice] = []
    for (_, (splice, _)) in sorted {
      guard let last = result.last,
        splice.range.lowerBound < last.range.upperBound || splice.range == last.range
      else {
        result.append(splice)
        continue
      }
      let end = max(last.range.upperBound, splice.range.upperBound)
      result[result.count - 1] = TextSplice(last.range.lowerBound..<end, last.text + splice.text)
    }
    return result
  }

  func whole(_ node: XMLNodeID) throws(Failure) -> Range<Int> {
    try tree.required(places.whole(node), of: node)
  }

  /// Replaces the XML declaration, or removes it with the line break after it.
  private mutating func setDeclaration(_ text: [UInt8]) {
    guard let range = places.xmlDeclaration else { return add(0..<0, text + lineBreak, .after) }
    let end = text.isEmpty ? source.endOfSpace(from: range.upperBound) : range.upperBound
    add(range.lowerBound..<end, text)
  }

  /// Replaces the DOCTYPE; a new one comes before the root element.
  private mutating func setDoctype(_ text: [UInt8]) throws(Failure) {
    if let range = places.doctype { return add(range, text) }
    let root = try whole(tree.rootElement ?? 0)
    add(root.lowerBound..<root.lowerBound, text + lineBreak, .before)
  }

  // MARK: Removing

  private mutating func remove(_ node: XMLNodeID) throws(Failure) {
    let range = try whole(node)
    switch tree.kind(of: node) {
    case .root: throw Failure(.editXMLRoot, "removing the document")
    case .attribute: add(source.startOfSpace(before: range.lowerBound)..<range.upperBound)
    case .text: add(range)
    case .element, .comment, .processingInstruction:
      if node == tree.rootElement { throw Failure(.editXMLRoot, "removing <\(tree.name(of: node).string)>") }
      add(allowsSpace(beside: node) ? lines(of: range) : range)
    }
  }

  /// A node with the white space that belongs to it.
  private func lines(of range: Range<Int>) -> Range<Int> {
    let start = source.startOfSpace(before: range.lowerBound)
    let end = source.endOfBlanks(from: range.upperBound)
    let endsLine = source.endsLine(at: end)
    if let lineBreak = lastLineBreak(in: start..<range.lowerBound) {
      // Alone on its lines, or the first of several on one.
      return endsLine ? lineBreak..<end : range.lowerBound..<end
    }
    return start > 0 && (endsLine || end > range.upperBound) ? start..<range.upperBound : range
  }

  // MARK: Text

  private mutating func setText(_ text: [UInt8], of node: XMLNodeID) throws(Failure) {
    if let spelling = edits.spellings[node], spelling.withByteView(encoding.holds),
      let range = places.content(node)
    {
      return add(range, spelling)
    }
    switch tree.kind(of: node) {
    case .root: throw Failure(.editXMLRoot, "text in the place of the document")
    case .attribute:
      guard let range = places.content(node) else { return try setDefault(text, of: node) }
      add(range, try value(text, inPlaceOf: range))
    case .element: try setText(text, followedBy: edits.insertions(.append, node), in: node)
    case .text:
      let range = try whole(node)
      add(range, try content(text, inPlaceOf: source[range]))
    case .comment:
      let range = try whole(node)
      let endsInHyphen = text.last == ASCII.hyphen
      let hasHyphens = text.withByteView { $0.firstIndex(of: "--") != nil }
      if endsInHyphen || hasHyphens { throw Failure(.editXMLComment) }
      add(range.lowerBound + 4..<range.upperBound - 3, lineBroken(text))
    case .processingInstruction:
      let range = try whole(node)
      if text.withByteView({ $0.firstIndex(of: "?>") != nil }) { throw Failure(.editXMLInstruction) }
      let start = range.lowerBound + 2 + tree.name(of: node).count
      add(start..<range.upperBound - 2, (text.isEmpty ? [] : [ASCII.space]) + lineBroken(text))
    }
  }

  /// Adds an attribute to override the DTD's default.
  private mutating func setDefault(_ text: [UInt8], of node: XMLNodeID) throws(Failure) {
    let element = try tree.required(
      tree.parent(of: node).flatMap { places.whole($0) == nil ? nil : $0 }, of: node)
    try insert([XMLEdits.Attribute(name: tree.name(of: node).array, value: text)], on: element)
  }

  private mutating func setText(
    _ text: [UInt8], followedBy fragments: [XMLFragment], in element: XMLNodeID
  ) throws(Failure) {
    let content = try tree.required(places.content(element), of: element)
    let old = places.isEmptyTag(element) ? .empty : source[content]
    let markup = fragments.flatMap { lineBroken($0.text(at: nil)) }
    try setContent(content, of: element, to: try self.content(text, inPlaceOf: old) + markup)
  }

  /// Replaces a range of an element's content; turns an empty-element tag into two tags.
  private mutating func setContent(
    _ range: Range<Int>, of element: XMLNodeID, to content: [UInt8]
  ) throws(Failure) {
    guard places.isEmptyTag(element) else { return add(range, content) }
    if content.isEmpty { return }
    let tag = try whole(element)
    let start = source.startOfSpace(before: tag.upperBound - 2)
    let name = edits.names[element] ?? tree.name(of: element).array
    add(start..<tag.upperBound, [ASCII.greaterThan] + content + Array("</".utf8) + name + [ASCII.greaterThan])
  }

  /// Text as content; as a CDATA section if the old content was one.
  private func content(_ text: [UInt8], inPlaceOf old: ByteView) throws(Failure) -> [UInt8] {
    let escaped = try XMLValueMarkup.escaped(text)
    guard Self.isOneSection(old), !text.contains(ASCII.carriageReturn), text.withByteView(encoding.holds),
      !text.isEmpty
    else { return lineBroken(restoringReferences(of: old, in: escaped)) }
    return lineBroken(XMLValueMarkup.section(text))
  }

  private static func isOneSection(_ content: ByteView) -> Bool {
    let text = content.trimmed
    return text.starts(with: "<![CDATA[") && text.firstIndex(of: "]]>", from: 9) == text.count - 3
  }

  /// Restores references to unread entities, which a value contains in their source form.
  private func restoringReferences(of old: ByteView, in text: [UInt8]) -> [UInt8] {
    guard tree.tally.unreadReferences.count > 0 else { return text }
    let names = Set(old.referenceNames)
    return text.withByteView { text in
      var output: [UInt8] = []
      var at = 0
      while let ampersand = text.firstIndex(of: "&amp;", from: at) {
        let name = ampersand + 5
        let end = text.firstIndex(of: ASCII.semicolon, from: name) ?? name
        let isReference = names.contains(text[name..<end].array)
        output += text[at..<(isReference ? ampersand + 1 : name)].array
        at = name
      }
      return output + text.suffix(from: at).array
    }
  }

  /// Text as an attribute's value that replaces another.
  private func value(_ text: [UInt8], inPlaceOf range: Range<Int>) throws(Failure) -> [UInt8] {
    let new = try value(text, quote: source[range.lowerBound - 1])
    return restoringReferences(of: source[range], in: new)
  }

  /// Text as an attribute's value with these quotes.
  private func value(_ text: [UInt8], quote: UInt8) throws(Failure) -> [UInt8] {
    let escaped = try XMLValueMarkup.escaped(text, inAttribute: true)
    guard quote == ASCII.apostrophe else { return escaped }
    return escaped.flatMap { $0 == ASCII.apostrophe ? Array("&apos;".utf8) : [$0] }
  }

  // MARK: Attributes

  private mutating func insert(_ attributes: [XMLEdits.Attribute], on element: XMLNodeID) throws(Failure) {
    if attributes.isEmpty { return }
    let range = try whole(element)
    let content = try tree.required(places.content(element), of: element)
    let close = places.isEmptyTag(element) ? range.upperBound - 2 : content.lowerBound - 1
    let end = source.startOfSpace(before: close)
    var text: [UInt8] = []
    for attribute in attributes {
      text += [ASCII.space] + attribute.name + [ASCII.equalsSign, ASCII.quotationMark]
      text += try value(attribute.value, quote: ASCII.quotationMark) + [ASCII.quotationMark]
    }
    add(end..<end, text)
  }

  private mutating func changeDeclarations(of element: XMLNodeID) throws(Failure) {
    guard !edits.declarations.isEmpty, tree.kind(of: element) == .element else { return }
    for number in tree.declarations(on: element) {
      guard let change = edits.declarations[number] else { continue }
      let place = try tree.required(places.declaration(number), of: element)
      if case .text(let text) = change {
        add(place.content, try value(text, inPlaceOf: place.content))
      } else {
        add(source.startOfSpace(before: place.whole.lowerBound)..<place.whole.upperBound)
      }
    }
  }

  private mutating func rename(_ element: XMLNodeID, to name: [UInt8]) throws(Failure) {
    let range = try whole(element)
    let count = tree.name(of: element).count
    let kind = tree.kind(of: element)
    let start = range.lowerBound + (kind == .attribute ? 0 : kind == .element ? 1 : 2)
    add(start..<start + count, name)
    guard kind == .element, !places.isEmptyTag(element), let content = places.content(element) else { return }
    add(content.upperBound + 2..<content.upperBound + 2 + count, name)
  }

  // MARK: Markup

  private mutating func replace(_ node: XMLNodeID, by fragment: XMLFragment) throws(Failure) {
    let range = try whole(node)
    switch tree.kind(of: node) {
    case .root: throw Failure(.editXMLRoot, "markup in the place of the document")
    case .attribute: throw Failure(.editXMLAttribute, tree.shownName(of: node))
    default: break
    }
    if node == tree.rootElement, fragment.elementCount != 1 || fragment.hasText {
      throw Failure(.editXMLRoot, "this markup in the place of <\(tree.name(of: node).string)>")
    }
    let indentation = lineStart(of: node) ?? ownLayout(of: node)
    add(range, lineBroken(fragment.text(at: indentation)))
  }

  private mutating func insert(
    _ fragment: XMLFragment, _ side: XMLEditRequest.Side, _ node: XMLNodeID
  ) throws(Failure) {
    let range = try sibling(node, fragment)
    let indentation = fragment.hasText ? nil : lineStart(of: node)
    let (text, space) = (lineBroken(fragment.text(at: indentation)), indentation ?? [])
    if side == .before {
      add(range.lowerBound..<range.lowerBound, text + space, side)
    } else {
      add(range.upperBound..<range.upperBound, space + text, side)
    }
  }

  /// The range of a node that may have a fragment as its sibling.
  private func sibling(_ node: XMLNodeID, _ fragment: XMLFragment) throws(Failure) -> Range<Int> {
    switch tree.kind(of: node) {
    case .root: throw Failure(.editXMLRoot, "markup next to the document node")
    case .attribute: throw Failure(.editXMLSibling, tree.shownName(of: node))
    default: break
    }
    if tree.parent(of: node) == 0, fragment.elementCount > 0 || fragment.hasText {
      throw Failure(.editXMLRoot, "this markup next to \(tree.shownName(of: node))")
    }
    return try whole(node)
  }

  private mutating func append(_ fragments: [XMLFragment], to element: XMLNodeID) throws(Failure) {
    guard tree.kind(of: element) == .element else {
      throw Failure(.editXMLAppend, tree.shownName(of: element))
    }
    let content = try tree.required(places.content(element), of: element)
    let hasText = fragments.contains(where: \.hasText)
    let last = tree.children(of: element).last { tree.kind(of: $0) != .text }
    if let last, !hasText, let indentation = lineStart(near: last),
      let place = places.whole(last)
    {
      let text = fragments.flatMap { indentation + lineBroken($0.text(at: indentation)) }
      return add(place.upperBound..<place.upperBound, text)
    }
    guard laysOut, !hasText, source[content].isWhitespaceOnly, let outer = lineStart(of: element),
      fragments.contains(where: { $0.elementCount > 0 })
    else {
      let text = fragments.flatMap { lineBroken($0.text(at: nil)) }
      return try setContent(content.upperBound..<content.upperBound, of: element, to: text)
    }
    let inner = outer + unit(of: element, outer)
    let text = fragments.flatMap { inner + lineBroken($0.text(at: inner)) }
    try setContent(content, of: element, to: text + outer)
  }
}
