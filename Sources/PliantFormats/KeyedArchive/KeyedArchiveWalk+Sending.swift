// The events of a keyed archive's traversal, and their budget.

extension KeyedArchiveWalk {
  /// The reserved names of a decoded archive; an object's key that looks like one gets another dollar sign.
  private static let reserved: [StaticString] = ["class", "id", "ref", "value", "archive"]

  /// The charge for a container in the traversal, which bounds time with memory if stored containers are
  /// shared.
  private static let containerBytes = 64

  /// Spends part of the budget.
  package mutating func spend(_ bytes: Int) throws(Failure) {
    budget -= bytes
    guard budget >= 0 else { throw Failure(.archiveExpansion) }
  }

  // MARK: Containers

  /// Begins the representation of an object; an identity is for an object with several references.
  package mutating func open<Sink: ValueSink & ~Copyable>(
    _ shape: KeyedArchiveShape, _ place: Int, identity: Int32?, into sink: inout Sink
  ) throws(Failure) {
    switch shape {
    case .array(let items): try open(Frame(kind: .array, items: items), .array, identity, into: &sink)
    case .set(let items): try open(Frame(kind: .set, items: items), .set, identity, into: &sink)
    case .pairs(let first, let second):
      try open(Frame(kind: .pairs(second: second), items: first), .array, identity, into: &sink)
    case .runs(let runs):
      let frame = Frame(kind: .runs(runs.map(\.text)), items: runs.map { $0.attributes ?? -1 })
      try open(frame, .array, identity, into: &sink)
    case .dictionary(let keys, let values):
      try begin(.dictionary, into: &sink)
      if let identity { try sendIdentity(identity, into: &sink) }
      frames.append(Frame(kind: .dictionary(keys: keys), items: values))
    case .fields(let name):
      try begin(.dictionary, into: &sink)
      if let name {
        try spend(32)
        try sink.key(ByteView("$class"))
        try sink.string(document.text(at: name))
      }
      if let identity { try sendIdentity(identity, into: &sink) }
      frames.append(entries(of: place, isObject: name != nil))
    case .null, .stored, .string, .decimal, .date, .integers, .ranges: try sendValue(shape, into: &sink)
    }
  }

  /// Opens an array or a set, within a dictionary if it needs an identity.
  private mutating func open<Sink: ValueSink & ~Copyable>(
    _ frame: Frame, _ kind: ContainerKind, _ identity: Int32?, into sink: inout Sink
  ) throws(Failure) {
    var frame = frame
    if let identity {
      try begin(.dictionary, into: &sink)
      try sendIdentity(identity, into: &sink)
      try sink.key(ByteView("$value"))
      frame.isWrapped = true
    }
    try begin(kind, into: &sink)
    frames.append(frame)
  }

  private func sendIdentity<Sink: ValueSink & ~Copyable>(_ identity: Int32, into sink: inout Sink)
    throws(Failure)
  {
    try sink.key(ByteView("$id"))
    try sink.integer(Int64(identity))
  }

  /// The frame of the entries of the dictionary at a tape index.
  package func entries(of dictionary: Int, isObject: Bool) -> Frame {
    Frame(kind: .entries(isObject: isObject), at: dictionary + 2, end: document.word(at: dictionary).end)
  }

  package mutating func begin<Sink: ValueSink & ~Copyable>(_ kind: ContainerKind, into sink: inout Sink)
    throws(Failure)
  {
    guard depth < Limits.depth else { throw Failure(.archiveTooDeep, String(Limits.depth)) }
    depth += 1
    try spend(Self.containerBytes)
    switch kind {
    case .dictionary: try sink.beginDictionary(count: nil)
    case .array: try sink.beginArray(count: nil)
    case .set: try sink.beginSet(count: nil)
    }
  }

  /// Ends the innermost frame.
  package mutating func close<Sink: ValueSink & ~Copyable>(into sink: inout Sink) throws(Failure) {
    let frame = frames.removeLast()
    depth -= 1
    switch frame.kind {
    case .dictionary, .entries, .attributes: try sink.endDictionary()
    case .array, .pairs, .runs: try sink.endArray()
    case .set: try sink.endSet()
    }
    guard frame.isWrapped else { return }
    depth -= 1
    try sink.endDictionary()
  }

  // MARK: Keys and values

  /// Sends a key, with another dollar sign if it looks like a reserved one.
  package mutating func sendKey<Sink: ValueSink & ~Copyable>(_ key: ByteView, into sink: inout Sink)
    throws(Failure)
  {
    try spend(8 + key.count)
    guard key.byte(at: 0) == ASCII.dollarSign else { return try sink.key(key) }
    var start = 0
    while key.byte(at: start) == ASCII.dollarSign { start += 1 }
    let name = key.suffix(from: start)
    guard Self.reserved.contains(where: { name == $0 }) else { return try sink.key(key) }
    let escaped = [ASCII.dollarSign] + key.array
    try escaped.withByteView { (view: ByteView) throws(Failure) in try sink.key(view) }
  }

  mutating func sendNull<Sink: ValueSink & ~Copyable>(into sink: inout Sink) throws(Failure) {
    try spend(8)
    try sink.null()
  }

  /// Sends an object represented as a value.
  package mutating func sendValue<Sink: ValueSink & ~Copyable>(
    _ shape: KeyedArchiveShape, into sink: inout Sink
  )
    throws(Failure)
  {
    switch shape {
    case .null: try sendNull(into: &sink)
    case .stored(let index): try sendStored(index, into: &sink)
    case .date(let seconds):
      try spend(16)
      try sink.date(seconds)
    case .string(let text):
      try spend(8 + text.count)
      try text.withByteView { (view: ByteView) throws(Failure) in try sink.string(view) }
    case .decimal(let text):
      try spend(8 + text.count)
      let kind: NumberKind = text.contains { $0 == ASCII.fullStop || $0 == ASCII.lowerE } ? .real : .integer
      try text.withByteView { (view: ByteView) throws(Failure) in try sink.number(view, kind: kind) }
    case .integers(let numbers):
      try begin(.array, into: &sink)
      for number in numbers { try sendInteger(number, into: &sink) }
      depth -= 1
      try sink.endArray()
    case .ranges(let ranges): try sendRanges(ranges, into: &sink)
    case .array, .set, .dictionary, .pairs, .runs, .fields: break  // opened by `open`
    }
  }

  /// Opens the next run of an attributed string.
  mutating func openRun<Sink: ValueSink & ~Copyable>(
    _ text: [UInt8], attributes: Int, into sink: inout Sink
  ) throws(Failure) {
    try begin(.dictionary, into: &sink)
    try spend(24 + text.count)
    try sink.key(ByteView("string"))
    try text.withByteView { (view: ByteView) throws(Failure) in try sink.string(view) }
    if attributes >= 0 { try sink.key(ByteView("attributes")) }
    frames.append(Frame(kind: .attributes, items: attributes >= 0 ? [attributes] : []))
  }

  /// Sends the numbers in a colour's field.
  mutating func sendComponents<Sink: ValueSink & ~Copyable>(
    _ numbers: [(text: ByteView, kind: NumberKind)], into sink: inout Sink
  ) throws(Failure) {
    try begin(.array, into: &sink)
    for (text, kind) in numbers {
      try spend(8 + text.count)
      try sink.number(text, kind: kind)
    }
    depth -= 1
    try sink.endArray()
  }

  private mutating func sendRanges<Sink: ValueSink & ~Copyable>(
    _ ranges: [(location: UInt64, length: UInt64)], into sink: inout Sink
  ) throws(Failure) {
    try begin(.array, into: &sink)
    for range in ranges {
      try begin(.dictionary, into: &sink)
      try sink.key(ByteView("location"))
      try sendInteger(range.location, into: &sink)
      try sink.key(ByteView("length"))
      try sendInteger(range.length, into: &sink)
      depth -= 1
      try sink.endDictionary()
    }
    depth -= 1
    try sink.endArray()
  }

  private mutating func sendInteger<Sink: ValueSink & ~Copyable>(_ value: UInt64, into sink: inout Sink)
    throws(Failure)
  {
    try spend(16)
    if let small = Int64(exactly: value) {
      try sink.integer(small)
    } else {
      try sink.wideInteger(Int128(value))
    }
  }

  /// Sends the value at a tape index, which is not a container.
  mutating func sendStored<Sink: ValueSink & ~Copyable>(_ at: Int, into sink: inout Sink) throws(Failure) {
    try spend(16)
    switch document.tag(at: at) {
    case .null: try sink.null()
    case .false: try sink.boolean(false)
    case .true: try sink.boolean(true)
    case .smallInteger: try sink.integer(document.word(at: at).smallInteger)
    case .integer: try sink.integer(Int64(bitPattern: document.bits(at: at)))
    case .wideInteger: try sink.wideInteger(document.wideInteger(at: at))
    case .real: try sink.real(Double(bitPattern: document.bits(at: at)))
    case .date: try sink.date(Double(bitPattern: document.bits(at: at)))
    case .uid: try sink.uid(document.bits(at: at))
    case .string, .data, .integerText, .realText: try sendText(at, into: &sink)
    case .key, .container, .shared: break  // never a scalar's tag
    }
  }

  private mutating func sendText<Sink: ValueSink & ~Copyable>(_ at: Int, into sink: inout Sink)
    throws(Failure)
  {
    let text = document.text(at: at)
    try spend(text.count)
    switch document.tag(at: at) {
    case .string: try sink.string(text)
    case .data
    where text.starts(with: "bplist00") || text.starts(with: "<?xml") || text.starts(with: "<plist"):
      if let inner = archive(in: text) { return try sendArchive(inner, into: &sink) }
      try sink.data(text)
    case .data: try sink.data(text)
    case .integerText: try sink.number(text, kind: .integer)
    default: try sink.number(text, kind: .real)
    }
  }

  // MARK: Archives in data

  /// Decodes an archive in data; nil for other data, and if archives are nested too deeply.
  private func archive(in data: ByteView) -> Document? {
    guard nesting < Limits.nestedArchives else { return nil }
    do throws(Failure) {
      var builder = DocumentBuilder(source: data)
      let format: Format = data.starts(with: "<") ? .xml1 : .binary1
      try DocumentSource(format: format, text: data).read(into: &builder)
      return try KeyedArchive(try builder.finish())?.unarchived(nesting: nesting + 1)
    } catch {
      return nil
    }
  }

  /// Sends the roots of an archive in another one's data as `{"$archive": roots}`.
  private mutating func sendArchive<Sink: ValueSink & ~Copyable>(
    _ inner: Document, into sink: inout Sink
  ) throws(Failure) {
    try begin(.dictionary, into: &sink)
    try spend(8 * inner.wordCount)
    try sink.key(ByteView("$archive"))
    var replay = Replay(inner)
    try replay.run(into: &sink)
    depth -= 1
    try sink.endDictionary()
  }
}
