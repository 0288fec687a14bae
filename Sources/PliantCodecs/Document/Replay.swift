// Replays a document's events into a sink, unchanged or as the target requires: sorted, with tagged objects
// encoded or decoded, without nulls, and with shared containers repeated within a budget.

package struct ReplayOptions: Sendable {
  /// Sort each dictionary's keys.
  package var sortKeys = false
  package var keyOrder = KeyOrder.utf16
  /// Sort alphabetically instead, as plutil prints them; see `CollationKey`.
  package var collatesKeys = false
  /// Decode `{"$date": "…"}` and the like.
  package var decodesTags: TagFamily?
  /// Encode values that the target lacks as tagged objects, and escape dictionaries that look like one.
  package var encodesTags: TagFamily?
  package var null: NullPolicy = .keep
  /// The wanted values of each record, when records are sent one by one.
  package var fields: FieldSelection?
  /// Limits on the values and bytes that repeated shared containers add.
  package var expandedValues = Limits.expandedValues
  package var expandedBytes = Limits.expandedBytes

  package init() {}

  /// Whether a document without duplicate keys and shared containers is sent unchanged.
  package var changesNothing: Bool {
    !sortKeys && !collatesKeys && decodesTags == nil && encodesTags == nil && null == .keep && fields == nil
  }
}

/// The orders of keys that writers of Foundation have.
package enum KeyOrder: Sendable {
  /// By UTF-16 code units, as CoreFoundation.
  case utf16
  /// By UTF-8 code units, as JSONEncoder.
  case utf8
  /// As strings of Swift, by the scalars of the composed form, as PropertyListEncoder.
  case strings

  func areInOrder(_ left: ByteView, _ right: ByteView) -> Bool {
    switch self {
    case .utf16: left.precedesInUTF16(right)
    case .utf8: left.precedes(right)
    case .strings:
      left.isASCII && right.isASCII ? left.precedes(right) : left.string < right.string
    }
  }
}

extension ByteView {
  fileprivate var isASCII: Bool { UTF8Validation.endOfASCII(in: self, from: 0) == count }
}

/// The treatment of JSON's null in a property list.
package enum NullPolicy: String, Sendable {
  /// Keep it: the target supports nulls, or refuses them itself.
  case keep = "refuse"
  /// Leave out its key or element.
  case drop
  /// Replace it with the string `null`.
  case string
  /// Replace it with the string `$null`, which PropertyListDecoder reads as nil.
  case marker
  case emptyString

  /// The ones that a user may request.
  package static var requestable: [NullPolicy] { [.keep, .drop, .string] }
}

/// One pass over a document; after a failure, `index` is its tape index.
package struct Replay {
  struct Frame {
    /// The end of the run of words: the container's end, or in a sorted dictionary the end of the entry.
    var limit: Int
    var kind: ContainerKind
    /// The index at which to continue after the container.
    var resume: Int
    /// The remaining entries of a sorted dictionary: a range in `order`; empty otherwise.
    var entriesStart = 0
    var nextEntry = 0
    var entriesEnd = 0
    /// Whether this container is a repetition of a shared one, or inside one.
    var isRepeated = false
    /// Whether to add a dollar sign to the dictionary's only key, or to remove one.
    var keyEdit = KeyEdit.none
  }

  enum KeyEdit {
    case none
    case addDollar
    case removeDollar
  }

  package let document: Document
  package let options: ReplayOptions
  /// The tape index of the value or key being sent.
  package private(set) var index: Int
  private let start: Int
  private var frames: [Frame] = []
  private var order: [Int] = []
  private var expandedValues = 0
  private var expandedBytes = 0
  /// The sink's output size when the last repeated value was counted.
  private var countedBytes = 0
  private var redirections: [Int: Int] = [:]
  private var omissions: Set<Int> = []
  /// The shared containers; announced, so that a sink can share them again.
  private var sharedPlaces: Set<Int> = []

  /// Creates a pass over the value at `index`, by default the whole document.
  package init(_ document: Document, from index: Int = 0, options: ReplayOptions = ReplayOptions()) {
    self.document = document
    self.options = options
    self.index = index
    self.start = index
    if document.tags.contains(.tag(.shared)) { sharedPlaces = document.sharedPlaces }
  }

  /// Puts the last value of each duplicate key in the position of the first, or keeps the first.
  mutating func replaceDuplicates(_ pairs: [DuplicatePair], keepsFirst: Bool) {
    for pair in pairs {
      if !keepsFirst { redirections[pair.first] = document.next(after: pair.later) }
      omissions.insert(pair.later)
    }
  }

  /// Sends the events.
  ///
  /// Throws what the sink throws, and `document.expansion` if shared containers exceed the budget.
  package mutating func run<Sink: ValueSink & ~Copyable>(into sink: inout Sink) throws(Failure) {
    try sink.receive(&self)
  }

  @inline(__always)
  mutating func send<Sink: ValueSink & ~Copyable>(into sink: inout Sink) throws(Failure) {
    let document = document
    if options.null == .drop, document.tag(at: start) == .null { throw Failure(.nullRootDropped) }
    let sendsKeysAsTheyAre =
      options.null != .drop && omissions.isEmpty && redirections.isEmpty
      && !document.tags.contains(.dollarKey)
    var at = start
    // The innermost frame's limit, outside the array for speed.
    var limit = Int.max
    var isRepeated = false
    repeat {
      if at == limit {
        at = try finishRun(into: &sink)
        (limit, isRepeated) = innermost
        continue
      }
      index = at
      let word = document.word(at: at)
      switch word.tag {
      case .string:
        try sink.string(document.text(at: at))
        at = word.hasLongLength ? at &+ 2 : at &+ 1
      case .key where sendsKeysAsTheyAre:
        try sink.key(document.text(at: at))
        at = word.hasLongLength ? at &+ 2 : at &+ 1
      case .key:
        at = try sendKey(at, into: &sink)
        (limit, isRepeated) = innermost
      case .smallInteger:
        try sink.integer(word.smallInteger)
        at &+= 1
      case .integerText:
        try sink.number(document.text(at: at), kind: .integer)
        at = document.next(after: at)
      case .realText:
        try sink.number(document.text(at: at), kind: .real)
        at = document.next(after: at)
      case .container, .shared:
        if word.tag == .container {
          at = try enter(at, resume: word.end, into: &sink)
        } else {
          if !isRepeated { countedBytes = sink.writtenBytes }
          at = try enter(
            Int(truncatingIfNeeded: word.payload), resume: at &+ 1, isRepeated: true, into: &sink)
        }
        (limit, isRepeated) = innermost
      case .true, .false:
        try sink.boolean(word.tag == .true)
        at &+= 1
      case .real where options.encodesTags == nil:
        try sink.real(Double(bitPattern: document.bits(at: at)))
        at &+= 2
      case .date where options.encodesTags == nil:
        try sink.date(Double(bitPattern: document.bits(at: at)))
        at &+= 2
      default:
        try send(document.event(at: at), into: &sink)
        at = document.next(after: at)
      }
      if isRepeated { try countExpansion(at: index, written: sink.writtenBytes) }
    } while !frames.isEmpty
  }

  /// The end of the innermost frame's run of words, and whether it is repeated.
  @inline(__always)
  private var innermost: (limit: Int, isRepeated: Bool) {
    (frames.last?.limit ?? .max, frames.last?.isRepeated ?? false)
  }

  // MARK: Scalars

  /// Sends a scalar, replaced as the options require.
  private func send<Sink: ValueSink & ~Copyable>(_ event: ValueEvent, into sink: inout Sink) throws(Failure) {
    switch (event, options.encodesTags) {
    case (.null, _) where options.null == .string: try sink.string(ByteView("null"))
    case (.null, _) where options.null == .marker: try sink.string(ByteView("$null"))
    case (.null, _) where options.null == .emptyString: try sink.string(.empty)
    case (.null, _) where options.null == .drop: break
    case (.real(let value), .json?) where value.isFinite: try sink.real(value)
    case (.null, .propertyList?), (.real, .json?), (.date, .json?), (.data, .json?), (.uid, .json?):
      try TaggedObject.send(event, into: &sink)
    default: try sink.send(event)
    }
  }

  /// Sends the key at `at`, or skips its entry, and returns the next index.
  private mutating func sendKey<Sink: ValueSink & ~Copyable>(_ at: Int, into sink: inout Sink) throws(Failure)
    -> Int
  {
    let value = document.next(after: at)
    if options.null == .drop && document.tag(at: value) == .null { return document.next(after: value) }
    if !omissions.isEmpty && omissions.contains(at) { return document.next(after: value) }
    let text = document.text(at: at)
    switch frames.last?.keyEdit ?? .none {
    case .none: try sink.key(text)
    case .removeDollar: try sink.key(text.suffix(from: 1))
    case .addDollar:
      let escaped = [ASCII.dollarSign] + text.array
      try escaped.withByteView { (key: ByteView) throws(Failure) in try sink.key(key) }
    }
    guard !redirections.isEmpty, let replacement = redirections[at] else { return value }
    return try sendElsewhere(replacement, resume: document.next(after: value), into: &sink)
  }

  /// Sends the value at `place` as if it occurred before `resume`.
  private mutating func sendElsewhere<Sink: ValueSink & ~Copyable>(
    _ place: Int, resume: Int, into sink: inout Sink
  ) throws(Failure) -> Int {
    let word = document.word(at: place)
    switch word.tag {
    case .container: return try enter(place, resume: resume, into: &sink)
    case .shared: return try enter(Int(truncatingIfNeeded: word.payload), resume: resume, into: &sink)
    default: try send(document.event(at: place), into: &sink)
    }
    return resume
  }

  // MARK: Containers

  /// Enters the container at `place` and returns the index of its first word.
  private mutating func enter<Sink: ValueSink & ~Copyable>(
    _ place: Int, resume: Int, isRepeated: Bool = false, into sink: inout Sink
  ) throws(Failure) -> Int {
    let word = document.word(at: place)
    let count = document.count(at: place)
    let mayBeTagged = count == 1 && word.containerKind == .dictionary && document.tags.contains(.dollarKey)
    if mayBeTagged, try sendTagged(place, into: &sink) { return resume }
    if isRepeated || !sharedPlaces.isEmpty && sharedPlaces.contains(place) {
      if try sink.reuse(place) { return resume }
    }
    guard frames.count < Limits.depth else { throw Failure(.documentTooDeep, String(Limits.depth)) }
    var frame = Frame(limit: word.end, kind: word.containerKind, resume: resume)
    frame.isRepeated = isRepeated || frames.last?.isRepeated == true
    if mayBeTagged { frame.keyEdit = keyEdit(for: document.text(at: place &+ 2)) }
    try sink.begin(frame.kind, count: options.null == .drop ? nil : count)
    let isSorted = frame.kind == .dictionary && (options.sortKeys || options.collatesKeys) && count > 1
    frames.append(frame)
    return isSorted ? sortEntries(of: place) : place &+ 2
  }

  /// Sends the value of a tagged dictionary; false if it is not one.
  private func sendTagged<Sink: ValueSink & ~Copyable>(_ place: Int, into sink: inout Sink) throws(Failure)
    -> Bool
  {
    guard let family = options.decodesTags else { return false }
    var bytes: [UInt8] = []
    let key = document.text(at: place + 2)
    guard
      let event = try TaggedObject.read(
        key, family, document, valueAt: document.next(after: place + 2), data: &bytes)
    else { return false }
    switch event {
    case .null where options.null == .drop: try sink.null()
    case .data:
      try bytes.withByteView { (view: ByteView) throws(Failure) in try send(.data(view), into: &sink) }
    default: try send(event, into: &sink)
    }
    return true
  }

  private func keyEdit(for key: ByteView) -> KeyEdit {
    let wasTagged = options.decodesTags.map { TaggedObject.isEscaped(key, $0) } ?? false
    let becomesTagged =
      options.encodesTags.map { TaggedObject.isTag(key, $0) || TaggedObject.isEscaped(key, $0) } ?? false
    switch (wasTagged, becomesTagged) {
    case (true, false): return .removeDollar
    case (false, true): return .addDollar
    default: return .none
    }
  }

  /// Leaves a finished run: for the next sorted entry, or the end of the container.
  private mutating func finishRun<Sink: ValueSink & ~Copyable>(into sink: inout Sink) throws(Failure) -> Int {
    let last = frames.count &- 1
    if frames[last].nextEntry < frames[last].entriesEnd {
      let key = order[frames[last].nextEntry]
      frames[last].nextEntry &+= 1
      frames[last].limit = document.next(after: document.next(after: key))
      return key
    }
    let frame = frames.removeLast()
    if frame.entriesEnd > 0 { order.removeSubrange(frame.entriesStart...) }
    try sink.end(frame.kind)
    return frame.resume
  }

  /// Sorts the entries of the dictionary just entered and returns the first.
  private mutating func sortEntries(of place: Int) -> Int {
    let last = frames.count - 1
    // The orders of outer dictionaries precede this one, which `finishRun` removes.
    let begin = order.count
    var at = place + 2
    while at < document.word(at: place).end {
      order.append(at)
      at = document.next(after: document.next(after: at))
    }
    let document = document
    if options.collatesKeys {
      let keys = order[begin...].map { (key: CollationKey(document.text(at: $0)), index: $0) }
      order.replaceSubrange(begin..., with: keys.sorted { $0.key < $1.key }.map(\.index))
    } else {
      let keyOrder = options.keyOrder
      order[begin...].sort { keyOrder.areInOrder(document.text(at: $0), document.text(at: $1)) }
    }
    frames[last].entriesStart = begin
    frames[last].nextEntry = begin + 1
    frames[last].entriesEnd = order.count
    let key = order[begin]
    frames[last].limit = document.next(after: document.next(after: key))
    return key
  }

  /// Counts a repeated value by its written bytes, or for another sink by its size in memory.
  private mutating func countExpansion(at index: Int, written: Int) throws(Failure) {
    expandedValues += 1
    switch document.tag(at: index) {
    case _ where written > 0:
      expandedBytes += written - countedBytes
      countedBytes = written
    case .string, .key, .data, .integerText, .realText: expandedBytes += document.text(at: index).count + 8
    default: expandedBytes += 8
    }
    if expandedValues > options.expandedValues || expandedBytes > options.expandedBytes {
      throw Failure(.expansionTooLarge)
    }
    try MemoryBudget.check()
  }
}

extension Document {
  /// Sends the whole document, or the value at an index.
  ///
  /// Throws as `Replay.run` does.
  package func send<Sink: ValueSink & ~Copyable>(
    from index: Int = 0, options: ReplayOptions = ReplayOptions(), into sink: inout Sink
  ) throws(Failure) {
    var replay = Replay(self, from: index, options: options)
    try replay.run(into: &sink)
  }
}

extension ByteView {
  /// Whether this UTF-8 text comes before the other in the order of UTF-16 code units.
  ///
  /// The order of UTF-8 bytes is that of code points; only surrogates (U+10000 and above) against U+E000 to U+FFFF
  /// differ.
  package func precedesInUTF16(_ other: ByteView) -> Bool {
    let shared = Swift.min(count, other.count)
    var at = 0
    while at < shared && base[at] == other.base[at] { at &+= 1 }
    guard at < shared else { return count < other.count }
    let left = self[at]
    let right = other[at]
    if left >= 0xEE && right >= 0xEE && (left >= 0xF0) != (right >= 0xF0) { return left > right }
    return left < right
  }
}
