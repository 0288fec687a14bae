// The words of a PlistBuddy command: quotation marks enclose blanks, a backslash quotes the next character.
//
//   Add ":My Key:a\:b" string it\'s      →   Add, an entry with the steps `My Key` and `a:b`, string, it's

/// A failed command, with PlistBuddy's text and output stream.
struct PlistBuddyProblem: Error {
  enum Stream {
    /// Standard output: errors in commands and values.
    case output
    /// Standard error: operations that the document does not allow.
    case error
  }

  let text: String
  let stream: Stream

  init(_ text: String, on stream: Stream = .error) {
    self.text = text
    self.stream = stream
  }

  /// The problem of an error; a closed output pipe is silent.
  init(of error: any Error) {
    switch error {
    case let problem as PlistBuddyProblem: self = problem
    case _ where error.isBrokenPipe: self.init("")
    default: self.init(Diagnostic(of: error).message)
    }
  }
}

struct PlistBuddyWords {
  /// A piece of a command without its quotation marks.
  struct Word {
    /// The text; with the backslashes of escaped colons.
    fileprivate(set) var text: [UInt8] = []
    /// Offsets of the colons that separate the steps of an entry.
    fileprivate(set) var separators: [Int] = []
    /// Offsets of the backslashes of escaped colons.
    fileprivate(set) var escapes: [Int] = []

    var string: String { String(decoding: text, as: UTF8.self) }

    /// The text of a range, without the backslashes of escaped colons.
    fileprivate func text(in range: Range<Int>) -> [UInt8] {
      let escapes = Set(escapes)
      return range.filter { !escapes.contains($0) }.map { text[$0] }
    }
  }

  private var rest: ArraySlice<UInt8>

  init(_ command: some Sequence<UInt8>) {
    rest = Array(command)[...]
    skipBlanks()
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }

  private mutating func skipBlanks() { rest = rest.drop(while: Self.isBlank) }

  /// Consumes the command's name if a blank, an entry or nothing follows it.
  mutating func take(command name: String) -> Bool {
    let text = Array(name.utf8)
    let head = rest.prefix(text.count)
    guard head.count == text.count, zip(head, text).allSatisfy({ Self.folded($0) == Self.folded($1) }) else {
      return false
    }
    if let next = rest.dropFirst(text.count).first, text.last?.isLetter ?? false {
      guard Self.isBlank(next) || next == ASCII.colon || Self.isQuote(next) else { return false }
    }
    rest = rest.dropFirst(text.count)
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 { byte.isLetter ? byte | 0x20 : byte }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == ASCII.quotationMark || byte == ASCII.apostrophe
  }

  /// Returns the next word, or nil at the end; a quoted one may be empty, and must be text unless it is a
  /// path.
  mutating func word(isPath: Bool = false, endsAtBlank: Bool = true) throws -> Word? {
    skipBlanks()
    guard !rest.isEmpty else { return nil }
    var word = Word()
    var quote: UInt8?
    while let byte = rest.first {
      if endsAtBlank && quote == nil && Self.isBlank(byte) { break }
      rest.removeFirst()
      if byte == ASCII.reverseSolidus {
        escape(into: &word)
      } else if byte == quote {
        quote = nil
      } else if quote == nil && Self.isQuote(byte) {
        quote = byte
      } else {
        if byte == ASCII.colon { word.separators.append(word.text.count) }
        word.text.append(byte)
      }
    }
    guard quote == nil else { throw PlistBuddyProblem("Parse Error: Unclosed Quotes", on: .output) }
    let argument = Argument(bytes: word.text)
    guard isPath || argument.text != nil else {
      throw PlistBuddyProblem("Invalid UTF-8: \(argument.shown)", on: .output)
    }
    return word
  }

  /// Returns the rest, with its blanks, or nil at the end; an escaped colon is a colon.
  mutating func value() throws -> [UInt8]? {
    try word(endsAtBlank: false).map { $0.text(in: 0..<$0.text.count) }
  }

  private mutating func escape(into word: inout Word) {
    switch rest.popFirst() {
    case UInt8(ascii: "n"): word.text.append(ASCII.lineFeed)
    case UInt8(ascii: "t"): word.text.append(ASCII.tab)
    case ASCII.colon:
      word.escapes.append(word.text.count)
      word.text += [ASCII.reverseSolidus, ASCII.colon]
    case let byte?: word.text.append(byte)
    case nil: word.text.append(ASCII.reverseSolidus)
    }
  }
}

/// The path of a value in PlistBuddy's form: steps between colons, from the root after a leading colon.
struct PlistBuddyEntry {
  /// The form in messages.
  let shown: String
  let isAbsolute: Bool
  /// Keys and indices; an empty step does not descend, except the last one of an addition, which is a new
  /// element or key.
  let steps: [[UInt8]]

  static let current = PlistBuddyEntry(PlistBuddyWords.Word())

  init(_ word: PlistBuddyWords.Word) {
    shown = word.string
    isAbsolute = word.separators.first == 0
    var steps: [[UInt8]] = []
    var start = isAbsolute ? 1 : 0
    for end in word.separators.dropFirst(isAbsolute ? 1 : 0) + [word.text.count] {
      steps.append(word.text(in: start..<end))
      start = end + 1
    }
    self.steps = steps
  }
}
