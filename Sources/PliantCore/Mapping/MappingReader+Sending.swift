// The log's values as events.
//
// Functions for every value are `mutating`: otherwise the compiler would pass a copy of the whole reader.

extension MappingReader {
  /// Sends the record that has ended, and clears the log.
  mutating func sendRecord(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let record = finishedRecord
    finishedRecord = -1
    try send(record, into: &sink)
    log.entries.truncate(to: 0)
    log.arena.truncate(to: 0)
    pieces.truncate(to: 0)
    innerKeys.removeAll()
  }

  mutating func send(_ record: Int32, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    try sink.beginDictionary(count: nil)
    try sendChain(Int32(truncatingIfNeeded: log.entries[Int(record)].value), isRecord: true, into: &sink)
    try sink.endDictionary()
  }

  /// The number of open dictionaries and arrays in the output.
  private var openDepth: Int { isStreaming ? (open.last?.depth ?? -1) + 1 : 0 }

  @inline(__always)
  mutating func sendKey(of entry: MappingEntry, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let field = Int(entry.field)
    try sink.key(field >= 0 ? mapping.fieldNames[field] : MappingKeyName.name(ofField: field))
  }

  @inline(__always)
  private mutating func sendText(_ entry: MappingEntry, into sink: inout some ValueSink & ~Copyable)
    throws(Failure)
  {
    do throws(Failure) {
      try sink.string(log.text(of: entry, source: source))
    } catch { throw placed(error, entry) }
  }

  /// Sends a record's fields with their keys, or a list's elements, starting with one, or only that value.
  mutating func sendChain(
    _ first: Int32, isRecord: Bool, isAlone: Bool = false, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    containers.append((first, isRecord))
    while true {
      let (number, isRecord) = containers[containers.count &- 1]
      guard number >= 0 else {
        _ = containers.removeLast()
        if containers.count == 0 { return }
        if isRecord { try sink.endDictionary() } else { try sink.endArray() }
        continue
      }
      let entry = log.entries[Int(number)]
      containers[containers.count &- 1].next = isAlone && containers.count == 1 ? -1 : entry.next
      if entry.kind == .origin { continue }
      if isRecord { try sendKey(of: entry, into: &sink) }
      switch entry.kind {
      case .text: try sendText(entry, into: &sink)
      case .list:
        try sink.beginArray(count: Int(entry.count))
        containers.append((Int32(truncatingIfNeeded: entry.value), false))
      case .record:
        try sink.beginDictionary(count: nil)
        containers.append((Int32(truncatingIfNeeded: entry.value), true))
      default:
        do throws(Failure) {
          try sendScalar(entry, number, depth: containers.count + openDepth, into: &sink)
        } catch { throw placed(error, entry) }
      }
    }
  }

  /// A sink's failure with the position of the value, if known.
  private mutating func placed(_ failure: Failure, _ entry: MappingEntry) -> Failure {
    var placed = failure
    switch entry.kind {
    case .text, .integerText, .realText:
      if placed.offset == nil && !entry.isInArena && !countsLines { placed.offset = entry.value }
    default: break
    }
    return placed
  }

  private mutating func sendScalar(
    _ entry: MappingEntry, _ number: Int32, depth: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    let bits = UInt64(truncatingIfNeeded: entry.value)
    switch entry.kind {
    case .integer: try sink.integer(Int64(entry.value))
    case .integerText: try sink.number(log.text(of: entry, source: source), kind: .integer)
    case .realText: try sink.number(log.text(of: entry, source: source), kind: .real)
    case .real: try sink.real(Double(bitPattern: bits))
    case .date: try sink.date(Double(bitPattern: bits))
    case .true: try sink.boolean(true)
    case .false: try sink.boolean(false)
    case .data: try sink.data(log.text(of: entry, source: source))
    case .wideInteger: try sink.wideInteger(log.wideInteger(at: number))
    case .dictionary:
      let trims = !mapping.traits[Int(entry.field)].keepsSpace
      try XMLDictionary.send(log.text(of: entry, source: source), trims: trims, into: &sink)
    case .runs: try XMLRuns.send(log.text(of: entry, source: source), depth: depth, into: &sink)
    case .text, .list, .record, .origin: break
    }
  }
}
