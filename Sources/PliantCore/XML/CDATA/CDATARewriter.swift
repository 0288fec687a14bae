// Converts escaped text to CDATA sections and back; preserves every other byte of the document.
//
//   <a>1 &lt; 2</a>   wrap →   <a><![CDATA[1 < 2]]></a>   unwrap →   <a>1 &lt; 2</a>

package struct CDATARewriter: ~Copyable {
  package enum Direction: Sendable {
    case wrap
    case unwrap
  }

  package struct Options: Sendable {
    package var direction: Direction
    /// The names of the elements whose own text is rewritten; nil for all.
    package var elements: [[UInt8]]?
    /// Text is wrapped if it has more escaped characters than this.
    package var minimumEscapes = 0

    package init(_ direction: Direction) { self.direction = direction }
  }

  package struct Result: ~Copyable {
    package let output: OutputBuffer
    package let changeCount: Int
  }

  private let options: Options
  private let text: ByteView
  private var reader: XMLReader
  private var writer: SourceTextWriter
  /// For each open element, whether its own text is rewritten.
  private var selected = GrowableBuffer<Bool>(capacity: 64)
  /// The index up to which the source was copied.
  private var copied = 0
  package private(set) var changeCount = 0

  // The run of text for a section.
  private var runStart = -1
  private var runEnd = 0
  private var escapes = 0
  /// The last byte of the text before, if only sections' delimiters follow it.
  private var last: UInt8 = 0
  private var content = OutputBuffer(to: .memory)

  /// Rewrites a document.
  ///
  /// Throws `xml.…` for a document that is not well-formed.
  package static func run(
    _ text: ByteView, of source: DecodedText, _ options: Options, output: consuming OutputBuffer
  ) throws(Failure) -> Result {
    var rewriter = CDATARewriter(
      options: options, text: text, reader: XMLReader(text, options: .sourceTokens()),
      writer: SourceTextWriter(like: source, to: output))
    try rewriter.rewriteAll()
    let count = rewriter.changeCount
    return Result(output: rewriter.writer.finish(), changeCount: count)
  }

  private mutating func rewriteAll() throws(Failure) {
    while true {
      let event = try reader.next()
      switch (event, options.direction) {
      case (.text, .wrap): extendRun(by: text[reader.tokenStart..<reader.tokenEnd])
      case (.reference, .wrap): takeReference()
      case (.text, .unwrap): last = text[reader.tokenEnd - 1]
      case (.cdata, .unwrap): unwrap()
      default: endRun()
      }
      switch event {
      case .startElement: selected.append(isSelected(reader.name))
      case .endElement: _ = selected.removeLast()
      case .endDocument:
        copy(upTo: text.count)
        return
      default: break
      }
      try writer.output.drainIfFull()
    }
  }

  private func isSelected(_ name: ByteView) -> Bool {
    options.elements?.contains { $0.withByteView { $0 == name } } ?? true
  }

  private var isInSelected: Bool { selected.count > 0 && selected[selected.count - 1] }

  // The source's encoding can represent its own bytes.
  private mutating func copy(upTo end: Int) {
    _ = writer.append(text[copied..<end])
    copied = end
  }

  // MARK: Wrapping

  private mutating func extendRun(by piece: ByteView) {
    guard isInSelected else { return }
    if runStart < 0 { runStart = reader.tokenStart }
    runEnd = reader.tokenEnd
    content.append(piece)
  }

  /// Adds a character reference to the run, or ends the run if a section cannot contain the character.
  private mutating func takeReference() {
    let isCharacter =
      reader.name.byte(at: 0) == ASCII.numberSign
      || XMLReferenceScanner.predefined(text, at: reader.tokenStart) != nil
    // A carriage return would be normalized to a line feed, and a line feed after one would vanish.
    guard isCharacter, !(reader.text == "\r"), writer.holds(reader.text),
      !(reader.text == "\n") || text[reader.tokenStart - 1] != ASCII.carriageReturn
    else { return endRun() }
    extendRun(by: reader.text)
    if isInSelected { escapes += 1 }
  }

  private mutating func endRun() {
    last = 0
    guard runStart >= 0 else { return }
    if escapes > options.minimumEscapes {
      copy(upTo: runStart)
      var options = XMLEscaper.Options()
      options.asCDATA = true
      let section = content.withHeldBytes { Self.escaped($0, options) }
      section.withHeldBytes { _ = writer.append($0) }
      copied = runEnd
      changeCount += 1
    }
    runStart = -1
    escapes = 0
    content.removeAll()
  }

  // MARK: Unwrapping

  private mutating func unwrap() {
    guard isInSelected else { return }
    copy(upTo: reader.tokenStart)
    copied = reader.tokenStart + 9
    separate()
    let body = text[copied..<reader.tokenEnd - 3]
    Self.escaped(body).withHeldBytes { _ = writer.append($0) }
    if !body.isEmpty { last = body[body.count - 1] }
    copied = reader.tokenEnd
    separate()
    changeCount += 1
  }

  /// Escapes the next character if only the section's delimiter kept it from completing a CR LF or a `]]>`.
  private mutating func separate() {
    let next = text.suffix(from: copied)
    let isLineFeed = last == ASCII.carriageReturn && next.starts(with: "\n")
    guard isLineFeed || next.starts(with: ">") || next.starts(with: "]>") else { return }
    _ = writer.append(ByteView(isLineFeed ? "&#10;" : next.starts(with: ">") ? "&gt;" : "]&gt;"))
    copied += next.starts(with: "]") ? 2 : 1
    last = 0
  }

  private static func escaped(_ text: ByteView, _ options: XMLEscaper.Options = .init()) -> OutputBuffer {
    var escaper = XMLEscaper(options)
    var escaped = OutputBuffer(to: .memory)
    // The reader has rejected forbidden characters.
    do throws(Failure) { try escaper.escape(text, into: &escaped) } catch { return escaped }
    escaper.finish(into: &escaped)
    return escaped
  }
}
