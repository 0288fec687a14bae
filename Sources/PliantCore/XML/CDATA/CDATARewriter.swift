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
  private var content = OutputBuffer(to: .memory)

  /// Takes a decoded document's valid text.
  private init(_ text: ByteView, _ options: Options, _ writer: consuming SourceTextWriter) {
    self.text = text
    self.options = options
    self.writer = writer
    reader = XMLReader(text, options: .sourceTokens)
  }

  /// Rewrites a document.
  ///
  /// Throws `xml.…` for a document that is not well-formed.
  package static func run(
    _ text: ByteView, of source: DecodedText, _ options: Options, output: consuming OutputBuffer
  ) throws(Failure) -> Result {
    var rewriter = CDATARewriter(text, options, SourceTextWriter(like: source, to: output))
    try rewriter.rewriteAll()
    let count = rewriter.changeCount
    return Result(output: rewriter.finish(), changeCount: count)
  }

  private consuming func finish() -> OutputBuffer { writer.finish() }

  private mutating func rewriteAll() throws(Failure) {
    while true {
      let event = try reader.next()
      switch (event, options.direction) {
      case (.text, .wrap): extendRun(by: text[reader.tokenStart..<reader.tokenEnd])
      case (.reference, .wrap): takeReference()
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
    guard let elements = options.elements else { return true }
    return elements.contains { $0.withByteView { $0 == name } }
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
    // A carriage return would be normalized to a line feed.
    guard isCharacter, !(reader.text == "\r"), writer.holds(reader.text) else { return endRun() }
    extendRun(by: reader.text)
    if isInSelected { escapes += 1 }
  }

  private mutating func endRun() {
    guard runStart >= 0 else { return }
    if escapes > options.minimumEscapes {
      copy(upTo: runStart)
      writeSection()
      copied = runEnd
      changeCount += 1
    }
    runStart = -1
    escapes = 0
    content.removeAll()
  }

  private mutating func writeSection() {
    var escaperOptions = XMLEscaper.Options()
    escaperOptions.asCDATA = true
    var escaper = XMLEscaper(escaperOptions)
    var section = OutputBuffer(to: .memory)
    content.withHeldBytes { held in
      // The reader has rejected forbidden characters.
      do throws(Failure) { try escaper.escape(held, into: &section) } catch { return }
    }
    escaper.finish(into: &section)
    section.withHeldBytes { _ = writer.append($0) }
  }

  // MARK: Unwrapping

  private mutating func unwrap() {
    guard isInSelected else { return }
    copy(upTo: reader.tokenStart)
    let body = text[reader.tokenStart + 9..<reader.tokenEnd - 3]
    var escaper = XMLEscaper()
    var escaped = OutputBuffer(to: .memory)
    do throws(Failure) { try escaper.escape(body, into: &escaped) } catch { return }
    escaped.withHeldBytes { _ = writer.append($0) }
    copied = reader.tokenEnd
    changeCount += 1
  }
}
