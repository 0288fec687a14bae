// The first pass of writing: assigns each object its number, in CoreFoundation's order, and collects all
// references.
//
// {"a": {"x": 1}, "b": "x"}   numbers  0 the dictionary, 1 "a", 2 "b", then the values in turn: 3 {"x": 1}, 4 "x", 5 1
//
//   objects     for each number, where it is on the tape
//   references  the top object's number, then for each container in the order of numbers its keys', then its values'

/// The width of object numbers and tape indices; 32 bits suffice for tapes of up to 4 Gi words.
protocol ObjectIndex: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  /// Contains part of a hash and a number.
  associatedtype Slot: FixedWidthInteger, UnsignedInteger, BitwiseCopyable
}

extension UInt32: ObjectIndex { typealias Slot = UInt64 }
extension UInt64: ObjectIndex { typealias Slot = UInt128 }

struct NumberedObjects<Index: ObjectIndex>: ~Copyable {
  /// The tape index of each object, by number.
  var objects: GrowableBuffer<Index>
  /// All references, in the order of writing.
  var references: GrowableBuffer<Index>
}

/// Numbers the objects of a document.
///
/// Strings, numbers, dates and data are one object for equal bytes or bits of the same type; booleans, nulls,
/// UIDs and containers are written each time they occur, except that the tape's shared containers remain
/// shared.
struct ObjectNumbering<Index: ObjectIndex>: ~Copyable {
  private struct Frame {
    var index: Int
    let end: Int
    /// The index of the next value's reference.
    var cursor: Int
    let isDictionary: Bool
  }

  struct Ahead {
    let index: Int
    let hash: Index
  }

  private static var stride: Int { 64 }

  private let document: Document
  private let options: BinaryPropertyListWriter.Options
  private var numbered: NumberedObjects<Index>
  private var table = InterningTable<Index>()
  /// The references of the last dictionary with this number of entries: records repeat the same keys.
  private var models = GrowableBuffer<Int>(capacity: Self.modelCount)
  private static var modelCount: Int { 64 }
  /// The numbers of shared containers, by tape index; -1 before they are numbered.
  private var sharedNumbers: [Int: Int] = [:]
  /// The numbers of the first null, false and true, by their tags' raw values; -1 before they occur.
  private var singletons = [-1, -1, -1]
  private let seed = ByteHash.seed
  /// The next values in the order of the tape, and the first one not yet numbered.
  private var ahead = GrowableBuffer<Ahead>(capacity: 64)
  private var firstAhead = 0
  private var likely = GrowableBuffer<Int>(capacity: 64)
  /// Keeps the prefetch loads from being optimised away.
  private var prefetched: Index.Slot = 0
  /// The tape index being numbered, for errors.
  private(set) var currentIndex = 0

  init(_ document: Document, options: BinaryPropertyListWriter.Options) {
    self.document = document
    self.options = options
    numbered = NumberedObjects(
      objects: GrowableBuffer(capacity: max(16, document.wordCount / 8)),
      references: GrowableBuffer(capacity: max(16, document.wordCount / 2)))
    models.append(repeating: 0, count: Self.modelCount)
  }

  consuming func finish() -> NumberedObjects<Index> { numbered }

  mutating func run(losses: inout LossReport) throws(Failure) {
    if document.tags.contains(.tag(.shared)) {
      for place in document.sharedPlaces { sharedNumbers[place] = -1 }
    }
    numbered.references.append(0)
    var parents: [Frame] = []
    var frame = Frame(index: 0, end: document.next(after: 0), cursor: 0, isDictionary: false)
    while true {
      guard frame.index < frame.end else {
        guard let parent = parents.popLast() else { return table.discard() }
        frame = parent
        continue
      }
      if frame.isDictionary { frame.index = document.next(after: frame.index) }
      let place = frame.index
      let word = document.word(at: place)
      let reference = frame.cursor
      frame.index = document.next(after: place)
      frame.cursor &+= 1
      switch word.tag {
      case .string, .smallInteger:
        numbered.references[reference] = intern(place, nextHash(place))
      case .container, .shared:
        let target = word.tag == .shared ? Int(truncatingIfNeeded: word.payload) : place
        if let number = sharedNumber(of: target) {
          numbered.references[reference] = number
          continue
        }
        numbered.references[reference] = add(target)
        if options.convertsUIDDictionaries, BinaryScalar.uid(document, at: target) != nil { continue }
        parents.append(frame)
        frame = open(target)
      default:
        numbered.references[reference] = try rare(place, word.tag, losses: &losses)
      }
    }
  }

  // MARK: objects

  @inline(__always)
  private mutating func add(_ place: Int) -> Index {
    let number = Index(truncatingIfNeeded: numbered.objects.count)
    numbered.objects.append(Index(truncatingIfNeeded: place))
    if !sharedNumbers.isEmpty, sharedNumbers[place] != nil { sharedNumbers[place] = Int(number) }
    return number
  }

  /// Adds a boolean or null for every occurrence; all references are to the first, as in CoreFoundation.
  private mutating func addSingleton(_ place: Int, _ tag: TapeTag) -> Index {
    let number = add(place)
    let first = singletons[Int(tag.rawValue)]
    if first >= 0 { return Index(truncatingIfNeeded: first) }
    singletons[Int(tag.rawValue)] = Int(number)
    return number
  }

  /// The object number of the value or key at `place`; `hash` is its hash.
  @inline(__always)
  private mutating func intern(_ place: Int, _ hash: Index) -> Index {
    let scalar = BinaryScalar(document, at: place)
    var slot = table.firstSlot(of: hash)
    while let candidate = table.candidate(in: slot, hash: hash) {
      if candidate.isLikely,
        scalar.isSameObject(
          as: BinaryScalar(document, at: Int(truncatingIfNeeded: numbered.objects[candidate.number])))
      {
        return Index(truncatingIfNeeded: candidate.number)
      }
      slot = table.slot(after: slot)
    }
    let number = add(place)
    table.insert(number, hash: hash, in: slot)
    return number
  }

  @inline(__always)
  private func hash(of place: Int) -> Index {
    Index(truncatingIfNeeded: BinaryScalar(document, at: place).hash(seed: seed))
  }

  /// The hash of the value at `place`, usually prefetched.
  @inline(__always)
  private mutating func nextHash(_ place: Int) -> Index {
    // A UID's number is skipped.
    while firstAhead < ahead.count && ahead[firstAhead].index < place { firstAhead &+= 1 }
    if firstAhead == ahead.count || ahead[firstAhead].index != place { lookAhead(place) }
    firstAhead &+= 1
    return ahead[firstAhead &- 1].hash
  }

  /// Hashes the value at `place` and the following ones, and loads the data for looking them up.
  ///
  /// These loads are independent, unlike those of one lookup after the other: half the time of the whole
  /// pass.
  @inline(never)
  private mutating func lookAhead(_ place: Int) {
    ahead.truncate(to: 0)
    firstAhead = 0
    var index = place
    while index < document.wordCount && ahead.count < Self.stride {
      let word = document.word(at: index)
      switch word.tag {
      case .container: index &+= 2
      case .key: index &+= word.hasLongLength ? 2 : 1
      case .shared, .null, .true, .false, .uid: index = document.next(after: index)
      default:
        ahead.append(Ahead(index: index, hash: hash(of: index)))
        index = document.next(after: index)
      }
    }
    // Separate loops, short enough for many loads in flight.
    var at = 0
    while at < ahead.count {
      prefetched ^= table.firstContent(of: ahead[at].hash)
      at &+= 1
    }
    // The likely matches will be compared: loads their indices, then the objects themselves.
    likely.truncate(to: 0)
    at = 0
    while at < ahead.count {
      if let number = table.likelyFirst(of: ahead[at].hash) {
        likely.append(Int(truncatingIfNeeded: numbered.objects[number]))
      }
      at &+= 1
    }
    at = 0
    while at < likely.count {
      let word = document.word(at: likely[at])
      if word.tag == .string { prefetched ^= Index.Slot(document.text(at: likely[at]).byte(at: 0) ?? 0) }
      at &+= 1
    }
  }

  private mutating func rare(
    _ place: Int, _ tag: TapeTag, losses: inout LossReport
  ) throws(Failure) -> Index {
    currentIndex = place
    switch tag {
    case .integerText, .realText:
      if let loss = BinaryScalar.loss(document, at: place) { try losses.record(loss) }
      return intern(place, nextHash(place))
    case .null:
      guard options.keepsNulls else { throw Failure(.nullRefused) }
      return addSingleton(place, tag)
    case .true, .false: return addSingleton(place, tag)
    case .uid: return add(place)
    default: return intern(place, nextHash(place))
    }
  }

  // MARK: containers

  /// Reserves the container's references and numbers a dictionary's keys.
  @inline(__always)
  private mutating func open(_ place: Int) -> Frame {
    let word = document.word(at: place)
    let count = document.count(at: place)
    let start = numbered.references.count
    let isDictionary = word.containerKind == .dictionary
    numbered.references.append(repeating: 0, count: isDictionary ? 2 &* count : count)
    if isDictionary {
      var key = place &+ 2
      var cursor = start
      var model = models[count & (Self.modelCount &- 1)]
      while key < word.end {
        numbered.references[cursor] = number(ofKey: key, likely: model)
        cursor &+= 1
        model &+= 1
        key = document.next(after: document.next(after: key))
      }
      models[count & (Self.modelCount &- 1)] = start
    }
    return Frame(
      index: place &+ 2, end: word.end, cursor: isDictionary ? start &+ count : start,
      isDictionary: isDictionary)
  }

  /// The number of a key, usually that of `reference`.
  @inline(__always)
  private mutating func number(ofKey key: Int, likely reference: Int) -> Index {
    let number = numbered.references[reference]
    let place = Int(truncatingIfNeeded: numbered.objects[Int(truncatingIfNeeded: number)])
    if document.tag(at: place) == .key && document.text(at: place).isEqual(document.text(at: key)) {
      return number
    }
    return intern(key, hash(of: key))
  }

  @inline(__always)
  private func sharedNumber(of place: Int) -> Index? {
    guard !sharedNumbers.isEmpty, let number = sharedNumbers[place], number >= 0 else { return nil }
    return Index(truncatingIfNeeded: number)
  }
}
