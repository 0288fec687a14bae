/// The text of a linted file, which can be read repeatedly, and the positions of findings in it.
struct LintText {
  private let input: LintInput
  private let kind: DecodedText.Kind
  private let forced: TextEncoding?
  /// Whether bytes that are not UTF-8 become U+FFFD.
  private let repairs: Bool
  private let markLength: Int
  /// Whether the bytes after the mark are known to be the text itself.
  private let isPlain: Bool

  init(
    _ input: LintInput, kind: DecodedText.Kind, forced: TextEncoding?, repairs: Bool, mark: ByteOrderMark?,
    isPlain: Bool
  ) {
    self.repairs = repairs
    self.input = input
    self.kind = kind
    self.forced = forced
    markLength = mark?.length ?? 0
    self.isPlain = isPlain
  }

  /// A binary file as text, so that its findings have a line.
  init(binary input: LintInput) {
    self.init(input, kind: .text, forced: .utf8, repairs: true, mark: nil, isPlain: false)
  }

  /// The text, if the bytes in memory are the text itself.
  var plainText: ByteView? {
    guard isPlain, let held = input.held else { return nil }
    return held.suffix(from: min(markLength, held.count))
  }

  /// Whether text in memory has an ampersand that begins a reference once more.
  var mayBeEscapedTwice: Bool { plainText.map(DoubleEscaping.mayOccur) ?? false }

  /// Opens the text from the beginning; `watch` observes the signs of a large file.
  func open(watch: NotableCharacterFinder? = nil) throws(Failure) -> TextWindow {
    if let plainText { return TextWindow(text: plainText) }
    return TextWindow(try input.open(), kind: kind, forced: forced, repairs: repairs, signs: watch)
  }

  /// The file offset of a text offset, if the bytes in memory are the text itself.
  func byteOffset(_ offset: Int) -> Int? { isPlain && input.held != nil ? offset + markLength : nil }

  /// Calls `test` at each occurrence of `pattern`, one or two bytes, and reports its result, once per line.
  ///
  /// `test` gets at least `longest` bytes from there, unless the text ends earlier. Throws `file.read`.
  func eachPlace(
    of pattern: [UInt8], longest: Int, _ test: (ByteView, Int) -> String?, report: (Int, String) -> Void
  ) throws(Failure) {
    guard let first = pattern.first else { return }
    var window = try open()
    // Whether the line at the beginning of the window was reported.
    var isReported = false
    while true {
      let more = try window.refill()
      let text = window.text
      // Whole lines, if they are short, so that `test` can look back.
      let isShort = text.count < 2 * LintPlaceFinder.overlap
      let end =
        window.isAtEnd
        ? text.count
        : text.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? (isShort ? 0 : text.count - longest)
      var at = 0
      if isReported {
        at = text.endOfLine(from: 0)
        isReported = at == text.count
      }
      while !isReported, let place = text.firstIndex(of: first, from: at), place < end {
        at = place + 1
        guard pattern.count < 2 || text.byte(at: place + 1) == pattern[1], let message = test(text, place)
        else { continue }
        report(window.offset + place, message)
        at = text.endOfLine(from: place)
        isReported = at == text.count
      }
      if window.isAtEnd || !more && end == 0 { return }
      window.consume(isReported ? text.count : max(end, min(at, text.count)))
    }
  }

  /// Reports the first occurrence of a character in each line; U+FEFF or another of three bytes.
  ///
  /// Skips one that is alone in quotation marks, or in a line with one of `words` (lower case): it is
  /// intended.
  func eachLine(
    with scalar: Unicode.Scalar, unlessAbout words: [StaticString], _ report: (Int) -> Void
  ) throws(Failure) {
    let bytes = Array(String(scalar).utf8)
    try eachPlace(of: Array(bytes.prefix(2)), longest: 4) { text, at in
      guard bytes.indices.allSatisfy({ text.byte(at: at + $0) == bytes[$0] }) else { return nil }
      let mark = at > 0 ? text[at - 1] : ASCII.space
      let isQuotation = mark == ASCII.quotationMark || mark == ASCII.apostrophe || mark == ASCII.graveAccent
      if isQuotation && text.byte(at: at + bytes.count) == mark { return nil }
      return words.isEmpty || !Self.hasWord(words, in: text, around: at) ? "" : nil
    } report: { offset, _ in
      report(offset)
    }
  }

  /// Whether a line contains one of some lower-case words, as far as it is in the window.
  private static func hasWord(_ words: [StaticString], in text: ByteView, around place: Int) -> Bool {
    var start = place
    while start > 0, place - start < LintPlaceFinder.overlap, text[start - 1] != ASCII.lineFeed { start -= 1 }
    let end = min(text.endOfLine(from: place), place + LintPlaceFinder.overlap)
    let line = text[start..<end].array.map { $0.isLetter ? $0 | 0x20 : $0 }
    return line.withByteView { line in words.contains { line.firstIndex(of: $0) != nil } }
  }

  /// Passes the text in parts that end with a line, if possible, with the offset of each.
  func eachPart(_ body: (ByteView, _ offset: Int, _ isLast: Bool) -> Void) throws(Failure) {
    var window = try open()
    while true {
      let more = try window.refill()
      let text = window.text
      let isLast = window.isAtEnd
      // A long line is passed in parts of whole characters.
      let end =
        isLast
        ? text.count
        : text.lastIndex(of: ASCII.lineFeed).map { $0 + 1 }
          ?? text.startOfCharacter(at: max(text.count - LintPlaceFinder.overlap, 0))
      body(text[0..<end], window.offset, isLast)
      window.consume(end)
      if isLast || !more && window.text.isEmpty { return }
    }
  }

  /// Assigns positions to the findings, and removes those that a comment silences.
  func finish(_ collector: inout LintCollector) throws(Failure) {
    var finder = LintPlaceFinder(collector.pendingOffsets)
    try eachPart { part, _, isLast in finder.advance(over: part, isLast: isLast) }
    collector.resolve(finder.places)
    collector.applySuppressions(finder.comments)
  }
}

/// Counts the lines of a streamed text.
struct LintPlaceFinder {
  /// The number of bytes of a long line to keep for looking back.
  static let overlap = 4096

  /// The positions of the requested offsets, in order.
  private(set) var places: [Place] = []
  private(set) var comments: [LintSuppressions.Comment] = []
  /// In ascending order.
  private let offsets: [Int]
  private var counter = TextPositionCounter()
  private var offset = 0

  init(_ offsets: [Int]) { self.offsets = offsets }

  mutating func advance(over text: ByteView, isLast: Bool) {
    comments += LintSuppressions.comments(in: text, counter)
    let start = offset
    var at = 0
    while places.count < offsets.count {
      let next = offsets[places.count] - start
      guard next < text.count || isLast else { break }
      let end = max(at, min(next, text.count))
      counter.advance(over: text[at..<end])
      at = end
      places.append(Place(counter.position))
    }
    counter.advance(over: text[at..<text.count])
    offset += text.count
  }
}
