// The layout of PlistBuddy's Print.
//
//   Dict {
//       Name = Test
//       Tags = Array {
//           alpha
//       }
//   }

/// Writes the events of one value in Print's layout; data appear as their bytes.
struct PlistBuddyPrinter: EventSink, ~Copyable {
  private var output: OutputBuffer
  private let zone: TimeZoneFile
  private var depth = 0
  private var isAfterKey = false

  init(to output: consuming OutputBuffer, zone: TimeZoneFile) {
    self.output = output
    self.zone = zone
  }

  consuming func finish() -> OutputBuffer { output }
  var writtenBytes: Int { output.totalCount }

  private mutating func begin() {
    if !isAfterKey { output.append(repeating: ASCII.space, count: 4 * depth) }
    isAfterKey = false
  }

  private mutating func end() throws(Failure) {
    output.append(ASCII.lineFeed)
    try output.drainIfFull()
  }

  private mutating func line(_ text: String) throws(Failure) {
    begin()
    output.append(text)
    try end()
  }

  private mutating func line(_ text: ByteView) throws(Failure) {
    begin()
    output.append(text)
    try end()
  }

  private mutating func open(_ name: String) throws(Failure) {
    try line(name)
    depth += 1
  }

  private mutating func close() throws(Failure) {
    depth -= 1
    try line("}")
  }

  mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .beginDictionary: try open("Dict {")
    case .beginArray, .beginSet: try open("Array {")
    case .endDictionary, .endArray, .endSet: try close()
    case .key(let text):
      begin()
      output.append(text)
      output.append(" = ")
      isAfterKey = true
    case .string(let text), .data(let text): try line(text)
    case .null: try line("null")
    case .boolean(let value): try line(value ? "true" : "false")
    case .integer(let value): try line(String(value))
    case .wideInteger(let value): try line(String(value))
    case .real(let value): try add(value)
    case .number(let text, let kind):
      let value = kind == .real ? NumberText.real(text) : .nan
      if value.isFinite { try add(value) } else { try line(text) }
    case .date(let seconds):
      begin()
      guard PlistBuddyDate.append(seconds, in: zone, to: &output) else { throw Failure(.dateOutOfRange) }
      try end()
    case .uid(let value): try sendDictionary(ofUID: value)
    }
  }

  /// Six decimals, or all digits if six would lose some.
  private mutating func add(_ value: Double) throws(Failure) {
    begin()
    output.appendPlain(value, sixDecimals: true)
    try end()
  }
}
