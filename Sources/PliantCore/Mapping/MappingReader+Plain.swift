// A fast path for plain elements: tags whose names and attributes have cached spellings, text without markup,
// white space between tags, nearly everything in a document of records.
//
// An element is consumed only if its whole start tag is plain. Anything else (new names, unmapped or prefixed
// attributes, references, comments, CDATA, errors) is left to the XML reader and the usual way.

extension MappingReader {
  struct PlainAttribute: BitwiseCopyable {
    /// Its number among the mapping's attributes.
    var number: Int32
    var field: Int32
    /// Whether it is a field of the enclosing record.
    var isOuter: Bool
    var value: ByteView
    var offset: Int
  }

  private struct PlainTag {
    /// Its node below the innermost element's.
    var node: Int
    /// The node for looking up its content: the root of a record's tree, or the same.
    var inner: Int
    var name: ByteView
    /// The index after it.
    var end = 0
    var isEmpty = false
  }

  /// Whether the next tokens may bypass the XML reader.
  @inline(__always)
  var isPlain: Bool { open.count > 0 && skipDepth == 0 && !capture.isActive && reader.isBetweenPlainTokens }

  /// Reads plain elements up to the first that is not, or until there is something to send.
  mutating func readPlainElements() throws(Failure) {
    reader.dropEndedBindings()
    let input = reader.input
    while true {
      let frame = frames[frames.count &- 1]
      guard mapping.nodes[frame.node].textCount == 0, mapping.nodes[frame.node].contentField < 0 else {
        return
      }
      var at = reader.position
      while let byte = input.byte(at: at), byte.isWhitespace { at &+= 1 }
      // The longest name compared in whole words, and a bracket.
      guard at &+ 32 <= input.count, input[at] == ASCII.lessThan else { return }
      if input[at &+ 1] == ASCII.solidus {
        guard try endPlainElement(input, at) else { return }
      } else {
        guard try readPlainElement(input, at, in: frame) else { return }
      }
      if finishedRecord >= 0 || isSendingDue || open.count == 0 { return }
    }
  }

  /// Reads the end tag of the innermost element; the root's is left to the XML reader.
  @inline(__always)
  private mutating func endPlainElement(_ input: ByteView, _ start: Int) throws(Failure) -> Bool {
    guard reader.depth > 1, !frames[frames.count &- 1].endsAlternative else { return false }
    let name = reader.innermostName
    let end = start &+ 2 &+ name.count
    guard end < input.count, input[end] == ASCII.greaterThan, input.starts(with: name, at: start &+ 2) else {
      return false
    }
    let hasSpace = start > reader.position
    reader.skipEndTag(from: start, to: end &+ 1)
    var frame = frames.removeLast()
    if hasSpace { frame.hasSpace = true }
    if matchedSteps > 0 && matchedSteps > frames.count - 1 { matchedSteps = max(frames.count - 1, 0) }
    try leave(frame, isCut: false)
    return true
  }

  /// Reads the element at an index; with its content and end if that is text only.
  @inline(__always)
  private mutating func readPlainElement(
    _ input: ByteView, _ start: Int, in frame: Frame
  ) throws(Failure) -> Bool {
    guard var tag = findPlainTag(input, start, in: frame), readPlainAttributes(input, &tag) else {
      return false
    }
    let node = tag.node
    names.expect(node, after: frame.last, below: frame.node)
    frames[frames.count &- 1].children &+= 1
    checkOrder(of: node, at: reader.offset(of: start))
    frames[frames.count &- 1].last = Int32(truncatingIfNeeded: node)
    reader.skipTag(from: start, to: tag.end)
    let isRecord = tag.inner != node
    if isRecord {
      let field = Int(mapping.nodes[node].recordField)
      ensureList(field)
      try beginRecord(Int(mapping.traits[field].record), field: field)
    }
    let last = open.count &- 1
    for index in 0..<plainAttributes.count {
      let attribute = plainAttributes[index]
      try add(
        attribute.value, to: Int(attribute.field), in: attribute.isOuter ? last &- 1 : last,
        at: attribute.offset)
    }
    if isRecord { try addAttributeDefaults() }
    var inside = Frame(node: tag.inner, firstPiece: pieces.count, offset: reader.tokenStart)
    inside.opensRecord = isRecord
    try readPlainContent(input, tag, inside)
    return true
  }

  /// Reads the text after a plain start tag: the rest of a leaf, or the content of another element.
  @inline(__always)
  private mutating func readPlainContent(_ input: ByteView, _ tag: PlainTag, _ frame: Frame) throws(Failure) {
    let isLeaf = mapping.nodes[tag.inner].childCount == 0
    if tag.isEmpty {
      if isLeaf { return try finishLeaf(frame, .empty) }
      frames.append(frame)
      return try leave(frames.removeLast(), isCut: false)
    }
    if isLeaf {
      let end = XMLReader.endOfPlainRun(in: input, from: tag.end, pieceStart: tag.end)
      let nameEnd = end &+ 2 &+ tag.name.count
      if nameEnd < input.count, input[end] == ASCII.lessThan, input[end &+ 1] == ASCII.solidus,
        input[nameEnd] == ASCII.greaterThan, input.starts(with: tag.name, at: end &+ 2)
      {
        reader.skip(to: nameEnd &+ 1)
        return try finishLeaf(frame, input[tag.end..<end])
      }
    }
    frames.append(frame)
    reader.openPlainElement(name: tag.name, offset: frame.offset)
  }

  // MARK: Start tags

  /// The node of the element whose start tag is at an index, found by the spelling of its name.
  @inline(__always)
  private func findPlainTag(_ input: ByteView, _ start: Int, in frame: Frame) -> PlainTag? {
    // Every use of the borrowed reader slows compilation of this function, by seconds in total.
    let mapping = mapping
    guard !mapping.nodes[frame.node].hasConditions, reader.depth < reader.options.maximumDepth else {
      return nil
    }
    var length = 0
    let number = names.child(
      of: frame.node, after: frame.last, in: mapping, at: start &+ 1, of: input,
      state: reader.namespaces.state, &length)
    if length == 0 { return nil }
    let node = mapping.nodes[number]
    let field = Int(node.recordField)
    if field >= 0 && field == countedField { return nil }
    // A repeated container is reported.
    let list = field < 0 && node.listCount > 0 ? Int(mapping.nodeFields[Int(node.firstList)]) : -1
    if isFilled(Int(node.lenientField)) || isFilled(list) { return nil }
    let inner = field < 0 ? number : mapping.records[Int(mapping.traits[field].record)].root
    if mapping.nodes[inner].contentField >= 0 { return nil }
    let end = start &+ 1 &+ length
    return PlainTag(node: number, inner: inner, name: input[start &+ 1..<end], end: end)
  }

  /// Reads the rest of a start tag into `plainAttributes`; false if it is not plain.
  @inline(__always)
  private mutating func readPlainAttributes(_ input: ByteView, _ tag: inout PlainTag) -> Bool {
    plainAttributes.truncate(to: 0)
    var at = tag.end
    while true {
      guard let byte = input.byte(at: at) else { return false }
      if byte == ASCII.greaterThan {
        tag.end = at &+ 1
        return true
      }
      if byte == ASCII.solidus {
        guard input.byte(at: at &+ 1) == ASCII.greaterThan else { return false }
        tag.isEmpty = true
        tag.end = at &+ 2
        return true
      }
      guard byte.isWhitespace else { return false }
      while let byte = input.byte(at: at), byte.isWhitespace { at &+= 1 }
      guard let first = input.byte(at: at) else { return false }
      if first == ASCII.greaterThan || first == ASCII.solidus { continue }
      guard readPlainAttribute(input, &at, tag) else { return false }
    }
  }

  @inline(__always)
  private mutating func readPlainAttribute(_ input: ByteView, _ at: inout Int, _ tag: PlainTag) -> Bool {
    guard at &+ 32 <= input.count else { return false }
    var length = 0
    let expected = plainAttributes.count
    var number = names.attribute(of: tag.inner, expected: expected, in: mapping, at: at, of: input, &length)
    let isOuter = length == 0 && tag.inner != tag.node && open.count > 0
    if isOuter {
      number = names.attribute(of: tag.node, expected: expected, in: mapping, at: at, of: input, &length)
    }
    if length == 0 { return false }
    // A duplicate attribute is an error, which the XML reader reports.
    for index in 0..<plainAttributes.count where plainAttributes[index].number == Int32(number) {
      return false
    }
    let start = at &+ length &+ 2
    let quote = input[start &- 1]
    guard quote == ASCII.quotationMark || quote == ASCII.apostrophe else { return false }
    let end = XMLCharacters.endOfPlainValue(in: input, from: start)
    guard input.byte(at: end) == quote else { return false }
    plainAttributes.append(
      PlainAttribute(
        number: Int32(truncatingIfNeeded: number), field: mapping.attributes[number].field, isOuter: isOuter,
        value: input[start..<end], offset: reader.offset(of: at)))
    at = end &+ 1
    return true
  }
}
