// The elements of a mapped document: the node of the mapping that each one is, and the values that its end completes.

extension MappingReader {
  mutating func beginElement() throws(Failure) {
    if skipDepth > 0 {
      skipDepth += 1
      return
    }
    if capture.isActive { return capture.startElement(reader) }
    let top = frames.count - 1
    guard top >= 0 else { return try beginRoot() }
    frames[top].children &+= 1
    guard let node = findChild(of: frames[top]) else {
      let choice = Int(mapping.nodes[frames[top].node].choiceField)
      if choice >= 0, try enterAlternative(of: choice, at: top) { return }
      return skipUnmappedElement()
    }
    checkNamespace(Int(mapping.nodes[node].namespace))
    names.learn(
      node, reader.name, state: reader.namespaces.state, after: frames[top].last, below: frames[top].node)
    checkOrder(of: node, at: reader.tokenStart)
    frames[top].last = Int32(truncatingIfNeeded: node)
    if let records = options.records, open.count == 0 { return try descend(node, records) }
    let lenient = Int(mapping.nodes[node].lenientField)
    if lenient >= 0, open.count > 0, isFilled(lenient) { return skipUnmappedElement() }
    let field = Int(mapping.nodes[node].recordField)
    if field >= 0, field == countedField, let first = options.first, !open[open.count - 1].isInList {
      guard countedRecords < first else { return stop() }
      countedRecords += 1
    }
    try enter(node)
  }

  private mutating func beginRoot() throws(Failure) {
    guard mapping.isRoot(local: reader.localName, uri: reader.namespaceURI) else {
      throw Failure(
        .mappingRoot, at: reader.tokenStart,
        "the root element is <\(reader.name.string)>; the mapping \(mapping.mapping.name) is for \(mapping.rootNames)"
      )
    }
    let root = mapping.records[0].root
    if options.records != nil {
      frames.append(Frame(node: root, firstPiece: 0, offset: reader.tokenStart))
      return
    }
    try beginRecord(0, field: -1)
    try noteRoot()
    try pushFrame(root, opensRecord: true, outerNode: -1)
  }

  /// The node below the frame's for the current element, or nil.
  @inline(__always)
  private mutating func findChild(of frame: Frame) -> Int? {
    let start = mapping.nodes[frame.node].hasConditions ? 0 : frame.hint
    guard let found = findChild(below: frame.node, from: start) else { return nil }
    frames[frames.count &- 1].hint = found.index
    return found.node
  }

  /// The child of a node for the current element, searched from an index on, and its index.
  @inline(__always)
  private mutating func findChild(below node: Int, from start: Int) -> (index: Int, node: Int)? {
    let first = Int(mapping.nodes[node].firstChild)
    let count = Int(mapping.nodes[node].childCount)
    guard count > 0 else { return nil }
    let local = reader.localName
    var index = start
    var tries = 0
    while tries < count {
      let child = Int(mapping.children[first &+ index])
      if mapping.nodes[child].name.isEqual(local), isInNamespace(Int(mapping.nodes[child].namespace)),
        mapping.nodes[child].condition < 0 || holds(mapping.conditions[Int(mapping.nodes[child].condition)])
      {
        return (index, child)
      }
      index = index &+ 1 == count ? 0 : index &+ 1
      tries &+= 1
    }
    return nil
  }

  @inline(__always)
  private func isInNamespace(_ number: Int) -> Bool {
    let uri = reader.namespaceURI
    return number == 0 && uri.isEmpty || mapping.namespaces[number].includes(uri)
  }

  /// Begins the record of a choice with the current element; false if it is not one of the alternatives.
  @inline(never)
  private mutating func enterAlternative(of field: Int, at top: Int) throws(Failure) -> Bool {
    guard open.count > 0 else { return false }
    let type = mapping.fields[field].record
    guard let found = findChild(below: mapping.records[type].root, from: 0)?.node else { return false }
    checkNamespace(Int(mapping.nodes[found].namespace))
    if frames[top].rank > Int32(field) { noteOrder(in: top, at: reader.tokenStart) }
    frames[top].rank = Int32(truncatingIfNeeded: field)
    ensureList(field)
    try beginRecord(type, field: field)
    let depth = frames.count
    try enter(found)
    if frames.count > depth {
      frames[depth].endsAlternative = true
    } else {
      try endAlternative(reader.name, at: reader.tokenStart, isCut: false)
    }
    return true
  }

  /// Ends the record of a choice; an element without any values is unmapped.
  private mutating func endAlternative(_ name: ByteView, at offset: Int, isCut: Bool) throws(Failure) {
    if log.entries[Int(open[open.count - 1].entry)].count == 0 { note(.element, name, at: offset) }
    try endRecord(isCut: isCut)
  }

  private mutating func holds(_ condition: PlaceCondition) -> Bool {
    for index in 0..<reader.attributeCount {
      let attribute = reader.attributeRecord(at: index)
      if isNamed(attribute, condition.name, Int(condition.namespace)) {
        return reader.value(of: attribute).trimmed == condition.value
      }
    }
    return false
  }

  @inline(__always)
  func isNamed(_ attribute: XMLAttributeRecord, _ name: ByteView, _ namespace: Int) -> Bool {
    let prefixCount = Int(attribute.prefixCount)
    if namespace == 0 { return prefixCount == 0 && attribute.name.isEqual(name) }
    return prefixCount > 0 && attribute.name.suffix(from: prefixCount &+ 1).isEqual(name)
      && mapping.namespaces[namespace].includes(reader.namespaces.uri(of: attribute.binding))
  }

  /// Outside the requested records: descends towards them, or skips the element.
  private mutating func descend(_ node: Int, _ records: MappingRecordPlace) throws(Failure) {
    guard matchedSteps == frames.count - 1, matchedSteps < records.nodes.count,
      records.nodes[matchedSteps] == node
    else {
      skipDepth = 1
      return
    }
    if matchedSteps + 1 < records.nodes.count {
      matchedSteps += 1
      let field = Int(mapping.nodes[node].recordField)
      let inner = field < 0 ? node : mapping.records[mapping.fields[field].record].root
      if field >= 0 { ownerSerial &+= 1 }
      frames.append(Frame(node: inner, firstPiece: 0, offset: reader.tokenStart))
      return
    }
    if let first = options.first, countedRecords == first { return stop() }
    countedRecords += 1
    try enter(node)
  }

  mutating func stop() {
    report.stop = MappingReport.Stop(offset: reader.tokenStart, records: countedRecords)
    if countsLines { report.stop?.position = reader.place(of: reader.tokenStart) }
  }

  private mutating func enter(_ number: Int) throws(Failure) {
    let field = Int(mapping.nodes[number].recordField)
    if field >= 0 {
      let type = mapping.fields[field].record
      if open.count > 0 { ensureList(field) }
      try beginRecord(type, field: field)
      return try pushFrame(mapping.records[type].root, opensRecord: true, outerNode: number)
    }
    if mapping.nodes[number].listCount > 0 { noteRepeatedContainer(number) }
    try pushFrame(number, opensRecord: false, outerNode: -1)
  }

  private mutating func pushFrame(_ node: Int, opensRecord: Bool, outerNode: Int) throws(Failure) {
    if reader.attributeCount > 0 { try attributes(of: node, opensRecord: opensRecord, outerNode: outerNode) }
    if opensRecord { try addAttributeDefaults() }
    var frame = Frame(node: node, firstPiece: pieces.count, offset: reader.tokenStart)
    frame.opensRecord = opensRecord
    if mapping.nodes[node].childCount == 0, mapping.nodes[node].contentField < 0,
      let text = reader.takePlainContent()
    {
      return try finishLeaf(frame, text)
    }
    frames.append(frame)
    if mapping.nodes[node].contentField >= 0 {
      capture.begin(
        atBinding: Int32(truncatingIfNeeded: reader.namespaceBindingCount),
        impliedNamespace: mapping.namespaces.first { $0.prefix.isEmpty && !$0.uris[0].isEmpty }?.uris[0]
          ?? .empty)
    }
  }

  /// Reads an element without mapped children that contains only text, the usual case.
  @inline(__always)
  mutating func finishLeaf(_ frame: Frame, _ text: ByteView) throws(Failure) {
    let texts = Int(mapping.nodes[frame.node].textCount)
    if texts == 1 {
      let field = Int(mapping.nodeFields[Int(mapping.nodes[frame.node].firstText)])
      let traits = mapping.traits[field]
      if !traits.hasAllPieces {
        let saysNothing =
          !traits.isElement
          && (text.isEmpty || !traits.keepsSpace && text.isWhitespaceOnly)
        if saysNothing {
          if !text.isEmpty { count(.trimmedText, at: frame.offset) }
          if !frame.opensRecord { checkIsNotEmpty(frame) }
        } else {
          try add(text, to: field, in: open.count &- 1, at: frame.offset)
        }
        if frame.opensRecord { try endRecord(isCut: false) }
        return
      }
    }
    frames.append(frame)
    if !text.isEmpty { take(text) }
    try leave(frames.removeLast(), isCut: false)
  }

  mutating func endElement() throws(Failure) {
    if skipDepth > 0 {
      skipDepth -= 1
      return
    }
    if capture.isActive, capture.endElement(reader) { return finishUnmappedElement() }
    if capture.isActive, !capture.hasEnded { return }
    let frame = frames.removeLast()
    if matchedSteps > 0 && matchedSteps > frames.count - 1 { matchedSteps = max(frames.count - 1, 0) }
    guard open.count > 0 else { return }
    try leave(frame, isCut: false)
    if frame.endsAlternative {
      try endAlternative(mapping.nodes[frame.node].name, at: frame.offset, isCut: false)
    }
  }

  mutating func leave(_ frame: Frame, isCut: Bool) throws(Failure) {
    let content = Int(mapping.nodes[frame.node].contentField)
    if content >= 0 { try addContent(content, frame) }
    let texts = Int(mapping.nodes[frame.node].textCount)
    if texts > 0 {
      let first = Int(mapping.nodes[frame.node].firstText)
      for index in first..<first + texts { try addText(Int(mapping.nodeFields[index]), of: frame) }
    }
    if pieces.count > frame.firstPiece {
      if frame.children > 0 { checkPieces(of: frame) }
      pieces.truncate(to: frame.firstPiece)
    }
    if frame.children == 0 && !isCut && content < 0 {
      if frame.hasSpace { count(.trimmedText, at: frame.offset) }
      if !frame.opensRecord { checkIsNotEmpty(frame) }
    }
    if frame.opensRecord { return try endRecord(isCut: isCut) }
    let lists = Int(mapping.nodes[frame.node].listCount)
    if lists > 0 && !isCut {
      // A container without elements is an empty list.
      let first = Int(mapping.nodes[frame.node].firstList)
      for index in first..<first + lists { ensureList(Int(mapping.nodeFields[index])) }
    }
  }
}
