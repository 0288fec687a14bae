// The layout of `plutil -p`: { "key" => value }, arrays with their indices.

/// Writes the events of a document in the layout of `plutil -p`.
///
/// Shows the first and last eight bytes of long data; plutil shows every other byte of the first sixteen and
/// drops leading zeros.
struct PlutilPrinter: EventSink, ~Copyable {
  private static let longData = 24
  private static let shownBytes = 8

  private(set) var output = OutputBuffer()
  /// The next index in each open array; nil for a dictionary.
  private var indices: [Int?] = []
  private var isAfterKey = false

  consuming func finish() -> OutputBuffer { output }
  var writtenBytes: Int { output.totalCount }

  private mutating func begin() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    guard let last = indices.indices.last, let index = indices[last] else { return }
    output.append(repeating: ASCII.space, count: 2 * indices.count)
    output.append("\(index) => ")
    indices[last] = index + 1
  }

  private mutating func line(_ text: String) {
    begin()
    output.append(text)
    output.append(ASCII.lineFeed)
  }

  private mutating func open(_ bracket: UInt8, index: Int?) {
    begin()
    output.append(bracket)
    output.append(ASCII.lineFeed)
    indices.append(index)
  }

  private mutating func close(_ bracket: UInt8) {
    indices.removeLast()
    output.append(repeating: ASCII.space, count: 2 * indices.count)
    output.append(bracket)
    output.append(ASCII.lineFeed)
  }

  mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .beginDictionary: open(ASCII.leftBrace, index: nil)
    case .beginArray, .beginSet: open(ASCII.leftBracket, index: 0)
    case .endDictionary: close(ASCII.rightBrace)
    case .endArray, .endSet: close(ASCII.rightBracket)
    case .key(let text):
      output.append(repeating: ASCII.space, count: 2 * indices.count)
      output.append(ASCII.quotationMark)
      output.append(text)
      output.append("\" => ")
      isAfterKey = true
    case .string(let text):
      begin()
      output.append(ASCII.quotationMark)
      output.append(text)
      output.append("\"\n")
    case .null: line("<null>")
    case .boolean(let value): line(value ? "true" : "false")
    case .integer(let value): line(String(value))
    case .wideInteger(let value): line(String(value))
    case .real(let value): add(value)
    case .number(let text, let kind):
      let value = kind == .real ? NumberText.real(text) : .nan
      if value.isFinite { return add(value) }
      begin()
      output.append(text)
      output.append(ASCII.lineFeed)
    case .date(let seconds):
      guard var text = ISO8601.text(from: seconds.rounded(.down)) else { throw Failure(.dateOutOfRange) }
      text[text.count - 10] = ASCII.space
      line(String(decoding: text.dropLast(), as: UTF8.self) + " +0000")
    case .data(let bytes): add(bytes)
    case .uid(let value): try sendDictionary(ofUID: value)
    }
  }

  private mutating func add(_ value: Double) {
    begin()
    output.appendShortest(value)
    output.append(ASCII.lineFeed)
  }

  private mutating func add(_ bytes: ByteView) {
    begin()
    output.append("{length = \(bytes.count), bytes = 0x")
    if bytes.count > Self.longData {
      output.appendHexadecimal(bytes[0..<Self.shownBytes])
      output.append("... ")
      output.appendHexadecimal(bytes.suffix(from: bytes.count - Self.shownBytes))
    } else {
      output.appendHexadecimal(bytes)
    }
    output.append("}\n")
  }
}
