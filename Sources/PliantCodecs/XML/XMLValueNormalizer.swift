// Normalizes attribute values: replaces references, and white space with spaces (XML 1.0, 3.3.3).

/// Normalizes one attribute value as CDATA.
struct XMLValueNormalizer {
  /// A reference to an unread entity, unchanged in the value.
  struct UnreadReference {
    let name: ByteView
    let offset: Int
    /// The start of its text in the output.
    let start: Int
    /// The end of its text in the output, including `&` and `;`.
    var end: Int { start + name.count + 2 }
  }

  private struct Frame {
    let input: ByteView
    let position: Int
    let entity: Int
  }

  private let attribute: ByteView
  private let offset: Int
  /// Whether offsets advance with the literal, rather than in an entity.
  private let advances: Bool
  private let inputCount: Int
  private let documentType: XMLDocumentType?
  private let mayLackDeclarations: Bool
  private let keepsEntities: Bool
  /// Whether references to control characters are allowed.
  private let isVersion11: Bool
  private var input: ByteView
  private var at = 0
  private var frames: [Frame] = []
  private var referenceOffset = 0
  private(set) var unread: [UnreadReference] = []

  init(
    literal: ByteView, attribute: ByteView, offset: Int, advances: Bool, inputCount: Int,
    documentType: XMLDocumentType?, standalone: Bool, keepsEntities: Bool = false,
    isVersion11: Bool = false
  ) {
    self.isVersion11 = isVersion11
    self.keepsEntities = keepsEntities
    self.input = literal
    self.attribute = attribute
    self.offset = offset
    self.advances = advances
    self.inputCount = inputCount
    self.documentType = documentType
    self.mayLackDeclarations = documentType?.mayLackDeclarations(standalone: standalone) ?? false
  }

  /// The current offset in the source.
  private var place: Int { !advances ? offset : frames.isEmpty ? offset + at : referenceOffset }

  mutating func run(
    into output: inout GrowableBuffer<UInt8>, budget: inout XMLExpansionBudget, log: inout XMLProblemLog
  ) throws(Failure) {
    while true {
      let start = at
      at = XMLCharacters.endOfPlainValue(in: input, from: at)
      _ = output.append(input[start..<at])
      guard at < input.count else {
        guard let frame = frames.popLast() else { return }
        documentType?.entities[frame.entity].isOpen = false
        input = frame.input
        at = frame.position
        continue
      }
      switch input[at] {
      case ASCII.ampersand: try reference(into: &output, budget: &budget, log: &log)
      case ASCII.tab, ASCII.lineFeed: take(ASCII.space, into: &output)
      case ASCII.carriageReturn:
        if frames.isEmpty && advances && input.byte(at: at + 1) == ASCII.lineFeed { at += 1 }
        take(ASCII.space, into: &output)
      case ASCII.lessThan:
        try log.report(.xmlLessThanInValue, at: place, attribute.string)
        take(ASCII.lessThan, into: &output)
      case ASCII.quotationMark, ASCII.apostrophe: take(input[at], into: &output)
      case 0xEF where !XMLReader.isNoncharacter(input, at): take(0xEF, into: &output)
      default:
        let (scalar, length) = XMLCharacters.scalar(in: input, at: at) ?? (0xFFFD, 1)
        try log.report(.xmlIllegalCharacter, at: place, scalar.codePoint)
        at += length
      }
    }
  }

  /// Appends the value trimmed and with single spaces, as for types other than CDATA.
  static func collapse(_ value: ByteView, into output: inout GrowableBuffer<UInt8>) {
    let start = output.count
    var gap = false
    for index in 0..<value.count {
      if value[index] == ASCII.space {
        gap = true
      } else {
        if gap && output.count > start { output.append(ASCII.space) }
        gap = false
        output.append(value[index])
      }
    }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8, into output: inout GrowableBuffer<UInt8>) {
    output.append(byte)
    at &+= 1
  }

  private mutating func reference(
    into output: inout GrowableBuffer<UInt8>, budget: inout XMLExpansionBudget, log: inout XMLProblemLog
  ) throws(Failure) {
    let reference: XMLReference
    do throws(Failure) { reference = try XMLReferenceScanner.scan(input, at: at) } catch {
      let end = min(error.offset ?? at, input.count)
      if isVersion11, let control = XMLReferenceScanner.controlCharacter(in: input, at: at, end) {
        XMLCharacters.append(control, to: &output)
      } else {
        try log.report(error.code, at: place, error.subject)
      }
      at = end
      return
    }
    switch reference.meaning {
    case .scalar(let scalar): XMLCharacters.append(scalar, to: &output)
    case .nothing: break
    case .entity(let name):
      switch try enter(name, end: reference.end, budget: &budget, log: &log) {
      case .known: return
      case .unknown: break
      case .skipped:
        unread.append(UnreadReference(name: name, offset: place, start: output.count))
        _ = output.append(input[at..<reference.end])
      }
    }
    at = reference.end
  }

  /// Reads the entity's text in place of the reference, if known.
  private mutating func enter(
    _ name: ByteView, end: Int, budget: inout XMLExpansionBudget, log: inout XMLProblemLog
  ) throws(Failure) -> XMLEntityLookup {
    guard let documentType, let index = documentType.generalEntity(named: name) else {
      guard !mayLackDeclarations else {
        if log.isCollecting { try log.report(.xmlUnreadEntity, at: place, name.string) }
        return .skipped
      }
      try log.report(.xmlUndefinedEntity, at: place, name.string)
      return .unknown
    }
    switch documentType.entities[index].kind {
    case .external: throw Failure(.xmlExternalEntityInValue, at: place, name.string)
    case .unparsed: throw Failure(.xmlUnparsedEntityReference, at: place, name.string)
    case .internal where keepsEntities: return .skipped
    case .internal: break
    }
    let text = try documentType.open(
      index, depth: frames.count, at: place, inputCount: inputCount, budget: &budget)
    if frames.isEmpty { referenceOffset = place }
    frames.append(Frame(input: input, position: end, entity: index))
    input = text
    at = 0
    return .known(index)
  }
}
