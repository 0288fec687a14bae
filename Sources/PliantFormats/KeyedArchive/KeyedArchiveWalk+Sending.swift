// The events of a keyed archive's traversal, and their budget.

extension KeyedArchiveWalk {
  /// The reserved names of a decoded archive; an object's key that looks like one gets another dollar sign.
  private static let reserved: [StaticString] = ["class", "id", "ref", "value", "archive"]

  /// The charge for a container in the traversal, which bounds time with memory if stored containers are
  /// shared.
  private static let containerBytes = 64

  mutating func emit(_ event: ValueEvent) throws(Failure) {
    if isSecond { try builder.send(event) }
  }

  package mutating func spend(_ bytes: Int) throws(Failure) {
    budget -= bytes
    guard budget >= 0 else { throw Failure(.archiveExpansion) }
  }

  // MARK: Containers

  /// Begins the representation of an object; an identity is for an object with several references.
  package mutating func open(_ shape: KeyedArchiveShape, _ place: Int, identity: Int32?) throws(Failure) {
    switch shape {
    case .array(let items): try open(Frame(kind: .array, items: items), .array, identity)
    case .set(let items): try open(Frame(kind: .set, items: items), .set, identity)
    case .pairs(let first, let second):
      try open(Frame(kind: .pairs(second: second), items: first), .array, identity)
    case .runs(let runs):
      let frame = Frame(kind: .runs(runs.map(\.text)), items: runs.map { $0.attributes ?? -1 })
      try open(frame, .array, identity)
    case .dictionary(let keys, let values):
      try begin(.dictionary)
      if let identity { try sendIdentity(identity) }
      frames.append(Frame(kind: .dictionary(keys: keys), items: values))
    case .fields(let name):
      try begin(.dictionary)
      if let name {
        try spend(32)
        try emit(.key(ByteView("$class")))
        try emit(.string(document.text(at: name)))
      }
      if let identity { try sendIdentity(identity) }
      frames.append(entries(of: place, isObject: name != nil))
    case .null, .stored, .string, .decimal, .date, .integers, .ranges: try sendValue(shape)
    }
  }

  /// Opens an array or a set, within a dictionary if it needs an identity.
  private mutating func open(_ frame: Frame, _ kind: ContainerKind, _ identity: Int32?) throws(Failure) {
    var frame = frame
    if let identity {
      try begin(.dictionary)
      try sendIdentity(identity)
      try emit(.key(ByteView("$value")))
      frame.isWrapped = true
    }
    try begin(kind)
    frames.append(frame)
  }

  private mutating func sendIdentity(_ identity: Int32) throws(Failure) {
    try emit(.key(ByteView("$id")))
    try emit(.integer(Int64(identity)))
  }

  package func entries(of dictionary: Int, isObject: Bool) -> Frame {
    Frame(kind: .entries(isObject: isObject), at: dictionary + 2, end: document.word(at: dictionary).end)
  }

  package mutating func begin(_ kind: ContainerKind) throws(Failure) {
    guard depth < Limits.depth else { throw Failure(.archiveTooDeep, String(Limits.depth)) }
    depth += 1
    try spend(Self.containerBytes)
    try emit(.begin(kind))
  }

  package mutating func close() throws(Failure) {
    let frame = frames.removeLast()
    switch frame.kind {
    case .dictionary, .entries, .attributes: try end(.dictionary)
    case .array, .pairs, .runs: try end(.array)
    case .set: try end(.set)
    }
    if frame.isWrapped { try end(.dictionary) }
  }

  private mutating func end(_ kind: ContainerKind) throws(Failure) {
    depth -= 1
    try emit(.end(kind))
  }

  // MARK: Keys and values

  /// Sends a key, with another dollar sign if it looks like a reserved one.
  package mutating func sendKey(_ key: ByteView) throws(Failure) {
    try spend(8 + key.count)
    guard key.byte(at: 0) == ASCII.dollarSign else { return try emit(.key(key)) }
    var start = 0
    while key.byte(at: start) == ASCII.dollarSign { start += 1 }
    let name = key.suffix(from: start)
    guard Self.reserved.contains(where: { name == $0 }) else { return try emit(.key(key)) }
    let escaped = [ASCII.dollarSign] + key.array
    try escaped.withByteView { (view: ByteView) throws(Failure) in try emit(.key(view)) }
  }

  mutating func sendNull() throws(Failure) {
    try spend(8)
    try emit(.null)
  }

  package mutating func sendValue(_ shape: KeyedArchiveShape) throws(Failure) {
    switch shape {
    case .null: try sendNull()
    case .stored(let index): try sendStored(index)
    case .date(let seconds):
      try spend(16)
      try emit(.date(seconds))
    case .string(let text):
      try spend(8 + text.count)
      try text.withByteView { (view: ByteView) throws(Failure) in try emit(.string(view)) }
    case .decimal(let text):
      try spend(8 + text.count)
      let kind: NumberKind = text.contains { $0 == ASCII.fullStop || $0 == ASCII.lowerE } ? .real : .integer
      try text.withByteView { (view: ByteView) throws(Failure) in try emit(.number(view, kind)) }
    case .integers(let numbers):
      try begin(.array)
      for number in numbers { try sendInteger(number) }
      try end(.array)
    case .ranges(let ranges): try sendRanges(ranges)
    case .array, .set, .dictionary, .pairs, .runs, .fields: break  // opened by `open`
    }
  }

  mutating func openRun(_ text: [UInt8], attributes: Int) throws(Failure) {
    try begin(.dictionary)
    try spend(24 + text.count)
    try emit(.key(ByteView("string")))
    try text.withByteView { (view: ByteView) throws(Failure) in try emit(.string(view)) }
    if attributes >= 0 { try emit(.key(ByteView("attributes"))) }
    frames.append(Frame(kind: .attributes, items: attributes >= 0 ? [attributes] : []))
  }

  mutating func sendComponents(_ numbers: [(text: ByteView, kind: NumberKind)]) throws(Failure) {
    try begin(.array)
    for (text, kind) in numbers {
      try spend(8 + text.count)
      try emit(.number(text, kind))
    }
    try end(.array)
  }

  private mutating func sendRanges(_ ranges: [(location: UInt64, length: UInt64)]) throws(Failure) {
    try begin(.array)
    for range in ranges {
      try begin(.dictionary)
      try emit(.key(ByteView("location")))
      try sendInteger(range.location)
      try emit(.key(ByteView("length")))
      try sendInteger(range.length)
      try end(.dictionary)
    }
    try end(.array)
  }

  private mutating func sendInteger(_ value: UInt64) throws(Failure) {
    try spend(16)
    try emit(Int64(exactly: value).map { .integer($0) } ?? .wideInteger(Int128(value)))
  }

  /// Sends the value at a tape index, which is not a container.
  mutating func sendStored(_ at: Int) throws(Failure) {
    try spend(16)
    switch document.tag(at: at) {
    case .data:
      let data = document.text(at: at)
      try spend(data.count)
      if let inner = archive(in: data) { return try sendArchive(inner) }
    case .string, .integerText, .realText: try spend(document.text(at: at).count)
    default: break
    }
    try emit(document.event(at: at))
  }

  // MARK: Archives in data

  /// Decodes an archive in data; nil for other data, and if archives are nested too deeply.
  private func archive(in data: ByteView) -> Document? {
    guard data.starts(with: "bplist00") || data.starts(with: "<?xml") || data.starts(with: "<plist"),
      nesting < Limits.nestedArchives
    else { return nil }
    let source = DocumentSource(format: data.starts(with: "<") ? .xml1 : .binary1, text: data)
    return try? KeyedArchive(try source.document())?.unarchived(nesting: nesting + 1)
  }

  /// Sends the roots of an archive in another one's data as `{"$archive": roots}`.
  private mutating func sendArchive(_ inner: Document) throws(Failure) {
    try begin(.dictionary)
    try spend(8 * inner.wordCount)
    try emit(.key(ByteView("$archive")))
    if isSecond { try inner.send(into: &builder) }
    try end(.dictionary)
  }
}
