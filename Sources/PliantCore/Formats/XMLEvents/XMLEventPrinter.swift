// The events of an XML document as lines, for people and `grep`, or as JSON, in constant memory.
//
//   <a x="1">hi<b/></a>     start-document
//                           start-element a x="1"
//                           characters hi
//                           start-element b
//                           end-element b
//                           end-element a
//                           end-document

package struct XMLEventPrinter: ~Copyable {
  package struct Options: Sendable {
    /// Print JSON Lines with positions, paths and namespaces.
    package var asJSON = false
    /// Trim text, and omit empty text.
    package var trimsText = false
    /// Resolve prefixes.
    package var processesNamespaces = true
    /// Report CDATA sections and references as separate events.
    package var rawCharacters = false
    /// Escape characters that reorder a terminal's lines.
    package var isForTerminal = false

    package init() {}
  }

  let options: Options
  var reader: XMLReader
  private var window: TextWindow
  var output: OutputBuffer
  /// `/a/b` of the open elements; only for JSON.
  var path = GrowableBuffer<UInt8>(capacity: 256)
  // The positions of events; only for JSON.
  private var counter = TextPositionCounter()
  private var countedOffset = 0
  private var pendingOffset = -1
  private var pendingPlace = TextPosition(line: 0, column: 0)

  package init(_ window: consuming TextWindow, options: Options, output: consuming OutputBuffer) {
    var readerOptions = XMLReader.Options()
    readerOptions.processesNamespaces = options.processesNamespaces
    readerOptions.separatesCDATA = options.rawCharacters
    readerOptions.separatesReferences = options.rawCharacters
    self.options = options
    self.window = window
    self.output = output
    reader = XMLReader(.empty, options: readerOptions, isFinal: false)
  }

  /// Prints all events and returns the output, not yet drained; `ledger` records losses.
  ///
  /// Throws an error in the document, with its position, after printing everything before it.
  package consuming func run(ledger: inout ReadLosses) throws(Diagnostic) -> OutputBuffer {
    var failure: Failure?
    do throws(Failure) { try printAll() } catch { failure = error }
    if let problem = window.problem ?? failure {
      try Diagnostic.of { () throws(Failure) in try output.drain() }
      throw Diagnostic(problem, at: problem.offset.map { Place(reader.place(of: $0)) } ?? .wholeFile)
    }
    ledger.record(.defaultedAttributes, reader.tally.defaultedAttributes)
    if !options.rawCharacters { ledger.record(.cdataAsText, reader.tally.sections) }
    return output
  }

  private mutating func printAll() throws(Failure) {
    var hasBegun = false
    while true {
      let event = try reader.next()
      if event == .needsInput {
        try slide()
        continue
      }
      if !hasBegun {
        hasBegun = true
        printStart(event)
      }
      let start = output.count
      options.asJSON ? printJSON(event) : printLine(event)
      if options.isForTerminal { output.makeHarmless(from: start, isJSON: options.asJSON) }
      try output.drainIfFull()
      if event == .endDocument { return }
    }
  }

  /// Advances to the next part of the document.
  private mutating func slide() throws(Failure) {
    if options.asJSON { countBeforeSliding() }
    try reader.slide(&window)
  }

  /// The current text, trimmed if requested; nil if it is omitted.
  var shownText: ByteView? {
    guard options.trimsText else { return reader.text }
    let text = reader.text.trimmed
    return text.isEmpty ? nil : text
  }

  // MARK: Places

  /// Line and column, from 1, of an offset; offsets must ascend.
  mutating func place(of offset: Int) -> TextPosition {
    if offset == pendingOffset { return pendingPlace }
    if offset > countedOffset {
      let text = window.text
      let start = countedOffset - window.offset
      let end = min(offset - window.offset, text.count)
      if start >= 0, end > start { counter.advance(over: text[start..<end]) }
      countedOffset = offset
    }
    return counter.position
  }

  private mutating func countBeforeSliding() {
    if let start = reader.pendingTextStart, start != pendingOffset {
      pendingPlace = place(of: start)
      pendingOffset = start
    }
    if !reader.isInEntity, reader.offset > countedOffset { _ = place(of: reader.offset) }
  }
}

extension XMLReader {
  /// Advances to the next part of a document that it reads through a window.
  mutating func slide(_ window: inout TextWindow) throws(Failure) {
    window.consume(prepareToRefill())
    _ = try window.refill()
    refill(window.text, isFinal: window.isAtEnd)
  }
}
