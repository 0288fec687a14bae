// Character data: runs of text across references, CDATA sections and entity borders.

extension XMLReader {
  /// A run of text from `start` on: a slice if nothing in it needs replacing, otherwise collected.
  ///
  /// Returns nil if more of the run must be collected.
  mutating func readText(from start: Int) throws(Failure) -> XMLEvent? {
    let input = source.input
    var at = start
    while at < input.count {
      let byte = input[at]
      guard byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.tab else { break }
      at &+= 1
    }
    token.isWhitespace = at < input.count && input[at] == ASCII.lessThan
    if !token.isWhitespace { at = Self.endOfPlainRun(in: input, from: at, pieceStart: start) }
    guard at &+ 1 < input.count, input[at] == ASCII.lessThan, input[at &+ 1] != ASCII.exclamationMark else {
      beginGathering()
      return nil
    }
    token.text = input[start..<at]
    endToken(at: at)
    return .text
  }

  /// The content of the current element, if it is empty or plain text; consumed with the end tag.
  ///
  /// Otherwise returns nil and consumes nothing.
  @inline(__always)
  package mutating func takePlainContent() -> ByteView? {
    let input = source.input
    let start = source.position
    if state.isEndPending {
      state.isEndPending = false
      closeElement()
      return .empty
    }
    let at = Self.endOfPlainRun(in: input, from: start, pieceStart: start)
    let nameEnd = at &+ 2 &+ name.count
    guard nameEnd < input.count, input[at] == ASCII.lessThan, input[at &+ 1] == ASCII.solidus,
      input[nameEnd] == ASCII.greaterThan, input.starts(with: name, at: at &+ 2)
    else { return nil }
    token.start = offset(of: at)
    endToken(at: nameEnd &+ 1)
    closeElement()
    return input[start..<at]
  }

  mutating func beginGathering() {
    token.scratch.truncate(to: 0)
    state.droppedCount = 0
    state.isTextPending = true
    state.textStart = token.start
  }

  /// Collects the run of text up to its end.
  @inline(never)
  mutating func gatherText() throws(Failure) -> XMLEvent? {
    while try gatherPiece() {}
    state.isTextPending = false
    token.start = state.textStart
    token.end = source.endOffset(of: source.position)
    token.text = token.scratch.view
    guard !text.isEmpty else { return nil }
    token.isWhitespace = text.isWhitespaceOnly
    return .text
  }

  /// Appends to the run, or drops unneeded text.
  @inline(__always)
  private mutating func gather(_ piece: ByteView) {
    if options.dropsGatheredText {
      state.droppedCount &+= piece.count
    } else {
      _ = token.scratch.append(piece)
    }
  }

  /// Collects one piece of the run; false at its end.
  private mutating func gatherPiece() throws(Failure) -> Bool {
    let input = source.input
    let at = Self.endOfPlainRun(in: input, from: source.position, pieceStart: source.position)
    guard at < input.count else { return try gatherUpToEnd() }
    gather(input[source.position..<at])
    source.advance(to: at)
    switch input[at] {
    case ASCII.lessThan:
      if options.separatesCDATA { return false }
      guard try source.matches("<![CDATA[", at: at) else { return false }
      try gatherSection(at: at)
    case ASCII.ampersand:
      if options.separatesReferences { return false }
      return try gatherReference()
    case ASCII.carriageReturn:
      try gatherCarriageReturn()
    case ASCII.greaterThan:
      try document.log.report(.xmlSectionEndInText, at: offset(of: at &- 2))
      token.scratch.append(ASCII.greaterThan)
      source.advance(to: source.position &+ 1)
    default:
      source.advance(to: try takeIllegal(at: at))
    }
    return true
  }

  /// The input ends in the run: an entity's text continues outside it; a window may need more.
  private mutating func gatherUpToEnd() throws(Failure) -> Bool {
    let end = input.count
    if source.isInEntity {
      gather(input[source.position..<end])
      source.advance(to: end)
      try leaveEntity()
      return true
    }
    var keep = end
    // “]]” at the end of a window may begin “]]>”.
    if !source.isFinal {
      while keep > source.position, keep > end - 2, input[keep - 1] == ASCII.rightBracket { keep -= 1 }
    }
    gather(input[source.position..<keep])
    source.advance(to: keep)
    if !source.isFinal {
      if token.scratch.count + state.droppedCount > Limits.tokenBytes {
        throw Failure(.xmlTokenTooLong, at: state.textStart, ByteCount.text(Limits.tokenBytes))
      }
      throw source.cut(.xmlUnclosedElement, at: keep)
    }
    return false
  }

  /// A carriage return, alone or before a line feed, becomes a line feed, except in an entity's text.
  private mutating func gatherCarriageReturn() throws(Failure) {
    if source.isInEntity {
      token.scratch.append(ASCII.carriageReturn)
      source.advance(to: source.position &+ 1)
      return
    }
    if source.position &+ 1 == input.count && !source.isFinal {
      throw source.cut(.xmlUnclosedElement, at: source.position)
    }
    document.tally.carriageReturns.add(at: offset(of: source.position))
    source.advance(to: source.position &+ (input.byte(at: source.position &+ 1) == ASCII.lineFeed ? 2 : 1))
    token.scratch.append(ASCII.lineFeed)
  }

  /// A CDATA section as a part of the run.
  private mutating func gatherSection(at start: Int) throws(Failure) {
    let body = try sectionBody(at: start)
    try gatherNormalized(body)
    document.tally.sections.add(at: offset(of: start))
    source.advance(to: start + 9 + body.count + 3)
  }

  /// A reference as a part of the run; false if it is sent as an event.
  private mutating func gatherReference() throws(Failure) -> Bool {
    let reference = try scanReference(at: source.position)
    switch reference.meaning {
    case .scalar(let scalar):
      XMLCharacters.append(scalar, to: &token.scratch)
      source.advance(to: reference.end)
    case .nothing:
      source.advance(to: reference.end)
    case .entity(let name):
      switch try entity(named: name, at: source.position) {
      case .unknown: source.advance(to: reference.end)
      case .skipped where options.keepsUnreadReferences:
        _ = token.scratch.append(input[source.position..<reference.end])
        source.advance(to: reference.end)
      case .skipped:
        state.isReferencePending = true
        return false
      case .known(let index): try enterEntity(index, from: source.position, to: reference.end)
      }
    }
    return true
  }

  mutating func readSectionEvent(at start: Int) throws(Failure) -> XMLEvent {
    let body = try sectionBody(at: start)
    try setText(body)
    token.isWhitespace = false
    endToken(at: start + 9 + body.count + 3)
    document.tally.sections.add(at: token.start)
    return .cdata
  }

  private mutating func sectionBody(at start: Int) throws(Failure) -> ByteView {
    guard let end = input.firstIndex(of: "]]>", from: start + 9) else {
      throw source.cut(.xmlUnterminatedCDATA, at: start)
    }
    return input[start + 9..<end]
  }

  /// Sets the event's text to the bytes, with normalized line ends and checked characters.
  mutating func setText(_ bytes: ByteView) throws(Failure) {
    if Self.plainEnd(in: bytes, from: 0) == bytes.count {
      token.text = bytes
    } else {
      token.scratch.truncate(to: 0)
      try gatherNormalized(bytes)
      token.text = token.scratch.view
    }
  }

  /// Appends literal text with normalized line ends and checked characters.
  private mutating func gatherNormalized(_ bytes: ByteView) throws(Failure) {
    let normalizes = !source.isInEntity
    var at = 0
    while true {
      let end = Self.plainEnd(in: bytes, from: at)
      gather(bytes[at..<end])
      guard end < bytes.count else { return }
      if bytes[end] != ASCII.carriageReturn {
        let start = bytes.offset(in: input) ?? 0
        at = try takeIllegal(at: start + end) - start
      } else if normalizes {
        token.scratch.append(ASCII.lineFeed)
        at = end &+ (bytes.byte(at: end &+ 1) == ASCII.lineFeed ? 2 : 1)
      } else {
        token.scratch.append(ASCII.carriageReturn)
        at = end &+ 1
      }
    }
  }

  /// Reports or accepts the forbidden character at `index` of the input, and returns the index after it.
  @inline(never)
  private mutating func takeIllegal(at index: Int) throws(Failure) -> Int {
    let (scalar, length) = XMLCharacters.scalar(in: input, at: index) ?? (0xFFFD, 1)
    let isKept = options.isLenient && (1..<0x20).contains(scalar)
    if isKept {
      document.tally.controlCharacters.add(at: offset(of: index))
      token.scratch.append(UInt8(truncatingIfNeeded: scalar))
    }
    if !isKept || document.log.isCollecting {
      try document.log.report(.xmlIllegalCharacter, at: offset(of: index), scalar.codePoint)
    }
    return index + length
  }
}

// MARK: Scanning

extension XMLReader {
  /// The index of the first byte from `start` on that ends a plain run of character data or needs replacing;
  /// `>` only if it ends `]]>` since `pieceStart`.
  @inline(__always)
  package static func endOfPlainRun(in input: ByteView, from start: Int, pieceStart: Int) -> Int {
    var at = start
    while true {
      at = XMLCharacters.endOfPlainText(in: input, from: at)
      guard at < input.count else { return at }
      let byte = input[at]
      if byte == ASCII.lessThan || byte == ASCII.ampersand { return at }
      if byte == ASCII.greaterThan {
        if at &- 2 >= pieceStart, input[at &- 1] == ASCII.rightBracket, input[at &- 2] == ASCII.rightBracket {
          return at
        }
        at &+= 1
      } else if byte == 0xEF, !isNoncharacter(input, at) {
        at = min(at &+ 3, input.count)
      } else {
        return at
      }
    }
  }

  /// The index of the first carriage return or forbidden character.
  static func plainEnd(in input: ByteView, from start: Int) -> Int {
    var at = start
    while true {
      at = XMLCharacters.endOfPlainText(in: input, from: at)
      guard at < input.count else { return input.count }
      switch input[at] {
      case ASCII.lessThan, ASCII.ampersand, ASCII.greaterThan: at &+= 1
      case 0xEF where !isNoncharacter(input, at): at = min(at &+ 3, input.count)
      default: return at
      }
    }
  }

  /// Whether U+FFFE or U+FFFF is at `index`, whose byte is their lead byte.
  @inline(__always)
  package static func isNoncharacter(_ input: ByteView, _ index: Int) -> Bool {
    input.byte(at: index &+ 1) == 0xBF && (input.byte(at: index &+ 2) ?? 0) >= 0xBE
  }
}

extension XMLCharacters {
  /// The first special byte of character data, or `input.count`: `<`, `&`, `>`, a control except tab and line
  /// feed, the lead byte of U+FFFE.
  @inline(__always)
  package static func endOfPlainText(in input: ByteView, from start: Int) -> Int {
    input.firstMatch(from: start) { textStops($0) }
  }

  /// The first special byte of an attribute value, or `input.count`: a quotation mark, `<`, `&`, a control,
  /// the lead byte of U+FFFE.
  @inline(__always)
  package static func endOfPlainValue(in input: ByteView, from start: Int) -> Int {
    input.firstMatch(from: start) { valueStops($0) }
  }

  @inline(__always)
  static func textStops(_ block: ByteBlock) -> SIMDMask<SIMD16<Int8>> {
    #if DEBUG
      // Without optimisation, each operator of vectors is a call that loops over their bytes.
      textStopsByWord(block)
    #else
      textStopsByBlock(block)
    #endif
  }

  @inline(__always)
  static func textStopsByBlock(_ block: ByteBlock) -> SIMDMask<SIMD16<Int8>> {
    @inline(__always) func all(_ byte: UInt8) -> ByteBlock { ByteBlock(repeating: byte) }
    // `<` and `>` differ in one bit; tab and line feed are among the controls.
    let brackets = (block | all(0x02)) .== all(ASCII.greaterThan)
    let controls = (block .< all(ASCII.tab)).bytes | (block &- all(0x0B) .< all(0x15)).bytes
    let others = (block .== all(ASCII.ampersand)).bytes | (block .== all(0xEF)).bytes
    return (brackets.bytes | controls | others) .!= all(0)
  }

  static func textStopsByWord(_ block: ByteBlock) -> SIMDMask<SIMD16<Int8>> {
    let words = block.words
    // Two words are as large as a block, and each of their bits is valid in a mask.
    return unsafeBitCast(
      SIMD2(textStops(inWord: words[0]), textStops(inWord: words[1])), to: SIMDMask<SIMD16<Int8>>.self)
  }

  /// All ones for each special byte of the word; no sum carries into the next byte.
  private static func textStops(inWord word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let low = word & lows
    let notControl = (low &+ ones &* 0x60) | ((low &+ ones &* 0x77) ^ (low &+ ones &* 0x75))
    let bracket = low | ones &* 0x02 ^ ones &* UInt64(ASCII.greaterThan)
    let ampersand = low ^ ones &* UInt64(ASCII.ampersand)
    let noncharacter = word ^ ones &* 0xEF
    let plain = notControl & (bracket &+ lows) & (ampersand &+ lows) | word
    let stops = ~(plain & ((noncharacter & lows) &+ lows | noncharacter)) & ~lows
    return (stops &>> 7) &* 0xFF
  }

  @inline(__always)
  private static func valueStops(_ block: ByteBlock) -> SIMDMask<SIMD16<Int8>> {
    @inline(__always) func all(_ byte: UInt8) -> ByteBlock { ByteBlock(repeating: byte) }
    // `&` and the apostrophe differ in one bit.
    let marks =
      ((block | all(0x01)) .== all(ASCII.apostrophe)).bytes | (block .== all(ASCII.quotationMark)).bytes
    let others = (block .== all(ASCII.lessThan)).bytes | (block .== all(0xEF)).bytes
    return ((block .< all(ASCII.space)).bytes | marks | others) .!= all(0)
  }
}

extension ByteView {
  package var isWhitespaceOnly: Bool {
    var at = 0
    while at < count && self[at].isWhitespace { at &+= 1 }
    return at == count
  }

  /// Whether white space, between two elements, separates words rather than lines: it has no line end.
  package var separatesWords: Bool {
    !isEmpty && firstIndex(of: ASCII.lineFeed) == nil && firstIndex(of: ASCII.carriageReturn) == nil
  }
}
