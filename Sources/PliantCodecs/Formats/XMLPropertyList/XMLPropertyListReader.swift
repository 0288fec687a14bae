// Reads XML property lists: the grammar of PropertyList-1.0.dtd on the events of the XML reader.
//
//   <plist><dict><key>a</key><integer>1</integer></dict></plist>
//
// sends beginDictionary, key a, integer 1, endDictionary. Like CoreFoundation it accepts a value without
// <plist> around it and <plist> around any value.

/// Sends the events of an XML property list.
///
/// Integers are sent as `integer` or `wideInteger`; reals as `number` if their text follows RFC 8259's
/// grammar with a fraction or an exponent, otherwise as `real`. Views are slices of the text if it needs no
/// replacements. Does not recurse; `Limits.depth` bounds the nesting.
package struct XMLPropertyListReader: ~Copyable {
  enum Container: UInt8, BitwiseCopyable {
    case root
    /// `<plist>`, before and after its value.
    case wrapper
    case fullWrapper
    case array
    case dictionary
    /// A dictionary whose last key has no value yet.
    case keyedDictionary
  }

  var xml: XMLReader
  var container = Container.root
  private var containers = GrowableBuffer<Container>(capacity: 64)
  /// The start of the current value or key.
  var elementStart = 0
  var keyStart = 0
  var lastKey = ByteView.empty
  private(set) var depth = 0
  /// The offset at which the last attempt to skip a plain container failed; no other is tried before it.
  var skipFloor = 0
  /// Text that is not a slice of the input.
  var scratch = GrowableBuffer<UInt8>(capacity: 256)
  var bytes = GrowableBuffer<UInt8>(capacity: 256)
  private var window: (any StreamedText)?
  /// The last key's text if its chunk is gone.
  private var bufferedKey: [UInt8] = []
  private var documentTypeStart: Int?
  private var readFailure: Failure?
  /// The document, if it is in memory.
  let wholeText: ByteView?
  /// The elements that IDREF may name, once one does.
  var shared: SharedElements?
  /// Whether the current data are hexadecimal.
  var isHexadecimal = false
  var differences = ReaderDifferences()

  private var findings: [Failure] = []
  /// The maximum number of recovered errors.
  private let findingLimit: Int
  /// Whether errors are recovered from.
  var isChecking: Bool { findingLimit > 0 }

  private init(_ text: ByteView, findingLimit: Int = 0, isFinal: Bool = true) {
    self.findingLimit = findingLimit
    var options = XMLReader.Options.propertyList
    options.collectsProblems = findingLimit > 0
    // Each container may have a <plist> around it, and a value inside.
    options.maximumDepth = 2 * Limits.depth + 2
    options.skipsWhitespace = true
    xml = XMLReader(text, options: options, isFinal: isFinal)
    wholeText = isFinal ? text : nil
    if !text.starts(with: "<?xml"), !text.starts(with: "<plist") { differences.add(.bareValue, at: 0) }
  }

  /// Sends the events of the property list in `text`, valid UTF-8 without byte order mark.
  ///
  /// Throws an `xml/…`, `plist/structure` or `plist/value` failure with its offset, or the sink's failure
  /// with the offset of the value. The sink must discard events before a failure.
  package static func read(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    var ledger = ReadLosses()
    try read(text, into: &sink, ledger: &ledger)
  }

  /// Sends the events like `read`; `ledger` records losses.
  package static func read(
    _ text: ByteView, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    var reader = XMLPropertyListReader(text)
    do throws(Failure) {
      try reader.run(into: &sink)
    } catch { throw error.at(error.offset ?? reader.elementStart) }
    reader.account(for: text, in: &ledger)
  }

  /// Sends the events of a property list that is streamed to a visitor; `ledger` records losses.
  ///
  /// Throws the errors of `read`, with positions, and `file.read`.
  package static func read(
    _ window: any StreamedText, into sink: inout VisitorSink, ledger: inout ReadLosses
  ) throws(Diagnostic) {
    var reader = XMLPropertyListReader(window.text, isFinal: window.isAtEnd)
    reader.window = window
    do throws(Failure) {
      try reader.run(into: &sink)
      if let problem = reader.window?.problem { throw problem }
    } catch {
      let failure = error.at(error.offset ?? reader.elementStart)
      throw reader.window?.diagnostic(failure) ?? Diagnostic(failure)
    }
    reader.account(for: nil, in: &ledger)
  }

  package struct Outcome {
    /// All errors by offset.
    package let mistakes: [Failure]
    /// The document type and its range.
    package let documentType: XMLDocumentType?
    package let documentTypeOffset: Int?
    /// The reason why the text ends early, if bytes were undecodable.
    package let textProblem: Failure?
    package let differences: ReaderDifferences
  }

  /// Sends the events like `read`, in chunks, and recovers from errors with a clear intention; also from a key that
  /// the sink refuses.
  ///
  /// Sends an invalid value as null. Stops at `limit` errors or at the first one without recovery. Offsets are
  /// relative to the window's text. Throws `file.read`.
  package static func readTolerantly(
    _ window: any StreamedText, limit: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Outcome {
    _ = try window.refill()
    var reader = XMLPropertyListReader(window.text, findingLimit: limit, isFinal: window.isAtEnd)
    reader.window = window
    var found: [Failure] = []
    do throws(Failure) {
      try reader.run(into: &sink)
    } catch {
      found = [error.at(error.offset ?? reader.elementStart)]
    }
    if let failure = reader.readFailure { throw failure }
    found += reader.findings + reader.xml.problems
    // Rare: nearly every document has none.
    if !found.isEmpty { found = Array(found.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }.prefix(limit)) }
    return Outcome(
      mistakes: found,
      documentType: reader.xml.documentType, documentTypeOffset: reader.documentTypeStart,
      textProblem: reader.window?.problem, differences: reader.differences)
  }

  private mutating func run(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    while true {
      if xml.isBetweenPlainTokens { try readPlainElements(into: &sink) }
      switch try xml.next() {
      case .startElement: try beginElement(into: &sink)
      case .endElement: try endContainer(into: &sink)
      case .text: if !xml.isWhitespace { try report(Failure(.plistText, at: xml.tokenStart)) }
      case .endDocument: return
      case .doctype:
        documentTypeStart = xml.tokenStart
        if xml.documentType?.internalSubset != nil {
          differences.add(.documentTypeSubset, at: xml.tokenStart)
        }
      case .needsInput: try slide()
      case .comment:
        if xml.text.starts(with: ">") || xml.text.starts(with: "->") {
          differences.add(.commentStart, at: xml.tokenStart)
        }
      case .declaration, .processingInstruction, .cdata, .reference: break
      }
    }
  }

  /// Advances to the next chunk of the text.
  @inline(never)
  private mutating func slide() throws(Failure) {
    if lastKey.offset(in: xml.input) != nil {
      bufferedKey = lastKey.array
      lastKey = .empty
    }
    window?.consume(xml.prepareToRefill(countingPlaces: false))
    do throws(Failure) {
      _ = try window?.refill()
    } catch {
      readFailure = error
      throw error
    }
    xml.refill(window?.text ?? .empty, isFinal: window?.isAtEnd ?? true)
  }

  // MARK: Containers

  private mutating func beginElement(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let name = xml.name
    elementStart = xml.tokenStart
    let element = XMLPropertyListElement(name)
    if xml.attributeCount > 0, try readAttributes(of: element) { return }
    if element == .key { return try readKey(into: &sink) }
    switch container {
    case .keyedDictionary: container = .dictionary
    case .array, .root: break
    case .wrapper: container = .fullWrapper
    case .dictionary: try missingKey(element, name, into: &sink)
    case .fullWrapper:
      try report(Failure(.plistSecondValue, at: elementStart, name.string))
      return try skipElement()
    }
    switch element {
    case .string: try sink.string(try content())
    case .integer: try sendInteger(try number(), into: &sink)
    case .dictionary:
      try push(.dictionary)
      try sink.beginDictionary(count: nil)
    case .array:
      try push(.array)
      try sink.beginArray(count: nil)
    case .true: try readBoolean(true, into: &sink)
    case .false: try readBoolean(false, into: &sink)
    case .real: try sendReal(try number(), into: &sink)
    case .date: try sendDate(try number(), into: &sink)
    case .data: try readData(into: &sink)
    case .propertyList: try push(.wrapper)
    case .key, .unknown:
      try report(
        Failure(.plistUnknownElement, at: elementStart, name.string, advice: Self.advice(onElement: name)))
      try sink.null()
      try skipElement()
    }
  }

  /// The element that a similar name of another language means, or nil.
  private static func advice(onElement name: ByteView) -> String? {
    let meant =
      switch name.string.lowercased() {
      case "bool", "boolean", "yes", "no": "<true/> or <false/>"
      case "int", "number", "long": "<integer>"
      case "float", "double", "decimal": "<real>"
      case "str", "text": "<string>"
      case "list": "<array>"
      case "map", "object", "dictionary": "<dict>"
      case "datetime": "<date>"
      case "bytes": "<data>"
      case let lower
      where ["string", "integer", "real", "array", "dict", "date", "data", "key"].contains(lower):
        "<\(lower)>"
      case let lower where ["true", "false"].contains(lower): "<\(lower)/>"
      default: ""
      }
    return meant.isEmpty ? nil : "did you mean \(meant)?"
  }

  mutating func push(_ kind: Container) throws(Failure) {
    if kind != .wrapper {
      depth &+= 1
      if depth > Limits.depth {
        throw Failure(.documentTooDeep, at: elementStart, String(Limits.depth))
      }
    }
    containers.append(container)
    container = kind
    WorkProgress.reached(elementStart)
  }

  mutating func endContainer(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    if container == .keyedDictionary { try missingValue(into: &sink) }
    switch container {
    case .dictionary, .keyedDictionary:
      try sink.endDictionary()
      depth &-= 1
    case .array:
      try sink.endArray()
      depth &-= 1
    case .wrapper:
      try report(Failure(.plistEmpty, at: xml.tokenStart))
      try sink.null()
    case .fullWrapper, .root: break
    }
    container = containers.removeLast()
  }

  private mutating func readKey(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    if container == .keyedDictionary { try missingValue(into: &sink) }
    guard container == .dictionary else { return try misplacedKey(into: &sink) }
    container = .keyedDictionary
    keyStart = elementStart
    let key = try content()
    // The text of a key that is not a slice is gone when its missing value is reported.
    lastKey = key.offset(in: xml.input) == nil ? .empty : key
    bufferedKey = []
    try sendKey(key, into: &sink)
  }

  // MARK: Text

  /// The text of the current element, up to and including its end tag.
  @inline(never)
  private mutating func content() throws(Failure) -> ByteView {
    if let plain = xml.takePlainContent() { return plain }
    return try gatherContent()
  }

  /// The text of a number, a date or data, in which CoreFoundation accepts no CDATA section.
  private mutating func number() throws(Failure) -> ByteView {
    let sections = xml.tally.sections.count
    let text = try content()
    if xml.tally.sections.count > sections { differences.add(.sectionInValue, at: elementStart) }
    return text
  }

  /// Text with references, sections, comments or processing instructions in it.
  @inline(never)
  private mutating func gatherContent() throws(Failure) -> ByteView {
    scratch.truncate(to: 0)
    xml.skipsWhitespace = false
    defer { xml.skipsWhitespace = true }
    let returns = xml.tally.carriageReturns.count
    var hasElement = false
    while true {
      switch try xml.next() {
      case .text: _ = scratch.append(xml.text)
      case .endElement:
        if xml.tally.carriageReturns.count > returns { differences.add(.carriageReturn, at: elementStart) }
        return scratch.view
      case .startElement:
        // An unclosed value includes everything after it; the first error suffices.
        if !hasElement { try report(Failure(.plistElementInValue, at: xml.tokenStart, xml.name.string)) }
        hasElement = true
        try skipElement()
      case .needsInput: try slide()
      case .comment, .processingInstruction: differences.add(.markupInValue, at: xml.tokenStart)
      case .reference, .declaration, .doctype, .cdata, .endDocument: break
      }
    }
  }

  private mutating func readBoolean(
    _ value: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    if !(try content().isEmpty) {
      try report(Failure(.plistNotEmpty, at: elementStart, value ? "true" : "false"))
    }
    try sink.boolean(value)
  }

  // MARK: Values

  @inline(__always)
  mutating func sendInteger(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    // Up to 18 digits, the common case.
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    var at = isNegative ? 1 : 0
    guard text.count > at, text.count &- at <= 18 else { return try sink.send(integerSlowPath(text)) }
    var value: Int64 = 0
    while at < text.count {
      guard text[at].isDigit else { return try sink.send(integerSlowPath(text)) }
      value = value &* 10 &+ Int64(truncatingIfNeeded: text[at] &- ASCII.digit0)
      at &+= 1
    }
    try sink.integer(isNegative ? 0 &- value : value)
  }

  @inline(never)
  private mutating func integerSlowPath(_ text: ByteView) throws(Failure) -> ValueEvent {
    switch PropertyListNumber.integer(text) {
    case .value(let wide):
      if wide > Int128(UInt64.max) || wide < Int128(Int64.min) {
        differences.add(.wideInteger, at: elementStart)
      }
      return .integer(wide: wide)
    case .tooLarge: return try invalid(.plistHugeInteger, text)
    case .malformed: return try invalid(.plistBadInteger, text)
    }
  }

  mutating func sendReal(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    switch PropertyListNumber.real(text) {
    case .text: try sink.number(text, kind: .real)
    case .value(let value): try sink.real(value)
    case .digitsBeyondDouble:
      bytes.truncate(to: 0)
      NumberScanner(text, from: text.endOfSpace(from: 0)).appendJSON(text, isReal: true, to: &bytes)
      try sink.number(bytes.view, kind: .real)
    case .malformed: try sink.send(invalid(.plistBadReal, text))
    }
  }

  mutating func sendDate(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard let seconds = ISO8601.seconds(from: text, allowsFraction: false) else {
      return try sink.send(invalid(.plistBadDate, text))
    }
    try sink.date(seconds)
  }

  private mutating func readData(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let isEmptyTag = xml.isEmptyElement
    let text = try number()
    if isHexadecimal { return try sendHexadecimalData(text, into: &sink) }
    if isEmptyTag {
      try report(Failure(.plistBadData, at: elementStart, "<data/> instead of <data></data>"))
      return try sink.null()
    }
    try sendData(text, into: &sink)
  }

  mutating func sendData(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    bytes.truncate(to: 0)
    var irregularities = Base64.Irregularities()
    if let problem = Base64.decode(text, .coreFoundation, into: &bytes, &irregularities) {
      let place = text.offset(in: xml.input).map { xml.offset(of: $0 + problem.offset) } ?? elementStart
      try report(Failure(.plistBadData, at: place, problem.text))
      return try sink.null()
    }
    if irregularities.isIncomplete { differences.add(.incompleteData, at: elementStart) }
    if irregularities.continuesAfterPadding { differences.add(.dataAfterPadding, at: elementStart) }
    try sink.data(bytes.view)
  }
}

// MARK: Mistakes

extension XMLPropertyListReader {
  /// Records an error if there is room, otherwise throws it.
  private mutating func report(_ failure: Failure) throws(Failure) {
    guard findings.count < findingLimit else { throw failure }
    findings.append(failure)
  }

  /// Sends a key, whose refusal is an error like any other.
  @inline(__always)
  mutating func sendKey(_ key: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    do throws(Failure) {
      try sink.key(key)
    } catch {
      try report(error.at(keyStart))
    }
  }

  /// Reports a value's invalid text, and sends null.
  @inline(never)
  private mutating func invalid(_ code: DiagnosticCode, _ text: ByteView) throws(Failure) -> ValueEvent {
    try report(Failure(code, at: elementStart, text.excerpt(40, ifLongerThan: 60)))
    return .null
  }

  /// Handles a value in place of a key, with an empty key.
  @inline(never)
  private mutating func missingKey(
    _ element: XMLPropertyListElement, _ name: ByteView, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    // The following code reports an unknown element.
    if element != .unknown { try report(Failure(.plistValueWithoutKey, at: elementStart, name.string)) }
    // Ignores the sink's refusal of this key, which is not in the text.
    if findingLimit > 0 { do throws(Failure) { try sink.key(.empty) } catch { return } }
  }

  /// Handles a key without a value, which becomes null.
  @inline(never)
  private mutating func missingValue(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let key = lastKey.isEmpty ? String(decoding: bufferedKey, as: UTF8.self) : lastKey.string
    try report(Failure(.plistKeyWithoutValue, at: keyStart, key))
    try sink.null()
    container = .dictionary
  }

  /// A key outside a dictionary, which CoreFoundation reads as a string.
  @inline(never)
  private mutating func misplacedKey(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    try report(Failure(.plistMisplacedKey, at: elementStart))
    if container == .fullWrapper { return try skipElement() }
    if container == .wrapper { container = .fullWrapper }
    try sink.string(try content())
  }

  private mutating func skipElement() throws(Failure) {
    var depth = 1
    while depth > 0 {
      switch try xml.next() {
      case .startElement: depth += 1
      case .endElement: depth -= 1
      case .needsInput: try slide()
      default: break
      }
    }
  }
}
