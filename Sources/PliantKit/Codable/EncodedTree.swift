// What a type has encoded, before it is a document: containers stay open until the type is done with all of them.

import PliantCore

/// One encoded value.
enum EncodedTree {
  case null
  case boolean(Bool)
  case integer(Int128)
  /// Digits that 128 bits with a sign do not hold, or a float by its shortest digits.
  case number(String)
  case real(Double)
  case string(String)
  case value(Document.Value)
  case container(EncodedContainer)
  /// What another encoder has encoded by the time it is asked for.
  case later(TreeEncoder)

  static func integer(_ value: some FixedWidthInteger) -> EncodedTree {
    Int128(exactly: value).map { .integer($0) } ?? .number("\(value)")
  }

  /// A float by its own shortest digits: those of the double nearest to it would be others.
  static func float(_ value: Float) -> EncodedTree {
    value.isFinite ? .number("\(value)") : .real(Double(value))
  }
}

/// An array, set or dictionary that is being encoded.
final class EncodedContainer {
  var kind: ContainerKind
  var keys: [String] = []
  var values: [EncodedTree] = []

  init(_ kind: ContainerKind) { self.kind = kind }

  /// Puts the elements of a set, which come in no order, into one, where they are strings or integers.
  func sortElements() {
    values.sort { left, right in
      switch (left, right) {
      case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
      case (.integer(let left), .integer(let right)): left < right
      default: false
      }
    }
  }
}

extension EncodedTree {
  private struct Frame {
    let container: EncodedContainer
    var next = 0
  }

  /// Sends a value to a document under construction.
  static func send(_ root: EncodedTree, into sink: inout DocumentBuilder) throws(Failure) {
    var frames: [Frame] = []
    try open(root, &frames, into: &sink)
    while let last = frames.indices.last {
      let container = frames[last].container
      let next = frames[last].next
      guard next < container.values.count else {
        frames.removeLast()
        end(container, into: &sink)
        continue
      }
      frames[last].next += 1
      if container.kind == .dictionary {
        var key = container.keys[next]
        key.withUTF8 { sink.key(ByteView(UnsafeRawBufferPointer($0))) }
      }
      try open(container.values[next], &frames, into: &sink)
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
      begin(container, into: &sink)
      frames.append(Frame(container: container))
    }
  }

  private static func begin(_ container: EncodedContainer, into sink: inout DocumentBuilder) {
    switch container.kind {
    case .dictionary: sink.beginDictionary(count: container.values.count)
    case .array: sink.beginArray(count: container.values.count)
    case .set: sink.beginSet(count: container.values.count)
    }
  }

  private static func end(_ container: EncodedContainer, into sink: inout DocumentBuilder) {
    switch container.kind {
    case .dictionary: sink.endDictionary()
    case .array: sink.endArray()
    case .set: sink.endSet()
    }
  }
}
