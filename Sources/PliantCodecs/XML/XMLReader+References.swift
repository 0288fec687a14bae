// References in content, and their entities.

/// The result of looking up an entity.
enum XMLEntityLookup {
  case known(Int)
  /// External, or possibly declared in an unread part of the DTD.
  case skipped
  /// Reported.
  case unknown
}

extension XMLReader {
  /// Reads the reference at `start`, the index of its `&`.
  mutating func scanReference(at start: Int) throws(Failure) -> XMLReference {
    do throws(Failure) { return try XMLReferenceScanner.scan(input, at: start) } catch {
      let end = min(error.offset ?? start, input.count)
      // More input may make it valid.
      if end == input.count, error.code != .xmlIllegalCharacterReference {
        throw source.cut(error.code, at: start)
      }
      let control = XMLReferenceScanner.controlCharacter(in: input, at: start, end)
      if let control, document.isVersion11 { return XMLReference(meaning: .scalar(control), end: end) }
      let accepted = options.isLenient ? control : nil
      if accepted != nil { document.tally.controlCharacters.add(at: offset(of: start)) }
      if accepted == nil || document.log.isCollecting {
        try document.log.report(error.code, at: offset(of: start), error.subject)
      }
      return XMLReference(meaning: accepted.map { .scalar($0) } ?? .nothing, end: end)
    }
  }

  /// Finds the general entity of this name; reports an undeclared one.
  mutating func entity(named name: ByteView, at index: Int) throws(Failure) -> XMLEntityLookup {
    guard let documentType = document.type, let found = documentType.generalEntity(named: name) else {
      if document.type?.mayLackDeclarations(standalone: document.standalone ?? false) == true {
        return try unreadEntity(name, at: index)
      }
      try document.log.report(.xmlUndefinedEntity, at: offset(of: index), name.string)
      return .unknown
    }
    switch documentType.entities[found].kind {
    case .internal: return options.keepsEntities ? try unreadEntity(name, at: index) : .known(found)
    case .external: return try unreadEntity(name, at: index)
    case .unparsed: throw Failure(.xmlUnparsedEntityReference, at: offset(of: index), name.string)
    }
  }

  private mutating func unreadEntity(_ name: ByteView, at index: Int) throws(Failure) -> XMLEntityLookup {
    document.tally.unreadReferences.add(at: offset(of: index))
    if document.log.isCollecting {
      try document.log.report(.xmlUnreadEntity, at: offset(of: index), name.string)
    }
    return .skipped
  }

  /// Replaces the input with the entity's text until its end.
  @inline(never)
  mutating func enterEntity(_ index: Int, from start: Int, to end: Int) throws(Failure) {
    guard let type = document.type else { return }
    let text = try type.open(
      index, depth: source.frames.count, at: offset(of: start), inputCount: source.documentCount,
      budget: &document.budget)
    source.enterEntity(index, text, reference: start..<end, elementCount: elements.count)
  }

  /// Continues after the reference to the entity that ends here.
  @inline(never)
  mutating func leaveEntity() throws(Failure) {
    let frame = source.innermostEntity
    if frame.entity >= 0 { document.type?.entities[frame.entity].isOpen = false }
    if frame.elementCount != elements.count { throw unbalancedEntity(frame) }
    source.leaveEntity()
  }

  /// Rejects an end tag, in an entity's text, of an element that began outside it.
  @inline(never)
  mutating func checkElementBelongsToEntity() throws(Failure) {
    let frame = source.innermostEntity
    if elements.count <= frame.elementCount { throw unbalancedEntity(frame) }
  }

  private func unbalancedEntity(_ frame: XMLEntityFrame) -> Failure {
    Failure(
      .xmlUnbalancedEntity, at: offset(of: source.position),
      frame.entity < 0 ? nil : document.type?.entities[frame.entity].name.string)
  }

  /// Reads the element in `text`, another part of the document, in place of the last token, like an entity's text.
  ///
  /// `number` identifies the element. Throws `plist.reference-cycle` inside itself, and if the total is too large.
  mutating func enterElement(
    _ number: Int, _ text: ByteView, id: ByteView, from offset: Int
  ) throws(Failure) {
    let mark = -1 - number
    guard source.frames.count < Limits.depth, !source.isOpen(mark) else {
      throw Failure(.plistReferenceCycle, at: offset, id.string)
    }
    try document.budget.spend(text.count, inputCount: source.documentCount, name: id, at: offset)
    let start = min(offset - source.windowOffset, source.position)
    source.enterEntity(mark, text, reference: start..<source.position, elementCount: elements.count)
  }

  @inline(never)
  mutating func readReferenceEvent() throws(Failure) -> XMLEvent {
    let start = source.position
    token.start = offset(of: start)
    let reference = try scanReference(at: start)
    state.isReferencePending = false
    token.name = input[start + 1..<max(start + 1, reference.end - 1)]
    token.text = .empty
    token.isWhitespace = false
    switch reference.meaning {
    case .nothing: break
    case .scalar(let scalar):
      token.scratch.truncate(to: 0)
      XMLCharacters.append(scalar, to: &token.scratch)
      token.text = token.scratch.view
    case .entity(let name):
      if case .known(let index) = try entity(named: name, at: start), let type = document.type {
        token.text = type.entities[index].text
      }
    }
    endToken(at: reference.end)
    return .reference
  }
}
