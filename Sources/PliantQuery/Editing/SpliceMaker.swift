// The positions and surroundings of new text, modelled on existing entries.

struct SpliceMaker<Outline: TextOutline> {
  let outline: Outline
  let format: Format
  private let syntax: FormatTraits.Syntax?
  var losses: LossReport
  private let layout: InsertedTextStyle
  /// The spacing of a whole text of JSON.
  private let spacing: JSONSpacing

  init(outline: Outline, format: Format, losses: LossReport) {
    self.outline = outline
    self.format = format
    syntax = format.traits.syntax
    self.losses = losses
    layout = InsertedTextStyle(of: outline.text, format: format)
    let standard = JSONSpacing(breaksLines: layout.breaksLines)
    spacing = syntax == .json ? JSONSpacing(of: outline.text, otherwise: standard) : standard
  }

  private var text: ByteView { outline.text }

  // MARK: Replacing

  mutating func replacement(of range: Range<Int>, with value: Document) throws(Failure) -> TextSplice {
    let quote = text.byte(at: range.lowerBound)
    let isQuoted = quote == ASCII.quotationMark || quote == ASCII.apostrophe
    if isQuoted, syntax == .openStep || quote == ASCII.apostrophe, let string = DocumentValue(value).text {
      return TextSplice(range, try layout.text(ofKey: string.array, quote: quote))
    }
    // A line may be the whole text.
    let indentation = layout.breaksLines ? text.lineIndentation(at: range.lowerBound) : nil
    let new = try fragment(value, at: indentation, like: range)
    return TextSplice(range, parted(new, from: range.upperBound))
  }

  mutating func replacement(of entry: TextEntry, with value: Document) throws(Failure) -> TextSplice {
    guard let key = entry.key, key == entry.value else {
      return try replacement(of: entry.value, with: value)
    }
    // `key;` is short for `key = key;`.
    let new = try fragment(value, at: text.lineIndentation(at: key.lowerBound))
    return TextSplice(key.upperBound..<key.upperBound, Array(" = ".utf8) + parted(new, from: key.upperBound))
  }

  func renaming(of entry: TextEntry, to key: [UInt8]) throws(Failure) -> TextSplice {
    guard let range = entry.key else { throw Failure(.editRoot) }
    let new = try fragment(key: key, like: entry)
    // `key;` is short for `key = key;`.
    let value = range == entry.value ? Array(" = ".utf8) + text[range].array : []
    return TextSplice(range, value.isEmpty ? parted(new, from: range.upperBound) : new + value)
  }

  // MARK: Inserting

  /// The index of the entry that a new key precedes in a sorted dictionary of Apple's tools; nil elsewhere.
  func sortedIndex(of key: [UInt8], in dictionary: TextContainer) -> Int? {
    guard layout.isApples, dictionary.isDictionary, dictionary.entries.count > 1 else { return nil }
    let keys = dictionary.entries.map { $0.key.map(outline.key) ?? [] }
    for words in [keys, keys.map { $0.map(\.lowercased) }]
    where zip(words, words.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) }) {
      let word = words == keys ? key : key.map(\.lowercased)
      return words.firstIndex { word.lexicographicallyPrecedes($0) }
    }
    return nil
  }

  mutating func insertion(
    of value: Document, for key: [UInt8]? = nil, before index: Int, in container: TextContainer
  ) throws(Failure) -> TextSplice {
    let place = container.entries[index].start
    var space = space(before: place)
    if index == 0 && container.entries.count > 1 && !space.hasLineBreak {
      space = self.space(before: container.entries[1].start)
    }
    var new: [UInt8] = []
    if let key {
      let entry = container.entries[index]
      new = try fragment(key: key, like: entry) + link(like: entry)
    }
    new += try fragment(value, at: Self.indentation(in: space), among: container)
    let comma: [UInt8] = syntax == .xml ? [] : [ASCII.comma]
    return TextSplice(place..<place, new + comma + space)
  }

  mutating func append(_ key: [UInt8]?, _ value: Document, to container: TextContainer) throws(Failure)
    -> [TextSplice]
  {
    guard let last = container.entries.last else { return [try firstEntry(key, value, in: container)] }
    var space = space(before: last.start)
    // The only entry of a document without braces shows no separator.
    if isBare(container) && container.entries.count == 1 && !space.hasLineBreak && layout.breaksLines {
      space = layout.lineBreak + text.lineIndentation(at: last.start)
    }
    if syntax == .json, space.isEmpty, container.entries.count == 1 {
      // The only entry does not show the space after a comma.
      space = habits(like: container.range).comma
    }
    var new = space
    if let key { new += try fragment(key: key, like: last) + link(like: last) }
    new += try fragment(value, at: Self.indentation(in: space), among: container)
    let place = outline.lineTail(from: last.end, beforeLineBreak: space.hasLineBreak)
    guard let mark = outline.separator(inDictionary: container.isDictionary) else {
      return [TextSplice(place..<place, new)]
    }
    if last.separator != nil { return [TextSplice(place..<place, new + [mark])] }
    let end = last.value.upperBound
    // The comma belongs to the preceding element; a comment after that one remains in place.
    return place == end
      ? [TextSplice(end..<end, [mark] + parted(new, from: end))]
      : [TextSplice(end..<end, [mark]), TextSplice(place..<place, parted(new, from: place))]
  }

  /// The text between a key and its value in a neighbour.
  private func link(like entry: TextEntry) -> [UInt8] {
    guard let key = entry.key, key.upperBound <= entry.value.lowerBound, key != entry.value else {
      return layout.link
    }
    let between = text[key.upperBound..<entry.value.lowerBound].array
    let isPlain = between.allSatisfy { $0.isWhitespace || $0 == ASCII.colon || $0 == ASCII.equalsSign }
    return isPlain ? between : layout.link
  }

  /// The first entry of an empty container, on a separate line if the text has lines.
  private mutating func firstEntry(_ key: [UInt8]?, _ value: Document, in container: TextContainer)
    throws(Failure) -> TextSplice
  {
    if isBare(container) { return try firstBareEntry(key, value, in: container) }
    let outer = text.lineIndentation(at: container.range.lowerBound)
    let inner = outer + layout.unit
    let lead = layout.breaksLines ? layout.lineBreak + inner : []
    var new = lead
    if let key { new += try fragment(key: key, like: nil) + (syntax == .xml ? lead : layout.link) }
    new += try fragment(value, at: inner)
    if container.isDictionary, outline.separator(inDictionary: true) == ASCII.semicolon {
      new.append(ASCII.semicolon)
    }
    let close = layout.breaksLines ? layout.lineBreak + outer : []
    if let slash = container.emptyTagSlash {
      let start = text.startOfSpace(before: slash)
      let name = container.isDictionary ? "dict" : "array"
      return TextSplice(start..<slash + 2, [ASCII.greaterThan] + new + close + Array("</\(name)>".utf8))
    }
    // Existing comments precede the entry.
    let start = max(container.inside.lowerBound, text.startOfSpace(before: container.inside.upperBound))
    return TextSplice(start..<container.inside.upperBound, new + close)
  }

  /// Whether the container is a document of entries without braces.
  private func isBare(_ container: TextContainer) -> Bool {
    container.range == container.inside && container.emptyTagSlash == nil && syntax != .xml
  }

  /// The first entry of a document without braces: on a line after everything else.
  private mutating func firstBareEntry(_ key: [UInt8]?, _ value: Document, in container: TextContainer)
    throws(Failure) -> TextSplice
  {
    var new: [UInt8] = []
    if let key { new += try fragment(key: key, like: nil) + layout.link }
    new += try fragment(value, at: []) + [ASCII.semicolon]
    let end = container.inside.upperBound
    let isAtLineStart = text.startOfLine(at: end) == end
    return TextSplice(end..<end, isAtLineStart ? new + layout.lineBreak : layout.lineBreak + new)
  }

  // MARK: Removing

  func removal(of removals: [Int], from container: TextContainer) -> [TextSplice] {
    let isBare = isBare(container)
    if removals.count == container.entries.count, !isBare, isOnlySpace(around: container) {
      guard syntax == .xml, container.emptyTagSlash == nil else {
        let indentation = text.lineIndentation(at: container.range.lowerBound)
        return [TextSplice(container.inside, layout.emptyContent(indentation: indentation))]
      }
      // `<dict/>`, in CoreFoundation's form.
      let tagEnd = container.inside.lowerBound - 1
      return [TextSplice(tagEnd..<container.range.upperBound, [ASCII.solidus, ASCII.greaterThan])]
    }
    if isBare, removals.count == 1, container.entries.count == 1 {
      return [TextSplice(lines(of: container.entries[0]))]
    }
    let isList = outline.separator(inDictionary: container.isDictionary) == ASCII.comma
    let all = Set(removals)
    let lastSurvivor = container.entries.indices.last { !all.contains($0) }
    var splices: [TextSplice] = []
    for index in removals {
      let entry = container.entries[index]
      // The space of the first element remains for the next one, unless it is a whole line.
      if isList, index == 0, lastSurvivor != nil, !space(before: entry.start).hasLineBreak {
        let end = min(text.endOfSpace(from: entry.end), container.inside.upperBound)
        splices.append(TextSplice(entry.start..<end))
      } else {
        splices.append(TextSplice(removed(index, from: container)))
      }
    }
    // The comma before the end is removed with the last element.
    if isList, let lastSurvivor, let last = container.entries.last, last.separator == nil,
      lastSurvivor < container.entries.count - 1, let comma = container.entries[lastSurvivor].separator
    {
      let next = splices.first { $0.range.lowerBound == comma + 1 }?.range.upperBound ?? comma + 1
      splices.append(
        TextSplice(comma..<comma + 1, wouldContinue(text[comma - 1], at: next) ? [ASCII.space] : []))
    }
    return splices
  }

  /// An entry with the space before it, except the line break of a comment, which would extend over the
  /// following text.
  private func removed(_ index: Int, from container: TextContainer) -> Range<Int> {
    let previous = index == 0 ? container.inside.lowerBound : container.entries[index - 1].end
    let piece = withComments(container.entries[index], after: previous, in: container)
    let start = max(text.startOfSpace(before: piece.lowerBound), container.inside.lowerBound)
    guard outline.isLineCommentEnd(start, from: previous) else { return start..<piece.upperBound }
    let end = text.endOfBlanks(from: piece.upperBound)
    return text.endsLine(at: end) ? start..<piece.upperBound : piece.lowerBound..<end
  }

  /// An element of a list with the comment after it on its line; in an array also the one alone on the line
  /// above.
  private func withComments(
    _ entry: TextEntry, after previous: Int, in container: TextContainer
  ) -> Range<Int> {
    let isList = outline.separator(inDictionary: container.isDictionary) == ASCII.comma
    guard isList || !container.isDictionary, space(before: entry.start).hasLineBreak else {
      return entry.start..<entry.end
    }
    let tail = outline.lineTail(from: entry.end, beforeLineBreak: true)
    let endsLine = tail <= container.inside.upperBound && text.endsLine(at: text.endOfBlanks(from: tail))
    let above = container.isDictionary ? nil : commentStart(above: entry.start, after: previous)
    return (above ?? entry.start)..<(endsLine ? tail : entry.end)
  }

  /// The start of the comment alone on the line above an offset, or nil.
  private func commentStart(above place: Int, after previous: Int) -> Int? {
    let end = text.startOfSpace(before: place)
    let breaks = text[end..<place].array.filter(\.isLineEnd)
    let lineStart = text.startOfLine(at: end)
    guard breaks.count == 1 || breaks == [ASCII.carriageReturn, ASCII.lineFeed], lineStart > previous else {
      return nil
    }
    let start = text.endOfBlanks(from: lineStart)
    return start < end && outline.lineComment(at: start) == end ? start : nil
  }

  /// An entry with its whole lines, or with the text before it at the end of the text.
  private func lines(of entry: TextEntry) -> Range<Int> {
    var start = text.start(before: entry.start, of: \.isBlank)
    var end = text.endOfBlanks(from: entry.end)
    if end == text.count {
      if start > 0, text[start - 1] == ASCII.lineFeed { start -= 1 }
      if start > 0, text[start - 1] == ASCII.carriageReturn { start -= 1 }
      return start..<end
    }
    guard text.startOfLine(at: start) == start else { return entry.start..<entry.end }
    if text[end] == ASCII.carriageReturn { end += 1 }
    if text.byte(at: end) == ASCII.lineFeed { end += 1 }
    return start..<end
  }

  /// Whether only white space and entries are between the brackets.
  private func isOnlySpace(around container: TextContainer) -> Bool {
    var at = container.inside.lowerBound
    for entry in container.entries {
      guard text[at..<entry.start].isWhitespaceOnly else { return false }
      at = entry.end
    }
    return text[at..<container.inside.upperBound].isWhitespaceOnly
  }

  // MARK: Text

  private func space(before place: Int) -> [UInt8] { text[text.startOfSpace(before: place)..<place].array }

  /// The text after the last line break, or nil.
  private static func indentation(in space: [UInt8]) -> [UInt8]? {
    space.lastIndex(where: \.isLineEnd).map { Array(space[($0 + 1)...]) }
  }

  /// The piece with its last word quoted if a comment follows, whose `/` would continue the word.
  private func parted(_ piece: [UInt8], from place: Int) -> [UInt8] {
    guard wouldContinue(piece.last, at: place) else { return piece }
    let start = piece.withByteView { $0.start(before: piece.count, of: OpenStepScanner.isWordByte) }
    return Array(piece[..<start]) + [ASCII.quotationMark] + piece[start...] + [ASCII.quotationMark]
  }

  /// Whether a word that ends in the byte would continue with the solidus of a comment.
  private func wouldContinue(_ byte: UInt8?, at place: Int) -> Bool {
    guard syntax == .openStep, text.byte(at: place) == ASCII.solidus, let byte else {
      return false
    }
    return OpenStepScanner.isWordByte(byte)
  }

  /// The text of a new value among the entries of a container: on one line if the nearest container among
  /// them is.
  private mutating func fragment(
    _ value: Document, at indentation: [UInt8]?, among container: TextContainer
  ) throws(Failure) -> [UInt8] {
    // A scalar has no spacing; many of them are added without a search each.
    guard value.containerKind(at: 0) != nil else { return try fragment(value, at: indentation) }
    let neighbour = container.entries.last { isBracketed($0.value) && $0.value.count > 2 }
    return try fragment(value, at: indentation, like: neighbour?.value ?? container.range)
  }

  /// Whether a value begins as a container of JSON.
  private func isBracketed(_ value: Range<Int>) -> Bool {
    let first = text.byte(at: value.lowerBound)
    return first == ASCII.leftBrace || first == ASCII.leftBracket
  }

  /// The spacing of a piece of JSON, with that of the whole text as a fallback.
  private func habits(like piece: Range<Int>?) -> JSONSpacing {
    piece.map { JSONSpacing(of: text[$0], otherwise: spacing) } ?? spacing
  }

  /// The text of a new value; JSON is written with the spacing of a piece of the text.
  private mutating func fragment(
    _ value: Document, at indentation: [UInt8]?, like neighbour: Range<Int>? = nil
  ) throws(Failure) -> [UInt8] {
    var indentation = layout.breaksLines ? indentation : nil
    var habits: JSONSpacing?
    if syntax == .json {
      let piece = neighbour.flatMap { isBracketed($0) ? $0 : nil }
      habits = self.habits(like: piece)
      if let piece, piece.count > 2, text[piece].firstIndex(of: ASCII.lineFeed) == nil { indentation = nil }
    }
    return try layout.text(of: value, indentation: indentation, habits: habits, losses: &losses)
  }

  private func fragment(key: [UInt8], like entry: TextEntry?) throws(Failure) -> [UInt8] {
    let neighbour = entry?.key.flatMap { text.byte(at: $0.lowerBound) }
    return try layout.text(ofKey: key, quote: neighbour)
  }
}
