// Reads the records of application XML without a mapping, one element at a time through a window.
//
//   <products> <product>…</product> <product>…</product> </products>
//              └── a tree, then a value in the requested style, then discarded

/// Reads the elements at a place, each as a document in a style.
struct XMLRecordReader: ~Copyable {
  private var window: TextWindow
  private var reader: XMLReader
  private let place: RecordPlace
  private let reading: Reading
  private let style: XMLStyle
  /// The matches at each open element around the records.
  private var matches: [RecordPlace.Matches] = []
  /// Open elements that have no records.
  private var skipped = 0
  /// The text of the DOCTYPE, which parsing a record's text by itself requires.
  private var documentType: [UInt8] = []
  private(set) var repeated = RepeatedElements()
  /// The names of --list that no element had so far.
  private var missingLists: [String]
  private(set) var ledger = ReadLosses()

  /// Takes the style that the documents are in from `reading`.
  init(_ window: consuming TextWindow, at place: RecordPlace, _ reading: Reading) {
    self.window = window
    self.place = place
    self.reading = reading
    style = reading.xmlStyle ?? .attributes
    missingLists = reading.requiresLists ? reading.xmlLists : []
    var options = XMLReader.Options.namespaces
    options.keepsUnreadReferences = true
    reader = XMLReader(self.window.text, options: options, isFinal: self.window.isAtEnd)
  }

  /// Sends each record to the receiver.
  ///
  /// Throws the first problem with its position, and the receiver's errors with the record's.
  mutating func run(into receiver: any ElementReceiver) throws(Diagnostic) {
    do throws(Failure) {
      try readEvents(into: receiver)
      if let problem = window.problem { throw problem }
      if let missing = missingLists.first { throw Failure(.xmlListMissing, missing) }
      ledger.record(reader.meaningfulTally, keepsNodes: style != .attributes)
    } catch {
      let failure = window.problem ?? error
      guard !failure.isOfSurroundings else { throw Diagnostic(failure) }
      throw Diagnostic(failure, at: Place(reader.place(of: failure.offset ?? reader.tokenStart)))
    }
  }

  private mutating func readEvents(into receiver: any ElementReceiver) throws(Failure) {
    while true {
      switch try reader.next() {
      case .startElement: try beginElement(into: receiver)
      case .endElement:
        if skipped > 0 { skipped -= 1 } else { matches.removeLast() }
        if skipped == 0 { repeated.leave() }
      case .doctype:
        documentType = window.text[reader.tokenStart - window.offset..<reader.tokenEnd - window.offset].array
      case .needsInput: try reader.slide(&window)
      case .endDocument: return
      default: break
      }
    }
  }

  private mutating func beginElement(into receiver: any ElementReceiver) throws(Failure) {
    guard skipped == 0 else {
      skipped += 1
      return
    }
    var found = place.entering(reader.name, local: reader.localName, from: matches.last ?? place.start)
    // The path may begin with the root element or below it.
    if matches.isEmpty { found |= place.start }
    guard place.isRecord(found) else {
      repeated.enter(reader.name)
      if found == 0 { skipped = 1 } else { matches.append(found) }
      return
    }
    if style == .attributes { try takeTree(found, into: receiver) } else { try takeText(into: receiver) }
  }

  /// Reads the current element as a tree, and the tree as a value.
  private mutating func takeTree(
    _ matches: RecordPlace.Matches, into receiver: any ElementReceiver
  ) throws(Failure) {
    var builder = XMLTreeBuilder(source: .empty)
    builder.begin(&reader)
    var depth = 1
    while depth > 0 {
      switch try builder.take(from: &reader) {
      case .startElement: depth += 1
      case .endElement: depth -= 1
      case .needsInput: try reader.slide(&window)
      default: break
      }
    }
    builder.finish()
    var values = DocumentBuilder(source: .empty)
    let tree = XMLTree(builder, tally: XMLTally())
    if !missingLists.isEmpty {
      missingLists = XMLAttributeStyleReader.missing(
        missingLists, in: tree, stripsNamespaces: reading.stripsNamespaces)
    }
    try XMLAttributeStyleReader.read(
      tree, lists: reading.xmlLists, trimsText: reading.trimsText, stripsNamespaces: reading.stripsNamespaces,
      isBare: true, into: &values,
      ledger: &ledger)
    try place.send(try values.finish(), matches, to: receiver)
  }

  /// Collects the text of the current element and reads it as a document.
  private mutating func takeText(into receiver: any ElementReceiver) throws(Failure) {
    var text = documentType
    var taken = reader.tokenStart
    var depth = 1
    while depth > 0 {
      switch try reader.next() {
      case .startElement: depth += 1
      case .endElement: depth -= 1
      case .needsInput:
        let done = reader.prepareToRefill()
        text += window.text[taken - window.offset..<done].array
        taken = window.offset + done
        window.consume(done)
        _ = try window.refill()
        reader.refill(window.text, isFinal: window.isAtEnd)
      default: break
      }
    }
    text += window.text[taken - window.offset..<reader.tokenEnd - window.offset].array
    let document = try text.withByteView { (view: ByteView) throws(Failure) in
      var values = DocumentBuilder(source: .empty)
      var ignored = ReadLosses()
      try XMLTreeStyleReader.read(view, style: style, into: &values, ledger: &ignored)
      return try values.finish()
    }
    // The DOCTYPE precedes the element.
    let children = DocumentValue(document).value(forKey: ByteView("children"))
    let record = style == .lossless ? children?.elements.reduce(nil) { $1 } : DocumentValue(document)
    if let record { try receiver.take(try document.copy(of: record.index)) }
  }
}

/// Finds the outermost elements that are repeated in their parent.
struct RepeatedElements {
  /// The maximum number of different names compared in one element.
  private static let maximumNames = 1000

  /// The path of each open element, and the count of each name in it; only the number of deeper ones.
  private var levels: [(path: [UInt8], names: [[UInt8]: Int])] = [([], [:])]
  private var deeper = 0
  private var best: (depth: Int, path: [UInt8], count: Int)?

  /// The path of the repeated elements nearest to the root, and among those, of the most frequent ones.
  var path: String? { best.map { String(decoding: $0.path, as: UTF8.self) } }

  mutating func enter(_ name: ByteView) {
    let depth = levels.count
    if deeper > 0 || depth > best?.depth ?? .max {
      deeper += 1
      return
    }
    let key = name.array
    let path = levels[depth - 1].path + (depth > 1 ? [ASCII.solidus] : []) + key
    levels.append((path, [:]))
    guard levels[depth - 1].names.count < Self.maximumNames || levels[depth - 1].names[key] != nil else {
      return
    }
    let count = levels[depth - 1].names[key, default: 0] + 1
    levels[depth - 1].names[key] = count
    guard count > 1 else { return }
    if let best, depth == best.depth, count <= best.count { return }
    best = (depth, path, count)
  }

  mutating func leave() { if deeper > 0 { deeper -= 1 } else { levels.removeLast() } }

  /// The path in a text, as far as the text can be read.
  static func path(in text: ByteView) -> String? {
    var found = RepeatedElements()
    var reader = XMLReader(text, options: .namespaces)
    do throws(Failure) {
      while true {
        switch try reader.next() {
        case .startElement: found.enter(reader.name)
        case .endElement: found.leave()
        case .endDocument: return found.path
        default: break
        }
      }
    } catch { return found.path }
  }
}
