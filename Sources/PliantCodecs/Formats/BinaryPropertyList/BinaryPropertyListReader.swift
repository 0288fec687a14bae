// Binary property list → events: from the top object, with an explicit stack of open containers.

/// Reads a binary property list (version 0 of the format) as events.
package struct BinaryPropertyListReader: ~Copyable {
  /// An open container: its next references, and its number.
  struct Frame {
    /// The next key's reference; unused in arrays and sets.
    var keyPlace = 0
    var valuePlace = 0
    var end = 0
    var number = 0
    var kind: UInt8 = 0
    /// The number of levels below that were prefetched with the container.
    var levelsAhead = 0
    /// The values before this offset were prefetched.
    var aheadPlace = 0
  }

  /// A key already validated as ASCII.
  struct KnownKey {
    var number = -1
    var offset = 0
    var start = 0
    var count = 0
  }

  private static let knownKeyCount = 256

  private let table: BinaryObjectTable
  /// The last container entered.
  private var opened = Frame()
  private var counts: ObjectReferenceCounts
  private var scratch = GrowableBuffer<UInt8>(capacity: 1024)
  /// The object being read, for errors that a sink throws.
  private var currentOffset = 0
  private var depth = 0
  /// Keeps the prefetch loads from being optimised away.
  private var prefetched: UInt8 = 0
  private var ahead = GrowableBuffer<Int>(capacity: 256)
  /// The remaining number of prefetches, so that they never cost more than reading.
  private var aheadBudget: Int
  /// ASCII keys by the low bits of their numbers, because records repeat the same ones.
  private var knownKeys = GrowableBuffer<KnownKey>(capacity: Self.knownKeyCount)
  /// The minimum size of UTF-16 strings to store in sinks that can, if they occur again.
  private static let sharedTextSize = 32
  private var textBytes = 0
  private let textLimit: Int
  /// Records repairs; nil to repair nothing.
  private var repairs: ReadLosses?

  private init(
    _ table: BinaryObjectTable, _ counts: ObjectReferenceCounts, textLimit: Int, repairs: ReadLosses?
  ) {
    self.repairs = repairs
    self.table = table
    self.counts = counts
    self.textLimit = textLimit
    aheadBudget = table.bytes.count
    knownKeys.append(repeating: KnownKey(), count: Self.knownKeyCount)
  }

  /// Reads the whole list into `sink`.
  ///
  /// `textLimit` bounds the bytes of all strings and data together, by default at 4 GB beyond the file's own
  /// size. Throws a `Failure` of the rule `binary/structure`, with the offset of the broken object, or what
  /// the sink throws. Announces containers with several references by `reuse`, with their object number as
  /// identity.
  package static func read(
    _ bytes: ByteView, into sink: inout some ValueSink & ~Copyable, textLimit: Int? = nil
  ) throws(Failure) {
    var repairs: ReadLosses?
    try read(bytes, into: &sink, textLimit: textLimit, repairs: &repairs)
  }

  /// Reads the whole list into a document under construction; a concrete function, because a generic one is
  /// not specialised in other modules.
  package static func read(_ bytes: ByteView, into builder: inout DocumentBuilder) throws(Failure) {
    var repairs: ReadLosses?
    try read(bytes, into: &builder, textLimit: nil, repairs: &repairs)
  }

  /// Reads the whole list like `read`, but replaces unpaired surrogates with U+FFFD and records them.
  package static func read(
    _ bytes: ByteView, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    var repairs: ReadLosses? = ledger
    defer { if let repairs { ledger = repairs } }
    try read(bytes, into: &sink, textLimit: nil, repairs: &repairs)
  }

  private static func read(
    _ bytes: ByteView, into sink: inout some ValueSink & ~Copyable, textLimit: Int?,
    repairs: inout ReadLosses?
  ) throws(Failure) {
    let table = try BinaryObjectTable(of: bytes)
    var reader = BinaryPropertyListReader(
      table, try ObjectReferenceCounts(of: table),
      textLimit: textLimit ?? Limits.expandedBytes + bytes.count, repairs: repairs)
    defer { repairs = reader.repairs }
    do throws(Failure) {
      try reader.read(into: &sink)
    } catch {
      var failure = error
      if failure.offset == nil { failure.offset = reader.currentOffset }
      throw failure
    }
  }

  private mutating func read(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard try value(table.trailer.topObject, levelsAhead: 0, into: &sink) else { return }
    if sink.wantsEveryContainer { aheadBudget = 0 }
    var frame = opened
    let width = table.trailer.referenceWidth
    var parents = GrowableBuffer<Frame>(capacity: 32)
    while true {
      guard frame.valuePlace < frame.end else {
        try close(frame, into: &sink)
        guard parents.count > 0 else { return }
        frame = parents.removeLast()
        continue
      }
      if frame.valuePlace >= frame.aheadPlace { lookAhead(&frame) }
      if frame.kind == BinaryObjectTable.Kind.dictionary {
        try key(table.reference(at: frame.keyPlace), into: &sink)
        frame.keyPlace &+= width
      }
      let number = try table.reference(at: frame.valuePlace)
      frame.valuePlace &+= width
      if try value(number, levelsAhead: frame.levelsAhead, into: &sink) {
        parents.append(frame)
        frame = opened
      }
    }
  }

  // MARK: values

  /// Sends the object; for a container, sends the beginning and returns true with its frame in `opened`.
  @inline(__always)
  private mutating func value(
    _ number: Int, levelsAhead: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    let offset = try locate(number)
    let marker = table.bytes[offset]
    switch marker >> 4 {
    case BinaryObjectTable.Kind.ascii: try sink.string(asciiText(at: offset))
    case BinaryObjectTable.Kind.integer: try integer(at: offset, into: &sink)
    case BinaryObjectTable.Kind.array, BinaryObjectTable.Kind.set, BinaryObjectTable.Kind.dictionary:
      return try open(number, at: offset, kind: marker >> 4, levelsAhead: levelsAhead, into: &sink)
    case BinaryObjectTable.Kind.utf16: try utf16(number, at: offset, isKey: false, into: &sink)
    case BinaryObjectTable.Kind.singleton: try singleton(marker, at: offset, into: &sink)
    case BinaryObjectTable.Kind.real: try sink.real(real(at: offset))
    case BinaryObjectTable.Kind.date: try sink.date(date(at: offset))
    case BinaryObjectTable.Kind.data:
      let payload = try table.payload(at: offset)
      try countText(payload.count, at: offset)
      try sink.data(table.bytes[payload.start..<payload.start &+ payload.count])
    case BinaryObjectTable.Kind.uid: try sink.uid(uid(at: offset))
    default: throw unknownType(marker, at: offset)
    }
    return false
  }

  @inline(__always)
  private mutating func locate(_ number: Int) throws(Failure) -> Int {
    let offset = table.offset(of: number)
    currentOffset = offset
    guard offset >= BinaryPropertyListTrailer.headerSize else {
      throw Failure(.binaryObjectOffset, at: offset, String(number))
    }
    return offset
  }

  @inline(__always)
  private mutating func key(_ number: Int, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let known = knownKeys[number & (Self.knownKeyCount &- 1)]
    if known.number == number {
      currentOffset = known.offset
      try countText(known.count, at: known.offset)
      return try sink.key(table.bytes[known.start..<known.start &+ known.count])
    }
    try newKey(number, into: &sink)
  }

  @inline(never)
  private mutating func newKey(_ number: Int, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let offset = try locate(number)
    switch table.bytes[offset] >> 4 {
    case BinaryObjectTable.Kind.ascii:
      let payload = try table.payload(at: offset)
      let text = try asciiText(at: offset)
      // A text read as ISO-8859-1 has other bytes than the file, and is longer.
      if text.count == payload.count {
        knownKeys[number & (Self.knownKeyCount &- 1)] =
          KnownKey(number: number, offset: offset, start: payload.start, count: payload.count)
      }
      try sink.key(text)
    case BinaryObjectTable.Kind.utf16: try utf16(number, at: offset, isKey: true, into: &sink)
    default: throw Failure(.binaryKey, at: offset)
    }
  }

  private func singleton(
    _ marker: UInt8, at offset: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    switch marker {
    case 0x00: try sink.null()
    case 0x08: try sink.boolean(false)
    case 0x09: try sink.boolean(true)
    default: throw unknownType(marker, at: offset)
    }
  }

  /// Integers of up to four bytes are unsigned, wider ones signed.
  @inline(__always)
  private func integer(at offset: Int, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let shift = Int(table.bytes[offset] & 0xF)
    guard shift <= 4 else { throw unknownType(table.bytes[offset], at: offset) }
    let start = offset &+ 1
    guard start &+ 1 &<< shift <= table.trailer.tableStart else {
      throw Failure(.binaryObjectLength, at: offset)
    }
    if shift <= 3 {
      return try sink.integer(Int64(bitPattern: table.bytes.bigEndian(at: start, width: 1 &<< shift)))
    }
    let high = Int64(bitPattern: table.bytes.bigEndian(at: start, width: 8))
    let low = table.bytes.bigEndian(at: start &+ 8, width: 8)
    let value = Int128(high) << 64 | Int128(low)
    if let narrow = Int64(exactly: value) { return try sink.integer(narrow) }
    try sink.wideInteger(value)
  }

  private func real(at offset: Int) throws(Failure) -> Double {
    let marker = table.bytes[offset]
    guard marker == 0x22 || marker == 0x23 else { throw unknownType(marker, at: offset) }
    let width = marker == 0x22 ? 4 : 8
    guard offset &+ 1 &+ width <= table.trailer.tableStart else {
      throw Failure(.binaryObjectLength, at: offset)
    }
    let bits = table.bytes.bigEndian(at: offset &+ 1, width: width)
    return width == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  private func date(at offset: Int) throws(Failure) -> Double {
    guard table.bytes[offset] == 0x33 else { throw unknownType(table.bytes[offset], at: offset) }
    guard offset &+ 9 <= table.trailer.tableStart else { throw Failure(.binaryObjectLength, at: offset) }
    return Double(bitPattern: table.bytes.bigEndian(at: offset &+ 1, width: 8))
  }

  private func uid(at offset: Int) throws(Failure) -> UInt64 {
    let width = Int(table.bytes[offset] & 0xF) &+ 1
    let end = offset &+ 1 &+ width
    guard end <= table.trailer.tableStart else { throw Failure(.binaryObjectLength, at: offset) }
    let kept = min(width, 8)
    if width > 8, table.bytes.bigEndian(at: offset &+ 1, width: width &- 8) != 0 {
      throw Failure(.binaryUID, at: offset)
    }
    return table.bytes.bigEndian(at: end &- kept, width: kept)
  }

  @inline(__always)
  private mutating func asciiText(at offset: Int) throws(Failure) -> ByteView {
    let payload = try table.payload(at: offset)
    let text = table.bytes[payload.start..<payload.start &+ payload.count]
    if let place = text.firstNonASCII { return try latin1Text(text, at: payload.start + place, of: offset) }
    try countText(text.count, at: offset)
    return text
  }

  /// An ASCII string with other bytes, read as ISO-8859-1 like CoreFoundation; valid until the next call.
  @inline(never)
  private mutating func latin1Text(_ text: ByteView, at place: Int, of offset: Int) throws(Failure)
    -> ByteView
  {
    guard repairs != nil else { throw Failure(.binaryASCII, at: place) }
    repairs?.record(.bytesAboveASCII, at: place)
    scratch.truncate(to: 0)
    for index in 0..<text.count { XMLCharacters.append(UInt32(text[index]), to: &scratch) }
    try countText(scratch.count, at: offset)
    return scratch.view
  }

  /// Sends a UTF-16 string, which a sink that stores texts need not receive again.
  private mutating func utf16(
    _ number: Int, at offset: Int, isKey: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    let isShared = counts.isShared(number)
    if isShared, try sink.reuseText(number, isKey: isKey) {
      return try countText(table.payload(at: offset, shift: 1).count &* 2, at: offset)
    }
    let text = try utf16Text(at: offset)
    if isKey { try sink.key(text) } else { try sink.string(text) }
    if isShared && text.count >= Self.sharedTextSize { try sink.rememberText(number) }
    try countText(text.count, at: offset)
  }

  /// Refuses a file whose repeated strings add up to excessive text.
  @inline(__always)
  private mutating func countText(_ count: Int, at offset: Int) throws(Failure) {
    textBytes &+= count
    guard textBytes <= textLimit else {
      throw Failure(.binaryRepetition, at: offset, ByteCount.text(textLimit))
    }
  }

  /// The string as UTF-8, valid until the next call.
  private mutating func utf16Text(at offset: Int) throws(Failure) -> ByteView {
    let payload = try table.payload(at: offset, shift: 1)
    let units = table.bytes[payload.start..<payload.start &+ payload.count &* 2]
    var length = 0
    scratch.rewrite(room: payload.count &* 3) { target in
      length = units.transcodeUTF16BigEndian(to: target)
      return max(length, 0)
    }
    if length >= 0 { return scratch.view }
    let place = payload.start + (-length - 1) * 2
    guard repairs != nil else { throw Failure(.binaryUTF16, at: place) }
    repairs?.record(.loneSurrogates, at: place)
    scratch.rewrite(room: payload.count &* 3) { units.repairUTF16BigEndian(to: $0) }
    return scratch.view
  }

  // MARK: containers

  private mutating func open(
    _ number: Int, at offset: Int, kind: UInt8, levelsAhead: Int,
    into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    let isDictionary = kind == BinaryObjectTable.Kind.dictionary
    let extent = try table.references(at: offset, perEntry: isDictionary ? 2 : 1)
    guard !counts.isOpen(number) else { throw Failure(.binaryCycle, at: offset) }
    if sink.wantsEveryContainer || counts.isShared(number), try sink.reuse(number) { return false }
    guard depth < Limits.depth else { throw Failure(.binaryDepth, at: offset, String(Limits.depth)) }
    depth &+= 1
    counts.open(number)
    WorkProgress.reached(offset)
    let length = extent.count &* table.trailer.referenceWidth
    switch kind {
    case BinaryObjectTable.Kind.dictionary: try sink.beginDictionary(count: extent.count)
    case BinaryObjectTable.Kind.array: try sink.beginArray(count: extent.count)
    default: try sink.beginSet(count: extent.count)
    }
    let values = isDictionary ? extent.start &+ length : extent.start
    let isAhead = levelsAhead > 0 && extent.count < Self.shortCount
    opened = Frame(
      keyPlace: extent.start, valuePlace: values, end: values &+ length, number: number, kind: kind,
      levelsAhead: isAhead ? levelsAhead &- 1 : 0, aheadPlace: isAhead ? values &+ length : 0)
    return true
  }

  // MARK: reading ahead

  /// The number of values of a container to prefetch together, and the levels below them.
  private static let readAhead = 8
  private static let levelsAhead = 2
  /// The maximum size of nested containers to prefetch.
  private static let shortCount = 15

  /// Prefetches the first bytes of the container's next values, and of the values of short containers among
  /// them.
  ///
  /// Shared objects are scattered over the file; these loads are independent, unlike those of one value after
  /// the other.
  @inline(never)
  private mutating func lookAhead(_ frame: inout Frame) {
    let width = table.trailer.referenceWidth
    frame.aheadPlace = min(frame.end, frame.valuePlace &+ Self.readAhead &* width)
    frame.levelsAhead = 0
    guard aheadBudget > 0 else { return frame.aheadPlace = frame.end }
    frame.levelsAhead = Self.levelsAhead
    ahead.truncate(to: 0)
    gather(from: frame.valuePlace, to: frame.aheadPlace)
    var index = 0
    for _ in 0..<Self.levelsAhead {
      let end = ahead.count
      locateAhead(from: index)
      while index < end {
        let offset = ahead[index]
        index &+= 1
        let marker = table.bytes[offset]
        let count = Int(marker & 0xF)
        guard marker >= BinaryObjectTable.Kind.array << 4, count < Self.shortCount else { continue }
        let length = count &* width
        let isDictionary = marker >> 4 == BinaryObjectTable.Kind.dictionary
        let start = isDictionary ? offset &+ 1 &+ length : offset &+ 1
        if start &+ length <= table.trailer.tableStart { gather(from: start, to: start &+ length) }
      }
    }
    locateAhead(from: index)
    while index < ahead.count {
      prefetched ^= table.bytes[ahead[index]]
      index &+= 1
    }
    aheadBudget &-= ahead.count
  }

  /// Adds the object numbers in these references.
  @inline(__always)
  private mutating func gather(from start: Int, to end: Int) {
    let width = table.trailer.referenceWidth
    let objectCount = UInt64(truncatingIfNeeded: table.trailer.objectCount)
    var place = start
    while place < end {
      let number = table.bytes.bigEndian(at: place, width: width)
      if number < objectCount { ahead.append(Int(truncatingIfNeeded: number)) }
      place &+= width
    }
  }

  /// Replaces object numbers with offsets; a short loop, so that many loads are in flight.
  @inline(__always)
  private mutating func locateAhead(from start: Int) {
    var index = start
    while index < ahead.count {
      ahead[index] = table.offset(of: ahead[index])
      index &+= 1
    }
  }

  private mutating func close(_ frame: Frame, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    counts.close(frame.number)
    depth &-= 1
    switch frame.kind {
    case BinaryObjectTable.Kind.dictionary: try sink.endDictionary()
    case BinaryObjectTable.Kind.array: try sink.endArray()
    default: try sink.endSet()
    }
  }

  @inline(never)
  private func unknownType(_ marker: UInt8, at offset: Int) -> Failure {
    Failure(.binaryObjectType, at: offset, "0x" + marker.hexadecimal(2))
  }
}
