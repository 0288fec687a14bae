// Reads a DOCTYPE and its internal subset: the grammar between declarations. Single declarations are in
// XMLDocumentTypeReader+Declarations.swift.
//
// A parameter entity's text replaces the input (`frames`) between declarations, and in an entity's own text
// also in declarations. External ones are never read.

struct XMLDocumentTypeReader {
  struct Frame {
    let input: ByteView
    let at: Int
    let entity: Int
    /// The open INCLUDE sections at its start.
    let sections: Int
  }

  package var input: ByteView
  var at: Int
  package let windowOffset: Int
  let inputCount: Int
  let checksColons: Bool
  let isStandalone: Bool
  let documentType = XMLDocumentType()
  var budget: XMLExpansionBudget
  var log: XMLProblemLog
  var unread = XMLOccurrences()
  var hitEnd = false
  package var frames: [Frame] = []
  /// The offset of the reference to the outermost open parameter entity.
  var referenceOffset = -1
  /// The start of the current declaration, and the number of open entities there.
  var declarationOffset = 0
  var declarationDepth = 0
  var sections = 0
  /// Whether declarations are ignored because a part before them was not read (5.1).
  var ignoresDeclarations = false

  /// Reads all of it; returns the index after its `>`.
  mutating func read() throws(Failure) -> Int {
    declarationOffset = offset(of: at)
    let start = declarationOffset
    at += 9
    guard try skipSpace() else { throw doctypeProblem("missing white space before the root element's name") }
    documentType.name = documentType.store(try qualifiedName("missing name of the root element"))
    if try skipSpace(), let byte = input.byte(at: at), byte != ASCII.leftBracket, byte != ASCII.greaterThan {
      let identifier = try externalIdentifier(allowsPublicOnly: false)
      documentType.setExternalSubset(publicID: identifier.publicID, systemID: identifier.systemID)
      _ = try skipSpace()
    }
    if try peek() == ASCII.leftBracket {
      at += 1
      let subsetStart = offset(of: at)
      try readSubset()
      documentType.internalSubset = subsetStart..<offset(of: at)
      at += 1
      declarationOffset = start
      _ = try skipSpace()
    }
    guard try peek() == ASCII.greaterThan else { throw doctypeProblem("missing '>'") }
    return at + 1
  }

  /// Reads declarations up to the `]`.
  private mutating func readSubset() throws(Failure) {
    while true {
      declarationOffset = offset(of: at)
      declarationDepth = frames.count
      guard let byte = input.byte(at: at) else {
        try leaveEntity()
        continue
      }
      if byte.isWhitespace {
        at += 1
      } else if byte == ASCII.percentSign {
        try enterParameterEntity()
      } else if byte == ASCII.lessThan {
        try readMarkup()
      } else if byte == ASCII.rightBracket {
        if frames.isEmpty && sections == 0 { return }
        guard try takes("]]>"), sections > (frames.last?.sections ?? 0) else {
          throw problem("']' inside a parameter entity")
        }
        sections -= 1
      } else {
        throw Failure(.xmlBadMarkupDeclaration, at: declarationOffset, "text between declarations")
      }
    }
  }

  private mutating func readMarkup() throws(Failure) {
    if try takes("<!--") { return try readComment() }
    if try takes("<?") { return try readInstruction() }
    if try takes("<!ENTITY") { return try readEntity() }
    if try takes("<!ELEMENT") { return try readElement() }
    if try takes("<!ATTLIST") { return try readAttributeList() }
    if try takes("<!NOTATION") { return try readNotation() }
    if !frames.isEmpty, try takes("<![") { return try readSection() }
    if input.byte(at: at + 1) == nil { throw cut() }
    throw problem("only ELEMENT, ATTLIST, ENTITY, NOTATION, comments and processing instructions")
  }

  private mutating func readComment() throws(Failure) {
    guard let end = input.firstIndex(of: "--", from: at), end + 2 < input.count else {
      throw cut(.xmlUnterminatedComment)
    }
    guard input[end + 2] == ASCII.greaterThan else {
      throw Failure(.xmlHyphensInComment, at: offset(of: end))
    }
    try checkCharacters(at..<end)
    at = end + 3
  }

  private mutating func readInstruction() throws(Failure) {
    let nameEnd = XMLCharacters.nameEnd(in: input, from: at)
    guard nameEnd < input.count, let end = input.firstIndex(of: "?>", from: nameEnd) else {
      throw cut(.xmlUnterminatedInstruction)
    }
    let target = input[at..<nameEnd]
    guard !target.isEmpty, nameEnd == end || input[nameEnd].isWhitespace else {
      throw Failure(.xmlBadInstruction, at: declarationOffset)
    }
    try XMLReader.checkNotReserved(target, at: declarationOffset)
    try checkColon(target)
    try checkCharacters(nameEnd..<end)
    at = end + 2
  }

  /// A conditional section, allowed only in parameter entities; productions [61] to [65].
  private mutating func readSection() throws(Failure) {
    _ = try skipSpace()
    let isIncluded = try takes("INCLUDE")
    guard try isIncluded ? true : takes("IGNORE") else { throw problem("a section is INCLUDE or IGNORE") }
    _ = try skipSpace()
    guard try takes("[") else { throw problem("missing '[' after INCLUDE or IGNORE") }
    if isIncluded {
      sections += 1
      return
    }
    var depth = 1
    while depth > 0 {
      guard at < input.count else { throw cut() }
      if input.starts(with: "<![", at: at) {
        depth += 1
        at += 3
      } else if input.starts(with: "]]>", at: at) {
        depth -= 1
        at += 3
      } else {
        at += 1
      }
    }
  }

  // MARK: Parameter entities

  /// Reads the reference at `at`, and continues in the entity's text if it is known and internal.
  mutating func enterParameterEntity() throws(Failure) {
    let place = offset(of: at)
    let end = XMLCharacters.nameEnd(in: input, from: at + 1)
    guard end < input.count else { throw cut() }
    guard end > at + 1, input[end] == ASCII.semicolon else {
      throw Failure(.xmlBadMarkupDeclaration, at: place, "'%' without the name of a parameter entity")
    }
    let name = input[at + 1..<end]
    let hadOtherParts = documentType.hasOtherParts
    documentType.hasOtherParts = true
    guard let index = documentType.parameterEntity(named: name) else {
      if isStandalone || !hadOtherParts {
        try log.report(.xmlUndefinedParameterEntity, at: place, name.string)
      }
      ignoresDeclarations = !isStandalone
      at = end + 1
      return
    }
    let entity = documentType.entities[index]
    guard entity.kind == .internal else {
      documentType.knownEntities.formUnion(entity.sets)
      if entity.sets.isEmpty { ignoresDeclarations = !isStandalone }
      at = end + 1
      return
    }
    let text = try documentType.open(
      index, depth: frames.count, at: place, inputCount: inputCount, budget: &budget)
    if frames.isEmpty { referenceOffset = place }
    frames.append(Frame(input: input, at: end + 1, entity: index, sections: sections))
    input = text
    at = 0
  }

  /// Continues after the reference to the parameter entity that ends here.
  mutating func leaveEntity() throws(Failure) {
    guard let frame = frames.last else { throw cut() }
    guard sections == frame.sections else { throw problem("a section is not closed by ']]>'") }
    frames.removeLast()
    documentType.entities[frame.entity].isOpen = false
    input = frame.input
    at = frame.at
  }

  // MARK: Small pieces

  func offset(of index: Int) -> Int { frames.isEmpty ? windowOffset + index : referenceOffset }

  /// Skips white space, and in an entity borders of parameter entities; returns whether there was any.
  mutating func skipSpace() throws(Failure) -> Bool {
    var found = false
    while true {
      guard let byte = input.byte(at: at) else {
        guard frames.count > declarationDepth else {
          if frames.isEmpty { throw cut() }
          return found
        }
        try leaveEntity()
        found = true
        continue
      }
      if byte.isWhitespace {
        at += 1
      } else if byte == ASCII.percentSign, let next = input.byte(at: at + 1), !next.isWhitespace {
        guard !frames.isEmpty else {
          throw Failure(.xmlParameterReferenceInDeclaration, at: offset(of: at), reference)
        }
        try enterParameterEntity()
      } else {
        return found
      }
      found = true
    }
  }

  var reference: String { input[at..<XMLCharacters.nameEnd(in: input, from: at + 1)].string }

  /// The next byte; there must be one.
  mutating func peek() throws(Failure) -> UInt8 {
    guard let byte = input.byte(at: at) else { throw cut() }
    return byte
  }

  /// Consumes the literal if it is next.
  mutating func takes(_ literal: StaticString) throws(Failure) -> Bool {
    if input.starts(with: literal, at: at) {
      at += literal.utf8CodeUnitCount
      return true
    }
    let left = input.count - at
    if frames.isEmpty, left < literal.utf8CodeUnitCount, input.suffix(from: at) == ByteView(literal)[0..<left]
    {
      throw cut()
    }
    return false
  }

  /// Consumes one of two literals if it is next.
  mutating func takes(_ first: StaticString, or second: StaticString) throws(Failure) -> Bool {
    if try takes(first) { return true }
    return try takes(second)
  }

  mutating func name(_ problemText: String) throws(Failure) -> ByteView {
    let end = XMLCharacters.nameEnd(in: input, from: at)
    if end >= input.count && frames.isEmpty { throw cut() }
    guard end > at else {
      if input.byte(at: at) == ASCII.percentSign && frames.isEmpty {
        throw Failure(.xmlParameterReferenceInDeclaration, at: offset(of: at), reference)
      }
      throw problem(problemText)
    }
    let found = input[at..<end]
    guard found.count <= Limits.nameBytes else {
      throw Failure(.xmlNameTooLong, at: declarationOffset, ByteCount.text(Limits.nameBytes))
    }
    at = end
    return found
  }

  /// The name of an element or attribute.
  mutating func qualifiedName(_ problemText: String) throws(Failure) -> ByteView {
    let found = try name(problemText)
    if checksColons, let colon = found.firstIndex(of: ASCII.colon) {
      let local = found.suffix(from: colon + 1)
      if colon == 0 || local.firstIndex(of: ASCII.colon) != nil || !XMLCharacters.isName(local) {
        try log.report(.xmlBadQualifiedName, at: declarationOffset, found.string)
      }
    }
    return found
  }

  /// Reports a colon in the name of an entity, notation or target.
  mutating func checkColon(_ name: ByteView) throws(Failure) {
    if checksColons, name.firstIndex(of: ASCII.colon) != nil {
      try log.report(.xmlColonInName, at: declarationOffset, name.string)
    }
  }

  mutating func checkCharacters(_ range: Range<Int>) throws(Failure) {
    var index = range.lowerBound
    let bytes = input[0..<range.upperBound]
    while true {
      index = XMLReader.plainEnd(in: bytes, from: index)
      guard index < range.upperBound else { return }
      if bytes[index] != ASCII.carriageReturn {
        let scalar = XMLCharacters.scalar(in: bytes, at: index)?.0 ?? 0xFFFD
        try log.report(.xmlIllegalCharacter, at: offset(of: index), scalar.codePoint)
      }
      index += 1
    }
  }

  func problem(_ text: String) -> Failure { Failure(.xmlBadMarkupDeclaration, at: declarationOffset, text) }
  private func doctypeProblem(_ text: String) -> Failure {
    Failure(.xmlBadDoctype, at: declarationOffset, text)
  }

  /// The failure of truncated input.
  mutating func cut(_ code: DiagnosticCode? = nil) -> Failure {
    hitEnd = frames.isEmpty
    return Failure(code ?? .xmlUnterminatedDoctype, at: declarationOffset)
  }
}
