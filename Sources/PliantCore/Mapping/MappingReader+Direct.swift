// Sends values before the document has ended, for output that appears only once complete; the log is cleared
// after them, so that it remains small.
//
//   <schedule><teams>…</teams><sites><site>A</site><site>B</site>     sent so far: {"teams":[…],"sites":[A,B
//
// Sends whenever a record has ended in a list that is not inside another list. The open records are then
// begun in the output, and each one's last list is left open. Falls back to the usual way, from the
// beginning, if something belongs before the sent output: an element of a closed list, or a record that
// replaces an earlier one.

extension MappingReader {
  /// The number of log entries worth sending.
  private static let sendingSize = 1024

  /// Reads a whole document like `read`, but sends values while reading.
  ///
  /// False if that is impossible; the sink's output is then invalid. Throws as `read` does. With
  /// `reopensLists`, the sink may receive a list of the root several times, each time with further elements.
  package static func readDirectly(
    _ text: ByteView, by mapping: CompiledMapping, options: Options = Options(), report: inout MappingReport,
    reopensLists: Bool = false, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    guard options.records == nil, options.first == nil, !options.collectsProblems else { return false }
    var reader = MappingReader(mapping, options, source: text, window: nil)
    reader.isStreaming = true
    reader.reopensLists = reopensLists
    do throws(Failure) {
      try reader.run(into: &sink)
    } catch {
      if reader.hasFallenBack { return false }
      throw error
    }
    report = reader.report
    return true
  }

  /// Stops reading in this way.
  @inline(never)
  mutating func fallbackError() -> Failure {
    hasFallenBack = true
    return Failure(.mappingDuplicateKey)
  }

  /// Reopens a list that was closed in the output, if the receiver can join both.
  @inline(never)
  mutating func reopen(_ list: Int32, of record: Int) throws(Failure) {
    guard reopensLists, record == 0, log.entries[Int(open[0].entry)].last != list else {
      throw fallbackError()
    }
    // Its elements have already been sent.
    var entry = log.entries[Int(list)]
    entry.isSent = false
    (entry.value, entry.last, entry.next) = (-1, -1, -1)
    log.entries[Int(list)] = entry
    log.link(list, to: open[0].entry)
  }

  /// Whether to send now, after a record has ended and been added to its list.
  @inline(__always)
  mutating func flushIfDue(after record: OpenRecord) {
    guard isStreaming else { return }
    if record.isBegun {
      endedRecord = record
      isSendingDue = true
    } else if open.count > 0, log.entries.count &- keptEntries > Self.sendingSize,
      !open[open.count &- 1].isInList
    {
      isSendingDue = true
    }
  }

  /// Sends the values of the open records, or the rest of one that has ended after being begun in the output.
  mutating func flushCompleted(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    isSendingDue = false
    WorkProgress.reached(reader.tokenStart)
    if var ended = endedRecord {
      endedRecord = nil
      try sendFields(of: &ended, isOver: true, into: &sink)
      isRootSent = ended.field < 0
      return try sink.endDictionary()
    }
    for level in 0..<open.count {
      if !open[level].isBegun { guard try beginInOutput(level, into: &sink) else { return } }
      var record = open[level]
      try sendFields(of: &record, isOver: false, into: &sink)
      open[level] = record
    }
    shortenLog()
  }

  /// Begins an open record in the output; false if its position is already taken.
  private mutating func beginInOutput(
    _ level: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    let field = open[level].field
    if level > 0 {
      if slots[slot(of: field, in: level - 1)] >= 0 { return false }
      var outer = open[level - 1]
      try closeList(of: &outer, into: &sink)
      open[level - 1] = outer
      try sink.key(mapping.fields[field].name)
    }
    try sink.beginDictionary(count: nil)
    open[level].isBegun = true
    return true
  }

  /// Sends the remaining fields of a record that was begun; leaves a final list open.
  private mutating func sendFields(
    of record: inout OpenRecord, isOver: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    var number =
      record.sent < 0
      ? Int32(truncatingIfNeeded: log.entries[Int(record.entry)].value) : log.entries[Int(record.sent)].next
    if record.openList >= 0 { try sendElements(of: record.openList, into: &sink) }
    if number >= 0 || isOver { try closeList(of: &record, into: &sink) }
    while number >= 0 {
      let entry = log.entries[Int(number)]
      record.sent = number
      record.highest = max(record.highest, number)
      try sendKey(of: entry, into: &sink)
      if entry.kind == .list && entry.next < 0 && !isOver {
        try sink.beginArray(count: nil)
        record.openList = number
        return try sendElements(of: number, into: &sink)
      }
      try sendChain(number, isRecord: false, isAlone: true, into: &sink)
      if entry.kind == .list { log.entries[Int(number)].isSent = true }
      number = entry.next
    }
  }

  /// Sends the elements of a list that is open in the output, and keeps only their number.
  private mutating func sendElements(
    of list: Int32, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try sendChain(Int32(truncatingIfNeeded: log.entries[Int(list)].value), isRecord: false, into: &sink)
    log.entries[Int(list)].value = -1
    log.entries[Int(list)].last = -1
  }

  private mutating func closeList(
    of record: inout OpenRecord, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    guard record.openList >= 0 else { return }
    log.entries[Int(record.openList)].isSent = true
    record.openList = -1
    try sink.endArray()
  }

  /// Removes sent entries from the end of the log, down to the last one that an open record refers to.
  private mutating func shortenLog() {
    var kept = keptEntries
    for level in 0..<open.count {
      let record = open[level]
      // Unmapped content is added to the record at its end.
      if record.unmapped >= 0 {
        keptEntries = log.entries.count
        keptArena = log.arena.count
        return
      }
      kept = max(kept, Int(max(record.entry, record.highest)) + 1)
    }
    // A wide integer has an additional entry.
    kept = min(kept + 1, log.entries.count)
    for index in min(keptEntries, kept)..<kept where log.entries[index].isInArena {
      keptArena = max(keptArena, log.entries[index].value + Int(log.entries[index].count))
    }
    log.entries.truncate(to: kept)
    if pieces.count == 0 { log.arena.truncate(to: keptArena) }
    keptEntries = kept
  }
}
