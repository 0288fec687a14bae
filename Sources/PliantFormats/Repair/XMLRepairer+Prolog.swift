// The repair of the parts before and after the root element.

extension XMLRepairer {
  mutating func repairProlog() {
    repairDeclaration()
    while at < text.count {
      let start = text.endOfSpace(from: at)
      guard let byte = text.byte(at: start) else { break }
      at = start
      if byte != ASCII.lessThan {
        removeText()
      } else if text.starts(with: "<!--", at: at) {
        repairComment()
      } else if text.starts(with: "<!DOCTYPE", at: at) {
        guard let end = XMLMarkupScanner.end(in: text, at: at) else { return }
        readDocumentType(text[at..<end])
        at = end
      } else if text.starts(with: "<?", at: at) {
        repairInstruction()
      } else {
        return
      }
    }
  }

  /// Removes the text up to the next `<`, but not the white space at its end.
  private mutating func removeText() {
    let start = at
    let next = text.firstIndex(of: ASCII.lessThan, from: at) ?? text.count
    var end = next
    while end > start, text[end - 1].isWhitespace { end -= 1 }
    log.add(.outsideRoot, start..<end)
    at = next
  }

  // MARK: The declaration

  /// Puts the XML declaration first, and makes XML 1.1 XML 1.0.
  private mutating func repairDeclaration() {
    guard let start = declarationStart(), let end = repairedDeclarationEnd(from: start) else { return }
    if start > 0 { moveDeclaration(start..<end) }
    let declaration = text[start..<end]
    repairOrder(declaration, start)
    if let version = declaration.firstIndex(of: "version") {
      let value = version + 7
      if let one = declaration.firstIndex(of: "1.1", from: value), one - value <= 4 {
        log.add(.version, start + one..<start + one + 3, "1.0")
      }
    } else {
      log.add(.version, insert: " version=\"1.0\"", at: start + 5)
    }
    at = end
  }

  /// Puts the version before the encoding.
  private mutating func repairOrder(_ declaration: ByteView, _ start: Int) {
    guard let encoding = declaration.firstIndex(of: "encoding"),
      let version = declaration.firstIndex(of: "version=\"1.0\"", from: encoding), log.mark == 0
    else { return }
    let end = version + 13
    let first = declaration[encoding..<version].trimmed.array
    log.add(
      .attributes, start + encoding..<start + end,
      declaration[version..<end].array + [ASCII.space] + first)
  }

  /// The end of the declaration, whose missing `?` and wrong quotation marks are repaired.
  private mutating func repairedDeclarationEnd(from start: Int) -> Int? {
    guard let close = text.firstIndex(of: ASCII.greaterThan, from: start) else { return nil }
    if text[close - 1] != ASCII.questionMark {
      guard text[start + 1..<close].firstIndex(of: ASCII.lessThan) == nil else { return nil }
      log.add(.attributes, insert: "?", at: close)
    }
    var place = start
    while let equals = text.firstIndex(of: ASCII.equalsSign, from: place), equals < close {
      let value = text.endOfSpace(from: equals + 1)
      var end = value
      while end < close, !text[end].isWhitespace, text[end] != ASCII.questionMark { end += 1 }
      place = max(end, equals + 1)
      guard end > value else { continue }
      if text[value] != ASCII.quotationMark && text[value] != ASCII.apostrophe {
        log.add(.attributes, insert: "\"", at: value)
        log.add(.attributes, insert: "\"", at: end)
      } else if end - value > 4, text[value + 1] == text[value], text[end - 1] == text[value],
        text[end - 2] == text[value]
      {
        log.add(.attributes, value..<value + 1)
        log.add(.attributes, end - 1..<end)
      }
    }
    return close + 1
  }

  /// The start of the declaration if only comments and removable text precede it.
  private func declarationStart() -> Int? {
    if text.starts(with: "<?xml", at: 0), text.byte(at: 5)?.isWhitespace == true { return 0 }
    var place = 0
    while let start = text.firstIndex(of: ASCII.lessThan, from: place) {
      if text.starts(with: "<?xml", at: start), text.byte(at: start + 5)?.isWhitespace == true {
        return start
      }
      guard text.starts(with: "<!--", at: start) || isMessageTag(at: start),
        let end = XMLMarkupScanner.end(in: text, at: start)
      else { return nil }
      place = end
    }
    return nil
  }

  /// Whether the tag at a place belongs to a message in HTML.
  private func isMessageTag(at start: Int) -> Bool {
    let name = text.byte(at: start + 1) == ASCII.solidus ? start + 2 : start + 1
    let end = XMLCharacters.nameEnd(in: text, from: name)
    return XMLVocabularies.messageElements.contains(text[name..<end].string.lowercased())
  }

  /// Removes the text before a declaration, and moves comments after it.
  private mutating func moveDeclaration(_ range: Range<Int>) {
    guard text.firstIndex(of: "<!--").map({ $0 < range.lowerBound }) == true else {
      return log.add(.outsideRoot, 0..<range.lowerBound)
    }
    log.add(.outsideRoot, 0..<0, text[range].array + [ASCII.lineFeed])
    at = 0
    while at < range.lowerBound {
      let start = text.endOfSpace(from: at)
      if text.starts(with: "<!--", at: start) {
        at = start
        repairComment()
      } else if start < range.lowerBound {
        at = start
        let tagEnd = text[start] == ASCII.lessThan ? XMLMarkupScanner.end(in: text, at: start) : nil
        if let tagEnd {
          log.add(.outsideRoot, start..<tagEnd)
          at = tagEnd
        } else {
          removeText()
        }
      } else {
        at = start
      }
    }
    log.add(.outsideRoot, range)
  }

  private mutating func readDocumentType(_ type: ByteView) {
    let subset = type.firstIndex(of: ASCII.leftBracket) ?? type.count
    let head = type[0..<subset]
    // That of property lists declares none.
    let isExternal =
      head.firstIndex(of: "SYSTEM") != nil
      || head.firstIndex(of: "PUBLIC") != nil && head.firstIndex(of: "//DTD PLIST") == nil
    mayDeclareEntities = isExternal || type.firstIndex(of: ASCII.percentSign) != nil
    var place = 0
    while let start = type.end(of: "<!ENTITY", from: place) {
      let name = type.endOfSpace(from: start)
      let end = XMLCharacters.nameEnd(in: type, from: name)
      entities.insert(type[name..<end].array)
      place = max(end, start)
    }
  }

  // MARK: After the root

  /// Removes text, repeated end tags and messages in HTML after the root.
  mutating func repairEpilog() {
    // A message begins with its kind, a line break or a script; another element is a second root.
    var isInMessage = false
    while true {
      at = text.endOfSpace(from: at)
      guard let byte = text.byte(at: at) else { return }
      if byte == ASCII.leftBrace || byte == ASCII.leftBracket { return }
      if byte != ASCII.lessThan {
        isInMessage = isInMessage || isMessage(at: at)
        removeText()
      } else if text.starts(with: "<!--", at: at) {
        repairComment()
      } else if text.starts(with: "<?", at: at), !text.starts(with: "<?xml ", at: at) {
        repairInstruction()
      } else if let end = endOfLitter(at: at, isInMessage: isInMessage) {
        isInMessage = true
        log.add(.outsideRoot, at..<end)
        at = end
      } else {
        return
      }
    }
  }

  /// Whether the text at a place begins a message of PHP.
  private func isMessage(at place: Int) -> Bool {
    (["Warning", "Notice", "Deprecated", "Fatal error", "Parse error", "Strict Standards"] as [StaticString])
      .contains { text.starts(with: $0, at: place) }
  }

  /// The end of an end tag of the root, or of an element of HTML; nil for a second root.
  private func endOfLitter(at start: Int, isInMessage: Bool) -> Int? {
    guard let end = XMLMarkupScanner.end(in: text, at: start) else { return nil }
    if let root, text.starts(with: "</", at: start), text.starts(with: text[root], at: start + 2),
      text.endOfSpace(from: start + 2 + root.count) == end - 1
    {
      return end
    }
    let begins = text.starts(with: "<br", at: start) || text[start..<end].containsIgnoringCase("script")
    guard isInMessage || begins, isMessageTag(at: start) else { return nil }
    if text[start..<end].containsIgnoringCase("<script") {
      return text.end(of: "</script>", from: end) ?? end
    }
    return end
  }
}
