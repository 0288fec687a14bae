// Keys of records and references to them.

extension MappingReader {
  /// Looks at the key of a record that ends.
  mutating func registerKey(of record: OpenRecord) throws(Failure) {
    let type = mapping.records[record.type]
    keyText.truncate(to: 0)
    for (index, field) in type.keyFields.enumerated() {
      let entry = slots[record.firstSlot + field - type.fields.lowerBound]
      if entry < 0 { return }
      if index > 0 { keyText.append(0) }
      log.appendKey(of: entry, source: source, to: &keyText)
    }
    let owner =
      type.keyScope == .owner && open.count > 1
      ? Int(open[open.count - 2].entry) : CompiledMapping.wholeDocument
    if keys.find(keyText.view, space: type.keySpace, owner: owner) != nil {
      return try report(mapping.duplicateKey(keyText.view, of: record.type), at: record.offset)
    }
    addKey(keyText.view, type.keySpace, owner, Int(record.entry))
  }

  /// Adds a key; one that is unique only beside its owner's others can be referred to from everywhere all the same.
  private mutating func addKey(_ key: ByteView, _ space: Int, _ owner: Int, _ record: Int) {
    keys.add(key, space: space, owner: owner, record: record)
    let everywhere = CompiledMapping.wholeDocument
    if owner != everywhere, keys.find(key, space: space, owner: everywhere) == nil {
      keys.add(key, space: space, owner: everywhere, record: record)
    }
  }

  mutating func resolveReferences() throws(Failure) {
    for index in 0..<references.references.count {
      let reference = references.references[index]
      let field = Int(reference.field)
      guard let target = mapping.fields[field].model.reference, !target.allowsOutside else { continue }
      let key = references.key(of: reference)
      let space = mapping.records[target.record].keySpace
      if keys.find(key, space: space, owner: CompiledMapping.wholeDocument) == nil {
        try report(mapping.dangling(key, field: field), at: reference.place)
      }
    }
  }

  // MARK: Records that replace or join others

  /// Looks at the keys of all records, owners before what they own, where a later record may take an earlier one's place:
  /// what the earlier one owned is then gone before its keys are looked at.
  mutating func resolveKeys() throws(Failure) {
    guard mapping.resolvesRepeatedKeys, log.entries.count > 0 else { return }
    var queue: [Int32] = [0]
    var next = 0
    while next < queue.count {
      let owner = queue[next]
      next += 1
      try resolveKeys(in: owner, owner: owner, queue: &queue)
    }
  }

  /// The records in a chain: a record's fields, or a list's elements.
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

  /// Looks at one record's key; false if the record is no longer to stand where it does.
  private mutating func resolveKey(of entry: Int32, owner: Int32) throws(Failure) -> Bool {
    let type = mapping.fields[Int(log.entries[Int(entry)].field)].record
    let record = mapping.records[type]
    guard record.keySpace >= 0 else { return true }
    var key = GrowableBuffer<UInt8>(capacity: 32)
    for (index, field) in record.keyFields.enumerated() {
      guard let value = find(field, in: entry) else { return true }
      if index > 0 { key.append(0) }
      log.appendKey(of: value, source: source, to: &key)
    }
    let scope = record.keyScope == .owner ? Int(owner) : CompiledMapping.wholeDocument
    guard let earlier = keys.find(key.view, space: record.keySpace, owner: scope) else {
      addKey(key.view, record.keySpace, scope, Int(entry))
      return true
    }
    switch record.repeatedKey {
    case .error:
      let origin = log.entries[log.entries[Int(entry)].value]
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
  private func find(_ field: Int, in record: Int32) -> Int32? {
    var at = log.entries[Int(record)].value
    while at >= 0 {
      if Int(log.entries[at].field) == field { return Int32(truncatingIfNeeded: at) }
      at = Int(log.entries[at].next)
    }
    return nil
  }

  /// Puts the later record's values into the earlier one; lists are joined.
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
