// The repair of tags, comments, sections and instructions.

extension XMLRepairer {
  mutating func repairMarkup() {
    let rest = text.suffix(from: at)
    if rest.count < 9,
      (["</", "<!--", "<![CDATA[", "<?"] as [StaticString]).contains(where: {
        ByteView($0).starts(with: rest)
      })
    {
      return cutOff(from: at, "")
    }
    switch text.byte(at: at + 1) {
    case ASCII.solidus?: repairEndTag()
    case ASCII.exclamationMark?:
      if text.starts(with: "<!--", at: at) { return repairComment() }
      if text.starts(with: "<![CDATA[", at: at) { return repairSection() }
      if text.count - at > 9, text[at..<at + 9].containsIgnoringCase("<![cdata[") {
        log.add(.sectionEnds, at..<at + 9, "<![CDATA[")
        return repairSection()
      }
      escapeMarkupOrPass()
    case ASCII.questionMark? where XMLCharacters.nameEnd(in: text, from: at + 2) > at + 2: repairInstruction()
    default:
      if XMLCharacters.nameEnd(in: text, from: at + 1) > at + 1 {
        repairStartTag()
      } else {
        escapeMarkupOrPass()
      }
    }
  }

  /// Escapes a `<`, unless what follows is markup with a mistake, which the strict reader reports.
  private mutating func escapeMarkupOrPass() {
    let near = text[at + 1..<min(at + 1 + Self.maximumLookahead, text.count)]
    guard let end = near.firstIndex(of: ASCII.greaterThan),
      near[0..<end].firstIndex(of: ASCII.lessThan) == nil
    else { return escapeLessThan() }
    let inner = near[0..<end]
    let first = inner.byte(at: 0)
    let isMarkup =
      first == ASCII.exclamationMark || first == ASCII.solidus || inner.starts(with: "--")
      || inner.array.last == ASCII.solidus || inner.firstIndex(of: "=\"") != nil
      || inner.firstIndex(of: "='") != nil || endTags.contains(Array(inner.array.prefix { !$0.isWhitespace }))
    if isMarkup { at += 1 + end + 1 } else { escapeLessThan() }
  }

  private mutating func escapeLessThan() {
    log.add(.lessThan, at..<at + 1, "&lt;")
    at += 1
  }

  /// Notes that the text ends inside the markup at `start`.
  private mutating func cutOff(from start: Int, _ end: String) {
    (cut, cutEnd) = (end.isEmpty ? start : text.count, end)
    at = text.count
  }

  mutating func repairComment() {
    let start = at
    at += 4
    guard let (end, isHTML) = endOfComment(from: at) else { return cutOff(from: start, "-->") }
    repairComment(upTo: end - (isHTML ? 4 : 3))
    if isHTML { log.add(.comments, end - 2..<end - 1) }
    at = end
  }

  /// The end of a comment, and whether it is `--!>`, which HTML permits: only if markup follows before `-->`.
  private func endOfComment(from start: Int) -> (end: Int, isHTML: Bool)? {
    var place = start
    while let close = text.firstIndex(of: ASCII.greaterThan, from: place) {
      place = close + 1
      if close - start >= 2, text.starts(with: "--", at: close - 2) { return (place, false) }
      guard close - start >= 3, text.starts(with: "--!", at: close - 3) else { continue }
      let markup = text.firstIndex(of: ASCII.lessThan, from: place) ?? text.count
      return text[0..<markup].end(of: "-->", from: place).map { ($0, false) } ?? (place, true)
    }
    return nil
  }

  private mutating func repairComment(upTo end: Int) {
    while at < end {
      if text[at] == ASCII.hyphen, text[at + 1] == ASCII.hyphen {
        log.add(.comments, insert: " ", at: at + 1)
        at += 1
      } else {
        repairCharacter()
      }
    }
    at = end
  }

  private mutating func repairSection() {
    let start = at
    guard let end = text.end(of: "]]>", from: at + 9) else { return cutOff(from: start, "]]>") }
    at += 9
    if text[at..<end].firstIndex(of: "<![CDATA[") != nil { hasNestedSection = true }
    repairCharacters(upTo: end)
  }

  mutating func repairInstruction() {
    let start = at
    if start > 0, let repeated = XMLDeclaration(text, at: start) {
      let declared = XMLDeclaration(text).flatMap(encoding) ?? "utf-8"
      if encoding(of: repeated) ?? declared == declared {
        at = repeated.end
        return log.add(.outsideRoot, start..<at)
      }
    }
    guard let end = text.end(of: "?>", from: at + 2) else { return cutOff(from: start, "") }
    repairCharacters(upTo: end)
  }

  private func encoding(of declaration: XMLDeclaration) -> String? {
    declaration.encoding.map { text[$0.value].string.lowercased() }
  }

  private mutating func repairEndTag() {
    let nameEnd = XMLCharacters.nameEnd(in: text, from: at + 2)
    guard nameEnd > at + 2 else {
      // `</ b>` is left to the strict reader.
      if text.byte(at: at + 2)?.isWhitespace == true { return at += 2 }
      return escapeMarkupOrPass()
    }
    let end = text.endOfSpace(from: nameEnd)
    let name = text[at + 2..<nameEnd]
    let isLast = open.last.map { text[$0.name] == name } ?? false
    if let byte = text.byte(at: end) {
      guard byte == ASCII.greaterThan || byte == ASCII.lessThan && isLast else { return escapeLessThan() }
    } else if !isLast || !log.repairs(.endTags) {
      return cutOff(from: at, "")
    }
    let isClosed = text.byte(at: end) == ASCII.greaterThan
    if !isClosed { log.add(.endTags, insert: ">", at: nameEnd) }
    at = isClosed ? end + 1 : end
    // An end tag that closes nothing is left to the strict reader.
    guard isLast, let last = open.popLast() else { return }
    for prefix in last.prefixes { declared[prefix, default: 1] -= 1 }
  }

  // MARK: Start tags

  private struct StartTag {
    var attributes: [[UInt8]: Range<Int>] = [:]
    var prefixes: [[UInt8]] = []
    var names: [ByteView] = []
    var hasValue = false
    /// Whether the last value has no quotation marks.
    var isUnquoted = false
    /// The index after the last attribute.
    var contentEnd: Int
  }

  private mutating func repairStartTag() {
    let (start, mark) = (at, log.mark)
    let nameEnd = XMLCharacters.nameEnd(in: text, from: at + 1)
    var tag = StartTag(contentEnd: nameEnd)
    at = nameEnd
    while true {
      let spaceStart = at
      at = text.endOfSpace(from: at)
      guard let byte = text.byte(at: at) else {
        log.takeBack(to: mark)
        return cutOff(from: start, "")
      }
      let isEmpty = byte == ASCII.solidus && text.byte(at: at + 1) == ASCII.greaterThan
      if isEmpty || byte == ASCII.greaterThan {
        at += isEmpty ? 2 : 1
        return begin(start + 1..<nameEnd, tag, isEmpty: isEmpty)
      }
      if byte == ASCII.solidus, case let end = text.endOfSpace(from: at + 1),
        text.byte(at: end) == ASCII.greaterThan
      {
        log.add(.endTags, at + 1..<end)
        at = end + 1
        return begin(start + 1..<nameEnd, tag, isEmpty: true)
      }
      let end = XMLCharacters.nameEnd(in: text, from: at)
      guard end > at else {
        if XMLRepairer.forbiddenLength(in: text, at: at) > 0 {
          repairCharacter()
          continue
        }
        log.takeBack(to: mark)
        at = start
        // With values it is a tag, which the strict reader reports.
        if tag.hasValue || byte == ASCII.solidus {
          at = max(end, spaceStart, start + 1)
        } else {
          escapeMarkupOrPass()
        }
        return
      }
      if at == spaceStart { log.add(.attributes, insert: " ", at: at) }
      repairAttribute(at..<end, spaceStart, &tag)
      if at >= text.count {
        log.takeBack(to: mark)
        return cutOff(from: start, "")
      }
    }
  }

  private mutating func begin(_ name: Range<Int>, _ tag: StartTag, isEmpty: Bool) {
    for prefix in tag.prefixes { declared[prefix, default: 0] += 1 }
    for name in [text[name]] + tag.names {
      guard let colon = name.firstIndex(of: ASCII.colon) else { continue }
      let prefix = name[0..<colon].array
      if declared[prefix, default: 0] == 0, prefix != Array("xml".utf8), prefix != Array("xmlns".utf8) {
        missing.insert(prefix)
      }
    }
    if !hasRoot {
      hasRoot = true
      root = name
      rootTagEnd = tag.contentEnd
    }
    if isEmpty {
      for prefix in tag.prefixes { declared[prefix, default: 1] -= 1 }
    } else {
      open.append((name, tag.prefixes))
    }
  }

  /// HTML's attributes without a value.
  private static let booleans: Set<String> = [
    "allowfullscreen", "async", "autofocus", "autoplay", "checked", "compact", "controls", "defer",
    "disabled", "hidden", "ismap", "loop", "multiple", "muted", "nohref", "noresize", "noshade", "novalidate",
    "nowrap", "open", "readonly", "required", "reversed", "selected",
  ]

  /// Repairs the attribute whose name is given; `start` is the index of the white space before it.
  private mutating func repairAttribute(_ name: Range<Int>, _ start: Int, _ tag: inout StartTag) {
    let mark = log.mark
    let equals = text.endOfSpace(from: name.upperBound)
    let value: Range<Int>
    if text.byte(at: equals) == ASCII.equalsSign {
      at = text.endOfSpace(from: equals + 1)
      tag.hasValue = true
      tag.isUnquoted = text.byte(at: at) != ASCII.quotationMark && text.byte(at: at) != ASCII.apostrophe
      value = repairValue()
    } else {
      // After a value without quotation marks another word may belong to it.
      if !tag.isUnquoted || Self.booleans.contains(text[name].string.lowercased()) {
        log.add(.attributes, insert: "=\"\(text[name].string)\"", at: name.upperBound)
      }
      at = name.upperBound
      value = name
    }
    let key = text[name]
    if let other = tag.attributes[key.array], text[other] == text[value] {
      log.takeBack(to: mark)
      log.add(.attributes, start..<at)
      return
    }
    tag.attributes[key.array] = value
    tag.contentEnd = at
    if key.starts(with: "xmlns:") {
      tag.prefixes.append(key.suffix(from: 6).array)
    } else {
      tag.names.append(key)
    }
  }

  /// Repairs the value at `at`, and passes it; returns the range inside its quotation marks.
  private mutating func repairValue() -> Range<Int> {
    let start = at
    guard let first = text.byte(at: start) else { return start..<start }
    guard first == ASCII.quotationMark || first == ASCII.apostrophe else { return repairUnquotedValue() }
    let quote: [UInt8] = [first]
    if let close = text.firstIndex(of: first, from: start + 1), isValue(start + 1..<close) {
      let hasSeparator = isSeparator(at: close + 1)
      // `a="x"" b="y"`
      if text.byte(at: close + 1) == first, close > start + 1, isAttribute(at: close + 2) {
        repairText(of: start + 1..<close)
        log.add(.attributes, close..<close + 1)
        at = close + 2
        return start + 1..<close
      }
      if !hasSeparator, !isFollowedByMarkup(close + 1), let last = lastQuotationMark(after: close) {
        repairText(of: start + 1..<last, quote: first)
        at = last + 1
        return start + 1..<last
      }
      repairText(of: start + 1..<close)
      at = close + 1
      if hasSeparator {
        log.add(.attributes, at..<at + 1)
        at += 1
      }
      return start + 1..<close
    }
    let end = endOfUnterminatedValue(from: start + 1)
    // With markup in it, it may end anywhere.
    if text[start + 1..<end].firstIndex(of: ASCII.lessThan) != nil {
      at = end
      return start + 1..<end
    }
    repairText(of: start + 1..<end)
    log.add(.attributes, end..<end, quote)
    return start + 1..<end
  }

  /// Whether the text between two quotation marks is a value, rather than the space between two values.
  private func isValue(_ range: Range<Int>) -> Bool {
    let value = text[range]
    // `href="x>text</a> … "`: the tag has ended before.
    if let end = value.firstIndex(of: ASCII.greaterThan),
      let begin = value.firstIndex(of: ASCII.lessThan), end < begin,
      let next = value.byte(at: begin + 1), next == ASCII.solidus || next.isLetter
    {
      return false
    }
    // `a="x b="`: the quotation mark begins the next value.
    guard value.count > 1, value[value.count - 1] == ASCII.equalsSign,
      let next = text.byte(at: range.upperBound + 1), !next.isWhitespace, next != ASCII.greaterThan,
      next != ASCII.solidus
    else { return true }
    var word = value.count - 1
    while word > 0, XMLCharacters.classes(value[word - 1]) & XMLCharacters.name != 0 { word -= 1 }
    return word == value.count - 1 || word == 0 || !value[word - 1].isWhitespace
  }

  /// Whether a comma or semicolon separates two attributes with values.
  private func isSeparator(at place: Int) -> Bool {
    [ASCII.comma, ASCII.semicolon].contains(text.byte(at: place)) && isAttribute(at: place + 1)
  }

  /// Whether a name, an equals sign and a quotation mark follow, perhaps after white space.
  private func isAttribute(at place: Int) -> Bool {
    let name = text.endOfSpace(from: place)
    let end = XMLCharacters.nameEnd(in: text, from: name)
    guard end > name, text.byte(at: end) == ASCII.equalsSign, let quote = text.byte(at: end + 1) else {
      return false
    }
    return quote == ASCII.quotationMark || quote == ASCII.apostrophe
  }

  static let maximumLookahead = 256

  /// Whether the end of the tag or an attribute with a value follows a quotation mark, perhaps after other names.
  private func isFollowedByMarkup(_ start: Int) -> Bool {
    var place = start
    while place - start < Self.maximumLookahead {
      place = text.endOfSpace(from: place)
      let end = XMLCharacters.nameEnd(in: text, from: place)
      guard end == place else {
        place = end
        continue
      }
      guard let byte = text.byte(at: place) else { return true }
      return byte == ASCII.equalsSign || byte == ASCII.greaterThan
        || byte == ASCII.solidus && text.byte(at: place + 1) == ASCII.greaterThan
    }
    return true
  }

  /// The mark of the same kind, in the same tag, that ends a value with quotation marks in its text.
  private func lastQuotationMark(after close: Int) -> Int? {
    var place = close + 2
    while let byte = text.byte(at: place), byte != ASCII.lessThan, place - close < Self.maximumLookahead {
      // `a="x" b"y"` and `a="x"y" b="z"`: the mark begins another value.
      if byte == text[close], text[place - 1] == ASCII.equalsSign || beginsValue(close) { return nil }
      if byte == text[close], isFollowedByMarkup(place + 1) { return place }
      place += 1
    }
    return nil
  }

  /// Whether a name and the second mark, without an equals sign, follow a quotation mark and white space.
  private func beginsValue(_ close: Int) -> Bool {
    let name = text.endOfSpace(from: close + 1)
    let end = XMLCharacters.nameEnd(in: text, from: name)
    return name > close + 1 && end > name && text.byte(at: text.endOfSpace(from: end)) == text[close]
  }

  /// The end of a value without its second quotation mark: before the next attribute or the tag's end.
  private func endOfUnterminatedValue(from start: Int) -> Int {
    var place = start
    while let byte = text.byte(at: place) {
      if byte == ASCII.greaterThan { return place }
      if byte == ASCII.solidus, text.byte(at: place + 1) == ASCII.greaterThan { return place }
      if byte.isWhitespace {
        let name = text.endOfSpace(from: place)
        let end = XMLCharacters.nameEnd(in: text, from: name)
        if end > name, text.byte(at: end) == ASCII.equalsSign { return place }
        place = name
      } else {
        place += 1
      }
    }
    return place
  }

  private mutating func repairUnquotedValue() -> Range<Int> {
    let start = at
    // Curly quotation marks delimit as straight ones would.
    if let isSingle = Self.isSingleCurly(text, start),
      let close = endOfCurlyValue(from: start + 3, isSingle: isSingle)
    {
      log.add(.attributes, start..<start + 3, "\"")
      repairText(of: start + 3..<close.start)
      log.add(.attributes, close.start..<close.end, "\"")
      at = close.end
      return start + 3..<close.start
    }
    var end = start
    while let byte = text.byte(at: end), !byte.isWhitespace, byte != ASCII.greaterThan,
      byte != ASCII.lessThan,
      !(byte == ASCII.solidus && text.byte(at: end + 1) == ASCII.greaterThan)
    { end += 1 }
    let last = end > start ? text[end - 1] : 0
    let hasClose = end - start > 1 && (last == ASCII.quotationMark || last == ASCII.apostrophe)
    let quote =
      hasClose
      ? last
      : text.firstIndex(of: ASCII.quotationMark, from: start).map { $0 < end } == true
        ? ASCII.apostrophe : ASCII.quotationMark
    log.add(.attributes, start..<start, [quote])
    repairText(of: start..<(hasClose ? end - 1 : end))
    at = end
    if !hasClose { log.add(.attributes, end..<end, [quote]) }
    return start..<(hasClose ? end - 1 : end)
  }

  /// Whether one of U+201C to U+201F is at a place.
  static func isCurly(_ text: ByteView, _ place: Int) -> Bool { isSingleCurly(text, place) == false }

  /// Whether the quotation mark at a place is one of U+2018 to U+201B; nil for none of U+2018 to U+201F.
  private static func isSingleCurly(_ text: ByteView, _ place: Int) -> Bool? {
    guard text.byte(at: place) == 0xE2, text.byte(at: place + 1) == 0x80, let last = text.byte(at: place + 2),
      (0x98...0x9F).contains(last)
    else { return nil }
    return last < 0x9C
  }

  /// The mark that ends a value; a single one, which may also be an apostrophe, before the next attribute.
  private func endOfCurlyValue(from start: Int, isSingle: Bool) -> (start: Int, end: Int)? {
    var place = start
    while let byte = text.byte(at: place), byte != ASCII.lessThan, byte != ASCII.greaterThan {
      let length =
        byte == (isSingle ? ASCII.apostrophe : ASCII.quotationMark)
        ? 1 : Self.isSingleCurly(text, place) == isSingle ? 3 : 0
      if length > 0, !isSingle || isFollowedByMarkup(place + length) { return (place, place + length) }
      place += 1
    }
    return nil
  }

  /// Repairs the text of a value, and passes it.
  private mutating func repairText(of range: Range<Int>, quote: UInt8 = 0) {
    at = range.lowerBound
    while at < range.upperBound {
      switch text[at] {
      case quote where quote != 0:
        log.add(.attributes, at..<at + 1, quote == ASCII.apostrophe ? "&apos;" : "&quot;")
        at += 1
      case ASCII.ampersand: repairReference()
      case ASCII.lessThan: escapeLessThan()
      default: repairCharacter()
      }
    }
    at = range.upperBound
  }
}
