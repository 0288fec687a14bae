// Files too large to be held: the encoding is judged and the XML is read through windows, in constant memory.

/// Checks large files whose encoding is as it should be; others are left to the checks in memory.
package struct LargeFileChecks {
  /// From this size on a file is checked through a window.
  package static let threshold = InputFile.mapThreshold

  private let path: String
  private let name: String
  private let options: LintOptions

  package init(path: String, name: String, options: LintOptions) {
    self.path = path
    self.name = name
    self.options = options
  }

  /// The findings, or nil where the file must be checked in memory: it is no XML, or its encoding is in question.
  ///
  /// Throws `file.read`.
  package func run() throws(Failure) -> [Finding]? {
    var window = try InputWindow(path: path)
    while window.bytes.count < 64 * 1024, try window.refill() {}
    let head = window.bytes
    let grammar = LintNames.grammar(
      of: name, content: FormatDetector.detect(head),
      head: head.suffix(from: ByteOrderMark(head)?.length ?? 0))
    guard grammar == .xml || grammar == .propertyList, try isHonestUTF8(&window) else { return nil }
    var collector = LintCollector(options)
    let text = TextWindow(try InputWindow(path: path), kind: .xml)
    if grammar == .propertyList {
      try PropertyListChecks.run(text, &collector)
    } else {
      try XMLChecks.run(text, &collector)
    }
    return collector.sorted()
  }

  /// Whether all of the file is UTF-8, without a mark, and declares that or nothing, by the registered name.
  private func isHonestUTF8(_ window: inout InputWindow) throws(Failure) -> Bool {
    let head = window.bytes
    guard ByteOrderMark(head) == nil, head.firstIndex(of: ASCII.null) == nil else { return false }
    if let expected = options.expectedEncoding, expected != .utf8 { return false }
    let checks = EncodingChecks(
      LintSubject(head[0..<min(head.count, 1024)], name: name), options: options, makesFixes: false)
    if checks.misplacedDeclaration(in: head) != nil { return false }
    if let declared = DeclaredEncoding.find(in: head, actual: .utf8, mark: nil) {
      guard declared.encoding == .utf8, TextEncoding.utf8.isStandardName(declared.name) else { return false }
    }
    // Text that was encoded twice shows so early.
    let whole = head[0..<UTF8Validation.validEnd(of: head)]
    if DoubleEncoding.find(in: whole) != nil { return false }
    while true {
      let bytes = window.bytes
      let end = UTF8Validation.validEnd(of: bytes)
      if end < bytes.count && (window.isAtEnd || !UTF8Validation.isCutOff(bytes, at: end)) { return false }
      window.consume(end)
      if try !window.refill() { return window.bytes.isEmpty }
    }
  }
}

/// An XML reader that is fed from a window, and the places of what it finds.
struct WindowedXMLReader: ~Copyable {
  /// Nil where all of the text is held.
  private var window: TextWindow?
  var xml: XMLReader
  private var reported = 0

  /// Reads a text that is held whole.
  init(_ text: ByteView, options: XMLReader.Options) {
    xml = XMLReader(text, options: options)
    window = nil
  }

  init(_ window: consuming TextWindow, options: XMLReader.Options) throws(Failure) {
    var window = window
    _ = try window.refill()
    xml = XMLReader(window.text, options: options, isFinal: window.isAtEnd)
    self.window = consume window
  }

  /// The next event; the window slides as needed.
  mutating func next(_ collector: inout LintCollector) throws(Failure) -> XMLEvent {
    while true {
      let event = try xml.next()
      guard event == .needsInput else { return event }
      reportProblems(&collector)
      try slide()
    }
  }

  private mutating func slide() throws(Failure) {
    window?.consume(xml.prepareToRefill())
    _ = try window?.refill()
    if let text = window?.text { xml.refill(text, isFinal: window?.isAtEnd ?? true) }
  }

  /// Reports the problems that the reader passed over since last time, while their places are known.
  mutating func reportProblems(_ collector: inout LintCollector) {
    let problems = xml.problems
    while reported < problems.count {
      let problem = problems[reported]
      reported += 1
      collector.add(problem, at: place(problem.offset), default: .xmlNotWellFormed)
    }
  }

  func place(_ offset: Int?) -> Place {
    guard let offset else { return .text(line: 1, column: 1) }
    let place = xml.place(of: offset)
    return .text(line: place.line, column: place.column)
  }
}
