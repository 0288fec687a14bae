// Records: beginning them, adding values, and checking them at the end.

extension MappingReader {
  mutating func beginRecord(_ type: Int, field: Int) throws(Failure) {
    let isList = field >= 0 && mapping.traits[field].isList
    let outer = open.count - 1
    let depth = (outer < 0 ? 0 : open[outer].depth) + (isList ? 2 : 1)
    guard depth <= Limits.depth, log.entries.count < Int(Int32.max) / 2 else {
      throw Failure(.documentTooDeep, at: reader.tokenStart, String(Limits.depth))
    }
    var entry = MappingEntry(.record, field: field)
    entry.next = -1
    let number = log.append(entry)
    if resolvesKeysLater && mapping.records[type].keySpace >= 0 {
      var origin = MappingEntry(.origin, field: -1)
      origin.value = reader.tokenStart
      origin.count = Int32(truncatingIfNeeded: type)
      log.link(log.append(origin), to: number)
    }
    recordSerial &+= 1
    open.append(
      OpenRecord(
        type: type, field: field, entry: number, firstSlot: slots.count, offset: reader.tokenStart,
        depth: depth, isInList: isList || outer >= 0 && open[outer].isInList, serial: recordSerial))
    slots.append(repeating: -1, count: mapping.records[type].fields.count)
  }

  @inline(__always)
  func slot(of field: Int, in record: Int) -> Int {
    open[record].firstSlot &+ Int(mapping.traits[field].slot)
  }

  /// Begins the list of a list field in the innermost record, if it has none yet.
  mutating func ensureList(_ field: Int) {
    guard mapping.traits[field].isList else { return }
    _ = list(of: field, in: open.count - 1)
  }

  @inline(__always)
  mutating func list(of field: Int, in record: Int) -> Int32 {
    let slot = slot(of: field, in: record)
    if slots[slot] >= 0 { return slots[slot] }
    let list = log.append(MappingEntry(.list, field: field))
    log.link(list, to: open[record].entry)
    slots[slot] = list
    return list
  }

  @inline(__always)
  mutating func add(_ entry: Int32, _ field: Int, to record: Int, at offset: Int) throws(Failure) {
    if mapping.traits[field].isList {
      let list = list(of: field, in: record)
      if log.entries[Int(list)].isSent { try reopen(list, of: record) }
      return log.link(entry, to: list)
    }
    let slot = slot(of: field, in: record)
    guard slots[slot] < 0 else { return try reportSecond(field, at: offset) }
    slots[slot] = entry
    log.link(entry, to: open[record].entry)
  }

  @inline(never)
  private mutating func reportSecond(_ number: Int, at offset: Int) throws(Failure) {
    let field = mapping.fields[number]
    guard field.model.isLenient, !options.isStrict else {
      let text = "it occurs twice (\(field.model.place.description)), and is not a list"
      return try report(field.problem(text), at: offset)
    }
    note(.text, field.name, at: offset)
  }

  mutating func endRecord(isCut: Bool) throws(Failure) {
    let last = open.count - 1
    let record = open[last]
    for field in mapping.records[record.type].fieldsCheckedAtEnd {
      if slots[record.firstSlot &+ Int(mapping.traits[field].slot)] < 0
        || !mapping.traits[field].isCompleteOnceFilled
      {
        try checkEndOfRecord(field, in: last, isCut: isCut)
      }
    }
    if record.unmapped >= 0 { log.link(record.unmapped, to: record.entry) }
    if last == 0 && options.records == nil {
      if namespaceEntry >= 0 { log.link(namespaceEntry, to: record.entry) }
      if rootEntry >= 0 { log.link(rootEntry, to: record.entry) }
    }
    if !isCut, mapping.records[record.type].keySpace >= 0, !resolvesKeysLater { try registerKey(of: record) }
    let ended = open.removeLast()
    slots.truncate(to: record.firstSlot)
    if record.field < 0 { return flushIfDue(after: ended) }
    if record.isBegun {
      slots[slot(of: record.field, in: open.count - 1)] = record.entry
    } else if open.count > 0 {
      try add(record.entry, record.field, to: open.count - 1, at: record.offset)
    } else {
      finishedRecord = record.entry
    }
    flushIfDue(after: ended)
  }

  /// Checks a possibly missing field at the end of a record.
  private mutating func checkEndOfRecord(_ number: Int, in record: Int, isCut: Bool) throws(Failure) {
    let slot = slot(of: number, in: record)
    let traits = mapping.traits[number]
    if slots[slot] < 0, traits.isList, !traits.hasBounds, !traits.isRequired, !traits.hasDefault {
      // A list without constraints, the usual case.
      if traits.isDirectList && !(isCut && traits.kind == .record) { _ = list(of: number, in: record) }
      return
    }
    let field = mapping.fields[number]
    let offset = open[record].offset
    if slots[slot] < 0, let text = field.defaultText, !isCut {
      count(.defaultedFields, at: offset)
      try add(text, to: number, in: record, at: offset)
    }
    if slots[slot] < 0 && traits.isDirectList && !(isCut && field.record >= 0) {
      _ = list(of: number, in: record)
    }
    if isCut { return }
    let count = slots[slot] < 0 ? 0 : Int(log.entries[Int(slots[slot])].count)
    if field.model.isRequired && (slots[slot] < 0 || traits.isDirectList && count == 0) {
      if failedFields.contains(where: { $0.record == open[record].entry && $0.field == number }) { return }
      return try report(mapping.missing(field), at: offset)
    }
    guard let bounds = field.model.list, slots[slot] >= 0 || bounds.minimum > 0 else { return }
    if count < bounds.minimum {
      let text =
        "\(field.owner): \(field.model.name) has \(count) values, and needs at least \(bounds.minimum)"
      try report(Failure(.mappingMissing, text), at: offset)
    } else if let maximum = bounds.maximum, count > maximum {
      try report(field.problem("\(count) values, more than \(maximum)"), at: offset)
    }
  }

  /// Records the name and namespace of the root element, if the mapping has several.
  mutating func noteRoot() throws(Failure) {
    let uri = reader.namespaceURI
    guard let number = mapping.rootNumber(local: reader.localName, uri: uri) else { return }
    let root = mapping.roots[number]
    if number > 0 { rootEntry = textEntry(root.written, RecordBuffer.root) }
    guard let alternative = mapping.namespaces[root.namespace].alternative(uri), alternative > 0 else {
      return
    }
    namespaceEntry = textEntry(uri, RecordBuffer.namespace)
  }

  /// Whether a single field of the innermost record has its value; -1 means no field.
  @inline(__always)
  func isFilled(_ field: Int) -> Bool {
    guard field >= 0 else { return false }
    let record = open[open.count &- 1]
    guard mapping.records[record.type].fields.contains(field) else { return false }
    return slots[record.firstSlot &+ Int(mapping.traits[field].slot)] >= 0
  }

  /// Adds the defaults of the record's own attributes, in the position of written ones.
  @inline(__always)
  mutating func addAttributeDefaults() throws(Failure) {
    let last = open.count &- 1
    for number in mapping.records[open[last].type].attributeDefaults where !isFilled(number) {
      if let text = mapping.fields[number].defaultText {
        count(.defaultedFields, at: open[last].offset)
        try add(text, to: number, in: last, at: open[last].offset)
      }
    }
  }

  // MARK: Attributes

  /// Adds the attributes of the current element to the enclosing record, and to its own record.
  mutating func attributes(of node: Int, opensRecord: Bool, outerNode: Int) throws(Failure) {
    let inner = open.count - 1
    for index in 0..<reader.attributeCount {
      let attribute = reader.attributeRecord(at: index)
      if attribute.name.starts(with: "xmlns"), attribute.name.count == 5 || attribute.prefixCount == 5 {
        continue
      }
      if let field = findAttribute(attribute, of: node, near: index) {
        try add(reader.value(of: attribute), to: field, in: inner, at: attribute.offset)
      } else if outerNode >= 0, let field = findAttribute(attribute, of: outerNode, near: index), inner > 0 {
        try add(reader.value(of: attribute), to: field, in: inner - 1, at: attribute.offset)
      } else if !isCondition(attribute, of: node)
        && !(outerNode >= 0 && isCondition(attribute, of: outerNode))
      {
        skipUnmappedAttribute(attribute, of: opensRecord ? -1 : node)
      }
    }
  }

  @inline(__always)
  private mutating func findAttribute(_ attribute: XMLAttributeRecord, of node: Int, near hint: Int) -> Int? {
    let first = Int(mapping.nodes[node].firstAttribute)
    let count = Int(mapping.nodes[node].attributeCount)
    var index = hint < count ? hint : 0
    var tries = 0
    while tries < count {
      let place = mapping.attributes[first &+ index]
      if isNamed(attribute, place.name, Int(place.namespace)) { return Int(place.field) }
      index = index &+ 1 == count ? 0 : index &+ 1
      tries &+= 1
    }
    return nil
  }

  private mutating func isCondition(_ attribute: XMLAttributeRecord, of node: Int) -> Bool {
    let number = Int(mapping.nodes[node].condition)
    guard number >= 0 else { return false }
    let condition = mapping.conditions[number]
    return isNamed(attribute, condition.name, Int(condition.namespace))
  }

  // MARK: Texts

  /// Adds the text of an element that ends to the innermost record.
  mutating func addText(_ field: Int, of frame: Frame) throws(Failure) {
    let traits = mapping.traits[field]
    let record = open.count - 1
    if traits.hasAllPieces { return try addPieces(field, of: frame) }
    var (from, to) = (frame.firstPiece, pieces.count)
    switch traits.pieces {
    case .joined, .all: break
    case .first: while to > from, pieces[to - 1].index > 0 { to -= 1 }
    case .last:
      if frame.children == 0 && mapping.nodes[frame.node].hasFirstPiece { from = to }
      while from < to, pieces[from].index < frame.children { from += 1 }
    }
    let text = join(from, to)
    if !traits.isElement && text.isWhitespaceOnly
      && (text.isEmpty || !traits.keepsSpace || frame.children > 0)
    {
      if frame.children == 0 && !text.isEmpty { count(.trimmedText, at: frame.offset) }
      return
    }
    try add(text, to: field, in: record, at: frame.offset)
  }

  /// Adds an array of the text before each child, and after the last; nothing without text.
  private mutating func addPieces(_ field: Int, of frame: Frame) throws(Failure) {
    var hasText = false
    for index in frame.firstPiece..<pieces.count where !hasText {
      hasText = !text(of: pieces[index]).isWhitespaceOnly
    }
    guard hasText else {
      if frame.isReordered { count(.siblingOrder, at: frame.offset) }
      return
    }
    let record = open.count - 1
    var from = frame.firstPiece
    for child in 0...frame.children {
      var to = from
      while to < pieces.count, pieces[to].index == child { to += 1 }
      try add(join(from, to), to: field, in: record, at: frame.offset)
      from = to
    }
  }

  /// Joins the pieces of a range.
  private mutating func join(_ from: Int, _ to: Int) -> ByteView {
    if from == to { return .empty }
    if to - from == 1 { return text(of: pieces[from]) }
    let start = log.arena.count
    for index in from..<to {
      let piece = pieces[index]
      if piece.isInArena {
        // Byte by byte, because the arena may move as it grows.
        for at in piece.start..<piece.start + piece.count { log.arena.append(log.arena[at]) }
      } else {
        _ = log.arena.append(source[piece.start..<piece.start + piece.count])
      }
    }
    return log.arena.view.suffix(from: start)
  }
}
