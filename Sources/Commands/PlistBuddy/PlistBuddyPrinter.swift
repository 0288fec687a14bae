// The layout of PlistBuddy's Print.
//
//   Dict {
//       Name = Test
//       Tags = Array {
//           alpha
//       }
//   }

import PliantCore
import PliantFormats

/// Writes the events of one value in Print's layout; data appear as their bytes.
struct PlistBuddyPrinter: ValueSink, ~Copyable {
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

  mutating func beginDictionary(count: Int?) throws(Failure) { try open("Dict {") }
  mutating func endDictionary() throws(Failure) { try close() }
  mutating func beginArray(count: Int?) throws(Failure) { try open("Array {") }
  mutating func endArray() throws(Failure) { try close() }
  mutating func beginSet(count: Int?) throws(Failure) { try open("Array {") }
  mutating func endSet() throws(Failure) { try close() }

  mutating func key(_ text: ByteView) {
    begin()
    output.append(text)
    output.append(" = ")
    isAfterKey = true
  }

  mutating func string(_ text: ByteView) throws(Failure) { try line(text) }
  mutating func data(_ bytes: ByteView) throws(Failure) { try line(bytes) }
  mutating func null() throws(Failure) { try line("null") }
  mutating func boolean(_ value: Bool) throws(Failure) { try line(value ? "true" : "false") }
  mutating func integer(_ value: Int64) throws(Failure) { try line(String(value)) }
  mutating func wideInteger(_ value: Int128) throws(Failure) { try line(String(value)) }

  /// Six decimals, or all digits if six would lose some.
  mutating func real(_ value: Double) throws(Failure) {
    guard value.isFinite else { return try line(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf") }
    begin()
    output.appendSixDecimals(value)
    try end()
  }

  mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    let value = kind == .real ? NumberText.real(text) : .nan
    if value.isFinite { try real(value) } else { try line(text) }
  }

  mutating func date(_ seconds: Double) throws(Failure) {
    begin()
    guard PlistBuddyDate.append(seconds, in: zone, to: &output) else { throw Failure(.dateOutOfRange) }
    try end()
  }

  mutating func uid(_ value: UInt64) throws(Failure) {
    try open("Dict {")
    key(ByteView("CF$UID"))
    try line(String(value))
    try close()
  }
}
