// The elements of a record: attributes, content, text, and unmapped content.

extension MappingWriter {
  mutating func element(_ number: Int, _ record: Int, _ occurrence: Int) throws(Failure) {
    let node = mapping.nodes[number]
    var inner: DocumentValue?
    if node.recordField >= 0 {
      inner = value(of: Int(node.recordField), in: record, occurrence)
      guard inner != nil else { return }
    }
    let type = node.recordField < 0 ? -1 : mapping.fields[Int(node.recordField)].record
    let keepsText = node.keepsText || type >= 0 && mapping.nodes[mapping.records[type].root].keepsText
    guard writer.depth < Limits.depth else { throw Failure(.documentTooDeep, String(Limits.depth)) }
    try writer.startElement(node.written, keepsText: keepsText)
    if node.condition >= 0 {
      let condition = mapping.conditions[Int(node.condition)]
      try writer.attribute(condition.written, condition.value)
    }
    try attributes(of: number, record: record, occurrence: occurrence)
    tasks.append(.end)
    if let inner {
      try beginRecord(inner, type: type)
    } else {
      try content(of: number, record: record, occurrence: occurrence)
    }
  }

  /// The value of a field, or the element of a list with this number, or nil.
  mutating func value(of field: Int, in record: Int, _ occurrence: Int) -> DocumentValue? {
    for at in range(of: record) where values[at].field == field {
      return value(at: values[at].index, of: field, occurrence)
    }
    return nil
  }

  mutating func value(at index: Int, of field: Int, _ occurrence: Int) -> DocumentValue? {
    let value = DocumentValue(document, at: index)
    guard mapping.traits[field].isList, !mapping.traits[field].isListInOneText else { return value }
    return occurrence < value.count ? element(occurrence, of: value) : nil
  }

  /// An element of a list; lists are read in order, so the search continues from the last one.
  mutating func element(_ number: Int, of list: DocumentValue) -> DocumentValue? {
    var cursor =
      cursors.last { $0.list == list.index && $0.number <= number }
      ?? Cursor(list: list.index, number: 0, index: list.index + 2)
    while cursor.number < number {
      cursor.index = document.next(after: cursor.index)
      cursor.number += 1
    }
    if let at = cursors.lastIndex(where: { $0.list == list.index }) {
      if number + 1 < list.count { cursors[at] = cursor } else { cursors.remove(at: at) }
    } else if number + 1 < list.count {
      if cursors.count >= Self.cursorLimit { cursors.removeFirst() }
      cursors.append(cursor)
    }
    return DocumentValue(document, at: cursor.index)
  }

  private func range(of record: Int) -> Range<Int> {
    let end = record + 1 < records.count ? records[record + 1].firstValue : values.count
    return records[record].firstValue..<end
  }

  mutating func attributes(of node: Int, record: Int, occurrence: Int) throws(Failure) {
    unmappedNames.removeAll(keepingCapacity: true)
    let first = Int(mapping.nodes[node].firstAttribute)
    let attributes = first..<first + Int(mapping.nodes[node].attributeCount)
    for at in range(of: record) where values[at].node == node {
      let field = values[at].field
      if field < 0 {
        if occurrence == 0 { try unmappedAttribute(values[at].index) }
        continue
      }
      guard let place = attributes.first(where: { Int(mapping.attributes[$0].field) == field }),
        let value = value(at: values[at].index, of: field, occurrence)
      else { continue }
      try lexical(value, field)
      let written = mapping.attributes[place].written
      try scratch.withHeldBytes { (text: ByteView) throws(Failure) in try writer.attribute(written, text) }
    }
  }

  /// Adds tasks for the content of an element, in the order of the keys.
  mutating func content(of node: Int, record: Int, occurrence: Int) throws(Failure) {
    var begin: [Task] = []
    var children: [Task] = []
    var end: [Task] = []
    var pieces: (field: Int, values: [DocumentValue])?
    var done: [Int] = []
    let interleaves = range(of: record).contains { at in
      values[at].field >= 0 && mapping.traits[values[at].field].hasAllPieces && values[at].node == node
    }
    for at in range(of: record) {
      let field = values[at].field
      guard let child = child(of: node, towards: values[at].node) else {
        if field < 0 {
          if values[at].node == node && occurrence == 0 { end += unmappedContent(values[at].index) }
          continue
        }
        let compiled = mapping.fields[field]
        if compiled.isChoice && compiled.node == node {
          children += alternatives(at: values[at].index, of: compiled.record, apart: interleaves)
          continue
        }
        guard compiled.node == node, !compiled.model.place.end.isAttribute,
          let value = value(at: values[at].index, of: field, occurrence)
        else { continue }
        switch compiled.model.pieces {
        case .all: pieces = (field, Array(value.elements))
        case .last: end.append(.text(field: field, value: value.index))
        case .first, .joined: begin.append(.text(field: field, value: value.index))
        }
        continue
      }
      if done.contains(child) { continue }
      done.append(child)
      guard mapping.nodes[child].repeats else {
        children.append(.element(node: child, record: record, occurrence: 0))
        continue
      }
      let count = repetitions(of: child, in: record)
      if interleaves {
        for number in 0..<count { children.append(.element(node: child, record: record, occurrence: number)) }
      } else if count > 0 {
        children.append(.elements(node: child, record: record, occurrence: 0, count: count))
      }
    }
    if let pieces { children = interleave(children, pieces.values, pieces.field) }
    for task in end.reversed() { tasks.append(task) }
    for task in children.reversed() { tasks.append(task) }
    for task in begin.reversed() { tasks.append(task) }
  }

  /// The tasks for a list of alternatives; one for each if text is between them.
  func alternatives(at index: Int, of type: Int, apart: Bool) -> [Task] {
    let list = DocumentValue(document, at: index)
    if list.count == 0 { return [] }
    if !apart { return [.alternatives(type: type, index: list.index + 2, count: list.count)] }
    return list.elements.map { .alternatives(type: type, index: $0.index, count: 1) }
  }

  /// The node directly below `node` on the path to another, or nil if that is not below.
  func child(of node: Int, towards target: Int) -> Int? {
    var at = target
    while at >= 0 && at != node {
      let parent = Int(mapping.nodes[at].parent)
      if parent == node { return at }
      at = parent
    }
    return nil
  }

  /// The number of repetitions of an element: the length of the longest list that ends at it.
  private func repetitions(of node: Int, in record: Int) -> Int {
    var most = 0
    for at in range(of: record) where values[at].node == node && values[at].field >= 0 {
      let traits = mapping.traits[values[at].field]
      if traits.isList && !traits.isListInOneText {
        most = max(most, DocumentValue(document, at: values[at].index).count)
      }
    }
    return most
  }

  private func interleave(_ children: [Task], _ pieces: [DocumentValue], _ field: Int) -> [Task] {
    var all: [Task] = []
    for (number, child) in children.enumerated() {
      if number < pieces.count { all.append(.text(field: field, value: pieces[number].index)) }
      all.append(child)
    }
    for piece in pieces.dropFirst(children.count) { all.append(.text(field: field, value: piece.index)) }
    return all
  }

  // MARK: Text

  mutating func text(_ field: Int, _ value: Int) throws(Failure) {
    let compiled = mapping.fields[field]
    try lexical(DocumentValue(document, at: value), field)
    let isMarkup = compiled.traits.isMarkup
    let usesCDATA = compiled.model.usesCDATA
    try scratch.withHeldBytes { (text: ByteView) throws(Failure) in
      if isMarkup {
        try writer.markup(text)
      } else if usesCDATA && !text.isEmpty && text.fitsCDATA {
        try writer.cdata(text)
      } else {
        try writer.text(text)
      }
    }
  }

  /// Stores the value's XML text in `scratch`, checked.
  private mutating func lexical(_ value: DocumentValue, _ number: Int) throws(Failure) {
    index = value.index
    let field = mapping.fields[number]
    scratch.removeAll()
    if field.traits.isSplit {
      for element in value.elements { try appendWord(element, number) }
      return
    }
    if field.model.isLenient, let text = value.text, !field.understands(value, decoding: &decoded) {
      return scratch.append(text)
    }
    try field.append(value, to: &scratch)
    if field.traits.isFree && !field.traits.isReference { return }
    if field.traits.isMarkup {
      try scratch.withHeldBytes { (text: ByteView) throws(Failure) in
        _ = try MappedMarkup.checked(text, in: mapping)
      }
    }
    let checked = try scratch.withHeldBytes { (text: ByteView) throws(Failure) in
      try field.checkedValue(of: text.trimmed, decoding: &decoded)
    }
    noteReference(checked, number)
  }

  /// Remembers a value that refers to a record.
  private mutating func noteReference(_ value: MappedScalar, _ number: Int) {
    guard mapping.traits[number].isReference else { return }
    var key = GrowableBuffer<UInt8>(capacity: 32)
    value.appendKey(isReal: mapping.traits[number].isRealKey, to: &key)
    if !key.view.isEmpty { references.add(key.view, number: number, place: index) }
  }

  /// Adds one value of a list in one text.
  private mutating func appendWord(_ value: DocumentValue, _ number: Int) throws(Failure) {
    let field = mapping.fields[number]
    index = value.index
    var word = OutputBuffer()
    try field.append(value, to: &word)
    let checked = try word.withHeldBytes { (text: ByteView) throws(Failure) in
      for index in 0..<text.count where text[index].isWhitespace {
        throw field.problem("values with white space cannot be written as a list of words")
      }
      if text.isEmpty { throw field.problem("a list of words cannot contain an empty value") }
      return try field.checkedValue(of: text, decoding: &decoded)
    }
    if scratch.count > 0 { scratch.append(ASCII.space) }
    word.withHeldBytes { scratch.append($0) }
    noteReference(checked, number)
  }

  // MARK: Unmapped content

  /// Processes `#unmapped`: texts of the record's own element, and dictionaries with a place below it.
  mutating func takeUnmapped(_ list: DocumentValue, root: Int) throws(Failure) {
    index = list.index
    let shape = Failure(
      .mappingShape,
      "#unmapped is an array of strings, and of dictionaries with the strings place and content")
    guard list.isArray else { throw shape }
    for element in list.elements {
      index = element.index
      if element.text != nil {
        values.append(Value(field: -1, index: element.index, node: root))
        continue
      }
      guard let place = element.value(forKey: MappingKeyName.place)?.string,
        let content = element.value(forKey: MappingKeyName.content), content.text != nil
      else { throw shape }
      guard let node = mapping.node(at: place, below: root) else {
        throw Failure(.mappingShape, "#unmapped: unknown place '\(place)' in this record")
      }
      values.append(Value(field: -1, index: content.index, node: node))
    }
  }

  /// The text of an element of `#unmapped`.
  func text(at index: Int) -> ByteView { DocumentValue(document, at: index).text ?? .empty }

  private mutating func unmappedAttribute(_ value: Int) throws(Failure) {
    let text = text(at: value)
    guard text.byte(at: 0) == ASCII.commercialAt else { return }
    index = value
    let (name, value) = try MappedMarkup.attribute(text)
    // A namespace is declared once, however many attributes use it.
    if unmappedNames.contains(name) && name.starts(with: Array("xmlns".utf8)) { return }
    unmappedNames.append(name)
    try name.withByteView { (name: ByteView) throws(Failure) in
      try value.withByteView { (value: ByteView) throws(Failure) in try writer.attribute(name, value) }
    }
  }

  private func unmappedContent(_ value: Int) -> [Task] {
    text(at: value).byte(at: 0) == ASCII.commercialAt ? [] : [.markup(value: value)]
  }
}

extension ByteView {
  /// Whether a CDATA section can contain the text unchanged.
  fileprivate var fitsCDATA: Bool {
    for at in 0..<count {
      let byte = self[at]
      if byte < 0x20 && byte != ASCII.tab && byte != ASCII.lineFeed { return false }
      if byte == 0xEF && XMLReader.isNoncharacter(self, at) { return false }
    }
    return true
  }
}
