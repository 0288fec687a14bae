// Binary property lists made byte by byte, and their events as text, for the tests of the reader and the writer.

import PliantCore

/// A binary property list put together from its objects; every field of its frame can be set wrong.
struct BinarySample {
  var magic = "bplist00"
  var objects: [[UInt8]]
  var offsetWidth = 1
  var referenceWidth = 1
  /// Offsets by object number that replace the true ones.
  var offsets: [Int: UInt64] = [:]
  var objectCount: UInt64?
  var topObject: UInt64 = 0
  var tableStart: UInt64?
  var gap: [UInt8] = []
  var trailerOffsetWidth: UInt8?
  var trailerReferenceWidth: UInt8?

  init(_ objects: [UInt8]...) { self.objects = objects }
  init(objects: [[UInt8]]) { self.objects = objects }

  func with(_ change: (inout BinarySample) -> Void) -> BinarySample {
    var copy = self
    change(&copy)
    return copy
  }

  var bytes: [UInt8] {
    var result = Array(magic.utf8)
    var places: [UInt64] = []
    for object in objects {
      places.append(UInt64(result.count))
      result += object
    }
    let start = UInt64(result.count)
    for (number, place) in places.enumerated() {
      result += bigEndian(offsets[number] ?? place, offsetWidth)
    }
    result += gap
    result += [0, 0, 0, 0, 0, 0, trailerOffsetWidth ?? UInt8(offsetWidth)]
    result += [trailerReferenceWidth ?? UInt8(referenceWidth)]
    result += bigEndian(objectCount ?? UInt64(objects.count), 8)
    result += bigEndian(topObject, 8)
    result += bigEndian(tableStart ?? start, 8)
    return result
  }
}

/// A value's bytes from the most significant one, `width` of them.
func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { $0 > 7 ? 0 : UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
}

/// Writes events as words: `[ 1 "a" ]`.
struct EventText: ValueSink {
  var words: [String] = []
  /// The containers that were announced and begun; reused when they come again.
  var known: Set<Int> = []
  var reusesContainers = false

  var text: String { words.joined(separator: " ") }

  mutating func null() { words.append("null") }
  mutating func boolean(_ value: Bool) { words.append(String(value)) }
  mutating func integer(_ value: Int64) { words.append(String(value)) }
  mutating func wideInteger(_ value: Int128) { words.append("wide:\(value)") }
  mutating func real(_ value: Double) { words.append("real:\(value)") }
  mutating func number(_ text: ByteView, kind: NumberKind) { words.append("number:\(text.string)") }
  mutating func date(_ seconds: Double) { words.append("date:\(seconds)") }
  mutating func data(_ bytes: ByteView) { words.append("data:\(bytes.array)") }
  mutating func uid(_ value: UInt64) { words.append("uid:\(value)") }
  mutating func string(_ text: ByteView) { words.append("\"\(text.string)\"") }
  mutating func key(_ text: ByteView) { words.append("\(text.string)=") }
  mutating func beginDictionary(count: Int?) { words.append("{") }
  mutating func endDictionary() { words.append("}") }
  mutating func beginArray(count: Int?) { words.append("[") }
  mutating func endArray() { words.append("]") }
  mutating func beginSet(count: Int?) { words.append("<") }
  mutating func endSet() { words.append(">") }

  mutating func reuse(_ identity: Int) -> Bool {
    if reusesContainers && known.contains(identity) {
      words.append("same:\(identity)")
      return true
    }
    known.insert(identity)
    return false
  }
}

/// The events of a binary property list as text, or the failure's code and offset.
func binaryEvents(_ bytes: [UInt8], reusesContainers: Bool = false) -> String {
  bytes.withByteView { view in
    var sink = EventText()
    sink.reusesContainers = reusesContainers
    do throws(Failure) {
      try BinaryPropertyListReader.read(view, into: &sink)
      return sink.text
    } catch {
      return "\(error.code.name)@\(error.offset.map(String.init) ?? "-")"
    }
  }
}
