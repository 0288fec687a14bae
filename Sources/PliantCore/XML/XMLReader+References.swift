// References in content, and the entities they stand for.

/// What a reference's text means.
enum XMLReferenceMeaning {
  case scalar(UInt32)
  case entity(ByteView)
  /// It was reported, and is skipped.
  case nothing
}

/// A reference, read.
struct XMLReference {
  let meaning: XMLReferenceMeaning
  /// The index after its `;`.
  let end: Int
}

/// What is known of an entity that content refers to.
enum XMLEntityLookup {
  case known(Int)
  /// External, or perhaps declared in a part of the DTD that is not read.
  case skipped
  /// Reported.
  case unknown
}

extension XMLReader {
  /// Reads the reference at `start`, whose byte is `&`.
  mutating func scanReference(at start: Int) throws(Failure) -> XMLReference {
    do throws(XMLReferenceProblem) {
      return try XMLReferenceScanner.scan(input, at: start)
    } catch {
      if error.isCut { throw source.cut(error.code, at: start) }
      try document.log.report(error.code, at: offset(of: start), error.subject)
      return error.recovered
    }
  }

  /// Finds the general entity of this name; reports one that is not declared.
  mutating func entity(named name: ByteView, at index: Int) throws(Failure) -> XMLEntityLookup {
    guard let documentType = document.type, let found = documentType.generalEntity(named: name) else {
      if document.type?.mayLackDeclarations(standalone: document.standalone ?? false) == true {
        return try unreadEntity(name, at: index)
      }
      try document.log.report(.xmlUndefinedEntity, at: offset(of: index), name.string)
      return .unknown
    }
    switch documentType.entities[found].kind {
    case .internal: return .known(found)
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

  /// Puts the entity's text in the input's place until its end.
  @inline(never)
  mutating func enterEntity(_ index: Int, from start: Int, to end: Int) throws(Failure) {
    guard let type = document.type else { return }
    let entity = type.entities[index]
    let place = offset(of: start)
    if entity.isOpen { throw Failure(.xmlRecursiveEntity, at: place, entity.name.string) }
    guard source.frames.count < Limits.entityDepth else {
      throw Failure(.xmlEntityDepth, at: place, entity.name.string)
    }
    try document.budget.spend(
      entity.text.count, inputCount: source.documentCount, name: entity.name, at: place)
    type.entities[index].isOpen = true
    source.enterEntity(index, entity.text, reference: start..<end, elementCount: elements.count)
  }

  /// Goes on after the reference to the entity that ends here.
  @inline(never)
  mutating func leaveEntity() throws(Failure) {
    let frame = source.innermostEntity
    document.type?.entities[frame.entity].isOpen = false
    if frame.elementCount != elements.count { throw unbalancedEntity(frame) }
    source.leaveEntity()
  }

  /// Refuses an end tag, in an entity's text, of an element that began outside of it.
  @inline(never)
  mutating func checkElementBelongsToEntity() throws(Failure) {
    let frame = source.innermostEntity
    if elements.count <= frame.elementCount { throw unbalancedEntity(frame) }
  }

  private func unbalancedEntity(_ frame: XMLEntityFrame) -> Failure {
    Failure(
      .xmlUnbalancedEntity, at: offset(of: source.position),
      document.type?.entities[frame.entity].name.string)
  }

  /// A reference as an event.
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

/// A reference that is wrong.
struct XMLReferenceProblem: Error {
  let code: DiagnosticCode
  let subject: String?
  /// It may be right with more input.
  let isCut: Bool
  /// What to go on with where problems are collected.
  let recovered: XMLReference
}

/// Reads references, which look the same in content, attribute values and entity values.
enum XMLReferenceScanner {
  /// Reads the reference at `start`, whose byte is `&`.
  static func scan(_ input: ByteView, at start: Int) throws(XMLReferenceProblem) -> XMLReference {
    if input.byte(at: start + 1) == ASCII.numberSign { return try scanCharacter(input, at: start) }
    let end = XMLCharacters.nameEnd(in: input, from: start + 1)
    guard end > start + 1 else { throw problem(.xmlBadReference, nil, input, start + 1) }
    let name = input[start + 1..<end]
    guard input.byte(at: end) == ASCII.semicolon else {
      throw problem(.xmlUnterminatedReference, name[0..<min(name.count, 40)].string, input, end)
    }
    if let scalar = predefined(name) { return XMLReference(meaning: .scalar(scalar), end: end + 1) }
    return XMLReference(meaning: .entity(name), end: end + 1)
  }

  private static func scanCharacter(
    _ input: ByteView, at start: Int
  ) throws(XMLReferenceProblem) -> XMLReference {
    var at = start + 2
    let isHexadecimal = input.byte(at: at) == ASCII.lowerX
    if isHexadecimal { at += 1 }
    let digits = at
    var value: UInt32 = 0
    while let digit = input.byte(at: at)?.hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      at += 1
    }
    guard at > digits, input.byte(at: at) == ASCII.semicolon else {
      throw problem(.xmlBadCharacterReference, nil, input, at)
    }
    guard XMLCharacters.isAllowed(value) else {
      throw XMLReferenceProblem(
        code: .xmlIllegalCharacterReference, subject: input[start + 2..<min(at, start + 14)].string,
        isCut: false, recovered: XMLReference(meaning: .nothing, end: at + 1))
    }
    return XMLReference(meaning: .scalar(value), end: at + 1)
  }

  private static func problem(
    _ code: DiagnosticCode, _ subject: String?, _ input: ByteView, _ end: Int
  ) -> XMLReferenceProblem {
    XMLReferenceProblem(
      code: code, subject: subject, isCut: end >= input.count,
      recovered: XMLReference(meaning: .nothing, end: min(end, input.count)))
  }

  /// The scalar of one of the five predefined entities.
  @inline(__always)
  static func predefined(_ name: ByteView) -> UInt32? {
    switch name.count {
    case 2:
      guard name[1] == ASCII.lowerT else { return nil }
      return name[0] == ASCII.lowerL ? 0x3C : name[0] == ASCII.lowerG ? 0x3E : nil
    case 3: return name == "amp" ? 0x26 : nil
    case 4: return name == "quot" ? 0x22 : name == "apos" ? 0x27 : nil
    default: return nil
    }
  }
}
