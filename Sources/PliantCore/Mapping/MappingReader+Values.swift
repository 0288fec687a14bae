// The values of fields: texts and attributes become entries of the mapped type.

extension MappingReader {
  @inline(__always)
  mutating func add(_ text: ByteView, to field: Int, in record: Int, at offset: Int) throws(Failure) {
    let traits = mapping.traits[field]
    let count = text.count
    var text = text
    switch traits.whitespace {
    case .keep: break
    case .trim:
      text = text.trimmed
      if text.count < count { noteSpace(traits.kind, at: offset) }
    case .collapse:
      var isChanged = false
      text = collapse(text, &isChanged)
      if isChanged { noteSpace(traits.kind, at: offset) }
    }
    if traits.isFree {
      let entry = textEntry(text, field)
      if traits.isReference && !text.isEmpty { noteReference(entry, field, at: offset) }
      return try add(entry, field, to: record, at: offset)
    }
    if options.isStrict && traits.kind == .date { try checkWeekday(text, field, at: offset) }
    if traits.isQuick {
      let entry = quickEntry(text, field, traits.kind, at: offset)
      if entry >= 0 { return try add(entry, field, to: record, at: offset) }
    }
    if traits.isSplit { return try addWords(text, to: field, in: record, at: offset) }
    try addChecked(text, to: field, in: record, at: offset)
  }

  /// Adds the words of a text, or an empty list, to an open record.
  @inline(never)
  private mutating func addWords(
    _ text: ByteView, to field: Int, in record: Int, at offset: Int
  ) throws(Failure) {
    _ = list(of: field, in: record)
    var at = 0
    var isSpelledAnew = false
    while at < text.count {
      guard !text[at].isWhitespace else {
        if text[at] != ASCII.space || text.byte(at: at + 1)?.isWhitespace != false || at == 0 {
          isSpelledAnew = true
        }
        at += 1
        continue
      }
      var end = at
      while end < text.count, !text[end].isWhitespace { end += 1 }
      try addChecked(text[at..<end], to: field, in: record, at: offset)
      at = end
    }
    if isSpelledAnew { count(.valueSpelling, at: offset) }
  }

  @inline(__always)
  mutating func textEntry(_ text: ByteView, _ field: Int, _ kind: MappingEntry.Kind = .text) -> Int32 {
    var entry = MappingEntry(kind, field: field)
    (entry.isInArena, entry.value) = keep(text)
    entry.count = Int32(truncatingIfNeeded: text.count)
    return log.append(entry)
  }

  @inline(never)
  private mutating func addChecked(
    _ text: ByteView, to number: Int, in record: Int, at offset: Int
  ) throws(Failure) {
    let field = mapping.fields[number]
    // An empty element or attribute of a type such as number or date counts as missing.
    if text.isEmpty && field.traits.kind != .string && field.traits.kind != .data && !field.traits.isRequired
      && !field.traits.isList
    {
      return count(.emptyValues, at: offset)
    }
    let value: MappedScalar
    do throws(Failure) {
      value = try field.checkedValue(of: text, decoding: &decoded)
      noteSpelling(of: value, text, field, at: offset)
    } catch {
      guard field.traits.isLenient, !options.isStrict else {
        try report(error, at: offset)
        return failedFields.append((open[record].entry, number))
      }
      noteText(error, at: offset)
      return try add(textEntry(text, number), number, to: record, at: offset)
    }
    let entry: Int32
    if case .wideInteger = value, text[text[0] == ASCII.hyphen ? 1 : 0] > ASCII.digit0 {
      // Without superfluous signs or zeros it is sent as spelled, as a slice of the source.
      entry = textEntry(text, number, .integerText)
    } else {
      entry = self.entry(value, number)
    }
    if field.traits.isReference && !text.isEmpty { noteReference(entry, number, at: offset) }
    try add(entry, number, to: record, at: offset)
  }

  /// Reports a date with the wrong weekday: `Fri, 19 Nov 2026` was a Thursday.
  @inline(never)
  private mutating func checkWeekday(_ text: ByteView, _ number: Int, at offset: Int) throws(Failure) {
    guard let weekday = DateTextReader.contradictedWeekday(text) else { return }
    let field = mapping.fields[number]
    try report(field.problem("'\(text.string)' is a \(weekday)"), at: offset)
  }

  /// The value of a text in its type's usual spelling, or -1 for the slow path.
  @inline(__always)
  private mutating func quickEntry(
    _ text: ByteView, _ field: Int, _ kind: FieldTraits.Kind, at offset: Int
  ) -> Int32 {
    var entry = MappingEntry(.integer, field: field)
    switch kind {
    case .integer:
      // Digits that fit 64 bits; no sign, no superfluous zero.
      guard text.count > 0, text.count <= 18, text[0] != ASCII.digit0 || text.count == 1 else { return -1 }
      var value = 0
      for index in 0..<text.count {
        guard text[index].isDigit else { return -1 }
        value = value &* 10 &+ Int(text[index] &- ASCII.digit0)
      }
      entry.value = value
    case .boolean:
      let texts = mapping.booleanTexts[field]
      if texts.yes.isEqual(text) {
        entry.kind = .true
      } else if texts.no.isEqual(text) {
        entry.kind = .false
      } else {
        return -1
      }
    case .date:
      guard let seconds = quickDate(text, field) else { return -1 }
      if mapping.plainDates[field].hasZone { noteDate(seconds, text, mapping.fields[field], at: offset) }
      entry.kind = .date
      entry.value = Int(bitPattern: UInt(seconds.bitPattern))
    default: return -1
    }
    return log.append(entry)
  }

  @inline(__always)
  private mutating func quickDate(_ text: ByteView, _ field: Int) -> Double? {
    if let seconds = mapping.plainDates[field].seconds(from: text, in: zoneSpans[field]) { return seconds }
    return findSpan(text, field) ? mapping.plainDates[field].seconds(from: text, in: zoneSpans[field]) : nil
  }

  /// Finds the offset of a date outside the cached span of its zone.
  @inline(never)
  private mutating func findSpan(_ text: ByteView, _ field: Int) -> Bool {
    guard let span = mapping.plainDates[field].span(of: text, in: mapping.fields[field].date?.zone) else {
      return false
    }
    zoneSpans[field] = span
    return true
  }

  mutating func entry(_ value: MappedScalar, _ field: Int) -> Int32 {
    var entry = MappingEntry(.integer, field: field)
    switch value {
    case .text(let text): return textEntry(text, field)
    case .number(let text, let kind):
      return textEntry(text, field, kind == .integer ? .integerText : .realText)
    case .data: return textEntry(decoded.view, field, .data)
    case .integer(let value): entry.value = Int(value)
    case .boolean(let value): entry.kind = value ? .true : .false
    case .real(let value):
      entry.kind = .real
      entry.value = Int(bitPattern: UInt(value.bitPattern))
    case .date(let value):
      entry.kind = .date
      entry.value = Int(bitPattern: UInt(value.bitPattern))
    case .wideInteger(let value):
      entry.kind = .wideInteger
      entry.value = Int(truncatingIfNeeded: value)
      let number = log.append(entry)
      var upper = MappingEntry(.integer, field: field)
      upper.value = Int(truncatingIfNeeded: value >> 64)
      _ = log.append(upper)
      return number
    }
    return log.append(entry)
  }

  /// Trims the text, and replaces each run of white space inside with one space.
  private mutating func collapse(_ given: ByteView, _ isChanged: inout Bool) -> ByteView {
    let text = given.trimmed
    isChanged = text.count < given.count
    var isCollapsed = true
    for at in 0..<text.count where text[at].isWhitespace {
      if text[at] != ASCII.space || text[at + 1].isWhitespace { isCollapsed = false }
    }
    if isCollapsed { return text }
    isChanged = true
    var bytes: [UInt8] = []
    for at in 0..<text.count {
      if !text[at].isWhitespace {
        bytes.append(text[at])
      } else if !text[at + 1].isWhitespace {
        bytes.append(ASCII.space)
      }
    }
    let start = log.arena.count
    bytes.withByteView { _ = log.arena.append($0) }
    return log.arena.view.suffix(from: start)
  }

  /// Adds the whole content of an element that ends to the innermost record.
  mutating func addContent(_ field: Int, _ frame: Frame) throws(Failure) {
    let traits = mapping.traits[field]
    let kind: MappingEntry.Kind =
      traits.kind == .runs ? .runs : traits.kind == .dictionary ? .dictionary : .text
    var entry = MappingEntry(kind, field: field)
    let start = log.arena.count
    var isTrimmed = false
    capture.take { text in
      let content = traits.keepsSpace ? text : text.trimmed
      isTrimmed = content.count < text.count && XMLDictionary.shape(of: text).hasText
      entry.count = Int32(truncatingIfNeeded: content.count)
      entry.value = log.arena.append(content)
    }
    entry.isInArena = true
    if isTrimmed { count(.trimmedText, at: frame.offset) }
    if !traits.isElement && log.arena.count == start { return }
    let text = log.arena.view.suffix(from: start)
    if !traits.isFree {
      do throws(Failure) {
        _ = try mapping.fields[field].checkedValue(of: text, decoding: &decoded)
      } catch { return try report(error, at: frame.offset) }
    }
    if traits.kind == .dictionary {
      let shape = XMLDictionary.shape(of: text)
      report.comments += shape.comments
      report.instructions += shape.instructions
      if shape.hasSpace && !traits.keepsSpace { count(.trimmedText, at: frame.offset) }
    }
    try add(log.append(entry), field, to: open.count - 1, at: frame.offset)
  }
}
