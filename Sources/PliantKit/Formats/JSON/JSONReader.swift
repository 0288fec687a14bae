// Reads JSON by RFC 8259: containers and their separators here, strings, numbers and mistakes in the extensions.

/// Sends the events of a JSON text.
///
/// All numbers are sent as `number(_:kind:)` with the text that they have in the input; strings are slices of the
/// input where they hold no escape. Reading does not recurse; `Limits.depth` bounds the nesting.
package struct JSONReader: ~Copyable {
  /// Valid UTF-8 without byte order mark.
  var text: ByteView
  /// Where `text` begins in the whole input; added to the offsets of failures.
  var base = 0
  /// The next byte to read.
  var at = 0
  /// The offsets of the open brackets, doubled, plus one where the bracket is a brace.
  private var open = GrowableBuffer<Int>(capacity: 64)
  /// The text of the last string that held escapes.
  var scratch = GrowableBuffer<UInt8>(capacity: 256)
  /// What the text is part of.
  var enclosure: Enclosure

  /// What a text is part of, and so what ends it.
  enum Enclosure {
    case document
    /// One line of JSON lines.
    case line
    /// One element of an array.
    case element
  }

  /// Mistakes after which reading went on, in the order of the text.
  package private(set) var findings: [Failure] = []
  /// Mistakes that are kept before one is thrown.
  private let findingLimit: Int

  init(_ text: ByteView, enclosure: Enclosure = .document, findingLimit: Int = 0) {
    self.text = text
    self.enclosure = enclosure
    self.findingLimit = findingLimit
  }

  /// Sends the events of the one value that `text` is; `text` is valid UTF-8 without byte order mark.
  ///
  /// Throws a `json/syntax` failure with its offset, or what the sink throws with the offset of the value. What the
  /// sink received before a failure is void.
  package static func read(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    var reader = JSONReader(text)
    try reader.document(into: &sink)
  }

  /// Sends the events as `read` does, goes on after mistakes whose meaning is plain, and returns all mistakes.
  ///
  /// Stops at `limit` mistakes or at the first whose meaning is not plain, which is the last one returned.
  package static func readTolerantly(
    _ text: ByteView, limit: Int = 100, into sink: inout some ValueSink & ~Copyable
  ) -> [Failure] {
    var reader = JSONReader(text, findingLimit: limit)
    do throws(Failure) {
      try reader.document(into: &sink)
      return reader.findings
    } catch {
      return reader.findings + [error]
    }
  }

  /// Sends the events of the one value that `piece` is, which begins at `base` in the whole input.
  mutating func read(
    _ piece: ByteView, base: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    self.text = piece
    self.base = base
    at = 0
    open.truncate(to: 0)
    try document(into: &sink)
  }

  private mutating func document(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    do throws(Failure) {
      try skipSpace()
      guard at < text.count else { throw Failure(.jsonEmpty, at: 0) }
      try values(into: &sink)
      try skipSpace()
      guard at == text.count else { throw trailingContent() }
    } catch {
      throw Failure(error.code, at: base + (error.offset ?? at), error.subject)
    }
  }

  /// Goes on after a mistake if there is room for one more.
  mutating func report(_ failure: Failure) throws(Failure) {
    guard findings.count < findingLimit else { throw failure }
    findings.append(Failure(failure.code, at: base + (failure.offset ?? at), failure.subject))
  }

  // MARK: Containers

  private mutating func values(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    var isFirst = try value(into: &sink)
    while let top = innermost {
      let follows =
        top & 1 == 1
        ? try member(isFirst: isFirst, into: &sink) : try element(isFirst: isFirst, into: &sink)
      isFirst = follows ? try value(into: &sink) : false
    }
  }

  /// The innermost open bracket, in the form of `open`.
  @inline(__always)
  private var innermost: Int? { open.count > 0 ? open[open.count &- 1] : nil }

  /// Where the innermost open bracket stands and whether it is a brace.
  var openBracket: (offset: Int, isBrace: Bool)? {
    innermost.map { ($0 >> 1, $0 & 1 == 1) }
  }

  /// Sends a scalar, or opens a container and returns true.
  @inline(__always)
  private mutating func value(into sink: inout some ValueSink & ~Copyable) throws(Failure) -> Bool {
    guard at < text.count else { throw unterminated() }
    switch text[at] {
    case ASCII.quotationMark:
      // While the sink works, `at` stays on the value, for the place of what it throws.
      let start = at
      let text = try string()
      let end = at
      at = start
      try sink.string(text)
      at = end
    case ASCII.leftBrace:
      try push(isBrace: 1)
      try sink.beginDictionary(count: nil)
      at &+= 1
      return true
    case ASCII.leftBracket:
      try push(isBrace: 0)
      try sink.beginArray(count: nil)
      at &+= 1
      return true
    case ASCII.digit0...ASCII.digit9, ASCII.hyphen:
      try number(into: &sink)
    case ASCII.lowerT where isLiteral("true"):
      try sink.boolean(true)
      at &+= 4
    case ASCII.lowerF where isLiteral("false"):
      try sink.boolean(false)
      at &+= 5
    case ASCII.lowerN where isLiteral("null"):
      try sink.null()
      at &+= 4
    default:
      return try mistakenValue(into: &sink)
    }
    return false
  }

  @inline(__always)
  private mutating func push(isBrace: Int) throws(Failure) {
    // A line or an element lies in one more array.
    let depth = enclosure == .document ? Limits.depth : Limits.depth - 1
    guard open.count < depth else { throw Failure(.jsonDepth, at: at) }
    open.append(at &<< 1 | isBrace)
  }

  @inline(__always)
  private func isLiteral(_ word: StaticString) -> Bool { text.starts(with: word, at: at) }

  /// Goes on to an object's next value, past its key; false where the object ends.
  @inline(__always)
  private mutating func member(isFirst: Bool, into sink: inout some ValueSink & ~Copyable) throws(Failure)
    -> Bool
  {
    guard try separator(isFirst: isFirst, closing: ASCII.rightBrace) else {
      _ = open.removeLast()
      try sink.endDictionary()
      return false
    }
    if text.byte(at: at) == ASCII.quotationMark {
      let start = at
      let text = try string()
      let end = at
      at = start
      try sink.key(text)
      at = end
    } else {
      guard try mistakenKey(into: &sink) else { return false }
    }
    try skipSpace()
    if text.byte(at: at) == ASCII.colon {
      at &+= 1
    } else {
      try mistakenColon()
    }
    try skipSpace()
    return true
  }

  /// Goes on to an array's next element; false where the array ends.
  @inline(__always)
  private mutating func element(isFirst: Bool, into sink: inout some ValueSink & ~Copyable) throws(Failure)
    -> Bool
  {
    if try separator(isFirst: isFirst, closing: ASCII.rightBracket) { return true }
    _ = open.removeLast()
    try sink.endArray()
    return false
  }

  /// Passes the comma before the next entry, or the closing bracket (false).
  @inline(__always)
  private mutating func separator(isFirst: Bool, closing: UInt8) throws(Failure) -> Bool {
    try skipSpace()
    guard at < text.count else { throw unterminated() }
    let byte = text[at]
    if byte == closing {
      at &+= 1
      return false
    }
    if isFirst && byte != ASCII.comma { return true }
    let comma = at
    if byte == ASCII.comma && !isFirst {
      at &+= 1
    } else {
      try mistakenSeparator(isFirst: isFirst, closing: closing)
    }
    try skipSpace()
    guard let next = text.byte(at: at), next == closing || next == ASCII.comma else { return true }
    return try mistakenComma(comma, closing: closing)
  }

  // MARK: White space

  @inline(__always)
  mutating func skipSpace() throws(Failure) {
    guard at < text.count, text[at] <= ASCII.space || text[at] == ASCII.solidus || text[at] >= ASCII.delete
    else { return }
    try skipLongSpace()
  }

  /// Runs of white space, and what is mistaken for it.
  @inline(never)
  private mutating func skipLongSpace() throws(Failure) {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    while true {
      while at < text.count && text[at].isWhitespace {
        at &+= 1
        while at &+ 8 <= text.count && text.word(at: at) == spaces { at &+= 8 }
      }
      guard at < text.count, try skipMistakenSpace() else { return }
    }
  }
}
