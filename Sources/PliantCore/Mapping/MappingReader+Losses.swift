// Losses in reading a document: order, white space, spellings, and empty elements. Each is counted, and
// becomes a loss (see AppliedMapping).

extension MappingReader {
  @inline(never)
  mutating func count(_ loss: Loss, at offset: Int) {
    if loss == .siblingOrder && !mapping.mapping.isOrdered { return }
    let position = countsLines && report.losses[loss] == nil ? reader.place(of: offset) : nil
    report.count(loss, at: offset, position)
  }

  // MARK: Order

  /// Records a child of the innermost element that follows one written after it.
  @inline(__always)
  mutating func checkOrder(of node: Int, at offset: Int) {
    let top = frames.count &- 1
    let (first, last) = (mapping.nodes[node].firstRank, mapping.nodes[node].lastRank)
    if first < frames[top].rank, frames[top].rank != last || Int(frames[top].last) != node {
      noteOrder(in: top, at: offset)
    } else if mapping.nodes[frames[top].node].interleaves, Int(frames[top].last) != node, isFilled(Int(first))
    {
      count(.siblingOrder, at: offset)
    }
    frames[top].rank = last
  }

  /// Counts an element whose children are in another order than that of writing.
  @inline(never)
  mutating func noteOrder(in frame: Int, at offset: Int) {
    // With text between them, the document's order is kept.
    let isCounted = frames[frame].isReordered || mapping.nodes[frames[frame].node].interleaves
    frames[frame].isReordered = true
    if !isCounted && open.count > 0 { count(.siblingOrder, at: offset) }
  }

  /// Records text next to children that is written elsewhere, or that no field uses.
  mutating func checkPieces(of frame: Frame) {
    let node = mapping.nodes[frame.node]
    var (takesFirst, takesLast, takesAll) = (false, false, false)
    for index in Int(node.firstText)..<Int(node.firstText) + Int(node.textCount) {
      switch mapping.traits[Int(mapping.nodeFields[index])].pieces {
      case .all: return
      case .joined: takesAll = true
      case .first: takesFirst = true
      case .last: takesLast = true
      }
    }
    for index in frame.firstPiece..<pieces.count {
      let piece = pieces[index]
      if text(of: piece).isWhitespaceOnly { continue }
      if takesAll {
        guard piece.index > 0 else { continue }
        return count(.mixedOrder, at: frame.offset)
      }
      if takesFirst && piece.index == 0 || takesLast && piece.index == frame.children { continue }
      return note(.text, node.name, at: frame.offset)
    }
  }

  // MARK: Nothing

  /// Counts an element without children that no field represents.
  mutating func checkIsNotEmpty(_ frame: Frame) {
    let node = mapping.nodes[frame.node]
    guard node.listCount == 0, node.contentField < 0, open.count > 0 else { return }
    for index in Int(node.firstText)..<Int(node.firstText) + Int(node.textCount) {
      let field = Int(mapping.nodeFields[index])
      // Text of the wrong type has already been counted.
      if mapping.traits[field].isElement || isFilled(field) { return }
    }
    for index in Int(node.firstAttribute)..<Int(node.firstAttribute) + Int(node.attributeCount)
    where isFilled(Int(mapping.attributes[index].field)) {
      return
    }
    count(.emptyValues, at: frame.offset)
  }

  // MARK: Spellings

  /// Counts a value that lost white space, which is irrelevant for a number or a date.
  @inline(never)
  mutating func noteSpace(_ kind: FieldTraits.Kind, at offset: Int) {
    switch kind {
    case .string, .url, .xml, .runs, .dictionary, .record, .dateText: count(.trimmedText, at: offset)
    default: count(.valueSpelling, at: offset)
    }
  }

  /// Counts a value that is written in another way than its text.
  mutating func noteSpelling(
    of value: MappedScalar, _ text: ByteView, _ field: CompiledField, at offset: Int
  ) {
    if case .date(let seconds) = value { return noteDate(seconds, text, field, at: offset) }
    let isSame: Bool =
      switch value {
      case .text, .date: true
      case .number(let number, _): number.count == text.count
      case .integer(let number):
        // Superfluous signs or zeros make it longer, as do most spellings of a duration.
        String(number).utf8.count == text.count && text.firstIndex(of: ASCII.colon, from: 0) == nil
      case .wideInteger(let number): number.description.utf8.count == text.count
      case .real(let number): !number.isFinite && text.byte(at: 0) != ASCII.plusSign
      case .boolean(let isTrue): (isTrue ? field.trueTexts : field.falseTexts).first?.isEqual(text) == true
      case .data: isUsualSpelling(ofData: text, isHex: field.model.type == .data(.hex))
      }
    if !isSame { count(.valueSpelling, at: offset) }
  }

  /// Whether the text of data has no white space, and no capital if it is hexadecimal.
  private func isUsualSpelling(ofData text: ByteView, isHex: Bool) -> Bool {
    for at in 0..<text.count where text[at].isWhitespace || isHex && text[at] >= 0x41 && text[at] <= 0x5A {
      return false
    }
    return isHex || text.count % 4 == 0
  }

  /// Counts a date that would be written in another zone, without digits of its fraction, or in another way.
  @inline(never)
  mutating func noteDate(_ seconds: Double, _ text: ByteView, _ field: CompiledField, at offset: Int) {
    guard let date = field.date else { return }
    var written = OutputBuffer()
    if date.append(seconds, to: &written), written.withHeldBytes({ $0 == text }) { return }
    count(date.keepsZoneAndFraction(of: text) ? .valueSpelling : .dateZones, at: offset)
  }

  // MARK: Namespaces

  /// Records a namespace whose URI in the document differs from the written one.
  @inline(__always)
  mutating func checkNamespace(_ number: Int) { if mapping.hasAlternatives { checkAlternative(of: number) } }

  @inline(never)
  private mutating func checkAlternative(of number: Int) {
    let namespace = mapping.namespaces[number]
    guard namespace.uris.count > 1, !namespace.uris[0].isEqual(reader.namespaceURI) else { return }
    let isKept =
      namespaceEntry >= 0
      && log.text(of: log.entries[Int(namespaceEntry)], source: source).isEqual(reader.namespaceURI)
    if !isKept { report.otherNamespaces.insert(number) }
  }
}
