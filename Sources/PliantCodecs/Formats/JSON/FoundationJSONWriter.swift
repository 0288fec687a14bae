/// Writes the events of a document as JSONSerialization does, for plutil's grammar, or as JSONEncoder does:
/// `\/`, `"key" : value`, reals without `.0`.
///
/// The replay sorts the keys. Throws `json.foundation` for values that JSONSerialization refuses: a scalar as
/// the document, unless for JSONEncoder, dates, data and reals that are not finite.
package struct FoundationJSONWriter: LossReportingSink, EventSink, ~Copyable {
  package var output: OutputBuffer
  package private(set) var losses = LossReport()
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

  package mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .beginDictionary: return try open(ASCII.leftBrace)
    case .endDictionary: return try close(ASCII.rightBrace)
    case .beginArray: return try open(ASCII.leftBracket)
    case .beginSet:
      try losses.record(.setAsArray)
      return try open(ASCII.leftBracket)
    case .endArray, .endSet: return try close(ASCII.rightBracket)
    case .uid(let value): return try sendDictionary(ofUID: value)
    case .real(let value) where !value.isFinite: throw Failure(.foundationJSON)
    case .date, .data: throw Failure(.foundationJSON)
    default: try begin()
    }
    switch event {
    case .key(let text):
      appendString(text)
      output.append(isPretty ? " : " : ":")
      isAfterKey = true
    case .string(let text): appendString(text)
    case .boolean(let value): output.append(value ? "true" : "false")
    case .integer(let value): output.appendDecimal(value)
    case .wideInteger(let value): output.appendDecimal(wide: value)
    case .real(let value): output.appendShortest(value, marksIntegers: false)
    case .number(let text, let kind): append(number: text, kind)
    default: output.append("null")
    }
  }

  private mutating func append(number text: ByteView, _ kind: NumberKind) {
    let value = kind == .real && !isOfEncoder ? NumberText.real(text) : .nan
    if value.isFinite, NumberText.hasShortestDigits(text, of: value) {
      output.appendShortest(value, marksIntegers: false)
    } else {
      output.append(text)
    }
  }
}
