// The declarations of a DTD: elements, attribute lists, entities and notations.

extension XMLDocumentTypeReader {
  struct ExternalIdentifier {
    var publicID: ByteView?
    var systemID: ByteView?
  }

  // MARK: ENTITY

  /// An entity declaration after its keyword; productions [70] to [76].
  mutating func readEntity() throws(Failure) {
    try requireSpace()
    var isParameter = false
    if input.byte(at: at) == ASCII.percentSign {
      at += 1
      isParameter = true
      try requireSpace()
    }
    let name = documentType.store(try self.name("an entity needs a name"))
    try checkColon(name)
    try requireSpace()
    let byte = try peek()
    let entity: XMLEntity
    if byte == ASCII.quotationMark || byte == ASCII.apostrophe {
      entity = XMLEntity(name: name, kind: .internal, text: try entityValue())
    } else {
      let identifier = try externalIdentifier(allowsPublicOnly: false)
      let isUnparsed = try readNotationOfEntity(isParameter: isParameter)
      let sets = identifier.publicID.map { XMLEntitySets(ofEntities: $0) } ?? []
      entity = XMLEntity(name: name, kind: isUnparsed ? .unparsed : .external, text: .empty, sets: sets)
    }
    try endDeclaration()
    if !ignoresDeclarations { documentType.add(entity, isParameter: isParameter) }
  }

  /// `NDATA name`, if it is next.
  private mutating func readNotationOfEntity(isParameter: Bool) throws(Failure) -> Bool {
    let hasSpace = try skipSpace()
    guard try takes("NDATA") else { return false }
    guard hasSpace else { throw problem("missing white space before NDATA") }
    guard !isParameter else { throw problem("a parameter entity cannot be unparsed") }
    try requireSpace()
    let notation = try name("NDATA needs the name of a notation")
    try checkColon(notation)
    return true
  }

  /// The replacement text of an entity value: expands characters and parameter entities (4.5).
  private mutating func entityValue() throws(Failure) -> ByteView {
    let literal = try self.literal()
    var text = GrowableBuffer<UInt8>(capacity: max(16, literal.count))
    var outer: [Frame] = []
    var current = literal
    var index = 0
    while true {
      guard let byte = current.byte(at: index) else {
        guard let frame = outer.popLast() else { break }
        documentType.entities[frame.entity].isOpen = false
        current = frame.input
        index = frame.at
        continue
      }
      switch byte {
      case ASCII.ampersand:
        index = try keepReference(current, index, &text)
      case ASCII.percentSign:
        let frame = try valueParameterEntity(current, index, depth: outer.count)
        outer.append(frame)
        current = documentType.entities[frame.entity].text
        index = 0
      case ASCII.carriageReturn where frames.isEmpty && outer.isEmpty:
        text.append(ASCII.lineFeed)
        index += current.byte(at: index + 1) == ASCII.lineFeed ? 2 : 1
      default:
        text.append(byte)
        index += 1
      }
    }
    return documentType.store(text.view)
  }

  /// Inserts a character, or copies an entity reference, of an entity value; returns the index after it.
  private mutating func keepReference(
    _ input: ByteView, _ index: Int, _ text: inout GrowableBuffer<UInt8>
  ) throws(Failure) -> Int {
    let reference: XMLReference
    do throws(Failure) { reference = try XMLReferenceScanner.scan(input, at: index) } catch {
      try log.report(error.code, at: declarationOffset, error.subject)
      return min(error.offset ?? index, input.count)
    }
    if case .scalar(let scalar) = reference.meaning, input[index + 1] == ASCII.numberSign {
      XMLCharacters.append(scalar, to: &text)
    } else {
      if case .entity(let name) = reference.meaning { try checkColon(name) }
      _ = text.append(input[index..<reference.end])
    }
    return reference.end
  }

  /// A parameter entity in an entity value, which is allowed only in the text of another one.
  private mutating func valueParameterEntity(_ input: ByteView, _ index: Int, depth: Int) throws(Failure)
    -> Frame
  {
    let end = XMLCharacters.nameEnd(in: input, from: index + 1)
    guard end > index + 1, input.byte(at: end) == ASCII.semicolon else {
      throw problem("'%' in an entity's value; write &#37;")
    }
    let name = input[index + 1..<end]
    guard !frames.isEmpty else {
      throw Failure(.xmlParameterReferenceInDeclaration, at: declarationOffset, "%" + name.string)
    }
    guard let found = documentType.parameterEntity(named: name),
      documentType.entities[found].kind == .internal
    else {
      throw Failure(.xmlUndefinedParameterEntity, at: declarationOffset, name.string)
    }
    _ = try documentType.open(
      found, depth: depth, at: declarationOffset, inputCount: inputCount, budget: &budget)
    return Frame(input: input, at: end + 1, entity: found, sections: 0)
  }

  // MARK: NOTATION

  /// A notation declaration after its keyword; production [82].
  mutating func readNotation() throws(Failure) {
    try requireSpace()
    try checkColon(try name("a notation needs a name"))
    try requireSpace()
    _ = try externalIdentifier(allowsPublicOnly: true)
    try endDeclaration()
  }

  /// `SYSTEM "…"` or `PUBLIC "…" "…"`; productions [75] and [83].
  mutating func externalIdentifier(allowsPublicOnly: Bool) throws(Failure) -> ExternalIdentifier {
    var identifier = ExternalIdentifier()
    if try takes("SYSTEM") {
      try requireSpace()
      identifier.systemID = try literal()
      return identifier
    }
    guard try takes("PUBLIC") else { throw problem("expected SYSTEM or PUBLIC") }
    try requireSpace()
    let publicID = try literal()
    for index in 0..<publicID.count where !Self.isPublicIdentifier(publicID[index]) {
      throw problem("a character that a public identifier cannot have")
    }
    identifier.publicID = publicID
    let hasSpace = try skipSpace()
    if let byte = input.byte(at: at), byte == ASCII.quotationMark || byte == ASCII.apostrophe {
      guard hasSpace else { throw problem("missing white space between the identifiers") }
      identifier.systemID = try literal()
    } else if !allowsPublicOnly {
      throw problem("PUBLIC needs a public and a system identifier")
    }
    return identifier
  }

  private static func isPublicIdentifier(_ byte: UInt8) -> Bool {
    if byte.isLetter || byte.isDigit { return true }
    return ByteView(" \r\n-'()+,./:=?;!*#@$_%").firstIndex(of: byte) != nil
  }

  private mutating func literal() throws(Failure) -> ByteView {
    let quote = try peek()
    guard quote == ASCII.quotationMark || quote == ASCII.apostrophe else {
      throw problem("expected a quoted string")
    }
    guard let end = input.firstIndex(of: quote, from: at + 1) else { throw cut() }
    let found = input[at + 1..<end]
    try checkCharacters(at + 1..<end)
    at = end + 1
    return found
  }

  // MARK: ELEMENT

  /// An element declaration after its keyword; productions [45] to [51].
  mutating func readElement() throws(Failure) {
    try requireSpace()
    _ = try qualifiedName("an element declaration needs a name")
    try requireSpace()
    if try takes("EMPTY", or: "ANY") { return try endDeclaration() }
    guard try takes("(") else { throw problem("expected EMPTY, ANY or '('") }
    _ = try skipSpace()
    if try takes("#PCDATA") { try readMixed() } else { try readChildren() }
    try endDeclaration()
  }

  private mutating func readMixed() throws(Failure) {
    var hasNames = false
    while true {
      _ = try skipSpace()
      if try takes("|") {
        hasNames = true
        _ = try skipSpace()
        _ = try qualifiedName("expected a name after '|'")
      } else if try takes(")") {
        let isRepeated = input.byte(at: at) == ASCII.asterisk
        if isRepeated { at += 1 }
        if hasNames && !isRepeated { throw problem("mixed content with names ends in ')*'") }
        return
      } else {
        throw problem("expected '|' or ')'")
      }
    }
  }

  /// A content model after its first parenthesis; the stack has the separator of each open group.
  private mutating func readChildren() throws(Failure) {
    var separators: [UInt8] = [0]
    while true {
      _ = try skipSpace()
      if try takes("(") {
        guard separators.count < Limits.depth else { throw problem("the content model is nested too deeply") }
        separators.append(0)
        continue
      }
      _ = try qualifiedName("expected a name or '('")
      takeQuantifier()
      while true {
        _ = try skipSpace()
        let byte = try peek()
        guard byte == ASCII.rightParenthesis else {
          try takeSeparator(byte, &separators[separators.count - 1])
          break
        }
        at += 1
        takeQuantifier()
        separators.removeLast()
        if separators.isEmpty { return }
      }
    }
  }

  private mutating func takeSeparator(_ byte: UInt8, _ separator: inout UInt8) throws(Failure) {
    guard byte == ASCII.comma || byte == ASCII.verticalBar else { throw problem("expected ',', '|' or ')'") }
    guard separator == 0 || separator == byte else { throw problem("',' and '|' are mixed in one group") }
    separator = byte
    at += 1
  }

  private mutating func takeQuantifier() {
    if let byte = input.byte(at: at),
      byte == ASCII.questionMark || byte == ASCII.asterisk || byte == ASCII.plusSign
    {
      at += 1
    }
  }

  // MARK: ATTLIST

  /// An attribute list declaration after its keyword; productions [52] to [60].
  mutating func readAttributeList() throws(Failure) {
    try requireSpace()
    let element = try qualifiedName("an attribute list needs an element name")
    let list =
      ignoresDeclarations ? XMLAttributeList(of: .empty) : documentType.makeAttributeList(of: element)
    while true {
      let hasSpace = try skipSpace()
      if try takes(">") { return }
      guard hasSpace else { throw problem("missing white space before an attribute's name") }
      let name = documentType.store(try qualifiedName("an attribute needs a name"))
      try requireSpace()
      let type = try attributeType()
      try requireSpace()
      let value = try attributeDefault(of: name, type: type)
      list.add(XMLDeclaredAttribute(name: name, type: type, value: value ?? .empty), hasDefault: value != nil)
    }
  }

  private mutating func attributeType() throws(Failure) -> XMLAttributeType {
    if try takes("(") {
      try readEnumeration(areNames: false)
      return .tokenized
    }
    let keyword = try name("an attribute needs a type")
    if keyword == "CDATA" { return .cdata }
    if keyword == "ID" { return .id }
    if keyword == "NOTATION" {
      try requireSpace()
      guard try takes("(") else { throw problem("NOTATION needs a list of names in parentheses") }
      try readEnumeration(areNames: true)
      return .tokenized
    }
    let isKnown =
      keyword == "IDREF" || keyword == "IDREFS" || keyword == "ENTITY" || keyword == "ENTITIES"
      || keyword == "NMTOKEN" || keyword == "NMTOKENS"
    guard isKnown else { throw problem("unknown attribute type '\(keyword.string)'") }
    return .tokenized
  }

  private mutating func readEnumeration(areNames: Bool) throws(Failure) {
    while true {
      _ = try skipSpace()
      if areNames {
        try checkColon(try name("expected the name of a notation"))
      } else {
        let end = XMLCharacters.nameTokenEnd(in: input, from: at)
        guard end > at else { throw problem("expected a value in the list") }
        at = end
      }
      _ = try skipSpace()
      if try takes(")") { return }
      guard try takes("|") else { throw problem("expected '|' or ')' in the list") }
    }
  }

  private mutating func attributeDefault(of name: ByteView, type: XMLAttributeType) throws(Failure)
    -> ByteView?
  {
    if try takes("#REQUIRED", or: "#IMPLIED") { return nil }
    if try takes("#FIXED") { try requireSpace() }
    let start = at + 1
    let raw = try literal()
    var value = GrowableBuffer<UInt8>(capacity: max(16, raw.count))
    var normalizer = XMLValueNormalizer(
      literal: raw, attribute: name, offset: offset(of: start), advances: frames.isEmpty,
      inputCount: inputCount,
      documentType: documentType, standalone: isStandalone)
    try normalizer.run(into: &value, budget: &budget, log: &log)
    for reference in normalizer.unread { unread.add(at: reference.offset) }
    guard type != .cdata else { return documentType.store(value.view) }
    var tokens = GrowableBuffer<UInt8>(capacity: max(16, value.count))
    XMLValueNormalizer.collapse(value.view, into: &tokens)
    return documentType.store(tokens.view)
  }

  // MARK: Ends

  mutating func requireSpace() throws(Failure) {
    guard try skipSpace() else {
      if at >= input.count { throw cut() }
      throw problem("missing white space")
    }
  }

  private mutating func endDeclaration() throws(Failure) {
    _ = try skipSpace()
    guard try takes(">") else {
      if at >= input.count { throw cut() }
      throw problem("expected '>' at its end")
    }
  }
}
