// The log's values as events.

extension MappingReader {
  /// Sends the record that has ended, and begins the log anew.
  mutating func sendRecord(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let record = finishedRecord
    finishedRecord = -1
    try send(record, into: &sink)
    log.entries.truncate(to: 0)
    log.arena.truncate(to: 0)
    pieces.truncate(to: 0)
    keys.removeAll()
  }

  /// Sends a record with all that belongs to it.
  mutating func send(_ record: Int32, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    // The next entry of each open container, and whether it is a record.
    var containers = GrowableBuffer<(next: Int32, isRecord: Bool)>(capacity: 64)
    try sink.beginDictionary(count: nil)
    containers.append((Int32(truncatingIfNeeded: log.entries[Int(record)].value), true))
    while containers.count > 0 {
      let (number, isRecord) = containers[containers.count &- 1]
      guard number >= 0 else {
        _ = containers.removeLast()
        if isRecord { try sink.endDictionary() } else { try sink.endArray() }
        continue
      }
      let entry = log.entries[Int(number)]
      containers[containers.count &- 1].next = entry.next
      if entry.kind == .origin { continue }
      if isRecord {
        let field = Int(entry.field)
        try sink.key(field >= 0 ? mapping.fields[field].name : MappingKeyName.name(ofField: field))
      }
      switch entry.kind {
      case .text:
        do throws(Failure) {
          try sink.string(log.text(of: entry, source: source))
        } catch {
          throw placed(error, entry)
        }
      case .list:
        try sink.beginArray(count: Int(entry.count))
        containers.append((Int32(truncatingIfNeeded: entry.value), false))
      case .record:
        try sink.beginDictionary(count: nil)
        containers.append((Int32(truncatingIfNeeded: entry.value), true))
      default:
        do throws(Failure) {
          try sendScalar(entry, number, depth: containers.count, into: &sink)
        } catch {
          throw placed(error, entry)
        }
      }
    }
  }

  /// A sink's failure with the place of the value, where that is known.
  private func placed(_ failure: Failure, _ entry: MappingEntry) -> Failure {
    var placed = failure
    switch entry.kind {
    case .text, .integerText, .realText:
      if placed.offset == nil && !entry.isInArena && window == nil { placed.offset = entry.value }
    default: break
    }
    return placed
  }

  private func sendScalar(
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
    case .wideInteger:
      let upper = Int128(log.entries[Int(number) + 1].value)
      try sink.wideInteger(upper << 64 | Int128(UInt64(bitPattern: Int64(entry.value))))
    case .runs: try XMLRuns.send(log.text(of: entry, source: source), depth: depth, into: &sink)
    case .text, .list, .record, .origin: break
    }
  }
}
