/// Writes the events of a document as JSONSerialization does, for plutil's grammar, or as JSONEncoder does:
/// `\/`, `"key" : value`, reals without `.0`.
///
/// The replay sorts the keys. Throws `json.foundation` for values that JSONSerialization refuses: a scalar as
/// the document, unless for JSONEncoder, dates, data and reals that are not finite.
package struct FoundationJSONWriter: ValueSink, ~Copyable {
  package var output: OutputBuffer
  private let isPretty: Bool
  private let isOfEncoder: Bool
  private let escapesSlashes: Bool
  private var counts: [Int] = []
  private var isAfterKey = false

  package init(
    to output: consuming OutputBuffer = OutputBuffer(), isPretty: Bool, isOfEncoder: Bool = false,
    escapesSlashes: Bool = true
  ) {
    self.output = output
    self.isPretty = isPretty
    self.isOfEncoder = isOfEncoder
    self.escapesSlashes = escapesSlashes
  }

  package consuming func finish() -> OutputBuffer { output }
  package var writtenBytes: Int { output.totalCount }

  private mutating func breakLine() {
    output.append(ASCII.lineFeed)
    output.append(repeating: ASCII.space, count: 2 * counts.count)
  }

  /// Writes the text before a value or key.
  private mutating func begin(isContainer: Bool = false) throws(Failure) {
    if isAfterKey {
      isAfterKey = false
      return
    }
    guard let last = counts.indices.last else {
      if !isContainer && !isOfEncoder { throw Failure(.foundationJSON) }
      return
    }
    if counts[last] > 0 { output.append(ASCII.comma) }
    if isPretty { breakLine() }
    counts[last] += 1
  }

  private mutating func open(_ bracket: UInt8) throws(Failure) {
    try begin(isContainer: true)
    output.append(bracket)
    counts.append(0)
  }

  private mutating func close(_ bracket: UInt8) throws(Failure) {
    let isEmpty = counts.removeLast() == 0
    if isPretty {
      if isEmpty { output.append(ASCII.lineFeed) }
      breakLine()
    }
    output.append(bracket)
    try output.drainIfFull()
  }

  private mutating func appendString(_ text: ByteView) {
    guard escapesSlashes, text.firstIndex(of: ASCII.solidus) != nil else {
      return output.appendJSONString(text)
    }
    var quoted = OutputBuffer()
    quoted.appendJSONString(text)
    quoted.withHeldBytes { bytes in
      var plain = 0
      while let solidus = bytes.firstIndex(of: ASCII.solidus, from: plain) {
        output.append(bytes[plain..<solidus])
        output.append("\\/")
        plain = solidus + 1
      }
      output.append(bytes[plain..<bytes.count])
    }
  }

  private mutating func literal(_ text: String) throws(Failure) {
    try begin()
    output.append(text)
  }

  package mutating func beginDictionary(count: Int?) throws(Failure) { try open(ASCII.leftBrace) }
  package mutating func endDictionary() throws(Failure) { try close(ASCII.rightBrace) }
  package mutating func beginArray(count: Int?) throws(Failure) { try open(ASCII.leftBracket) }
  package mutating func endArray() throws(Failure) { try close(ASCII.rightBracket) }
  package mutating func beginSet(count: Int?) throws(Failure) { try open(ASCII.leftBracket) }
  package mutating func endSet() throws(Failure) { try close(ASCII.rightBracket) }

  package mutating func key(_ text: ByteView) throws(Failure) {
    try begin()
    appendString(text)
    output.append(isPretty ? " : " : ":")
    isAfterKey = true
  }

  package mutating func string(_ text: ByteView) throws(Failure) {
    try begin()
    appendString(text)
  }

  package mutating func null() throws(Failure) { try literal("null") }
  package mutating func boolean(_ value: Bool) throws(Failure) { try literal(value ? "true" : "false") }
  package mutating func integer(_ value: Int64) throws(Failure) {
    try begin()
    output.appendDecimal(value)
  }

  package mutating func wideInteger(_ value: Int128) throws(Failure) {
    try begin()
    output.appendDecimal(wide: value)
  }

  package mutating func real(_ value: Double) throws(Failure) {
    guard value.isFinite else { throw Failure(.foundationJSON) }
    try begin()
    output.appendShortest(value, marksIntegers: false)
  }

  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    let value = kind == .real && !isOfEncoder ? NumberText.real(text) : .nan
    if value.isFinite, NumberText.hasShortestDigits(text, of: value) { return try real(value) }
    try begin()
    output.append(text)
  }

  package mutating func date(_ seconds: Double) throws(Failure) { throw Failure(.foundationJSON) }
  package mutating func data(_ bytes: ByteView) throws(Failure) { throw Failure(.foundationJSON) }

  package mutating func uid(_ value: UInt64) throws(Failure) {
    try beginDictionary(count: 1)
    try key(ByteView("CF$UID"))
    try literal(String(value))
    try endDictionary()
  }
}
