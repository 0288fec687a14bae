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

  mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .uid(let value): return try sendDictionary(ofUID: value)
    case .key: output.append(repeating: ASCII.space, count: 2 * indices.count)
    case .endDictionary, .endArray, .endSet:
      indices.removeLast()
      output.append(repeating: ASCII.space, count: 2 * indices.count)
    default: begin()
    }
    switch event {
    case .beginDictionary:
      output.append(ASCII.leftBrace)
      indices.append(nil)
    case .beginArray, .beginSet:
      output.append(ASCII.leftBracket)
      indices.append(0)
    case .endDictionary: output.append(ASCII.rightBrace)
    case .endArray, .endSet: output.append(ASCII.rightBracket)
    case .key(let text):
      output.append(ASCII.quotationMark)
      output.append(text)
      output.append("\" => ")
      isAfterKey = true
      return
    case .string(let text):
      output.append(ASCII.quotationMark)
      output.append(text)
      output.append(ASCII.quotationMark)
    case .null: output.append("<null>")
    case .boolean(let value): output.append(value ? "true" : "false")
    case .integer(let value): output.append(String(value))
    case .wideInteger(let value): output.append(String(value))
    case .real(let value): output.appendShortest(value)
    case .number(let text, let kind):
      let value = kind == .real ? NumberText.real(text) : .nan
      if value.isFinite { output.appendShortest(value) } else { output.append(text) }
    case .date(let seconds):
      guard var text = ISO8601.text(from: seconds.rounded(.down)) else { throw Failure(.dateOutOfRange) }
      text[text.count - 10] = ASCII.space
      output.append(String(decoding: text.dropLast(), as: UTF8.self) + " +0000")
    case .data(let bytes): add(bytes)
    case .uid: break
    }
    output.append(ASCII.lineFeed)
  }

  private mutating func add(_ bytes: ByteView) {
    output.append("{length = \(bytes.count), bytes = 0x")
    if bytes.count > Self.longData {
      output.appendHexadecimal(bytes[0..<Self.shownBytes])
      output.append("... ")
      output.appendHexadecimal(bytes.suffix(from: bytes.count - Self.shownBytes))
    } else {
      output.appendHexadecimal(bytes)
    }
    output.append(ASCII.rightBrace)
  }
}
