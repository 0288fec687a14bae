// The sink that builds Foundation objects from events, for the library, PropertyListSerialization or
// JSONSerialization.

import Foundation
import PliantCore

/// Replaces a value that the other side cannot represent; it is equal to anything.
final class UnverifiedValue {}

struct FoundationObjectBuilder: ValueSink, ~Copyable {
  /// The consumer of the objects.
  enum Purpose: Equatable {
    /// A library user: values remain unchanged.
    case library
    /// PropertyListSerialization or JSONSerialization, which write this format.
    case writing(Format)
    /// The comparison with the objects that those two read from this format.
    case comparing(Format)
  }

  private struct Frame {
    let kind: ContainerKind
    var elements: [Any] = []
    var entries: [String: Any] = [:]
    var key = ""
  }

  let purpose: Purpose
  private let makesMutableContainers: Bool
  private let makesMutableLeaves: Bool
  private var frames: [Frame] = []
  private(set) var result: Any = NSNull()
  /// Values changed because the target lacks them.
  private(set) var losses = LossReport()
  private(set) var unverified = UnverifiedCounts()
  /// The treatment of control characters in an XML property list.
  var controls = ControlCharacterPolicy.keep
  /// The reason for a failure, if the failure itself has none.
  private(set) var problem: FoundationBridgeError?

  init(for purpose: Purpose, options: PropertyListSerialization.ReadOptions = []) {
    self.purpose = purpose
    makesMutableLeaves = options.contains(.mutableContainersAndLeaves)
    makesMutableContainers = makesMutableLeaves || options.contains(.mutableContainers)
  }

  private var format: Format? {
    switch purpose {
    case .library: nil
    case .writing(let format), .comparing(let format): format
    }
  }

  private var isComparing: Bool { if case .comparing = purpose { true } else { false } }

  // MARK: putting values in their place

  private mutating func put(_ value: Any) throws(Failure) {
    guard !frames.isEmpty else {
      result = value
      return
    }
    let last = frames.count - 1
    switch frames[last].kind {
    case .array, .set: frames[last].elements.append(value)
    case .dictionary:
      let key = frames[last].key
      guard frames[last].entries.updateValue(value, forKey: key) == nil else {
        throw refusal(.equivalentKeys(key))
      }
    }
  }

  /// Notes a loss, with the key path of the first one.
  private mutating func lose(_ loss: Loss, _ count: Int = 1) {
    var first: LossPlace?
    if losses.counts[loss.rawValue] == 0 {
      let components = frames.map { frame in
        frame.kind == .dictionary ? Array(frame.key.utf8) : Array(String(frame.elements.count).utf8)
      }
      first = LossPlace(.wholeFile, path: KeyPath(components: components).dotted)
    }
    losses.count(loss, count, first: first)
  }

  private mutating func refusal(_ problem: FoundationBridgeError) -> Failure {
    self.problem = problem
    return Failure(.foundationCannotHold, problem.description)
  }

  /// Replaces a value that cannot be compared.
  private mutating func skip(_ kind: UnverifiedKind) throws(Failure) {
    unverified.count(kind)
    try put(UnverifiedValue())
  }

  // MARK: leaves

  mutating func null() throws(Failure) {
    if case .writing(let format) = purpose, format.traits.values.areOfPropertyList {
      throw Failure(.nullRefused)
    }
    try put(NSNull())
  }

  mutating func boolean(_ value: Bool) throws(Failure) { try put(value) }
  mutating func integer(_ value: Int64) throws(Failure) { try put(Int(value)) }

  mutating func wideInteger(_ value: Int128) throws(Failure) {
    if let unsigned = UInt64(exactly: value) { return try put(unsigned) }
    if isComparing { return try skip(.wideIntegers) }
    throw refusal(.wideInteger("\(value)"))
  }

  mutating func real(_ value: Double) throws(Failure) {
    if purpose == .writing(.xml1), value == 0, value.sign == .minus { lose(.numberSpelling) }
    guard format == .json else { return try put(value) }
    guard value.isFinite else {
      lose(.nonFiniteAsString)
      return try put(value.isNaN ? "nan" : value > 0 ? "inf" : "-inf")
    }
    if value == value.rounded() { unverified.count(.realsWithoutFraction) }
    try put(value)
  }

  mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    if kind == .integer {
      if let value = NumberText.integer(text) { return try integer(value) }
      if let value = NumberText.wideInteger(text) { return try wideInteger(value) }
      if isComparing { return try skip(.wideIntegers) }
      throw refusal(.wideInteger(text.string))
    }
    let value = NumberText.real(text)
    if NumberText.losesDigits(text, as: value) {
      if isComparing { return try skip(.digits) }
      lose(value.isFinite ? .digitsBeyondDouble : .hugeRealAsString)
      if !value.isFinite { return try put(text.string) }
    } else if purpose == .writing(.json), value != value.rounded(), !NumberText.isShortestSpelling(text) {
      lose(.numberSpelling)
    }
    try real(value)
  }

  mutating func date(_ seconds: Double) throws(Failure) {
    switch format {
    case .json:
      lose(.dateAsString)
      guard let text = ISO8601.text(from: seconds) else { throw Failure(.dateOutOfRange) }
      try put(String(decoding: text, as: UTF8.self))
    case .xml1:
      guard ISO8601.text(from: seconds) != nil else { throw Failure(.dateOutOfRange) }
      if seconds != seconds.rounded(.down) {
        if isComparing { return try skip(.fractions) }
        lose(.fractionOfSecond)
      }
      try put(Date(timeIntervalSinceReferenceDate: seconds.rounded(.down)))
    default: try put(Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  mutating func data(_ bytes: ByteView) throws(Failure) {
    let data = Data(bytes.array)
    if format == .json {
      lose(.dataAsString)
      return try put(data.base64EncodedString())
    }
    try put(makesMutableLeaves ? NSMutableData(data: data) : data)
  }

  mutating func uid(_ value: UInt64) throws(Failure) {
    if isComparing && format != .json { return try skip(.references) }
    if format == .binary1 { throw Failure(.foundationCannotHold, "keyed archiver's references (UIDs)") }
    let number: Any = Int(exactly: value).map { $0 as Any } ?? value
    let dictionary: [String: Any] = ["CF$UID": number]
    try put(makesMutableContainers ? NSMutableDictionary(dictionary: dictionary) : dictionary)
  }

  mutating func string(_ text: ByteView) throws(Failure) {
    let text = try allowed(text)
    try put(makesMutableLeaves ? NSMutableString(string: text) : text)
  }

  mutating func key(_ text: ByteView) throws(Failure) { frames[frames.count - 1].key = try allowed(text) }

  /// A text for an XML property list; PropertyListSerialization writes control characters as they are.
  private mutating func allowed(_ text: ByteView) throws(Failure) -> String {
    if purpose == .writing(.xml1), text.firstIndex(of: ASCII.carriageReturn) != nil {
      // PropertyListSerialization writes it as it is.
      lose(.carriageReturnAsLineFeed)
    }
    guard purpose == .writing(.xml1), let scalar = XMLCharacters.firstForbidden(in: text) else {
      return text.string
    }
    let allowed = text.withoutForbiddenCharacters
    switch controls {
    case .keep where text.firstIndex(of: ASCII.null) == nil:
      lose(.controlCharactersWritten, allowed.count)
      return text.string
    case .strip:
      lose(.controlCharacters, allowed.count)
      return String(decoding: allowed.bytes, as: UTF8.self)
    case .keep, .refuse: throw Failure(.plistUnwritableCharacter, scalar.codePoint)
    }
  }

  // MARK: containers

  private mutating func open(_ kind: ContainerKind) { frames.append(Frame(kind: kind)) }

  mutating func beginDictionary(count: Int?) { open(.dictionary) }
  mutating func beginArray(count: Int?) { open(.array) }

  mutating func beginSet(count: Int?) throws(Failure) {
    if let format, format != .binary1 { lose(.setAsArray) }
    if format == .binary1 && !isComparing { throw Failure(.foundationCannotHold, "sets") }
    open(.set)
  }

  mutating func endDictionary() throws(Failure) {
    let entries = frames.removeLast().entries
    // CoreFoundation reads such a dictionary as a keyed archiver's reference.
    if isComparing, format != .json, entries.count == 1, entries["CF$UID"] is Int {
      return try skip(.references)
    }
    try put(makesMutableContainers ? NSMutableDictionary(dictionary: entries) : entries)
  }

  mutating func endArray() throws(Failure) {
    let elements = frames.removeLast().elements
    try put(makesMutableContainers ? NSMutableArray(array: elements) : elements)
  }

  mutating func endSet() throws(Failure) {
    let elements = frames.removeLast().elements
    guard purpose == .library else { return try put(elements) }
    try put(makesMutableContainers ? NSMutableSet(array: elements) : NSSet(array: elements))
  }
}
