// A document being patched: containers on the path to a change are opened, all others remain references to
// the tape.
//
//   {"a": {"b": 1}, "c": [2]}   with /a/b changed:   dictionary { a: dictionary { b: new }, c: place of [2] }

/// A value of a document being patched.
final class PatchNode {
  enum Content {
    /// The value at a tape index.
    case original(Document, Int)
    case dictionary(PatchEntries)
    case array(PatchElements, isSet: Bool)
  }

  private(set) var content: Content
  /// The memory for the children of an opened container.
  private let memory = MemoryCharge()
  /// The memory for a child: an object, its table entry, a key.
  static let bytesOfChild = 200
  /// The origin of the value, or of the value that it copies; also remembered for an opened value.
  private let source: (document: Document, place: Int)?

  init(_ document: Document, at index: Int = 0) {
    let place = document.resolved(index)
    content = .original(document, place)
    source = (document, place)
  }

  init(arrayOf element: PatchNode) {
    var elements = PatchElements()
    elements.append(element)
    content = .array(elements, isSet: false)
    source = nil
  }

  private init(copying node: PatchNode) {
    content = node.content
    source = node.source
  }

  /// Opens a container that is still a reference to the tape; throws `limit.memory`.
  private func open() throws(Failure) {
    guard case .original(let document, let place) = content else { return }
    guard let kind = document.containerKind(at: place) else { return }
    try memory.add(document.count(at: place) * Self.bytesOfChild)
    let value = DocumentValue(document, at: place)
    if kind == .dictionary {
      var entries = PatchEntries()
      for entry in value.entries {
        entries.append(entry.key.array, PatchNode(document, at: entry.value.index))
      }
      content = .dictionary(entries)
    } else {
      var elements = PatchElements()
      for element in value.elements { elements.append(PatchNode(document, at: element.index)) }
      content = .array(elements, isSet: kind == .set)
    }
  }

  var kind: ContainerKind? {
    switch content {
    case .original(let document, let place): document.containerKind(at: place)
    case .dictionary: .dictionary
    case .array(_, let isSet): isSet ? .set : .array
    }
  }

  /// The value's index on a document's tape, if it is unchanged.
  func place(in document: Document) -> Int? {
    if case .original(let owner, let place) = content, owner === document { return place }
    return nil
  }

  /// The index at which the value was read in a document, regardless of changes inside it.
  func origin(in document: Document) -> Int? {
    if let source, source.document === document { return source.place }
    return nil
  }

  /// The children of an opened container, in order; keys are those of a dictionary.
  private var opened: [(key: [UInt8], value: PatchNode)] {
    switch content {
    case .original: []
    case .dictionary(let entries): entries.all
    case .array(let elements, _): elements.all.map { ([], $0) }
    }
  }

  /// The entries of a dictionary, in order; empty for anything else.
  var entries: [(key: [UInt8], value: PatchNode)] {
    get throws(Failure) {
      try open()
      return kind == .dictionary ? opened : []
    }
  }

  /// The elements of an array, in order; empty for anything else.
  var elements: [PatchNode] {
    get throws(Failure) {
      try open()
      return kind == .dictionary ? [] : opened.map(\.value)
    }
  }

  var scalar: DocumentValue? {
    guard kind == nil, case .original(let document, let place) = content else { return nil }
    return DocumentValue(document, at: place)
  }

  var count: Int {
    switch content {
    case .original(let document, let place): kind == nil ? 0 : document.count(at: place)
    case .dictionary(let entries): entries.count
    case .array(let elements, _): elements.count
    }
  }

  // MARK: Children

  /// Returns the child for a step, or nil; throws `limit.memory`.
  func child(_ component: [UInt8]) throws(Failure) -> PatchNode? {
    guard kind != nil else { return nil }
    try open()
    switch content {
    case .dictionary(let entries): return entries[component]
    case .array(let elements, _):
      guard let index = KeyPath.index(component), index < elements.count else { return nil }
      return elements[index]
    case .original: return nil
    }
  }

  func set(_ key: [UInt8], to value: PatchNode) throws(Failure) {
    if try child(key) == nil { try memory.add(Self.bytesOfChild) }
    try changeEntries { $0.set(key, to: value) }
  }

  /// Changes the entries; for dictionaries only.
  private func changeEntries(_ body: (inout PatchEntries) -> Void) throws(Failure) {
    try open()
    guard case .dictionary(var entries) = content else { return }
    content = .array(PatchElements(), isSet: false)
    body(&entries)
    content = .dictionary(entries)
  }

  /// Changes the elements, adding `count`; for arrays and sets only.
  func changeElements(adding count: Int = 0, _ body: (inout PatchElements) -> Void) throws(Failure) {
    try open()
    guard case .array(var elements, let isSet) = content else { return }
    try memory.add(count * Self.bytesOfChild)
    content = .array(PatchElements(), isSet: isSet)
    body(&elements)
    content = .array(elements, isSet: isSet)
  }

  func renameEntry(_ key: [UInt8], to name: [UInt8]) throws(Failure) {
    try changeEntries { $0.rename(key, to: name) }
  }

  func removeEntry(_ key: [UInt8]) throws(Failure) { try changeEntries { $0.remove(key) } }

  // MARK: Whole values

  /// The number of values, and the depth of containers; a shared one counts at its first occurrence.
  func measure() -> (count: Int, depth: Int) {
    var (count, deepest) = (0, 0)
    var pending: [(node: PatchNode, depth: Int)] = [(self, 0)]
    while let (node, depth) = pending.popLast() {
      count += 1
      if case .original(let document, let place) = node.content {
        let (inner, levels) = document.measure(at: place)
        count += inner - 1
        deepest = max(deepest, depth + levels)
      } else {
        deepest = max(deepest, depth + 1)
        pending += node.opened.map { ($0.value, depth + 1) }
      }
    }
    return (count, deepest)
  }

  func copy() -> PatchNode {
    let result = PatchNode(copying: self)
    var pending = [result]
    while let node = pending.popLast() {
      switch node.content {
      case .original: break
      case .dictionary(var entries):
        entries.replaceValues { PatchNode(copying: $0) }
        node.content = .dictionary(entries)
      case .array(var elements, let isSet):
        elements.replaceAll { PatchNode(copying: $0) }
        node.content = .array(elements, isSet: isSet)
      }
      pending += node.opened.map(\.value)
    }
    return result
  }

  /// The value as a document with the source of another one.
  func document(in original: Document) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: original.source)
    try send(into: &builder)
    return try builder.finish(owner: original)
  }

  /// Sends the value; at most one of the source documents has shared containers, identified by their indices.
  func send(into builder: inout DocumentBuilder) throws(Failure) {
    var open: [(kind: ContainerKind, rest: ArraySlice<(key: [UInt8], value: PatchNode)>)] = []
    var next: PatchNode? = self
    while true {
      if case .original(let document, let place)? = next?.content {
        try document.send(from: place, into: &builder)
      } else if let node = next, let kind = node.kind {
        try builder.send(.begin(kind))
        open.append((kind, node.opened[...]))
      }
      guard let last = open.indices.last else { return }
      let child = open[last].rest.popFirst()
      next = child?.value
      if child == nil {
        try builder.send(.end(open.removeLast().kind))
      } else if let child, open[last].kind == .dictionary {
        child.key.withByteView { builder.key($0) }
      }
    }
  }
}

struct PatchEntries {
  private var keys: [[UInt8]?] = []
  private var values: [PatchNode] = []
  private var places: [[UInt8]: Int] = [:]

  var count: Int { places.count }
  /// The remaining entries; removed ones leave empty places.
  var all: [(key: [UInt8], value: PatchNode)] {
    zip(keys, values).compactMap { key, value in key.map { ($0, value) } }
  }

  mutating func append(_ key: [UInt8], _ value: PatchNode) {
    places[key] = keys.count
    keys.append(key)
    values.append(value)
  }

  subscript(key: [UInt8]) -> PatchNode? { places[key].map { values[$0] } }

  mutating func replaceValues(_ body: (PatchNode) -> PatchNode) { values = values.map(body) }

  mutating func set(_ key: [UInt8], to value: PatchNode) {
    guard let place = places[key] else { return append(key, value) }
    values[place] = value
  }

  mutating func rename(_ key: [UInt8], to name: [UInt8]) {
    guard let place = places.removeValue(forKey: key) else { return }
    places[name] = place
    keys[place] = name
  }

  mutating func remove(_ key: [UInt8]) {
    guard let place = places.removeValue(forKey: key) else { return }
    keys[place] = nil
  }
}

extension Document {
  /// The number of values in the value at a resolved index, and the depth of its containers.
  fileprivate func measure(at place: Int) -> (count: Int, depth: Int) {
    var (count, deepest) = (0, 0)
    var ends: [Int] = []
    var at = place
    let end = next(after: place)
    while at < end {
      while ends.last == at { ends.removeLast() }
      if tag(at: at) != .key { count += 1 }
      if tag(at: at) == .container {
        ends.append(word(at: at).end)
        deepest = max(deepest, ends.count)
        at += 2
      } else {
        at = next(after: at)
      }
    }
    return (count, deepest)
  }
}
