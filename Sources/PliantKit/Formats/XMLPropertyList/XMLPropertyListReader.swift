// Reads XML property lists: the grammar of PropertyList-1.0.dtd on the events of the XML reader.
//
//   <plist><dict><key>a</key><integer>1</integer></dict></plist>
//
// gives beginDictionary, key a, integer 1, endDictionary. Like CoreFoundation it takes a value without <plist> around
// it, <plist> around any value, and passes over attributes.

/// Sends the events of an XML property list.
///
/// Integers are sent as `integer` or `wideInteger`; reals as `number` where their text keeps to RFC 8259's grammar
/// with a fraction or an exponent, otherwise as `real`. Views are slices of the text wherever nothing in it needs
/// replacing. Nothing recurses; containers nest at most `Limits.depth` deep.
package struct XMLPropertyListReader: ~Copyable {
  /// A container that is open.
  private enum Container: UInt8, BitwiseCopyable {
    case root
    /// `<plist>`, before and after its value.
    case wrapper
    case fullWrapper
    case array
    case dictionary
    /// A dictionary whose last key waits for its value.
    case keyedDictionary
  }

  private var xml: XMLReader
  private var container = Container.root
  private var containers = GrowableBuffer<Container>(capacity: 64)
  /// Where the current value or key begins.
  private var elementStart = 0
  private var keyStart = 0
  private var lastKey = ByteView.empty
  private var depth = 0
  /// Text that is not a slice of the input.
  private var scratch = GrowableBuffer<UInt8>(capacity: 256)
  private var bytes = GrowableBuffer<UInt8>(capacity: 256)

  private init(_ text: ByteView) {
    var options = XMLReader.Options()
    // Each container may have a <plist> around it, and a value inside.
    options.maximumDepth = 2 * Limits.depth + 2
    xml = XMLReader(text, options: options)
    xml.passesOverWhitespace = true
  }

  /// Sends the events of the property list that `text` is; `text` is valid UTF-8 without byte order mark.
  ///
  /// Throws an `xml/…`, `plist/structure` or `plist/value` failure with its offset, or what the sink throws with the
  /// offset of the value. What the sink received before a failure is void.
  package static func read(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    var reader = XMLPropertyListReader(text)
    do throws(Failure) {
      try reader.run(into: &sink)
    } catch {
      throw Failure(error.code, at: error.offset ?? reader.elementStart, error.subject)
    }
  }

  private mutating func run(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    while true {
      switch try xml.next() {
      case .startElement: try beginElement(into: &sink)
      case .endElement: try endContainer(into: &sink)
      case .text: if !xml.isWhitespace { throw Failure(.plistText, at: xml.tokenStart) }
      case .reference: throw Failure(.xmlUndefinedEntity, at: xml.tokenStart, xml.name.string)
      case .endDocument: return
      case .declaration, .doctype, .comment, .processingInstruction, .cdata, .needsInput: break
      }
    }
  }

  // MARK: Containers

  private mutating func beginElement(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let name = xml.name
    elementStart = xml.tokenStart
    let element = XMLPropertyListElement(name)
    if element == .key { return try readKey(into: &sink) }
    switch container {
    case .keyedDictionary: container = .dictionary
    case .array, .root: break
    case .wrapper: container = .fullWrapper
    case .dictionary:
      if element == .unknown { throw Failure(.plistUnknownElement, at: elementStart, name.string) }
      throw Failure(.plistValueWithoutKey, at: elementStart, name.string)
    case .fullWrapper: throw Failure(.plistSecondValue, at: elementStart, name.string)
    }
    switch element {
    case .string: try sink.string(try content())
    case .integer: try readInteger(into: &sink)
    case .dictionary:
      try push(.dictionary)
      try sink.beginDictionary(count: nil)
    case .array:
      try push(.array)
      try sink.beginArray(count: nil)
    case .true: try readBoolean(true, into: &sink)
    case .false: try readBoolean(false, into: &sink)
    case .real: try readReal(into: &sink)
    case .date: try readDate(into: &sink)
    case .data: try readData(into: &sink)
    case .propertyList: try push(.wrapper)
    case .key, .unknown: throw Failure(.plistUnknownElement, at: elementStart, name.string)
    }
  }

  private mutating func push(_ kind: Container) throws(Failure) {
    if kind != .wrapper {
      depth &+= 1
      if depth > Limits.depth { throw Failure(.plistTooDeep, at: elementStart) }
    }
    containers.append(container)
    container = kind
  }

  private mutating func endContainer(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    switch container {
    case .dictionary:
      try sink.endDictionary()
      depth &-= 1
    case .array:
      try sink.endArray()
      depth &-= 1
    case .keyedDictionary: throw Failure(.plistKeyWithoutValue, at: keyStart, lastKey.string)
    case .wrapper: throw Failure(.plistEmpty, at: xml.tokenStart)
    case .fullWrapper, .root: break
    }
    container = containers.removeLast()
  }

  private mutating func readKey(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard container == .dictionary else {
      if container == .keyedDictionary { throw Failure(.plistKeyWithoutValue, at: keyStart, lastKey.string) }
      throw Failure(.plistMisplacedKey, at: elementStart)
    }
    container = .keyedDictionary
    keyStart = elementStart
    let key = try content()
    // The text of a key that is not a slice is gone when its absence of a value is told.
    lastKey = key.offset(in: xml.input) == nil ? .empty : key
    try sink.key(key)
  }

  // MARK: Text

  /// The text of the current element, up to and with its end tag.
  @inline(__always)
  private mutating func content() throws(Failure) -> ByteView {
    if let plain = xml.takePlainContent() { return plain }
    return try gatherContent()
  }

  /// Text with references, sections, comments or processing instructions in it.
  @inline(never)
  private mutating func gatherContent() throws(Failure) -> ByteView {
    scratch.truncate(to: 0)
    xml.passesOverWhitespace = false
    defer { xml.passesOverWhitespace = true }
    while true {
      switch try xml.next() {
      case .text: _ = scratch.append(xml.text)
      case .endElement: return scratch.view
      case .startElement: throw Failure(.plistElementInValue, at: xml.tokenStart, xml.name.string)
      case .reference: throw Failure(.xmlUndefinedEntity, at: xml.tokenStart, xml.name.string)
      case .comment, .processingInstruction, .declaration, .doctype, .cdata, .endDocument, .needsInput: break
      }
    }
  }

  private mutating func readBoolean(
    _ value: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    guard try content().isEmpty else {
      throw Failure(.plistNotEmpty, at: elementStart, value ? "true" : "false")
    }
    try sink.boolean(value)
  }

  // MARK: Values

  @inline(__always)
  private mutating func readInteger(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let text = try content()
    // Up to 18 digits, the common case.
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    var at = isNegative ? 1 : 0
    guard text.count > at, text.count &- at <= 18 else { return try readOddInteger(text, into: &sink) }
    var value: Int64 = 0
    while at < text.count {
      guard text[at].isDigit else { return try readOddInteger(text, into: &sink) }
      value = value &* 10 &+ Int64(truncatingIfNeeded: text[at] &- ASCII.digit0)
      at &+= 1
    }
    try sink.integer(isNegative ? 0 &- value : value)
  }

  @inline(never)
  private func readOddInteger(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    switch PropertyListNumber.integer(text) {
    case .value(let wide):
      if let narrow = Int64(exactly: wide) { try sink.integer(narrow) } else { try sink.wideInteger(wide) }
    case .tooLarge: throw Failure(.plistHugeInteger, at: elementStart, Self.excerpt(text))
    case .malformed: throw Failure(.plistBadInteger, at: elementStart, Self.excerpt(text))
    }
  }

  private mutating func readReal(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let text = try content()
    switch PropertyListNumber.real(text) {
    case .text: try sink.number(text, kind: .real)
    case .value(let value): try sink.real(value)
    case .malformed: throw Failure(.plistBadReal, at: elementStart, Self.excerpt(text))
    }
  }

  private mutating func readDate(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let text = try content()
    guard let seconds = PropertyListDate.seconds(from: text) else {
      throw Failure(.plistBadDate, at: elementStart, Self.excerpt(text))
    }
    try sink.date(seconds)
  }

  private mutating func readData(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    if xml.isEmptyElement {
      throw Failure(.plistBadData, at: elementStart, "<data/> instead of <data></data>")
    }
    let text = try content()
    bytes.truncate(to: 0)
    if let problem = PropertyListData.decode(text, into: &bytes) {
      throw Failure(.plistBadData, at: text.offset(in: xml.input).map { $0 + problem.offset }, problem.text)
    }
    try sink.data(bytes.view)
  }

  /// The beginning of a text, for messages.
  private static func excerpt(_ text: ByteView) -> String {
    text.count <= 60 ? text.string : text[0..<40].string + "…"
  }
}

/// The elements of PropertyList-1.0.dtd.
enum XMLPropertyListElement: UInt8 {
  case propertyList
  case dictionary
  case array
  case key
  case string
  case integer
  case real
  case date
  case data
  case `true`
  case `false`
  case unknown

  /// The element of this name.
  @inline(__always)
  init(_ name: ByteView) {
    switch name.count {
    case 3: self = name == "key" ? .key : .unknown
    case 4:
      switch (name[0], name[1]) {
      case (ASCII.lowerT, _): self = name == "true" ? .true : .unknown
      case (ASCII.lowerR, _): self = name == "real" ? .real : .unknown
      case (_, 0x69): self = name == "dict" ? .dictionary : .unknown
      default: self = name == "date" ? .date : name == "data" ? .data : .unknown
      }
    case 5:
      switch name[0] {
      case ASCII.lowerA: self = name == "array" ? .array : .unknown
      case ASCII.lowerF: self = name == "false" ? .false : .unknown
      default: self = name == "plist" ? .propertyList : .unknown
      }
    case 6: self = name == "string" ? .string : .unknown
    case 7: self = name == "integer" ? .integer : .unknown
    default: self = .unknown
    }
  }
}
