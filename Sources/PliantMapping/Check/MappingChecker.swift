/// Finds errors in a mapping by itself: unreachable, impossible, dangling and meaningless parts.
package struct MappingChecker {
  let mapping: Mapping
  let outline: MappingOutline
  /// The bytes that compiled fields refer to.
  let bytes = ByteStore()
  private(set) var findings: [MappingFinding] = []

  /// Checks the mapping in a document; findings are in the order of the file.
  package static func check(_ mapping: Mapping, in document: Document) -> [MappingFinding] {
    var checker = MappingChecker(mapping: mapping, outline: MappingOutline(document, mapping))
    checker.checkRecords()
    checker.checkUse()
    checker.checkEndlessRecords()
    // The engine's own error, if nothing else was found.
    if checker.findings.isEmpty {
      do throws(Failure) {
        _ = try CompiledMapping(mapping)
      } catch { checker.report(.error, error.message, at: checker.outline.index(of: "mapping")) }
    }
    return checker.findings.sorted { $0.index < $1.index }
  }

  mutating func report(_ severity: Severity, _ sentence: String, at index: Int) {
    let finding = MappingFinding(severity: severity, sentence: sentence, index: index)
    if !findings.contains(finding) { findings.append(finding) }
  }

  /// Reports a finding about a field; `record` is the index of the type that declares it.
  mutating func report(_ severity: Severity, _ field: Mapping.Field, _ record: Int, _ sentence: String) {
    let name = mapping.records[record].name
    report(
      severity, "the field '\(field.name)' of '\(name)' \(sentence)",
      at: outline.index(ofField: field.name, record: name))
  }

  mutating func report(_ field: Mapping.Field, _ record: Int, _ sentence: String) {
    report(.error, field, record, sentence)
  }

  // MARK: Records

  private mutating func checkRecords() {
    for (index, record) in mapping.records.enumerated() {
      let all = mapping.allFields(of: index)
      let isKeyed = all.contains { $0.field.isKey }
      let settings = [
        ("$repeated", record.repeatedKey != .error), ("$keyScope", record.keyScope != .document),
      ]
      for (name, isSet) in settings where isSet && !isKeyed {
        report(
          .warning, "the record '\(record.name)' has \(name), but no key field",
          at: outline.index(ofRecord: record.name))
      }
      if record.isChoice { checkAlternatives(all, of: index) }
      checkPlaces(all, of: index)
      for field in record.fields {
        checkShape(field, index)
        checkConstraints(field, index)
        checkReference(field, index)
        checkInverse(field, index)
      }
    }
  }

  /// Only a list of a choice is at `*`.
  private mutating func checkChoice(_ field: Mapping.Field, _ record: Int) {
    let target = field.recordType.map { mapping.records[$0] }
    let choice = target?.isChoice == true ? target?.name : nil
    if let choice, field.place.end != .children {
      report(field, record, "has the choice '\(choice)', so its place must be * or end with /*")
    } else if field.place.end == .children && (choice == nil || field.list == nil) {
      report(field, record, "is placed at *, which is for a list of a record with \"$choice\": true")
    }
  }

  private mutating func checkAlternatives(_ fields: [(field: Mapping.Field, record: Int)], of record: Int) {
    if record == 0 {
      report(
        .error, "the root's record cannot be a choice", at: outline.index(ofRecord: mapping.records[0].name))
    }
    for (field, owner) in fields where !field.canBeAlternative {
      let why =
        field.place.steps.isEmpty
        ? "begins with no element"
        : field.list != nil
          ? "repeats; make the choice a list instead"
          : "is required, a key, or has a default"
      report(field, owner, "is an alternative of a choice, and \(why)")
    }
  }

  private mutating func checkShape(_ field: Mapping.Field, _ record: Int) {
    let isElement = field.place.end == .element && !field.place.steps.isEmpty
    checkChoice(field, record)
    if field.list != nil && !field.isSplit && field.place.steps.isEmpty && field.place.end != .children {
      report(field, record, "is a list, but its place can occur only once")
    }
    if let list = field.list, let maximum = list.maximum, maximum < list.minimum {
      report(field, record, "has a list of at least \(list.minimum) and at most \(maximum)")
    }
    if case .record(let target) = field.type {
      if !isElement && field.place.end != .children {
        report(field, record, "is a record, so its place must be an element")
      }
      if mapping.records[target].isAbstract {
        report(
          field, record,
          "has the type '\(mapping.records[target].name)', which is abstract; use a record that extends it")
      }
      if field.defaultText != nil { report(field, record, "is a record and cannot have a default") }
    }
    if field.isKey {
      if field.list != nil { report(field, record, "is a list and cannot be a key") }
      if !field.isRequired && field.defaultText == nil && !isAloneTextKey(field, record) {
        report(
          .warning, field, record,
          "is a key, but not required; records without a key would be indistinguishable")
      }
    }
    if case .attribute = field.place.end {
      if field.usesCDATA { report(.warning, field, record, "is an attribute, which has no CDATA section") }
      if field.pieces != .joined {
        report(.warning, field, record, "is an attribute, which has no pieces of text")
      }
      if [.xml, .runs, .dictionary].contains(field.type) {
        report(field, record, "is an attribute, which cannot contain elements")
      }
    }
    let isDate = if case .date = field.type { true } else { false }
    if field.now != nil && !isDate {
      report(field, record, "is set to a time by now=, so it must be a date")
    }
  }

  /// Whether SQL derives a missing key from the record's content.
  private func isAloneTextKey(_ field: Mapping.Field, _ record: Int) -> Bool {
    field.isOptionalTextKey && mapping.allFields(of: record).filter(\.field.isKey).count == 1
      && mapping.records[record].keyScope != .owner
  }

  // MARK: References

  private mutating func checkReference(_ field: Mapping.Field, _ record: Int) {
    let isRecord = field.recordType != nil
    if field.deleteRule != .none && !isRecord && field.reference == nil {
      report(.warning, field, record, "has a delete rule, but is neither a record nor a reference")
    }
    if field.deleteRule == .nullify && field.isRequired && field.reference != nil {
      report(.warning, field, record, "is required, so that delete=nullify could never be done")
    }
    guard let reference = field.reference else { return }
    if isRecord { report(field, record, "is both a record and a reference") }
    let target = mapping.records[reference.record].name
    let keys = mapping.allFields(of: reference.record).filter(\.field.isKey)
    if keys.isEmpty {
      report(field, record, "refers to '\(target)', which has no key field")
    } else if keys.count > 1 {
      report(field, record, "refers to '\(target)', whose key is several fields together")
    } else if keys[0].field.type != field.type && !isRecord {
      report(
        .warning, field, record,
        "is of another type than the key '\(keys[0].field.name)' of '\(target)' that it refers to")
    }
  }

  private mutating func checkInverse(_ field: Mapping.Field, _ record: Int) {
    guard let inverse = field.inverse else { return }
    guard let target = field.reference?.record ?? field.recordType else {
      report(field, record, "has an inverse, but is neither a record nor a reference")
      return
    }
    // An inverse that is not a field is the owner's side, which needs none.
    guard let other = mapping.allFields(of: target).first(where: { $0.field.name == inverse })?.field else {
      return
    }
    let line = mapping.lineage(of: record)
    guard let back = other.reference?.record ?? other.recordType,
      line.contains(back) || mapping.lineage(of: back).contains(record)
    else {
      report(
        field, record,
        "has the inverse '\(inverse)', which does not lead back from '\(mapping.records[target].name)'")
      return
    }
    if let name = other.inverse, name != field.name {
      report(field, record, "has the inverse '\(inverse)', whose own inverse is '\(name)'")
    }
  }
}
