// Finds the mistakes of a text that is almost XML, in one pass that never goes back.
//
// Its idea of markup may be wrong: the strict reader has the last word on the result.

/// Repairs content; see `XMLRepairer+Tags.swift` for tags, and `XMLRepairer+Prolog.swift` for the rest.
struct XMLRepairer {
  let text: ByteView
  var log: RepairLog
  /// Replaces characters that XML forbids.
  let removedCharacter: [UInt8]
  var at = 0

  /// The names of the open elements, with the prefixes that each declares.
  var open: [(name: Range<Int>, prefixes: [[UInt8]])] = []
  /// For each prefix, the number of open elements that declare it.
  var declared: [[UInt8]: Int] = [:]
  /// Known prefixes without a declaration.
  var missing: Set<[UInt8]> = []
  /// The index after the last attribute of the root's start tag.
  var rootTagEnd: Int?
  var hasRoot = false
  var root: Range<Int>?
  /// The start of the markup or text that the end cuts off.
  var cut: Int?
  /// The text that ends a section or comment which the text's end cuts off.
  var cutEnd = ""

  /// Whether a section had the beginning of another one.
  var hasNestedSection = false

  var entities: Set<[UInt8]> = []
  /// Whether an external DTD may declare entities.
  var mayDeclareEntities = false

  /// The names in end tags, also those that XML does not allow.
  lazy var endTags: Set<[UInt8]> = {
    var result: Set<[UInt8]> = []
    var place = 0
    while let name = text.end(of: "</", from: place) {
      let rest = text[name..<min(name + Self.maximumLookahead, text.count)]
      if let end = rest.firstIndex(of: ASCII.greaterThan) { result.insert(rest[0..<end].array) }
      place = name
    }
    return result
  }()

  init(_ text: ByteView, _ log: RepairLog, _ removedCharacter: [UInt8]) {
    self.text = text
    self.log = log
    self.removedCharacter = removedCharacter
  }

  /// Whether a valid document may have something to change.
  static func mayChangeValid(_ text: ByteView, _ kinds: Set<RepairKind>) -> Bool {
    if kinds.contains(.doubleEscaping), text.firstIndex(of: "&amp;") != nil { return true }
    return kinds.contains(.version) && XMLDeclaration(text)?.version.map { text[$0.value] == "1.1" } == true
  }

  mutating func repairAll() -> [Repair] {
    repairProlog()
    while at < text.count, !(hasRoot && open.isEmpty) { step() }
    if hasRoot && open.isEmpty { repairEpilog() } else { closeAll() }
    if let rootTagEnd {
      for prefix in missing.map({ String(decoding: $0, as: UTF8.self) }).sorted() {
        guard let namespace = XMLVocabularies.namespace(of: prefix) else { continue }
        log.add(.prefixes, insert: " xmlns:\(prefix)=\"\(namespace)\"", at: rootTagEnd)
      }
    }
    return log.repairs
  }

  private mutating func step() {
    switch text[at] {
    case ASCII.lessThan: repairMarkup()
    case ASCII.ampersand: repairReference()
    case ASCII.rightBracket where text.starts(with: "]]>", at: at):
      // After a section in a section the end is the outer one's.
      if !hasNestedSection { log.add(.sectionEnds, at + 2..<at + 3, "&gt;") }
      at += 3
    default: repairCharacter()
    }
  }

  /// Passes one character; removes one that XML forbids.
  mutating func repairCharacter() {
    let length = Self.forbiddenLength(in: text, at: at)
    if length > 0 { log.add(.controlCharacters, at..<at + length, removedCharacter) }
    at += max(1, length)
  }

  /// Removes forbidden characters in a part that needs no other repair.
  mutating func repairCharacters(upTo end: Int) {
    while at < end { repairCharacter() }
  }

  /// The length of a character that XML forbids, or 0.
  static func forbiddenLength(in text: ByteView, at place: Int) -> Int {
    let byte = text[place]
    if byte < ASCII.space { return XMLCharacters.isAllowed(UInt32(byte)) ? 0 : 1 }
    let isNoncharacter =
      byte == 0xEF && text.byte(at: place + 1) == 0xBF && (text.byte(at: place + 2) ?? 0) & 0xFE == 0xBE
    return isNoncharacter ? 3 : 0
  }

  // MARK: References

  mutating func repairReference() {
    let start = at
    if text.byte(at: start + 1) == ASCII.numberSign { return repairCharacterReference() }
    let end = XMLCharacters.nameEnd(in: text, from: start + 1)
    let name = text[start + 1..<end]
    guard end > start + 1, text.byte(at: end) == ASCII.semicolon else {
      // Before a blank a known name is a reference without its semicolon.
      let isEnd = text.byte(at: end).map { $0.isWhitespace || $0 == ASCII.lessThan } ?? true
      guard isEnd, XMLVocabularies.bareEntities.contains(name.string), !isInQuery(start),
        let scalars = HTMLEntities.value(of: name)
      else { return escapeAmpersand() }
      at = end
      return log.add(.ampersands, start..<end, scalars.flatMap(Self.escaped))
    }
    at = end + 1
    if XMLReferenceScanner.predefined(text, at: start) != nil {
      if name == "amp" { repairDoubleEscape(start) }
      return
    }
    if mayDeclareEntities || entities.contains(name.array) { return }
    guard let scalars = HTMLEntities.value(of: name) else {
      at = start
      return escapeAmpersand()
    }
    log.add(.entities, start..<at, scalars.flatMap(Self.escaped))
  }

  /// Whether the word before a place has a question mark, as the address of a page with parameters.
  private func isInQuery(_ place: Int) -> Bool {
    var at = place
    while at > 0, place - at < Self.maximumLookahead, !text[at - 1].isWhitespace,
      text[at - 1] != ASCII.greaterThan
    {
      at -= 1
      if text[at] == ASCII.questionMark { return true }
    }
    return false
  }

  /// A character as text of XML.
  static func escaped(_ scalar: UInt32) -> [UInt8] {
    switch scalar {
    case 0x26: Array("&amp;".utf8)
    case 0x3C: Array("&lt;".utf8)
    case 0x3E: Array("&gt;".utf8)
    case 0x22: Array("&quot;".utf8)
    default: PackedUTF8(scalar).array
    }
  }

  private mutating func escapeAmpersand() {
    log.add(.ampersands, at..<at + 1, "&amp;")
    at += 1
  }

  private mutating func repairCharacterReference() {
    guard let first = XMLReferenceScanner.terminatedNumber(in: text, at: at + 1) else {
      return escapeAmpersand()
    }
    let start = at
    at = first.end
    if first.value == UInt32(ASCII.ampersand) { return repairDoubleEscape(start) }
    if XMLCharacters.isAllowed(first.value) { return }
    // A character beyond U+FFFF as two references.
    if first.value >> 10 == 0x36, text.byte(at: at) == ASCII.ampersand,
      let second = XMLReferenceScanner.terminatedNumber(in: text, at: at + 1), second.value >> 10 == 0x37
    {
      at = second.end
      let scalar = 0x10000 + (first.value & 0x3FF) << 10 + second.value & 0x3FF
      return log.add(.entities, start..<at, PackedUTF8(scalar).array)
    }
    log.add(.controlCharacters, start..<at, removedCharacter)
  }

  /// Undoes one level of `&amp;eacute;`; `start` is the index of its `&`, `at` the one after `&amp;`.
  private mutating func repairDoubleEscape(_ start: Int) {
    guard log.repairs(.doubleEscaping), let name = open.last?.name,
      let end = DoubleEscaping.end(in: text, at: start, element: text[name])
    else { return }
    let inner = text[at..<end]
    // XML knows five names of HTML's.
    let own: [StaticString] = ["amp;", "lt;", "gt;", "quot;", "apos;"]
    let isOwn = inner[0] == ASCII.numberSign || own.contains { inner == $0 }
    let scalars = isOwn ? nil : HTMLEntities.value(of: inner[0..<inner.count - 1])
    log.add(.doubleEscaping, start..<end, scalars?.flatMap(Self.escaped) ?? [ASCII.ampersand] + inner.array)
    at = end
  }

  // MARK: The end

  /// Closes all elements at the end of a truncated text.
  private mutating func closeAll() {
    guard hasRoot, log.repairs(.truncated), !open.isEmpty else { return }
    var end = cutEnd
    for element in open.reversed() { end += "</\(text[element.name].string)>" }
    let start = cut ?? text.count
    log.add(.truncated, start..<text.count, end)
  }
}
