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

  /// The encoder of a nested container by key; a second request returns the same one.
  var nested: [String: TreeEncoder] = [:]
}

extension EncodedTree {
  private struct Frame {
    let kind: ContainerKind
    let entries: [EncodedContainer.Entry]
    var next = 0
  }

  /// Sends a value to a document under construction.
  static func send(_ root: EncodedTree, into sink: inout DocumentBuilder) throws(Failure) {
    var frames: [Frame] = []
    try open(root, &frames, into: &sink)
    while let last = frames.indices.last {
      let next = frames[last].next
      guard next < frames[last].entries.count else {
        end(frames.removeLast().kind, into: &sink)
        continue
      }
      frames[last].next = next + 1
      if frames[last].kind == .dictionary {
        var key = frames[last].entries[next].key
        key.withUTF8 { sink.key(ByteView(UnsafeRawBufferPointer($0))) }
      }
      try open(frames[last].entries[next].value, &frames, into: &sink)
    }
  }

  private static func open(
    _ tree: EncodedTree, _ frames: inout [Frame], into sink: inout DocumentBuilder
  ) throws(Failure) {
    switch tree {
    case .null: sink.null()
    case .boolean(let value): sink.boolean(value)
    case .integer(let value):
      if let small = Int64(exactly: value) { sink.integer(small) } else { sink.wideInteger(value) }
    case .number(let digits): try Document.sendNumber(digits, into: &sink)
    case .real(let value): sink.real(value)
    case .string(var text): text.withUTF8 { sink.string(ByteView(UnsafeRawBufferPointer($0))) }
    case .value(let value): try Document.send(value, depth: frames.count, into: &sink)
    case .later(let encoder):
      guard let tree = encoder.tree else {
        sink.beginDictionary(count: 0)
        return sink.endDictionary()
      }
      try open(tree, &frames, into: &sink)
    case .container(let container):
      guard frames.count < Limits.depth else { throw Failure(.valueTooDeep, String(Limits.depth)) }
      let frame = Frame(kind: container.kind, entries: container.entries)
      begin(frame, into: &sink)
      frames.append(frame)
    }
  }

  private static func begin(_ frame: Frame, into sink: inout DocumentBuilder) {
    switch frame.kind {
    case .dictionary: sink.beginDictionary(count: frame.entries.count)
    case .array: sink.beginArray(count: frame.entries.count)
    case .set: sink.beginSet(count: frame.entries.count)
    }
  }

  private static func end(_ kind: ContainerKind, into sink: inout DocumentBuilder) {
    switch kind {
    case .dictionary: sink.endDictionary()
    case .array: sink.endArray()
    case .set: sink.endSet()
    }
  }
}
