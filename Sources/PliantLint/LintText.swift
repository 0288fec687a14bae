// The text of a file that is linted, as often as it is asked for, and the places of what was found in it.

import PliantCore

/// How the text of a file is got from its bytes.
struct LintText {
  private let input: LintInput
  private let kind: DecodedText.Kind
  private let forced: TextEncoding?
  /// Whether bytes that are not UTF-8 become U+FFFD.
  private let repairs: Bool
  private let markLength: Int
  /// Whether the bytes behind the mark are known to be the text as it is.
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

  /// What a binary file would be as text, so that its findings have a line like any other.
  init(binary input: LintInput) {
    self.init(input, kind: .text, forced: .utf8, repairs: true, mark: nil, isPlain: false)
  }

  /// The text where the bytes that are held are it.
  var plainText: ByteView? {
    guard isPlain, let held = input.held else { return nil }
    return held.suffix(from: min(markLength, held.count))
  }

  /// The text from the beginning on, whose signs `watch` sees where it is not held.
  ///
  /// Throws `file.not-found` and the like for a file that is not held.
  func open(watch: TextSignsWatch? = nil) throws(Failure) -> TextWindow {
    if let plainText { return TextWindow(text: plainText) }
    return TextWindow(try input.open(), kind: kind, forced: forced, repairs: repairs, signs: watch)
  }

  /// Where in the file an offset in the text lies, where the text is the bytes of a file that is held.
  func byteOffset(_ offset: Int) -> Int? { isPlain && input.held != nil ? offset + markLength : nil }

  /// Looks at each place where the text has `pattern`, which is one or two bytes, and reports what `test` says of it,
  /// once a line.
  ///
  /// `test` sees at least `longest` bytes from the place on, unless the text ends before. Throws `file.read`.
  func eachPlace(
    of pattern: [UInt8], longest: Int, _ test: (ByteView, Int) -> String?, report: (Int, String) -> Void
  ) throws(Failure) {
    guard let first = pattern.first else { return }
    var window = try open()
    // Whether the line that the window begins in was reported.
    var isReported = false
    while true {
      let more = try window.refill()
      let text = window.text
      // Whole lines, as far as they are short, so that `test` sees what is before the place.
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

  /// Gives the first place of a character in each line that has it; U+FEFF or another of three bytes.
  ///
  /// One that is alone in quotation marks, or in a line with one of `words`, which are in small letters, is meant and is
  /// not given.
  ///
  /// Throws `file.read`.
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

  /// Whether a line has one of some words in small letters, as far as it is in the window.
  private static func hasWord(_ words: [StaticString], in text: ByteView, around place: Int) -> Bool {
    var start = place
    while start > 0, place - start < LintPlaceFinder.overlap, text[start - 1] != ASCII.lineFeed { start -= 1 }
    let end = min(text.endOfLine(from: place), place + LintPlaceFinder.overlap)
    let line = text[start..<end].array.map { $0.isLetter ? $0 | 0x20 : $0 }
    return line.withByteView { line in words.contains { line.firstIndex(of: $0) != nil } }
  }

  /// Gives the text in parts that end with a line, as far as lines end, with the offset at which each begins.
  ///
  /// Throws `file.read`.
  func eachPart(_ body: (ByteView, _ offset: Int, _ isLast: Bool) -> Void) throws(Failure) {
    var window = try open()
    while true {
      let more = try window.refill()
      let text = window.text
      let isLast = window.isAtEnd
      // A line without end is given in parts, each of whole characters.
      var end =
        isLast
        ? text.count
        : text.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? max(text.count - LintPlaceFinder.overlap, 0)
      while end > 0, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
      body(text[0..<end], window.offset, isLast)
      window.consume(end)
      if isLast || !more && window.text.isEmpty { return }
    }
  }

  /// Gives the findings their places, and takes away those that a comment silences.
  ///
  /// Throws `file.read`.
  func finish(_ collector: inout LintCollector) throws(Failure) {
    var finder = LintPlaceFinder(collector.pendingOffsets)
    try eachPart { part, _, isLast in finder.advance(over: part, isLast: isLast) }
    collector.resolve(finder.places)
    collector.applySuppressions(finder.comments)
  }
}

/// Counts the lines of a text that goes by piece by piece.
struct LintPlaceFinder {
  /// Bytes of a line without end that are looked at twice.
  static let overlap = 4096

  /// The places of the offsets asked for, in their order.
  private(set) var places: [Place] = []
  private(set) var comments: [LintSuppressions.Comment] = []
  /// In rising order.
  private let offsets: [Int]
  private var counter = TextPositionCounter()
  private var offset = 0

  init(_ offsets: [Int]) { self.offsets = offsets }

  mutating func advance(over text: ByteView, isLast: Bool) {
    comments += LintSuppressions.comments(in: text, firstLine: counter.position.line)
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
