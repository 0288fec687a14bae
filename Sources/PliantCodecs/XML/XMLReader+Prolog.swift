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

  /// The XML declaration, or nil.
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
    var scanner = XMLDeclarationScanner(input[0..<end])
    try scanner.read()
    document.version = scanner.version.array
    document.encoding = scanner.encoding?.array
    document.standalone = scanner.standalone
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
        at = hyphens
        break
      }
      try document.log.report(.xmlHyphensInComment, at: offset(of: hyphens))
      at = hyphens + 1
    }
    try setText(input[start + 4..<at])
    endToken(at: at + 3)
    document.tally.comments.add(at: token.start)
    return .comment
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
    if target.count == 3, target[0] | 0x20 == ASCII.lowerX, target[1] | 0x20 == 0x6D,
      target[2] | 0x20 == ASCII.lowerL
    {
      throw target == "xml"
        ? Failure(.xmlMisplacedDeclaration, at: token.start)
        : Failure(.xmlReservedTarget, at: token.start, target.string)
    }
    if options.processesNamespaces, target.firstIndex(of: ASCII.colon) != nil {
      try document.log.report(.xmlColonInName, at: token.start, target.string)
    }
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
      input, at: start, windowOffset: source.windowOffset, checksColons: options.processesNamespaces,
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

/// Reads the inside of an XML declaration; productions [23] to [32] and [80].
struct XMLDeclarationScanner {
  private let input: ByteView
  private var at = 5
  var version = ByteView.empty
  var encoding: ByteView?
  var standalone: Bool?

  /// `input` is from `<?xml` up to `?>`, exclusive.
  init(_ input: ByteView) { self.input = input }

  mutating func read() throws(Failure) {
    guard let found = try field("version") else { throw problem("missing version") }
    version = found
    guard isVersion(found) else { throw problem("the version is not 1.0") }
    if let found = try field("encoding") {
      guard isEncodingName(found) else { throw problem("the encoding is not a name") }
      encoding = found
    }
    if let found = try field("standalone") {
      guard found == "yes" || found == "no" else { throw problem("standalone is neither yes nor no") }
      standalone = found == "yes"
    }
    skipSpace()
    guard at == input.count else { throw problem("only version, encoding and standalone, in this order") }
  }

  /// The value of the next field if it has this name.
  private mutating func field(_ name: StaticString) throws(Failure) -> ByteView? {
    let before = at
    skipSpace()
    guard input.starts(with: name, at: at) else {
      at = before
      return nil
    }
    guard at > before else { throw problem("missing white space") }
    at += name.utf8CodeUnitCount
    skipSpace()
    guard input.byte(at: at) == ASCII.equalsSign else { throw problem("missing '='") }
    at += 1
    skipSpace()
    guard let quote = input.byte(at: at), quote == ASCII.quotationMark || quote == ASCII.apostrophe,
      let end = input.firstIndex(of: quote, from: at + 1)
    else { throw problem("a value is not in quotes") }
    let value = input[at + 1..<end]
    at = end + 1
    return value
  }

  private mutating func skipSpace() { while let byte = input.byte(at: at), byte.isWhitespace { at += 1 } }

  private func isVersion(_ text: ByteView) -> Bool {
    guard text.count > 2, text.starts(with: "1.") else { return false }
    for index in 2..<text.count where !text[index].isDigit { return false }
    return true
  }

  private func isEncodingName(_ text: ByteView) -> Bool {
    guard let first = text.byte(at: 0), first.isLetter else { return false }
    for index in 0..<text.count {
      let byte = text[index]
      let isPunctuation = byte == ASCII.fullStop || byte == ASCII.underscore || byte == ASCII.hyphen
      if !byte.isLetter && !byte.isDigit && !isPunctuation { return false }
    }
    return true
  }

  private func problem(_ text: String) -> Failure { Failure(.xmlBadDeclaration, at: 0, text) }
}
