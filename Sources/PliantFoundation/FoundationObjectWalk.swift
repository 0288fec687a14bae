// Foundation objects → events, with an explicit stack.

import Foundation
import PliantCoding
import PliantCore

struct FoundationObjectWalk {
  private struct Frame {
    let kind: ContainerKind
    let keys: [String]
    let values: [Any]
    var next = 0
  }

  private var frames: [Frame] = []
  private var valuesLeft = Limits.expandedValues

  mutating func send(_ object: Any, into sink: inout DocumentBuilder) throws(FoundationBridgeError) {
    try value(object, into: &sink)
    while let frame = frames.last {
      let last = frames.count - 1
      guard frame.next < frame.values.count else {
        sink.end(frames.removeLast().kind)
        continue
      }
      frames[last].next += 1
      if frame.kind == .dictionary { sink.key(frame.keys[frame.next]) }
      try value(frame.values[frame.next], into: &sink)
    }
  }

  private mutating func value(_ object: Any, into sink: inout DocumentBuilder) throws(FoundationBridgeError) {
    // An object that occurs in many places is repeated at each.
    valuesLeft -= 1
    if valuesLeft < 0 { throw .unreadable(Failure(.expansionTooLarge).sentence) }
    if MemoryBudget.isExceeded { throw .unreadable(MemoryBudget.exhausted().sentence) }
    if let text = object as? String {
      sink.string(text)
    } else if let container = try Self.container(object) {
      guard frames.count < Limits.depth else { throw .tooDeep }
      sink.begin(container.kind, count: container.values.count)
      frames.append(container)
    } else if object is NSNull {
      sink.null()
    } else if let data = object as? Data {
      Array(data).withByteView { sink.data($0) }
    } else if let date = object as? Date {
      sink.date(date.timeIntervalSinceReferenceDate)
    } else if let number = FoundationNumber(object) {
      number.send(into: &sink)
    } else {
      throw .unsupportedType(String(describing: type(of: object)))
    }
  }

  private static func container(_ object: Any) throws(FoundationBridgeError) -> Frame? {
    // Bridging a Swift value to a class would copy everything in it.
    guard type(of: object) is AnyClass else {
      if let array = object as? [Any] { return Frame(kind: .array, keys: [], values: array) }
      if let dictionary = object as? [AnyHashable: Any] { return try frame(of: dictionary) }
      if let set = object as? Set<AnyHashable> { return Frame(kind: .set, keys: [], values: set.map(\.base)) }
      return nil
    }
    if let array = object as? NSArray { return Frame(kind: .array, keys: [], values: array.map { $0 }) }
    if let dictionary = object as? NSDictionary {
      var entries: [AnyHashable: Any] = [:]
      for (key, value) in dictionary {
        guard let key = key as? String else { throw .keyNotString(String(describing: type(of: key))) }
        guard entries.updateValue(value, forKey: key) == nil else { throw .equivalentKeys(key) }
      }
      return try frame(of: entries)
    }
    if let set = object as? NSSet { return Frame(kind: .set, keys: [], values: set.allObjects) }
    return nil
  }

  private static func frame(of dictionary: [AnyHashable: Any]) throws(FoundationBridgeError) -> Frame {
    var entries: [(key: String, value: Any)] = []
    for (key, value) in dictionary {
      guard let text = key.base as? String else {
        throw .keyNotString(String(describing: type(of: key.base)))
      }
      entries.append((text, value))
    }
    entries.sort { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
    return Frame(kind: .dictionary, keys: entries.map(\.key), values: entries.map(\.value))
  }
}

enum FoundationNumber: Equatable {
  case boolean(Bool)
  case integer(Int128)
  case real(Double)
  /// A decimal number's digits.
  case decimal(String)

  /// The object's number, or nil for any other object.
  init?(_ object: Any) {
    if type(of: object) == Bool.self, let value = object as? Bool {
      self = .boolean(value)
    } else if let number = object as? NSDecimalNumber {
      self.init(decimal: number.description(withLocale: Locale(identifier: "en_US_POSIX")))
    } else if let number = object as? Decimal {
      self.init(decimal: number.description)
    } else if !(type(of: object) is AnyClass), let value = object as? any BinaryInteger {
      guard let integer = Int128(exactly: value) else { return nil }
      self = .integer(integer)
    } else if !(type(of: object) is AnyClass), let value = object as? any BinaryFloatingPoint {
      self = .real(Double(value))
    } else if let number = object as? NSNumber {
      self.init(number)
    } else {
      return nil
    }
  }

  private init(decimal text: String) {
    if let value = Int128(text) { self = .integer(value) } else { self = .decimal(text) }
  }

  private init(_ number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"):
      // A boolean; an NSNumber of the type Int8 looks the same.
      self = Self.isBoolean(number) ? .boolean(number.boolValue) : .integer(Int128(number.int64Value))
    case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
    case UInt8(ascii: "Q"): self = .integer(Int128(number.uint64Value))
    default: self = .integer(Int128(number.int64Value))
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    #if canImport(Darwin)
      CFGetTypeID(number) == CFBooleanGetTypeID()
    #else
      number.int64Value == 0 || number.int64Value == 1
    #endif
  }

  func send(into sink: inout DocumentBuilder) {
    switch self {
    case .boolean(let value): sink.boolean(value)
    case .real(let value): sink.real(value)
    case .integer(let value): sink.integer(wide: value)
    case .decimal(let text):
      let kind: NumberKind = text.allSatisfy { $0.isNumber || $0 == "-" } ? .integer : .real
      Array(text.utf8).withByteView { sink.number($0, kind: kind) }
    }
  }

  var double: Double? {
    switch self {
    case .boolean: nil
    case .integer(let value): Double(value)
    case .real(let value): value
    case .decimal(let text): Double(text)
    }
  }
}
