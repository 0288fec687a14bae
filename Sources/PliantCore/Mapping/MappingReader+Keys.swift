// Keys of records and references to them.

extension MappingReader {
  /// Whether a later record may replace an earlier one, so that keys are checked once all records are known.
  var resolvesKeysLater: Bool {
    mapping.resolvesRepeatedKeys && !isStreaming && options.records == nil && !options.isStrict
  }

  /// Checks the key of a record that ends.
  mutating func registerKey(of record: OpenRecord) throws(Failure) {
    let type = mapping.records[record.type]
    keyText.truncate(to: 0)
    for field in type.keyFields {
      let entry = slots[record.firstSlot &+ Int(mapping.traits[field].slot)]
      if entry < 0 { return }
      if field != type.keyFields[0] { keyText.append(0) }
      log.appendKey(of: entry, isReal: mapping.traits[field].isRealKey, source: source, to: &keyText)
    }
    if options.records != nil { return try registerStreamedKey(of: record, type) }
    let owner =
      type.keyScope == .owner && open.count > 1 ? open[open.count - 2].serial : CompiledMapping.wholeDocument
    if addKey(keyText.view, type.keySpace, owner, Int(record.entry)) { return }
    if mapping.resolvesRepeatedKeys && !options.isStrict { throw fallbackError() }
    try report(mapping.duplicateKey(keyText.view, of: record.type), at: record.offset)
  }

  /// The same while records are sent one by one: they cannot change, and the number of keys is limited.
  private mutating func registerStreamedKey(of record: OpenRecord, _ type: CompiledRecord) throws(Failure) {
    let isNew: Bool
    if type.keyScope == .owner && open.count > 1 {
      isNew = innerKeys.insert(keyText.view, space: type.keySpace, owner: open[open.count - 2].serial)
    } else {
      let owner = type.keyScope == .owner ? ownerSerial : CompiledMapping.wholeDocument
      if sharedKeys != nil {
        isNew = sharedKeys?.add(keyText.view, number: record.type, place: owner) ?? true
      } else {
        isNew = keys.insertStreamed(
          keyText.view, space: type.keySpace, owner: owner, atMost: options.rememberedKeys,
          forgotten: &report.forgottenKeys)
      }
    }
    if isNew { return }
    if type.repeatedKey != .error { return report.doubledRecords += 1 }
    try report(mapping.duplicateKey(keyText.view, of: record.type), at: record.offset)
  }

  /// Adds a key, false if it exists; one unique within its owner can be referred to from everywhere.
  private mutating func addKey(_ key: ByteView, _ space: Int, _ owner: Int, _ record: Int) -> Bool {
    guard keys.insert(key, space: space, owner: owner, record: record) else { return false }
    let everywhere = CompiledMapping.wholeDocument
    if owner != everywhere { _ = keys.insert(key, space: space, owner: everywhere, record: record) }
    return true
  }

  // MARK: References

  /// Remembers a reference to a record not read yet.
  mutating func noteReference(_ entry: Int32, _ field: Int, at offset: Int) {
    guard let target = mapping.fields[field].model.reference, !target.allowsOutside else { return }
    if options.records != nil {
      if report.uncheckedReference == nil {
        report.uncheckedReference = "\(mapping.fields[field].owner).\(mapping.fields[field].model.name)"
      }
      return
    }
    keyText.truncate(to: 0)
    log.appendKey(of: entry, isReal: mapping.traits[field].isRealKey, source: source, to: &keyText)
    let space = mapping.records[target.record].keySpace
    if !resolvesKeysLater, keys.contains(keyText.view, space: space, owner: CompiledMapping.wholeDocument) {
      return
    }
    references.add(keyText.view, number: field, place: offset)
  }

  mutating func resolveReferences() throws(Failure) {
    for index in 0..<references.keys.count {
      let reference = references.keys[index]
      let field = reference.number
      guard let target = mapping.fields[field].model.reference else { continue }
      let key = references.text(of: reference)
      let space = mapping.records[target.record].keySpace
      if !keys.contains(key, space: space, owner: CompiledMapping.wholeDocument) {
        try report(mapping.dangling(key, field: field), at: reference.place)
      }
    }
  }

  // MARK: Records that replace or join others

  /// Checks the keys of all records if a later record may replace an earlier one, owners before their
  /// records: the replaced owner's records are then gone before their keys are checked.
  mutating func resolveKeys() throws(Failure) {
    guard resolvesKeysLater, log.entries.count > 0 else { return }
    var queue: [Int32] = [0]
    var next = 0
    while next < queue.count {
      let owner = queue[next]
      next += 1
      try resolveKeys(in: owner, owner: owner, queue: &queue)
    }
  }

  /// Checks the records in a chain: a record's fields, or a list's elements.
  private mutating func resolveKeys(in chain: Int32, owner: Int32, queue: inout [Int32]) throws(Failure) {
    var previous: Int32 = -1
    var at = Int32(truncatingIfNeeded: log.entries[Int(chain)].value)
    while at >= 0 {
      let entry = log.entries[Int(at)]
      var isKept = true
      if entry.kind == .list && entry.field >= 0 && mapping.traits[Int(entry.field)].kind == .record {
        try resolveKeys(in: at, owner: owner, queue: &queue)
      } else if entry.kind == .record {
        isKept = try resolveKey(of: at, owner: owner)
        if isKept { queue.append(at) }
      }
      if isKept {
        previous = at
      } else {
        unlink(at, after: previous, from: chain)
      }
      at = entry.next
    }
  }

  private mutating func unlink(_ entry: Int32, after previous: Int32, from chain: Int32) {
    let next = log.entries[Int(entry)].next
    if previous < 0 {
      log.entries[Int(chain)].value = Int(next)
    } else {
      log.entries[Int(previous)].next = next
    }
    if next < 0 { log.entries[Int(chain)].last = previous }
    log.entries[Int(chain)].count -= 1
  }

  /// Checks one record's key; false if the record must be removed.
  private mutating func resolveKey(of entry: Int32, owner: Int32) throws(Failure) -> Bool {
    let type = mapping.fields[Int(log.entries[Int(entry)].field)].record
    let record = mapping.records[type]
    guard record.keySpace >= 0 else { return true }
    var key = GrowableBuffer<UInt8>(capacity: 32)
    for (index, field) in record.keyFields.enumerated() {
      guard let value = find(field, in: entry) else { return true }
      if index > 0 { key.append(0) }
      log.appendKey(of: value, isReal: mapping.traits[field].isRealKey, source: source, to: &key)
    }
    let scope = record.keyScope == .owner ? Int(owner) : CompiledMapping.wholeDocument
    guard let earlier = keys.record(key.view, space: record.keySpace, owner: scope) else {
      _ = addKey(key.view, record.keySpace, scope, Int(entry))
      return true
    }
    let origin = log.entries[log.entries[Int(entry)].value]
    if record.repeatedKey != .error, report.replaced.count < Limits.listedDuplicateKeys {
      report.replaced.append(
        MappingReport.Replaced(
          key: CompiledMapping.quoted(key.view), record: record.name.string,
          offset: origin.kind == .origin ? origin.value : 0, isMerged: record.repeatedKey == .merge))
    }
    switch record.repeatedKey {
    case .error:
      try report(mapping.duplicateKey(key.view, of: type), at: origin.kind == .origin ? origin.value : 0)
      return true
    case .replace:
      log.entries[earlier].value = log.entries[Int(entry)].value
      log.entries[earlier].last = log.entries[Int(entry)].last
      log.entries[earlier].count = log.entries[Int(entry)].count
    case .merge: merge(entry, into: Int32(truncatingIfNeeded: earlier))
    }
    report.replacedRecords += 1
    return false
  }

  /// The entry of a field in a record, or nil.
  private mutating func find(_ field: Int, in record: Int32) -> Int32? {
    var at = log.entries[Int(record)].value
    while at >= 0 {
      if Int(log.entries[at].field) == field { return Int32(truncatingIfNeeded: at) }
      at = Int(log.entries[at].next)
    }
    return nil
  }

  /// Merges the later record's values into the earlier one, joining lists.
  private mutating func merge(_ later: Int32, into earlier: Int32) {
    var at = Int32(truncatingIfNeeded: log.entries[Int(later)].value)
    while at >= 0 {
      let entry = log.entries[Int(at)]
      log.entries[Int(at)].next = -1
      if entry.kind == .origin {
        at = entry.next
        continue
      }
      if let found = find(Int(entry.field), in: earlier) {
        if entry.kind == .list {
          join(at, to: found)
        } else {
          let next = log.entries[Int(found)].next
          log.entries[Int(found)] = entry
          log.entries[Int(found)].next = next
        }
      } else {
        log.link(at, to: earlier)
      }
      at = entry.next
    }
  }

  private mutating func join(_ later: Int32, to earlier: Int32) {
    let list = log.entries[Int(later)]
    guard list.value >= 0 else { return }
    if log.entries[Int(earlier)].last >= 0 {
      log.entries[Int(log.entries[Int(earlier)].last)].next = Int32(truncatingIfNeeded: list.value)
    } else {
      log.entries[Int(earlier)].value = list.value
    }
    log.entries[Int(earlier)].last = list.last
    log.entries[Int(earlier)].count += list.count
  }
}
