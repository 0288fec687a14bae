// A sink that builds Foundation's objects, to compare documents with what Foundation reads.

import Foundation
import PliantFormats

/// Builds the value of a document from Foundation's classes; of equal keys the last one wins.
struct FoundationBuilder: ValueSink, ~Copyable {
  private enum Open {
    case array(NSMutableArray)
    case dictionary(NSMutableDictionary, key: String?)
    case set(NSMutableSet)
  }

  private var open: [Open] = []
  private(set) var root = NSObject()

  private mutating func add(_ value: NSObject) {
    switch open.last {
    case .array(let array): array.add(value)
    case .set(let set): set.add(value)
    case .dictionary(let dictionary, let key): dictionary[key ?? ""] = value
    case nil: root = value
    }
  }

  mutating func null() { add(NSNull()) }
  mutating func boolean(_ value: Bool) { add(NSNumber(value: value)) }
  mutating func integer(_ value: Int64) { add(NSNumber(value: value)) }
  mutating func wideInteger(_ value: Int128) { add(NSNumber(value: UInt64(clamping: value))) }
  mutating func real(_ value: Double) { add(NSNumber(value: value)) }
  mutating func number(_ text: ByteView, kind: NumberKind) {
    if kind == .integer, let value = Int64(text.string) { return integer(value) }
    real(Double(text.string) ?? .nan)
  }
  mutating func date(_ seconds: Double) { add(NSDate(timeIntervalSinceReferenceDate: seconds)) }
  mutating func data(_ bytes: ByteView) { add(NSData(data: Data(bytes.array))) }
  mutating func uid(_ value: UInt64) { add(["CF$UID": NSNumber(value: value)] as NSDictionary) }
  mutating func string(_ text: ByteView) { add(NSString(string: text.string)) }

  mutating func key(_ text: ByteView) {
    guard case .dictionary(let dictionary, _) = open.last else { return }
    open[open.count - 1] = .dictionary(dictionary, key: text.string)
  }

  private mutating func close() {
    switch open.removeLast() {
    case .array(let array): add(array)
    case .set(let set): add(set)
    case .dictionary(let dictionary, _): add(dictionary)
    }
  }

  mutating func beginDictionary(count: Int?) { open.append(.dictionary(NSMutableDictionary(), key: nil)) }
  mutating func endDictionary() { close() }
  mutating func beginArray(count: Int?) { open.append(.array(NSMutableArray())) }
  mutating func endArray() { close() }
  mutating func beginSet(count: Int?) { open.append(.set(NSMutableSet())) }
  mutating func endSet() { close() }
}
