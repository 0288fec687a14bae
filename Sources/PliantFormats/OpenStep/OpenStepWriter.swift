// Writes old-style property lists in CoreFoundation's layout, and .strings files.
//
//   {                                  "a" = "b";
//   	a = b;                             "list" = (
//   	list = (                           	"c"
//   		c,                               );
//   		<0fbd77>
//   	);
//   }

package struct OpenStepStyle: Sendable, Equatable {
  package typealias Indentation = JSONStyle.Indentation

  /// One level of indentation; nil writes everything on one line.
  package var indentation: Indentation?
  /// Writes non-ASCII characters without escapes.
  package var keepsUnicode = false
  package var quotesAll = false

  package init(indentation: Indentation? = Indentation(ASCII.tab, count: 1)) {
    self.indentation = indentation
  }

  /// Everything on one line, without spaces.
  package static let compact = OpenStepStyle(indentation: nil)
}

/// Writes the events of one document as an old-style property list or a `.strings` file.
///
/// Only strings, data, arrays and dictionaries exist there. Everything else becomes a string (booleans as `1`
/// and `0`, dates in ISO 8601), which `losses` counts or refuses; under `LossPolicy.tag` numbers and booleans
/// become typed values. Throws `conversion.loss`, `conversion.null`, `strings.root`, `document.date-range`,
/// and the output's errors.
package struct OpenStepWriter: LossReportingSink, EventSink, ~Copyable {
  private enum Frame {
    static let dictionary: UInt8 = 1
    static let hasEntries: UInt8 = 2
    /// The kind of the root dictionary of a .strings file, without braces.
    static let entries: UInt8 = 4
  }

  package var output: OutputBuffer
  package var losses: LossReport
  package let dialect: OpenStepReader.Dialect
  package let style: OpenStepStyle
  private var frames = GrowableBuffer<UInt8>(capacity: 32)

  package init(
    to output: consuming OutputBuffer = OutputBuffer(), dialect: OpenStepReader.Dialect = .openStep,
    style: OpenStepStyle = OpenStepStyle(), losses: LossReport = LossReport()
  ) {
    self.output = output
    self.dialect = dialect
    self.style = style
    self.losses = losses
  }

  /// The output, possibly with undrained bytes.
  package consuming func finish() -> OutputBuffer { output }
  package var writtenBytes: Int { output.totalCount }

  // MARK: Layout

  /// The levels of indentation of entries in the innermost container.
  private var level: Int { dialect == .strings ? frames.count &- 1 : frames.count }

  private mutating func breakLine(_ level: Int) {
    guard let indentation = style.indentation else { return }
    output.append(ASCII.lineFeed)
    output.append(repeating: indentation.byte, count: indentation.count * level)
  }

  /// Writes the text before a value or key; a value after its key needs none.
  private mutating func begin(isContainer: Bool = false, isKey: Bool = false) throws(Failure) {
    guard frames.count > 0 else {
      if dialect == .strings && !isContainer { throw Failure(.stringsRoot.inStrings, "a single value") }
      return
    }
    let top = frames[frames.count &- 1]
    let isDictionary = top & Frame.dictionary != 0
    if isDictionary && !isKey { return }
    if !isDictionary && top & Frame.hasEntries != 0 { output.append(ASCII.comma) }
    if top & (Frame.entries | Frame.hasEntries) != Frame.entries { breakLine(level) }
    frames[frames.count &- 1] = top | Frame.hasEntries
  }

  private mutating func end() throws(Failure) {
    if frames.count == 0 {
      output.append(ASCII.lineFeed)
    } else if frames[frames.count &- 1] & Frame.dictionary != 0 {
      output.append(ASCII.semicolon)
      if frames[frames.count &- 1] & Frame.entries != 0 && style.indentation == nil {
        output.append(ASCII.lineFeed)
      }
    }
    try output.drainIfFull()
  }

  private mutating func close(_ bracket: UInt8) throws(Failure) {
    let top = frames.removeLast()
    if top & Frame.entries != 0 {
      if top & Frame.hasEntries != 0 && style.indentation != nil { output.append(ASCII.lineFeed) }
      return try output.drainIfFull()
    }
    if top & Frame.hasEntries != 0 { breakLine(level) }
    output.append(bracket)
    try end()
  }

  private mutating func appendString(_ text: ByteView) {
    let keepsUnicode = dialect == .strings || style.keepsUnicode
    if dialect == .strings || style.quotesAll || !OpenStepText.isWord(text) {
      output.appendQuotedOpenStepString(text, keepsUnicode: keepsUnicode)
    } else {
      output.append(text)
    }
  }

  // MARK: Events

  package mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .beginDictionary:
      try begin(isContainer: true)
      if dialect == .strings && frames.count == 0 {
        frames.append(Frame.dictionary | Frame.entries)
      } else {
        output.append(ASCII.leftBrace)
        frames.append(Frame.dictionary)
      }
    case .endDictionary: try close(ASCII.rightBrace)
    case .beginArray, .beginSet:
      if case .beginSet = event { try losses.record(.setAsArray) }
      if dialect == .strings && frames.count == 0 { throw Failure(.stringsRoot.inStrings, "an array") }
      try begin(isContainer: true)
      output.append(ASCII.leftParenthesis)
      frames.append(0)
    case .endArray, .endSet: try close(ASCII.rightParenthesis)
    case .key(let text):
      try begin(isKey: true)
      appendString(text)
      if style.indentation == nil { output.append(ASCII.equalsSign) } else { output.append(" = ") }
    case .string(let text):
      try begin()
      appendString(text)
      try end()
    case .data(let bytes):
      try begin()
      output.appendOpenStepData(bytes)
      try end()
    default: try takeUnsupported(event)
    }
  }

  // MARK: Unsupported values

  private var writesTypes: Bool { losses.rule.policy == .tag }

  /// Writes text in place of a value of another type: typed, or as a string with a loss.
  private mutating func scalar(_ text: String, type: StaticString, loss: Loss) throws(Failure) {
    if writesTypes {
      try begin()
      output.append("<*")
      output.append(type)
      output.append(text)
      output.append(ASCII.greaterThan)
      return try end()
    }
    try losses.record(loss)
    try begin()
    Array(text.utf8).withByteView { appendString($0) }
    try end()
  }

  private mutating func takeUnsupported(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .boolean(let value):
      let text = writesTypes ? (value ? "Y" : "N") : value ? "1" : "0"
      try scalar(text, type: "B", loss: .booleanAsString)
    case .integer(let value): try scalar(String(value), type: "I", loss: .numberAsString)
    case .wideInteger(let value): try scalar(String(value), type: "I", loss: .numberAsString)
    case .real(let value):
      try scalar(value.description, type: "R", loss: value.isFinite ? .numberAsString : .nonFiniteAsString)
    case .number(let text, let kind): try takeNumber(text, kind)
    case .date(let seconds): try takeDate(seconds)
    case .uid(let value):
      try losses.record(.uidAsDictionary)
      try sendDictionary(ofUID: value)
    default: throw Failure(.nullRefused)
    }
  }

  private mutating func takeNumber(_ text: ByteView, _ kind: NumberKind) throws(Failure) {
    // A typed integer must fit 128 bits to read back; others keep their digits as strings.
    if kind == .integer && writesTypes && Int128(text.string) == nil {
      try losses.record(.wideIntegerAsString)
      return try string(text)
    }
    if kind == .real && writesTypes {
      let value = NumberText.real(text)
      guard value.isFinite else {
        try losses.record(.hugeRealAsString)
        return try string(text)
      }
      if NumberText.losesDigits(text, as: value) { try losses.record(.digitsBeyondDouble) }
    }
    try scalar(text.string, type: kind == .integer ? "I" : "R", loss: .numberAsString)
  }

  private mutating func takeDate(_ seconds: Double) throws(Failure) {
    guard let text = ISO8601.text(from: seconds) else { throw Failure(.dateOutOfRange) }
    if writesTypes && seconds == seconds.rounded(.down) {
      var spaced = text
      spaced[text.count - 10] = ASCII.space
      spaced.removeLast()
      return try scalar(String(decoding: spaced, as: UTF8.self) + " +0000", type: "D", loss: .dateAsString)
    }
    try losses.record(.dateAsString)
    try text.withByteView { (view: ByteView) throws(Failure) in try string(view) }
  }
}
