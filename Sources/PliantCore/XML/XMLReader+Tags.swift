// Start and end tags and their attributes.

extension XMLReader {
  /// A start tag or an empty-element tag.
  mutating func readStartTag(at start: Int) throws(Failure) -> XMLEvent {
    let input = self.input
    var at = XMLCharacters.nameEnd(in: input, from: start &+ 1)
    guard at > start &+ 1 else {
      throw at < input.count ? Failure(.xmlBadTag, at: offset(of: start)) : cut(.xmlBadTag, at: start)
    }
    name = input[start &+ 1..<at]
    if records.count > 0 { records.truncate(to: 0) }
    isEmptyElement = false
    if input.byte(at: at) == ASCII.greaterThan {
      at &+= 1
    } else {
      at = try readAttributes(from: at, tag: start)
    }
    guard elements.count < options.maximumDepth else {
      throw Failure(.xmlTooDeep, at: tokenStart, name.string)
    }
    guard name.count <= Limits.nameBytes else {
      throw Failure(.xmlNameTooLong, at: tokenStart, ByteCount.text(Limits.nameBytes))
    }
    position = at
    tokenEnd = endOffset(of: at)
    if hasAttributeLists { try applyDeclaredAttributes() }
    let bindingCount = namespaces.count
    if options.processesNamespaces { try processNamespaces() }
    elements.append(
      XMLOpenElement(
        name: name, offset: tokenStart, bindingCount: bindingCount, binding: binding, prefixCount: prefixCount
      ))
    endIsPending = isEmptyElement
    return .startElement
  }

  /// An end tag, which must close the innermost element.
  mutating func readEndTag(at start: Int) throws(Failure) -> XMLEvent {
    let input = self.input
    let open = elements[elements.count &- 1]
    var at = start &+ 2
    if !input.starts(with: open.name, at: at) { throw try wrongEndTag(at: start) }
    at &+= open.name.count
    if input.byte(at: at) != ASCII.greaterThan {
      guard at < input.count else { throw cut(.xmlBadEndTag, at: start) }
      if XMLCharacters.nameEnd(in: input, from: start &+ 2) != at { throw try wrongEndTag(at: start) }
      at = skipSpace(from: at)
      guard at < input.count else { throw cut(.xmlBadEndTag, at: start) }
      guard input[at] == ASCII.greaterThan else { throw Failure(.xmlBadEndTag, at: offset(of: start)) }
    }
    if frames.count > 0 { try checkElementBelongsToEntity() }
    position = at &+ 1
    tokenEnd = endOffset(of: position)
    isEmptyElement = false
    if records.count > 0 { records.truncate(to: 0) }
    closeElement()
    return .endElement
  }

  /// Takes the innermost element off the stack and makes it the current one.
  @inline(__always)
  package mutating func closeElement() {
    let open = elements.removeLast()
    name = open.name
    if elements.count < rescuedCount { rescuedCount = elements.count }
    if options.processesNamespaces {
      binding = open.binding
      prefixCount = open.prefixCount
      bindingsToKeep = open.bindingCount
    }
    if elements.count == 0 { stage = .epilog }
  }

  /// Names the culprit of an end tag that does not fit: the element left open, or the tag itself.
  @inline(never)
  private mutating func wrongEndTag(at start: Int) throws(Failure) -> Failure {
    let end = XMLCharacters.nameEnd(in: input, from: start + 2)
    guard end < input.count else { return cut(.xmlBadEndTag, at: start) }
    guard end > start + 2 else { return Failure(.xmlBadEndTag, at: offset(of: start)) }
    let found = input[start + 2..<end]
    var depth = elements.count - 1
    while depth >= 0 {
      if elements[depth].name == found {
        let open = elements[elements.count - 1]
        return Failure(.xmlCrossedElement, at: open.offset, open.name.string)
      }
      depth -= 1
    }
    return Failure(.xmlStrayEndTag, at: offset(of: start), found.string)
  }

  /// The attributes of the tag that begins at `tag`; returns the index after its `>`.
  @inline(never)
  private mutating func readAttributes(from start: Int, tag: Int) throws(Failure) -> Int {
    let input = self.input
    var at = start
    values.truncate(to: 0)
    if !unreadInValues.isEmpty { unreadInValues.removeAll() }
    while true {
      let gap = at
      at = skipSpace(from: at)
      guard at < input.count else { throw cut(.xmlUnterminatedTag, at: tag, name) }
      if input[at] == ASCII.greaterThan {
        at &+= 1
        break
      }
      if input[at] == ASCII.solidus {
        guard let next = input.byte(at: at &+ 1) else { throw cut(.xmlUnterminatedTag, at: tag, name) }
        guard next == ASCII.greaterThan else {
          throw Failure(.xmlUnterminatedTag, at: offset(of: tag), name.string)
        }
        isEmptyElement = true
        at &+= 2
        break
      }
      at = try readAttribute(from: at, tag: tag, follows: gap)
    }
    if records.count > 1 { try checkDuplicateAttributes() }
    return at
  }

  /// One attribute; returns the index after its closing quote.
  private mutating func readAttribute(from start: Int, tag: Int, follows gap: Int) throws(Failure) -> Int {
    let input = self.input
    let nameEnd = XMLCharacters.nameEnd(in: input, from: start)
    guard nameEnd > start else {
      if input[start] == ASCII.lessThan {
        throw Failure(.xmlUnterminatedTag, at: offset(of: tag), name.string)
      }
      throw Failure(.xmlBadAttribute, at: offset(of: start), name.string)
    }
    let attribute = input[start..<nameEnd]
    if start == gap { try log.report(.xmlNoSpaceBeforeAttribute, at: offset(of: start), attribute.string) }
    var at = skipSpace(from: nameEnd)
    guard at < input.count else { throw cut(.xmlUnterminatedTag, at: tag, name) }
    guard input[at] == ASCII.equalsSign else {
      throw Failure(.xmlAttributeWithoutValue, at: offset(of: start), attribute.string)
    }
    at = skipSpace(from: at &+ 1)
    guard let quote = input.byte(at: at) else { throw cut(.xmlUnterminatedTag, at: tag, name) }
    guard quote == ASCII.quotationMark || quote == ASCII.apostrophe else {
      throw Failure(.xmlUnquotedValue, at: offset(of: at), attribute.string)
    }
    let valueStart = at &+ 1
    var end = valueStart
    while end < input.count, XMLCharacters.classes(input[end]) & XMLCharacters.valueStop == 0 { end &+= 1 }
    let isPlain = input.byte(at: end) == quote
    if !isPlain {
      guard let close = input.firstIndex(of: quote, from: end) else {
        throw cut(.xmlUnterminatedValue, at: at, attribute)
      }
      end = close
    }
    guard records.count < Limits.attributesPerElement else {
      throw Failure(.xmlTooManyAttributes, at: tokenStart, name.string)
    }
    records.append(
      XMLAttributeRecord(
        name: attribute, rawValue: input[valueStart..<end], valueStart: 0, valueCount: 0,
        offset: offset(of: start), valueOffset: offset(of: valueStart), prefixCount: 0, binding: -1,
        isNormalized: false, isSpecified: true, isID: false))
    if !isPlain { try normalizeLastValue(at: valueStart) }
    return end &+ 1
  }

  /// Gives the last attribute its normalised value.
  @inline(never)
  private mutating func normalizeLastValue(at index: Int) throws(Failure) {
    var record = records[records.count - 1]
    record.valueStart = values.count
    record.isNormalized = true
    var normalizer = XMLValueNormalizer(
      literal: record.rawValue, attribute: record.name, offset: offset(of: index),
      advances: frames.count == 0, inputCount: windowOffset + input.count, documentType: documentType,
      standalone: standalone ?? false)
    try normalizer.run(into: &values, budget: &budget, log: &log)
    for reference in normalizer.unread {
      tally.unreadReferences.add(at: reference.offset)
      unreadInValues.append(reference.start..<reference.start + reference.name.count + 2)
    }
    record.valueCount = values.count - record.valueStart
    records[records.count - 1] = record
  }

  @inline(__always)
  func skipSpace(from start: Int) -> Int {
    var at = start
    while at < input.count, input[at].isWhitespace { at &+= 1 }
    return at
  }

  // MARK: Attribute rules

  /// Reports attributes of one name.
  private mutating func checkDuplicateAttributes() throws(Failure) {
    let count = records.count
    if count > 24 { return try checkManyAttributes() }
    var later = 1
    while later < count {
      let name = records[later].name
      var earlier = 0
      while earlier < later {
        if records[earlier].name == name {
          try log.report(.xmlDuplicateAttribute, at: records[later].offset, name.string)
        }
        earlier &+= 1
      }
      later &+= 1
    }
  }

  @inline(never)
  private mutating func checkManyAttributes() throws(Failure) {
    var seen = Set<ByteKey>(minimumCapacity: records.count)
    for index in 0..<records.count where !seen.insert(ByteKey(records[index].name)).inserted {
      try log.report(.xmlDuplicateAttribute, at: records[index].offset, records[index].name.string)
    }
  }

  /// Adds defaults of the DTD and normalises values by declared types; XML 1.0, 3.3.2 and 3.3.3.
  @inline(never)
  private mutating func applyDeclaredAttributes() throws(Failure) {
    guard let list = documentType?.attributeList(of: name) else { return }
    if records.count == 0 { values.truncate(to: 0) }
    list.serial &+= 1
    for index in 0..<records.count {
      guard let declared = list.index(of: records[index].name) else { continue }
      list.attributes[declared].seen = list.serial
      records[index].isID = list.attributes[declared].type == .id
      if list.attributes[declared].type != .cdata { collapseValue(at: index) }
    }
    for declared in list.defaulted {
      let attribute = list.attributes[declared]
      if attribute.seen == list.serial { continue }
      tally.defaultedAttributes.add(at: tokenStart)
      try budget.spend(
        attribute.name.count + attribute.value.count, inputCount: windowOffset + input.count,
        name: attribute.name,
        at: tokenStart)
      records.append(
        XMLAttributeRecord(
          name: attribute.name, rawValue: attribute.value, valueStart: 0, valueCount: 0, offset: tokenStart,
          valueOffset: tokenStart, prefixCount: 0, binding: -1, isNormalized: false, isSpecified: false,
          isID: attribute.type == .id))
    }
  }

  /// Drops spaces around the value and makes inner runs of them one.
  private mutating func collapseValue(at index: Int) {
    let raw = value(of: records[index]).array
    let start = values.count
    raw.withUnsafeBytes { XMLValueNormalizer.collapse(ByteView($0), into: &values) }
    records[index].valueStart = start
    records[index].valueCount = values.count - start
    records[index].isNormalized = true
  }
}

/// Bytes as a key of tables; whoever makes it keeps them alive.
package struct ByteKey: Hashable {
  let bytes: ByteView

  package init(_ bytes: ByteView) { self.bytes = bytes }
  package static func == (left: ByteKey, right: ByteKey) -> Bool { left.bytes == right.bytes }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes.base, count: bytes.count))
  }
}
