// Start and end tags and their attributes.

extension XMLReader {
  mutating func readStartTag(at start: Int) throws(Failure) -> XMLEvent {
    let input = source.input
    var at = XMLCharacters.nameEnd(in: input, from: start &+ 1)
    guard at > start &+ 1 else {
      throw at < input.count ? Failure(.xmlBadTag, at: offset(of: start)) : source.cut(.xmlBadTag, at: start)
    }
    token.name = input[start &+ 1..<at]
    attributes.removeAll()
    token.isEmptyElement = false
    if input.byte(at: at) == ASCII.greaterThan {
      at &+= 1
    } else {
      at = try readAttributes(from: at, tag: start)
    }
    guard elements.count < options.maximumDepth else {
      throw Failure(.xmlTooDeep, at: token.start, String(options.maximumDepth))
    }
    guard name.count <= Limits.nameBytes else {
      throw Failure(.xmlNameTooLong, at: token.start, ByteCount.text(Limits.nameBytes))
    }
    endToken(at: at)
    if document.affectsTags { try applyDeclaredAttributes() }
    let bindingCount = namespaces.count
    if options.processesNamespaces {
      if attributes.count == 0, bindingCount == 0, !Self.mayHavePrefix(input, start &+ 1, name.count) {
        token.binding = -1
        token.prefixCount = 0
      } else {
        try processNamespaces()
      }
    }
    elements.append(
      XMLOpenElement(
        name: name, offset: token.start, bindingCount: bindingCount, binding: token.binding,
        prefixCount: token.prefixCount
      ))
    state.isEndPending = token.isEmptyElement
    return .startElement
  }

  /// Whether the name at `start` has a colon, or is too long for a quick look.
  @inline(__always)
  private static func mayHavePrefix(_ input: ByteView, _ start: Int, _ count: Int) -> Bool {
    guard count <= 8, start &+ 8 <= input.count else { return true }
    let others = input.word(at: start) ^ 0x3A3A_3A3A_3A3A_3A3A
    let colons = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
    return colons.trailingZeroBitCount &>> 3 < count
  }

  /// An end tag, which must close the innermost element.
  mutating func readEndTag(at start: Int) throws(Failure) -> XMLEvent {
    let input = source.input
    let open = elements.innermost
    var at = start &+ 2
    if !input.starts(with: open.name, at: at) { throw try wrongEndTag(at: start) }
    at &+= open.name.count
    if input.byte(at: at) != ASCII.greaterThan {
      guard at < input.count else { throw source.cut(.xmlBadEndTag, at: start) }
      if XMLCharacters.nameEnd(in: input, from: start &+ 2) != at { throw try wrongEndTag(at: start) }
      at = source.skipSpace(from: at)
      guard at < input.count else { throw source.cut(.xmlBadEndTag, at: start) }
      guard input[at] == ASCII.greaterThan else { throw Failure(.xmlBadEndTag, at: offset(of: start)) }
    }
    if source.isInEntity { try checkElementBelongsToEntity() }
    endToken(at: at &+ 1)
    token.isEmptyElement = false
    attributes.removeAll()
    closeElement()
    return .endElement
  }

  /// Pops the innermost element, which becomes the current one.
  @inlinable @inline(__always)
  mutating func closeElement() {
    let open = elements.removeLast()
    token.name = open.name
    if options.processesNamespaces {
      token.binding = open.binding
      token.prefixCount = open.prefixCount
      namespaces.countAfterEnd = open.bindingCount
    }
    if elements.count == 0 { state.stage = .epilog }
  }

  /// Reports the cause of a mismatched end tag: the unclosed element, or the tag itself.
  @inline(never)
  private mutating func wrongEndTag(at start: Int) throws(Failure) -> Failure {
    let end = XMLCharacters.nameEnd(in: input, from: start + 2)
    guard end < input.count else { return source.cut(.xmlBadEndTag, at: start) }
    guard end > start + 2 else { return Failure(.xmlBadEndTag, at: offset(of: start)) }
    let found = input[start + 2..<end]
    if elements.contains(found) {
      let open = elements.innermost
      return Failure(.xmlCrossedElement, at: open.offset, open.name.string)
    }
    return Failure(.xmlStrayEndTag, at: offset(of: start), found.string)
  }

  /// The attributes of the tag that begins at `tag`; returns the index after its `>`.
  @inline(never)
  private mutating func readAttributes(from start: Int, tag: Int) throws(Failure) -> Int {
    let input = source.input
    var at = start
    attributes.removeValues()
    while true {
      let gap = at
      at = source.skipSpace(from: at)
      guard at < input.count else { throw source.cut(.xmlUnterminatedTag, at: tag, name) }
      if input[at] == ASCII.greaterThan {
        at &+= 1
        break
      }
      if input[at] == ASCII.solidus {
        guard let next = input.byte(at: at &+ 1) else { throw source.cut(.xmlUnterminatedTag, at: tag, name) }
        guard next == ASCII.greaterThan else {
          throw Failure(.xmlUnterminatedTag, at: offset(of: tag), name.string)
        }
        token.isEmptyElement = true
        at &+= 2
        break
      }
      at = try readAttribute(from: at, tag: tag, follows: gap)
    }
    if attributes.count > 1 { try checkDuplicateAttributes() }
    return at
  }

  /// One attribute; returns the index after its closing quote.
  private mutating func readAttribute(from start: Int, tag: Int, follows gap: Int) throws(Failure) -> Int {
    let input = source.input
    let nameEnd = XMLCharacters.nameEnd(in: input, from: start)
    guard nameEnd > start else {
      if input[start] == ASCII.lessThan {
        throw Failure(.xmlUnterminatedTag, at: offset(of: tag), name.string)
      }
      throw Failure(.xmlBadAttribute, at: offset(of: start), name.string)
    }
    let attribute = input[start..<nameEnd]
    if start == gap {
      try document.log.report(.xmlNoSpaceBeforeAttribute, at: offset(of: start), attribute.string)
    }
    var at = source.skipSpace(from: nameEnd)
    guard at < input.count else { throw source.cut(.xmlUnterminatedTag, at: tag, name) }
    guard input[at] == ASCII.equalsSign else {
      throw Failure(.xmlAttributeWithoutValue, at: offset(of: start), attribute.string)
    }
    at = source.skipSpace(from: at &+ 1)
    guard let quote = input.byte(at: at) else { throw source.cut(.xmlUnterminatedTag, at: tag, name) }
    guard quote == ASCII.quotationMark || quote == ASCII.apostrophe else {
      throw Failure(
        .xmlUnquotedValue, at: offset(of: at), attribute.string,
        advice: LikelyCause.advice(forValueAt: at, in: input))
    }
    let valueStart = at &+ 1
    var end = XMLCharacters.endOfPlainValue(in: input, from: valueStart)
    let isPlain = input.byte(at: end) == quote
    if !isPlain {
      guard let close = input.firstIndex(of: quote, from: end) else {
        throw source.cut(.xmlUnterminatedValue, at: at, attribute)
      }
      end = close
    }
    guard attributes.count < Limits.attributesPerElement else {
      throw Failure(.xmlTooManyAttributes, at: token.start, name.string)
    }
    attributes.append(
      XMLAttributeRecord(
        name: attribute, rawValue: input[valueStart..<end], valueStart: 0, valueCount: 0,
        offset: offset(of: start), valueOffset: offset(of: valueStart), prefixCount: 0, binding: -1,
        isNormalized: false, isSpecified: true, isID: false))
    if !isPlain { try normalizeLastValue(at: valueStart) }
    return end &+ 1
  }

  /// Normalizes the last attribute's value.
  @inline(never)
  private mutating func normalizeLastValue(at index: Int) throws(Failure) {
    var record = attributes[attributes.count - 1]
    record.valueStart = attributes.values.count
    record.isNormalized = true
    var normalizer = XMLValueNormalizer(
      literal: record.rawValue, attribute: record.name, offset: offset(of: index),
      advances: !source.isInEntity, inputCount: source.documentCount, documentType: document.type,
      standalone: document.standalone ?? false, keepsEntities: options.keepsEntities,
      isVersion11: document.isVersion11)
    try normalizer.run(into: &attributes.values, budget: &document.budget, log: &document.log)
    for reference in normalizer.unread { document.tally.unreadReferences.add(at: reference.offset) }
    attributes.unread += normalizer.unread
    record.valueCount = attributes.values.count - record.valueStart
    attributes[attributes.count - 1] = record
  }

  // MARK: Attribute rules

  private mutating func checkDuplicateAttributes() throws(Failure) {
    let count = attributes.count
    if count > 24 { return try checkManyAttributes() }
    var later = 1
    while later < count {
      let name = attributes[later].name
      var earlier = 0
      while earlier < later {
        if attributes[earlier].name == name {
          try document.log.report(.xmlDuplicateAttribute, at: attributes[later].offset, name.string)
        }
        earlier &+= 1
      }
      later &+= 1
    }
  }

  @inline(never)
  private mutating func checkManyAttributes() throws(Failure) {
    var seen = Set<ByteKey>(minimumCapacity: attributes.count)
    for index in 0..<attributes.count where !seen.insert(ByteKey(attributes[index].name)).inserted {
      try document.log.report(
        .xmlDuplicateAttribute, at: attributes[index].offset, attributes[index].name.string)
    }
  }

  /// Adds defaults of the DTD and normalizes values by declared types (XML 1.0, 3.3.2 and 3.3.3).
  @inline(never)
  private mutating func applyDeclaredAttributes() throws(Failure) {
    guard let list = document.type?.attributeList(of: name), list.affectsTags else { return }
    if attributes.count == 0 { attributes.removeValues() }
    list.serial &+= 1
    for index in 0..<attributes.count {
      guard let declared = list.index(of: attributes[index].name) else { continue }
      list.attributes[declared].seen = list.serial
      attributes[index].isID = list.attributes[declared].type == .id
      // Collapsing would move references that remain; readers of the output collapse the value.
      guard list.attributes[declared].type != .cdata,
        !options.keepsEntities || attributes.unreadReferences(in: attributes[index]).isEmpty
      else { continue }
      attributes.collapseValue(at: index)
    }
    for declared in list.defaulted {
      let attribute = list.attributes[declared]
      if attribute.seen == list.serial { continue }
      document.tally.defaultedAttributes.add(at: token.start)
      try document.budget.spend(
        attribute.name.count + attribute.value.count, inputCount: source.documentCount,
        name: attribute.name,
        at: token.start)
      attributes.append(
        XMLAttributeRecord(
          name: attribute.name, rawValue: attribute.value, valueStart: 0, valueCount: 0, offset: token.start,
          valueOffset: token.start, prefixCount: 0, binding: -1, isNormalized: false, isSpecified: false,
          isID: attribute.type == .id))
    }
  }
}

/// Bytes as a key of tables; they must outlive it.
package struct ByteKey: Hashable {
  let bytes: ByteView

  package init(_ bytes: ByteView) { self.bytes = bytes }
  package static func == (left: ByteKey, right: ByteKey) -> Bool { left.bytes == right.bytes }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes.base, count: bytes.count))
  }
}
