// Reads the parts outside the root element, and comments and processing instructions anywhere.

extension XMLReader {
  /// Before and after the root element.
  @inline(never)
  @usableFromInline
  mutating func readOutsideRoot() throws(Failure) -> XMLEvent {
    namespaces.dropEnded()
    attributes.removeAll()
    if state.stage == .start {
      if let event = try readDeclaration() { return event }
      state.stage = .prolog
    }
    while true {
      source.advance(to: source.skipSpace(from: source.position))
      let at = source.position
      token.start = offset(of: at)
      guard at < input.count else { return try atEndOfDocument() }
      if input[at] == ASCII.lessThan { state.isInStrayText = false }
      guard input[at] == ASCII.lessThan else {
        try reportStrayText(at: at)
        continue
      }
      guard let second = input.byte(at: at + 1) else { throw source.cut(.xmlBadTag, at: at) }
      switch second {
      case ASCII.questionMark: return try readInstruction(at: at)
      case ASCII.exclamationMark:
        if try source.matches("<!--", at: at) { return try readComment(at: at) }
        if try source.matches("<!DOCTYPE", at: at) { return try readDoctype(at: at) }
        if try source.matches("<![CDATA[", at: at) { throw Failure(.xmlTextOutsideRoot, at: token.start) }
        throw Failure(.xmlBadTag, at: token.start)
      case ASCII.solidus:
        let end = XMLCharacters.nameEnd(in: input, from: at + 2)
        guard end < input.count else { throw source.cut(.xmlBadEndTag, at: at) }
        throw Failure(.xmlStrayEndTag, at: token.start, input[at + 2..<end].string)
      default: return try readRoot(at: at)
      }
    }
  }

  private mutating func readRoot(at start: Int) throws(Failure) -> XMLEvent {
    if state.stage == .epilog {
      let end = XMLCharacters.nameEnd(in: input, from: start + 1)
      guard end < input.count else { throw source.cut(.xmlBadTag, at: start) }
      guard end > start + 1 else { throw Failure(.xmlBadTag, at: token.start) }
      throw Failure(.xmlSecondRoot, at: token.start, input[start + 1..<end].string)
    }
    let event = try readStartTag(at: start)
    state.stage = .content
    return event
  }

  private mutating func atEndOfDocument() throws(Failure) -> XMLEvent {
    guard source.isFinal else { return .needsInput }
    guard state.stage == .epilog else { throw Failure(.xmlNoRoot, at: token.start) }
    token.end = token.start
    return .endDocument
  }

  /// Reports text outside the root element and skips it.
  private mutating func reportStrayText(at start: Int) throws(Failure) {
    var end = start
    while end < input.count, input[end] != ASCII.lessThan { end += 1 }
    if state.stage != .epilog, let advice = LikelyCause.advice(forTextAt: start, in: input) {
      throw Failure(.xmlTextOutsideRoot, at: offset(of: start), advice: advice)
    }
    if !state.isInStrayText { try document.log.report(.xmlTextOutsideRoot, at: offset(of: start)) }
    state.isInStrayText = end == input.count && !source.isFinal
    source.advance(to: end)
  }

  // MARK: XML declaration

  private mutating func readDeclaration() throws(Failure) -> XMLEvent? {
    guard try source.matches("<?xml", at: 0) else { return nil }
    guard let next = input.byte(at: 5) else { throw source.cut(.xmlBadDeclaration, at: 0) }
    guard next.isWhitespace || next == ASCII.questionMark else { return nil }
    guard let end = input.firstIndex(of: "?>", from: 5) else {
      throw source.cut(.xmlBadDeclaration, at: 0, ByteView("it is not closed"))
    }
    token.start = source.windowOffset
    if input[0..<end] == Self.usualDeclaration {
      document.version = Self.usualVersion
      document.encoding = Self.usualEncoding
      endToken(at: end + 2)
      state.stage = .prolog
      return .declaration
    }
    let declaration = XMLDeclaration(upToEnd: input[0..<end])
    if let problem = declaration.problem { throw Failure(.xmlBadDeclaration, at: 0, problem) }
    document.version = declaration.version.map { input[$0.value].array } ?? []
    document.encoding = declaration.encoding.map { input[$0.value].array }
    document.standalone = declaration.standalone.map { input[$0.value] == "yes" }
    endToken(at: end + 2)
    state.stage = .prolog
    return .declaration
  }

  // The beginning of nearly all documents, recognized without parsing, for many small ones.
  private static var usualDeclaration: StaticString { "<?xml version=\"1.0\" encoding=\"UTF-8\"" }
  private static let usualVersion = Array("1.0".utf8)
  private static let usualEncoding = Array("UTF-8".utf8)

  // MARK: Comments and processing instructions

  @inline(never)
  mutating func readComment(at start: Int) throws(Failure) -> XMLEvent {
    var at = start + 4
    while true {
      guard let hyphens = input.firstIndex(of: "--", from: at), hyphens + 2 < input.count else {
        throw source.cut(.xmlUnterminatedComment, at: start)
      }
      if input[hyphens + 2] == ASCII.greaterThan {
        try setText(input[start + 4..<hyphens])
        endToken(at: hyphens + 3)
        document.tally.comments.add(at: token.start)
        return .comment
      }
      // One report for a run of hyphens.
      if hyphens > at || at == start + 4 {
        document.tally.commentHyphens.add(at: offset(of: hyphens))
        if !options.isLenient || document.log.isCollecting {
          try document.log.report(.xmlHyphensInComment, at: offset(of: hyphens))
        }
      }
      at = hyphens + 1
    }
  }

  @inline(never)
  mutating func readInstruction(at start: Int) throws(Failure) -> XMLEvent {
    let nameEnd = XMLCharacters.nameEnd(in: input, from: start + 2)
    guard nameEnd < input.count else { throw source.cut(.xmlUnterminatedInstruction, at: start) }
    guard nameEnd > start + 2 else { throw Failure(.xmlBadInstruction, at: token.start) }
    let target = input[start + 2..<nameEnd]
    guard let end = input.firstIndex(of: "?>", from: nameEnd) else {
      throw source.cut(.xmlUnterminatedInstruction, at: start)
    }
    try checkTarget(target)
    guard end == nameEnd || input[nameEnd].isWhitespace else {
      throw Failure(.xmlBadInstruction, at: token.start)
    }
    token.name = target
    try setText(input[min(source.skipSpace(from: nameEnd), end)..<end])
    endToken(at: end + 2)
    document.tally.instructions.add(at: token.start)
    return .processingInstruction
  }

  private mutating func checkTarget(_ target: ByteView) throws(Failure) {
    try Self.checkNotReserved(target, at: token.start)
    if options.processesNamespaces, target.firstIndex(of: ASCII.colon) != nil {
      try document.log.report(.xmlColonInName, at: token.start, target.string)
    }
  }

  /// Refuses the target of the XML declaration, in any case.
  static func checkNotReserved(_ target: ByteView, at offset: Int) throws(Failure) {
    guard target.count == 3, target.string.lowercased() == "xml" else { return }
    throw target == "xml"
      ? Failure(.xmlMisplacedDeclaration, at: offset) : Failure(.xmlReservedTarget, at: offset, target.string)
  }

  // MARK: DOCTYPE

  private mutating func readDoctype(at start: Int) throws(Failure) -> XMLEvent {
    guard state.stage == .prolog, document.type == nil else {
      throw Failure(.xmlMisplacedDoctype, at: token.start)
    }
    if input.starts(with: XMLDocumentType.propertyListText, at: start) {
      let type = XMLDocumentType.makePropertyList()
      document.type = type
      document.tally.documentTypes.add(at: token.start)
      token.name = type.name
      endToken(at: start + XMLDocumentType.propertyListText.utf8CodeUnitCount)
      return .doctype
    }
    var reader = XMLDocumentTypeReader(
      input: input, at: start, windowOffset: source.windowOffset,
      inputCount: source.windowOffset + input.count, checksColons: options.processesNamespaces,
      isStandalone: document.standalone ?? false, budget: document.budget, log: document.log)
    let end: Int
    do throws(Failure) {
      end = try reader.read()
    } catch {
      source.hitEnd = reader.hitEnd
      throw error
    }
    document.budget = reader.budget
    document.log = reader.log
    document.tally.unreadReferences = reader.unread
    document.type = reader.documentType
    document.affectsTags = reader.documentType.affectsTags
    token.name = reader.documentType.name
    document.tally.documentTypes.add(at: token.start)
    endToken(at: end)
    return .doctype
  }
}
