// The traversal of an archive's objects from its roots, which sends them as a document.
//
// It runs twice: first to find objects with several references and to check the limits, then to build. An
// object is traversed at its first occurrence and is `{"$ref": n}` elsewhere, so that cycles end and only
// values repeat.

struct KeyedArchiveWalk: ~Copyable {
  /// The unsent part of a container.
  package struct Frame {
    package enum Kind {
      case array
      case set
      case dictionary(keys: [Int])
      /// Arrays of two elements.
      case pairs(second: [Int])
      /// An attributed string with its texts; their attributes are the items.
      case runs([[UInt8]])
      /// The attributes of a run, inside an open dictionary.
      case attributes
      /// The entries on the tape between two indexes; without the class.
      case entries(isObject: Bool)
    }

    package var kind: Kind
    /// The elements or values, or the first ones of pairs.
    package var items: [Int] = []
    package var next = 0
    /// The range of the remaining entries on the tape.
    package var at = 0
    package var end = 0
    /// Whether the container is the `$value` of a dictionary.
    var isWrapped = false
  }

  /// The maximum size of the decoded document, as a multiple of the archive's.
  private static let growth = 16

  package let archive: KeyedArchive
  /// The document, built in the second pass.
  var builder: DocumentBuilder
  package var frames: [Frame] = []
  package var depth = 0
  /// How often each object occurred in the first pass: never, once, or more.
  private var meetings: [UInt8]
  private(set) var isSecond = false
  /// The `$id` of each object; 0 before its first occurrence.
  private var identities: [Int32] = []
  private var lastIdentity: Int32 = 0
  /// The remaining budget, in bytes.
  package var budget: Int

  let nesting: Int

  init(_ archive: KeyedArchive, nesting: Int) {
    self.archive = archive
    builder = DocumentBuilder(source: archive.document.source)
    self.nesting = nesting
    meetings = [UInt8](repeating: 0, count: archive.objects.count)
    budget = Self.budget(for: archive.document)
  }

  private static func budget(for document: Document) -> Int {
    growth * (document.source.count + 8 * document.wordCount) + Limits.archiveBytes
  }

  package mutating func rewind() {
    isSecond = true
    identities = [Int32](repeating: 0, count: meetings.count)
    budget = Self.budget(for: document)
  }

  package var document: Document { archive.document }

  package mutating func run() throws(Failure) {
    try begin(.dictionary)
    frames.append(entries(of: archive.top, isObject: false))
    while let last = frames.indices.last { try step(last) }
  }

  private mutating func step(_ last: Int) throws(Failure) {
    let frame = frames[last]
    if case .entries(let isObject) = frame.kind {
      guard frame.at < frame.end else { return try close() }
      let value = document.next(after: frame.at)
      frames[last].at = document.next(after: value)
      let key = document.text(at: frame.at)
      if isObject && key == "$class" { return }
      try sendKey(key)
      if isObject, let numbers = try archive.components(ofField: key, at: value) {
        return try sendComponents(numbers)
      }
      return try send(value)
    }
    guard frame.next < frame.items.count else { return try close() }
    frames[last].next += 1
    let item = frame.items[frame.next]
    switch frame.kind {
    case .dictionary(let keys):
      guard let key = try archive.stringText(at: keys[frame.next]) else { return }
      try sendKey(key)
    case .pairs(let second):
      try begin(.array)
      frames.append(Frame(kind: .array, items: [item, second[frame.next]]))
      return
    case .runs(let texts): return try openRun(texts[frame.next], attributes: item)
    case .array, .set, .entries, .attributes: break
    }
    try send(item)
  }

  // MARK: Values

  /// Sends the value at a tape index, or the object that it refers to.
  private mutating func send(_ index: Int) throws(Failure) {
    let at = document.resolved(index)
    if let number = archive.reference(at: at) { return try sendObject(number) }
    switch document.containerKind(at: at) {
    case nil: try sendStored(at)
    case .dictionary:
      try begin(.dictionary)
      frames.append(entries(of: at, isObject: false))
    case .array, .set: try open(try archive.shape(of: at), at, identity: nil)
    }
  }

  /// Sends an object, or a reference if it occurred before.
  private mutating func sendObject(_ number: UInt64) throws(Failure) {
    if archive.isNull(number) { return try sendNull() }
    let at = try archive.object(number)
    let place = Int(number)
    if isSecond, identities[place] > 0 { return try sendReference(identities[place]) }
    if !isSecond, meetings[place] > 0 {
      meetings[place] = 2
      // The size of a reference.
      return try spend(24)
    }
    if archive.reference(at: at) != nil { throw Failure(.archiveAlias, "\(number)") }
    let shape = try archive.shape(of: at)
    if shape.isValue { return try sendValue(shape) }
    if !isSecond { meetings[place] = 1 }
    guard isSecond, meetings[place] > 1 else { return try open(shape, at, identity: nil) }
    lastIdentity += 1
    identities[place] = lastIdentity
    try open(shape, at, identity: lastIdentity)
  }

  private mutating func sendReference(_ identity: Int32) throws(Failure) {
    try emit(.beginDictionary(count: 1))
    try emit(.key(ByteView("$ref")))
    try emit(.integer(Int64(identity)))
    try emit(.endDictionary)
  }
}
