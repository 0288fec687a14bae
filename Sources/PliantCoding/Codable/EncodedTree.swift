// The output of a type's encoding before it becomes a document: containers remain open until the type has
// finished with all of them.

import PliantCodecs

/// One encoded value.
enum EncodedTree {
  case null
  case boolean(Bool)
  case integer(Int128)
  /// The digits of an integer beyond a signed 128-bit one, or the shortest digits of a float.
  case number(String)
  case real(Double)
  case string(String)
  case value(Document.Value)
  case container(EncodedContainer)
  /// The result of another encoder, resolved when it is needed.
  case later(TreeEncoder)

  static func integer(_ value: some FixedWidthInteger) -> EncodedTree {
    Int128(exactly: value).map { .integer($0) } ?? .number("\(value)")
  }

  static func array<Element>(
    _ elements: [Element], _ tree: (Element) throws -> EncodedTree
  ) rethrows -> EncodedTree {
    .container(EncodedContainer(.array, try elements.map { ("", try tree($0)) }))
  }
}

/// An array or dictionary under construction.
final class EncodedContainer {
  /// A value; its key is empty in an array.
  typealias Entry = (key: String, value: EncodedTree)

  var kind: ContainerKind
  var entries: [Entry]

  init(_ kind: ContainerKind, _ entries: [Entry] = []) {
    self.kind = kind
    self.entries = entries
    // Most types have several keys: growing from one entry would copy them repeatedly.
    if kind == .dictionary { self.entries.reserveCapacity(8) }
  }

  /// The last entry of each key among the first ones.
  private var places: [String: Int] = [:]
  private var placedCount = 0

  /// The encoder that adds to a key's container, whatever began it, or a new one from `make`.
  func nested(_ key: String, _ make: () -> TreeEncoder) -> TreeEncoder {
    for place in placedCount..<entries.count { places[entries[place].key] = place }
    placedCount = entries.count
    let place = places[key]
    let known = place.map { entries[$0].value }
    if case .later(let encoder)? = known { return encoder }
    let encoder = make()
    if let place, case .container? = known {
      encoder.set(entries[place].value)
      entries[place].value = .later(encoder)
    } else {
      entries.append((key, .later(encoder)))
    }
    return encoder
  }
}

extension EncodedTree {
  private struct Frame {
    let kind: ContainerKind
    let entries: [EncodedContainer.Entry]
    var next = 0
  }

  static func send(_ root: EncodedTree, into sink: inout DocumentBuilder) throws(Failure) {
    var frames: [Frame] = []
    var values = ValueSender()
    try open(root, &frames, &values, into: &sink)
    while let last = frames.indices.last {
      let next = frames[last].next
      guard next < frames[last].entries.count else {
        sink.end(frames.removeLast().kind)
        continue
      }
      frames[last].next = next + 1
      if frames[last].kind == .dictionary { sink.key(frames[last].entries[next].key) }
      try open(frames[last].entries[next].value, &frames, &values, into: &sink)
    }
  }

  private static func open(
    _ tree: EncodedTree, _ frames: inout [Frame], _ values: inout ValueSender,
    into sink: inout DocumentBuilder
  ) throws(Failure) {
    switch tree {
    case .null: sink.null()
    case .boolean(let value): sink.boolean(value)
    case .integer(let value): sink.integer(wide: value)
    case .number(let digits): try Document.sendNumber(digits, into: &sink)
    case .real(let value): sink.real(value)
    case .string(let text): sink.string(text)
    case .value(let value): try values.send(value, depth: frames.count, into: &sink)
    case .later(let encoder):
      try open(
        encoder.tree ?? .container(EncodedContainer(.dictionary)), &frames, &values, into: &sink)
    case .container(let container):
      guard frames.count < Limits.depth else { throw Failure(.valueTooDeep, String(Limits.depth)) }
      sink.begin(container.kind, count: container.entries.count)
      frames.append(Frame(kind: container.kind, entries: container.entries))
    }
  }
}

extension DocumentBuilder {
  package mutating func integer(wide value: Int128) {
    if let small = Int64(exactly: value) { integer(small) } else { wideInteger(value) }
  }

  package mutating func begin(_ kind: ContainerKind, count: Int) {
    switch kind {
    case .dictionary: beginDictionary(count: count)
    case .array: beginArray(count: count)
    case .set: beginSet(count: count)
    }
  }

  package mutating func end(_ kind: ContainerKind) {
    switch kind {
    case .dictionary: endDictionary()
    case .array: endArray()
    case .set: endSet()
    }
  }
}
