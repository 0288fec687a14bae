// Writes JSON: compact, indented, or canonical by RFC 8785.

/// How JSON is laid out.
package struct JSONStyle: Sendable, Equatable {
  /// What one level of indentation is; nil writes everything on one line.
  package var indentation: Indentation?
  /// Numbers and strings as RFC 8785 wants them; the order of keys is the replay's business.
  package var isCanonical = false
  /// Each element of the top-level array, or a single other value, on a line of its own.
  package var isLines = false

  /// A number of spaces or tabs.
  package struct Indentation: Sendable, Equatable {
    package var byte: UInt8
    package var count: Int
    package init(_ byte: UInt8, count: Int) {
      self.byte = byte
      self.count = count
    }
  }

  package init(indentation: Indentation? = nil, isCanonical: Bool = false) {
    self.indentation = indentation
    self.isCanonical = isCanonical
  }

  /// Everything on one line, without spaces.
  package static let compact = JSONStyle()
  /// Two spaces a level, a space after the colon, nothing inside empty containers.
  package static let pretty = JSONStyle(indentation: Indentation(ASCII.space, count: 2))
  /// JSON lines, each compact or canonical.
  package static func lines(isCanonical: Bool = false) -> JSONStyle {
    var style = JSONStyle(isCanonical: isCanonical)
    style.isLines = true
    return style
  }
  /// RFC 8785; keys must come sorted by UTF-16 code units.
  package static let canonical = JSONStyle(isCanonical: true)
}

/// Writes the events of one document as JSON.
///
/// What JSON lacks is written as `LossPolicy.note` says (dates as ISO 8601 strings, data as Base64 strings, reals that
/// are not finite as strings, sets as arrays, UIDs as `{"CF$UID": n}`) and counted, or refused, by `losses`. Throws
/// `conversion.loss`, `document.date-range`, and what draining the output throws.
package struct JSONWriter: LossReportingSink, ~Copyable {
  /// What must come before the next value or key.
  private enum Place {
    /// The document, or a value after its key.
    case value
    /// The first entry of a container.
    case firstEntry
    case laterEntry
  }

  package var output: OutputBuffer
  package var losses: LossReport
  let style: JSONStyle
  private var place = Place.value
  private var depth = 0
  /// Whether the top-level array is open whose elements are lines; it has no depth of its own.
  private var isInLines = false

  package init(
    to output: consuming OutputBuffer = OutputBuffer(), style: JSONStyle = .compact,
    losses: LossReport = LossReport()
  ) {
    self.output = output
    self.style = style
    self.losses = losses
  }

  /// The output with all that was written; it may still hold bytes to drain.
  package consuming func finish() -> OutputBuffer { output }

  /// Ends a document with a line feed, so that another may follow.
  package mutating func endLine() throws(Failure) {
    output.append(ASCII.lineFeed)
    place = .value
    try output.drainIfFull()
  }

  // MARK: Layout

  /// Writes the comma and the line break that come before a value or key.
  @inline(__always)
  private mutating func begin() {
    if place == .value { return }
    if place == .laterEntry { output.append(ASCII.comma) }
    if style.indentation != nil { breakLine() }
  }

  @inline(never)
  private mutating func breakLine() {
    guard let indentation = style.indentation else { return }
    output.append(ASCII.lineFeed)
    output.append(repeating: indentation.byte, count: indentation.count * depth)
  }

  /// After a value.
  @inline(__always)
  private mutating func end() throws(Failure) {
    place = .laterEntry
    if style.isLines && depth == 0 { return try endLine() }
    try output.drainIfFull()
  }

  @inline(__always)
  private mutating func open(_ bracket: UInt8) {
    begin()
    output.append(bracket)
    depth &+= 1
    place = .firstEntry
  }

  @inline(__always)
  private mutating func close(_ bracket: UInt8) throws(Failure) {
    depth &-= 1
    if place == .laterEntry && style.indentation != nil { breakLine() }
    output.append(bracket)
    try end()
  }

  package mutating func beginDictionary(count: Int?) { open(ASCII.leftBrace) }
  package mutating func endDictionary() throws(Failure) { try close(ASCII.rightBrace) }

  package mutating func beginArray(count: Int?) {
    if style.isLines && depth == 0 && !isInLines {
      isInLines = true
    } else {
      open(ASCII.leftBracket)
    }
  }

  package mutating func endArray() throws(Failure) {
    if isInLines && depth == 0 {
      isInLines = false
    } else {
      try close(ASCII.rightBracket)
    }
  }

  package mutating func beginSet(count: Int?) throws(Failure) {
    try losses.record(.setAsArray)
    beginArray(count: count)
  }

  package mutating func endSet() throws(Failure) { try endArray() }

  @inline(__always)
  package mutating func key(_ text: ByteView) {
    if style.indentation == nil {
      output.appendJSONString(text, before: place == .laterEntry ? ASCII.comma : nil, after: ASCII.colon)
    } else {
      begin()
      output.appendJSONString(text, after: ASCII.colon)
      output.append(ASCII.space)
    }
    place = .value
  }

  // MARK: JSON's own values

  package mutating func null() throws(Failure) { try literal("null") }
  package mutating func boolean(_ value: Bool) throws(Failure) { try literal(value ? "true" : "false") }

  @inline(__always)
  private mutating func literal(_ text: StaticString) throws(Failure) {
    begin()
    output.append(text)
    try end()
  }

  @inline(__always)
  package mutating func string(_ text: ByteView) throws(Failure) {
    if style.indentation == nil {
      output.appendJSONString(text, before: place == .laterEntry ? ASCII.comma : nil)
    } else {
      begin()
      output.appendJSONString(text)
    }
    try end()
  }

  @inline(__always)
  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    begin()
    if style.isCanonical { try appendCanonical(text) } else { output.append(text) }
    try end()
  }

  package mutating func integer(_ value: Int64) throws(Failure) {
    begin()
    if style.isCanonical && value.magnitude > 1 << 53 {
      try appendCanonical("\(value)")
    } else {
      output.appendDecimal(value)
    }
    try end()
  }

  package mutating func wideInteger(_ value: Int128) throws(Failure) {
    begin()
    if style.isCanonical { try appendCanonical("\(value)") } else { output.appendDecimal(wide: value) }
    try end()
  }

  package mutating func real(_ value: Double) throws(Failure) {
    guard value.isFinite else {
      try losses.record(.nonFiniteAsString)
      return try literal(value.isNaN ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"")
    }
    begin()
    if style.isCanonical { output.appendECMAScript(value) } else { output.appendShortest(value) }
    try end()
  }

  // MARK: What JSON lacks

  package mutating func date(_ seconds: Double) throws(Failure) {
    try losses.record(.dateAsString)
    begin()
    output.append(ASCII.quotationMark)
    guard ISO8601.append(seconds, to: &output) else { throw Failure(.dateOutOfRange) }
    output.append(ASCII.quotationMark)
    try end()
  }

  package mutating func data(_ bytes: ByteView) throws(Failure) {
    try losses.record(.dataAsString)
    begin()
    output.append(ASCII.quotationMark)
    Base64.append(bytes, to: &output)
    output.append(ASCII.quotationMark)
    try end()
  }

  package mutating func uid(_ value: UInt64) throws(Failure) {
    // No loss: the dictionary is read back as a UID.
    beginDictionary(count: 1)
    key(ByteView("CF$UID"))
    try wideInteger(Int128(value))
    try endDictionary()
  }

  // MARK: RFC 8785

  private mutating func appendCanonical(_ text: String) throws(Failure) {
    try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in try appendCanonical(view) }
  }

  /// Appends the double nearest to the number; what a double cannot hold is a loss (RFC 8785, section 3.2.2.3).
  private mutating func appendCanonical(_ text: ByteView) throws(Failure) {
    let value = NumberText.real(text)
    guard value.isFinite else { throw Failure(.jsonCanonicalRange, text.string) }
    output.appendECMAScript(value)
    if !NumberText.hasShortestDigits(text, of: value) { try losses.record(.digitsBeyondDouble) }
  }
}
