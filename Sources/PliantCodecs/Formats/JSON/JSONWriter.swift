// Writes JSON: compact, indented, or canonical by RFC 8785.

package struct JSONStyle: Sendable, Equatable {
  /// One level of indentation; nil writes everything on one line.
  package var indentation: Indentation?
  /// Whether numbers and strings follow RFC 8785; the replay sorts the keys.
  package var isCanonical = false
  /// Each element of the top-level array, or a single other value, on a separate line.
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
  /// Two spaces per level, a space after the colon, nothing inside empty containers.
  package static let pretty = JSONStyle(indentation: Indentation(ASCII.space, count: 2))
  /// JSON Lines, each compact or canonical.
  package static func lines(isCanonical: Bool = false) -> JSONStyle {
    var style = JSONStyle(isCanonical: isCanonical)
    style.isLines = true
    return style
  }
  /// RFC 8785; keys must already be sorted by UTF-16 code units.
  package static let canonical = JSONStyle(isCanonical: true)
}

/// Writes the events of one document as JSON.
///
/// Writes values that JSON lacks as under `LossPolicy.note` (dates as ISO 8601 strings, data as Base64
/// strings, reals that are not finite as strings, sets as arrays, UIDs as `{"CF$UID": n}`); `losses` counts
/// or refuses them. Throws `conversion.loss`, `document.date-range`, and errors of the output.
package struct JSONWriter: LossReportingSink, ~Copyable {
  package var output: OutputBuffer
  package var losses: LossReport
  package let style: JSONStyle
  /// The text between entries: a comma and, if the style indents, a line end and the indentation.
  private var lead: EntryLead
  /// The start of the part of `lead` before the next value or key: at its end before a document, after a key;
  /// after the comma before the first entry of a container; at 0 before a later one.
  var leadStart = 1
  private var depth = 0
  /// Whether the top-level array of lines is open; it does not count in the depth.
  private var isInLines = false

  package init(
    to output: consuming OutputBuffer = OutputBuffer(), style: JSONStyle = .compact,
    losses: LossReport = LossReport()
  ) {
    self.output = output
    self.style = style
    self.losses = losses
    lead = EntryLead(style.indentation == nil ? "," : ",\n")
    leadStart = lead.count
  }

  /// Returns the output, possibly with undrained bytes.
  package consuming func finish() -> OutputBuffer { output }
  package var writtenBytes: Int { output.totalCount }

  /// Ends a document with a line feed, so that another may follow.
  package mutating func endLine() throws(Failure) {
    output.append(ASCII.lineFeed)
    leadStart = lead.count
    try output.drainIfFull()
  }

  /// Whether an array that is the document is open.
  var isInArray: Bool { depth > 0 || isInLines }

  /// Appends the elements of an open array of another writer of this style, and begins it if needed.
  package mutating func append(elementsOf other: borrowing JSONWriter) throws(Failure) {
    losses.add(other.losses)
    guard other.isInArray else { return }
    if !isInArray { beginArray(count: nil) }
    try other.output.withHeldBytes { (bytes: ByteView) throws(Failure) in
      let elements = isInLines ? bytes : bytes.suffix(from: 1)
      if elements.isEmpty { return }
      if leadStart == 0 { output.append(ASCII.comma) }
      output.append(elements)
      leadStart = isInLines ? lead.count : 0
      try output.drainIfFull()
    }
  }

  // MARK: Taking back

  struct Mark {
    fileprivate let count, leadCount, leadStart, depth: Int
    fileprivate let isInLines: Bool
    fileprivate let losses: LossReport
  }

  mutating func hold() -> Mark {
    output.isHeld = true
    return Mark(
      count: output.count, leadCount: lead.count, leadStart: leadStart, depth: depth, isInLines: isInLines,
      losses: losses)
  }

  mutating func keep() throws(Failure) {
    output.isHeld = false
    try output.drainIfFull()
  }

  mutating func revert(to mark: Mark) {
    output.isHeld = false
    output.removeLast(output.count - mark.count)
    lead.removeLast(lead.count - mark.leadCount)
    leadStart = mark.leadStart
    depth = mark.depth
    isInLines = mark.isInLines
    losses = mark.losses
  }

  // MARK: Layout

  /// Writes the comma and the line break before a value.
  @inline(__always)
  private mutating func begin() { output.append(lead, from: leadStart, ByteRun(.empty)) }

  @inline(__always)
  private mutating func end() throws(Failure) {
    leadStart = 0
    if style.isLines && depth == 0 { return try endLine() }
    try output.drainIfFull()
  }

  @inline(__always)
  private mutating func open(_ bracket: UInt8) {
    begin()
    output.append(bracket)
    depth &+= 1
    if let indentation = style.indentation { lead.append(indentation.byte, count: indentation.count) }
    leadStart = 1
  }

  @inline(__always)
  private mutating func close(_ bracket: UInt8) throws(Failure) {
    depth &-= 1
    if let indentation = style.indentation {
      lead.removeLast(indentation.count)
      if leadStart == 0 { output.append(lead, from: 1, ByteRun(.empty)) }
    }
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
    begin()
    output.appendJSONString(text, after: ASCII.colon)
    if style.indentation != nil { output.append(ASCII.space) }
    leadStart = lead.count
  }

  @inline(__always)
  package mutating func plainKey(_ text: ByteRun) {
    let behind = style.indentation == nil ? 1 : 2
    output.append(lead, from: leadStart, quoting: text, ASCII.colon, ASCII.space, behind: behind)
    leadStart = lead.count
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
    begin()
    output.appendJSONString(text)
    try end()
  }

  @inline(__always)
  package mutating func plainString(_ text: ByteRun) throws(Failure) {
    output.append(lead, from: leadStart, quoting: text)
    try end()
  }

  @inline(__always)
  package var takesQuotedStrings: Bool { true }

  package mutating func quotedString(_ text: ByteRun) throws(Failure) { try plainString(text) }

  @inline(__always)
  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    try number(ByteRun(text), kind: kind)
  }

  @inline(__always)
  package mutating func number(_ text: ByteRun, kind: NumberKind) throws(Failure) {
    if style.isCanonical {
      begin()
      try appendCanonical(text.bytes, kind: kind)
    } else {
      output.append(lead, from: leadStart, text)
    }
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

  // MARK: Unsupported values

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

  // No loss: the dictionary is read back as a UID.
  package mutating func uid(_ value: UInt64) throws(Failure) { try sendDictionary(ofUID: value) }

  // MARK: RFC 8785

  private mutating func appendCanonical(_ text: String) throws(Failure) {
    try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
      try appendCanonical(view, kind: .integer)
    }
  }

  /// Appends the double nearest to the number (RFC 8785, section 3.2.2.3).
  ///
  /// The canonical form intentionally drops digits of a fraction beyond those of a double; a changed integer,
  /// or a number that underflows to zero, is a loss.
  private mutating func appendCanonical(_ text: ByteView, kind: NumberKind) throws(Failure) {
    let value = NumberText.real(text)
    guard value.isFinite else { throw Failure(.jsonCanonicalRange, text.string) }
    output.appendECMAScript(value)
    if kind == .real && value != 0 { return }
    if !NumberText.hasShortestDigits(text, of: value) { try losses.record(.digitsBeyondDouble) }
  }
}
