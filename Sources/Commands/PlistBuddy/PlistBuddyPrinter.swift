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

  mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .uid(let value): return try sendDictionary(ofUID: value)
    case .endDictionary, .endArray, .endSet: depth -= 1
    default: break
    }
    if !isAfterKey { output.append(repeating: ASCII.space, count: 4 * depth) }
    isAfterKey = false
    switch event {
    case .beginDictionary:
      output.append("Dict {")
      depth += 1
    case .beginArray, .beginSet:
      output.append("Array {")
      depth += 1
    case .endDictionary, .endArray, .endSet: output.append(ASCII.rightBrace)
    case .key(let text):
      output.append(text)
      output.append(" = ")
      isAfterKey = true
      return
    case .string(let text), .data(let text): output.append(text)
    case .null: output.append("null")
    case .boolean(let value): output.append(value ? "true" : "false")
    case .integer(let value): output.append(String(value))
    case .wideInteger(let value): output.append(String(value))
    // Reals have six decimals, or all digits if six would lose some.
    case .real(let value): output.appendPlain(value, sixDecimals: true)
    case .number(let text, let kind):
      let value = kind == .real ? NumberText.real(text) : .nan
      if value.isFinite { output.appendPlain(value, sixDecimals: true) } else { output.append(text) }
    case .date(let seconds):
      guard PlistBuddyDate.append(seconds, in: zone, to: &output) else { throw Failure(.dateOutOfRange) }
    case .uid: break
    }
    output.append(ASCII.lineFeed)
    try output.drainIfFull()
  }
}
