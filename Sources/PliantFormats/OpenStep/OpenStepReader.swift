// Reads old-style property lists and .strings files as CoreFoundation does, and GNUstep's typed values:
// containers and their separators here, strings and data in the extensions.
//
//   { name = "Till \U00e5r"; list = (a, 'b c', <0fbd 77>); on = <*BY>; same; }
//   "greeting" = "Hello"; /* a .strings file is a dictionary without its braces */

/// Sends the events of an old-style property list or a `.strings` text.
///
/// Sends text without escapes as a slice of the source. Does not recurse; `Limits.depth` bounds the nesting.
package struct OpenStepReader: ~Copyable {
  /// The dialect; CoreFoundation reads both in the same way.
  package enum Dialect: Sendable {
    case openStep
    /// The document must be a dictionary, and may be empty.
    case strings
  }

  /// Valid UTF-8 without byte order mark.
  package let text: ByteView
  package let dialect: Dialect
  package var at = 0
  /// The unescaped text of the last string, or the last data.
  package var scratch = GrowableBuffer<UInt8>(capacity: 256)
  /// The offsets of the open brackets times four, plus the kind.
  package var open = GrowableBuffer<Int>(capacity: 32)
  /// The last key's range, for messages.
  package var lastKey = 0..<0
  package var lastEnd = 0

  package private(set) var commentCount = 0
  package private(set) var firstComment: Int?
  /// The point before the end of the text at which CoreFoundation silently stops, with the reason.
  package private(set) var findings: [Failure] = []
  /// Where CoreFoundation stops, or the text's end.
  var readEnd: Int { findings.first { !$0.isGNUstepEscape }?.offset ?? text.count }
  /// Whether unpaired surrogates become U+FFFD and are counted, as in binary lists; otherwise they are
  /// errors.
  var repairsSurrogates = false
  var loneSurrogates = 0
  var firstLoneSurrogate: Int?
  /// Errors from which reading recovered.
  private var mistakes: [Failure] = []
  private let mistakeLimit: Int

  package enum Kind {
    package static let dictionary = 0
    package static let array = 1
    /// The kind of the root dictionary of a .strings file, without braces.
    package static let entries = 2
    package static let bits = 2
    package static let mask = 3
  }

  package init(_ text: ByteView, dialect: Dialect = .openStep, mistakeLimit: Int = 0) {
    self.text = text
    self.dialect = dialect
    self.mistakeLimit = mistakeLimit
  }

  /// Sends the events of the document in `text`, valid UTF-8 without byte order mark.
  ///
  /// Throws a `plist/structure` failure (`strings/syntax` in the dialect of `.strings`) with its offset, or
  /// the sink's failure with the offset of the value.
  package static func read(
    _ text: ByteView, dialect: Dialect = .openStep, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    var reader = OpenStepReader(text, dialect: dialect)
    try reader.readDocument(into: &sink)
  }

  /// Sends the events; afterwards `findings` and `commentCount` are set.
  package mutating func readDocument(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    do throws(Failure) {
      try document(into: &sink)
    } catch { throw placed(error) }
    findings = findings.map { placed($0) }
  }

  /// Recovers from errors with a clear intention and from duplicate keys, and returns all errors by offset,
  /// with the text that CoreFoundation silently skips.
  ///
  /// Stops at `limit` errors or at the first one without recovery.
  package static func check(
    _ text: ByteView, dialect: Dialect, limit: Int, keys: inout DuplicateKeySink
  ) -> [Failure] {
    var reader = OpenStepReader(text, dialect: dialect, mistakeLimit: limit)
    var found: [Failure] = []
    do throws(Failure) {
      try reader.readDocument(into: &keys)
    } catch { found.append(error) }
    found += (reader.mistakes + reader.findings).map { reader.placed($0) }
    return Array(found.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }.prefix(limit))
  }

  /// Records an error if there is room, otherwise throws it.
  package mutating func report(_ failure: Failure) throws(Failure) {
    guard mistakes.count < mistakeLimit else { throw failure }
    mistakes.append(Failure(failure.code, at: failure.offset ?? at, failure.subject))
  }

  /// Records text that Apple's parsers read differently than intended: the first occurrence, or as many as
  /// errors.
  mutating func notice(_ failure: Failure) {
    if findings.count < max(mistakeLimit, 1) { findings.append(failure) }
  }

  private func placed(_ failure: Failure) -> Failure {
    let code = dialect == .strings ? failure.code.inStrings : failure.code
    return Failure(code, at: failure.offset ?? at, failure.subject)
  }

  // MARK: The document

  private mutating func document(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    skipSpace()
    guard at < text.count else {
      if text.isEmpty && dialect == .openStep { throw Failure(.openStepEmpty, at: 0) }
      try sink.beginDictionary(count: 0)
      return try sink.endDictionary()
    }
    if startsString(text[at]) {
      try stringOrEntries(into: &sink)
    } else {
      if dialect == .strings && text[at] != ASCII.leftBrace {
        throw Failure(.stringsRoot, at: at, text[at] == ASCII.leftParenthesis ? "an array" : describe(at))
      }
      try contents(beginningWithValue: true, into: &sink)
    }
    skipSpace()
    if at < text.count { throw Failure(.openStepTrailingContent, at: at, describe(at)) }
  }

  /// Reads a document that begins with a string: that string alone, or the entries of a .strings file.
  private mutating func stringOrEntries(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let start = at
    let first = try string()
    lastKey = start..<at
    skipSpace()
    if at == text.count && dialect == .openStep { return try sink.string(first) }
    open.append(start << Kind.bits | Kind.entries)
    try sink.beginDictionary(count: nil)
    var hasValue = try afterKey(first, into: &sink)
    if !hasValue { hasValue = try nextEntry(into: &sink) }
    try contents(beginningWithValue: hasValue, into: &sink)
  }

  // MARK: Containers

  /// Continues, starting with a value if one follows, until all containers are closed.
  private mutating func contents(
    beginningWithValue: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    var isFirst = beginningWithValue ? try value(into: &sink) : false
    while open.count > 0 {
      let follows: Bool
      if open[open.count &- 1] & Kind.mask == Kind.array {
        follows = try element(isFirst: isFirst, into: &sink)
      } else {
        if !isFirst { try semicolon() }
        follows = try nextEntry(into: &sink)
      }
      isFirst = follows ? try value(into: &sink) : false
    }
  }

  /// Whether the container around the innermost one is a dictionary.
  private var isInDictionary: Bool { open.count > 1 && open[open.count &- 2] & Kind.mask != Kind.array }

  var isEntries: Bool { open.count > 0 && open[open.count &- 1] & Kind.mask == Kind.entries }

  /// Sends a scalar, or opens a container and returns true.
  private mutating func value(into sink: inout some ValueSink & ~Copyable) throws(Failure) -> Bool {
    guard at < text.count else { throw unterminated() }
    let byte = text[at]
    switch byte {
    case ASCII.leftBrace:
      try push(Kind.dictionary)
      try sink.beginDictionary(count: nil)
      return true
    case ASCII.leftParenthesis:
      try push(Kind.array)
      try sink.beginArray(count: nil)
      return true
    default:
      guard byte == ASCII.lessThan || startsString(byte) else { throw unexpectedValue() }
      let start = at
      let event = byte == ASCII.lessThan ? try angle() : .string(try string())
      let end = at
      // A refusal has the offset of the value.
      at = start
      try sink.send(event)
      at = end
    }
    lastEnd = at
    return false
  }

  private mutating func push(_ kind: Int) throws(Failure) {
    guard open.count < Limits.depth else { throw Failure(.openStepDepth, at: at, String(Limits.depth)) }
    open.append(at << Kind.bits | kind)
    at &+= 1
  }

  private mutating func pop() {
    _ = open.removeLast()
    lastEnd = at
  }

  private mutating func semicolon() throws(Failure) {
    skipSpace()
    if text.byte(at: at) != ASCII.semicolon { try recoverSemicolon() }
    if text.byte(at: at) == ASCII.semicolon { at &+= 1 }
  }

  /// Advances to a dictionary's next value, past its key; false if the dictionary ends.
  private mutating func nextEntry(into sink: inout some ValueSink & ~Copyable) throws(Failure) -> Bool {
    while true {
      skipSpace()
      guard at < text.count else {
        guard isEntries else { throw unterminated() }
        return try closeDictionary(into: &sink)
      }
      let byte = text[at]
      if byte == ASCII.rightBrace && !isEntries {
        at &+= 1
        return try closeDictionary(into: &sink)
      }
      guard startsString(byte) else {
        if byte == ASCII.semicolon {
          try report(Failure(.openStepExtraSemicolon, at: at))
          at &+= 1
          continue
        }
        guard isEntries else { throw recoverKey() }
        findings.append(
          byte == ASCII.rightBrace
            ? Failure(.openStepUnmatchedBrace, at: at)
            : Failure(.openStepIgnoredContent, at: at, describe(at)))
        at = text.count
        return try closeDictionary(into: &sink)
      }
      let start = at
      let key = try string()
      lastKey = start..<at
      if try afterKey(key, into: &sink) { return true }
    }
  }

  private mutating func closeDictionary(into sink: inout some ValueSink & ~Copyable) throws(Failure) -> Bool {
    pop()
    try sink.endDictionary()
    return false
  }

  /// Sends a key and consumes its equals sign; `key;` is short for `key = key;` and returns false.
  private mutating func afterKey(_ key: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure)
    -> Bool
  {
    skipSpace()
    guard var byte = text.byte(at: at) else { throw missingEquals() }
    if byte != ASCII.equalsSign && byte != ASCII.semicolon {
      guard let next = try recoverEquals() else {
        try sendKey(key, into: &sink)
        try sink.null()
        return false
      }
      byte = next
    }
    try sendKey(key, into: &sink)
    if byte == ASCII.semicolon {
      try sink.string(key)
      at &+= 1
      return false
    }
    if byte == ASCII.equalsSign { at &+= 1 }
    skipSpace()
    guard let next = text.byte(at: at), next != ASCII.semicolon, next != ASCII.rightBrace else {
      try report(Failure(.openStepMissingValue, at: at, lastKeyName))
      try sink.null()
      if text.byte(at: at) == ASCII.semicolon { at &+= 1 }
      return false
    }
    return true
  }

  /// Sends a key; its refusal is an error like any other.
  private mutating func sendKey(
    _ key: ByteView, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    do throws(Failure) {
      try sink.key(key)
    } catch {
      try report(Failure(error.code, at: lastKey.lowerBound, error.subject))
    }
  }

  /// Advances to an array's next element; false if the array ends.
  private mutating func element(isFirst: Bool, into sink: inout some ValueSink & ~Copyable) throws(Failure)
    -> Bool
  {
    skipSpace()
    guard at < text.count else { throw unterminated() }
    if !isFirst && text[at] == ASCII.comma {
      at &+= 1
      skipSpace()
      guard at < text.count else { throw unterminated() }
    } else if !isFirst && text[at] != ASCII.rightParenthesis {
      try recoverComma()
    }
    while text.byte(at: at) == ASCII.comma {
      try report(Failure(.openStepExtraComma, at: at))
      at &+= 1
      skipSpace()
    }
    guard at < text.count else { throw unterminated() }
    if text[at] == ASCII.semicolon, isInDictionary {
      // The entry ends, and with it the unterminated array.
      try report(unterminated())
      pop()
      try sink.endArray()
      return false
    }
    guard text[at] == ASCII.rightParenthesis else { return true }
    at &+= 1
    pop()
    try sink.endArray()
    return false
  }

  // MARK: White space and comments

  @inline(__always)
  package mutating func skipSpace() {
    guard at < text.count, text[at] <= ASCII.space || text[at] == ASCII.solidus || text[at] == 0xE2 else {
      return
    }
    skipLongSpace()
  }

  @inline(never)
  private mutating func skipLongSpace() {
    at = OpenStepScanner.endOfSpace(in: text, from: at)
    while text.byte(at: at) == ASCII.solidus, let comment = OpenStepScanner.comment(in: text, at: at) {
      if comment.isTerminated {
        commentCount &+= 1
        firstComment = firstComment ?? at
      } else {
        findings.append(Failure(.openStepUnterminatedComment, at: at))
      }
      at = OpenStepScanner.endOfSpace(in: text, from: comment.end)
    }
  }
}

extension Failure {
  /// Whether the finding is a GNUstep escape, after which Apple's parsers read on.
  var isGNUstepEscape: Bool { code == .openStepGNUstepEscape || code == .openStepGNUstepEscape.inStrings }
}
