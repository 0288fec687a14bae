// The family plist/…: a good property list is read once; a bad one again, tolerantly, so that all mistakes are told.

/// Checks XML property lists.
enum PropertyListChecks {
  static func run(_ text: ByteView, _ places: inout LintPlaces, _ collector: inout LintCollector) {
    checkDoctype(text, &places, &collector)
    do throws(Failure) {
      var builder = DocumentBuilder(source: text)
      try XMLPropertyListReader.read(text, into: &builder)
      let document = try builder.finish(owner: nil)
      for duplicate in document.duplicateKeys {
        collector.add(
          .plistDuplicateKey, at: places.place(duplicate.offset),
          "the key “\(duplicate.key)” stands here again")
      }
    } catch {
      let before = collector.findings.count
      TolerantPropertyListReader.run(text, &places, &collector)
      if collector.findings.count == before {
        collector.add(error, at: places.place(error.offset), default: .plistStructure)
      }
    }
  }

  /// Reads a property list that is too large to be held; keys that stand twice are not looked for.
  static func run(_ window: consuming TextWindow, _ collector: inout LintCollector) throws(Failure) {
    try TolerantPropertyListReader.run(window, &collector)
  }

  /// The document type must be Apple's where there is one.
  private static func checkDoctype(
    _ text: ByteView, _ places: inout LintPlaces, _ collector: inout LintCollector
  ) {
    let head = text[0..<min(text.count, 4096)]
    guard head.firstIndex(of: "<!DOCTYPE") != nil else { return }
    var reader = XMLReader(text)
    while let event = try? reader.next(), event != .startElement, event != .endDocument {
      guard event == .doctype else { continue }
      guard let type = reader.documentType else { return }
      let isApples =
        type.name == "plist"
        && (type.publicID.map {
          $0 == "-//Apple//DTD PLIST 1.0//EN" || $0 == "-//Apple Computer//DTD PLIST 1.0//EN"
        }
          ?? (type.systemID?.firstIndex(of: "PropertyList-1.0.dtd") != nil))
      if !isApples {
        collector.add(
          .plistDoctype, at: places.place(reader.tokenStart),
          "the document type is not Apple's for property lists")
      }
      return
    }
  }
}

/// Reads a property list that is known to be wrong, and reports every mistake that stands on its own.
private struct TolerantPropertyListReader: ~Copyable {
  private enum Container: UInt8, BitwiseCopyable {
    case root
    case wrapper
    case array
    case dictionary
    case keyedDictionary
  }

  private var reader: WindowedXMLReader
  private var containers: [Container] = [.root]
  private var keyStart = 0
  private var lastKey = ""
  /// Nil where the text is not held.
  private var places: LintPlaces?

  private static var options: XMLReader.Options {
    var options = XMLReader.Options()
    options.collectsProblems = true
    options.maximumDepth = 2 * Limits.depth + 2
    return options
  }

  static func run(_ text: ByteView, _ places: inout LintPlaces, _ collector: inout LintCollector) {
    var reader = TolerantPropertyListReader(WindowedXMLReader(text, options: options))
    reader.places = places
    reader.run(&collector)
  }

  static func run(_ window: consuming TextWindow, _ collector: inout LintCollector) throws(Failure) {
    var reader = TolerantPropertyListReader(try WindowedXMLReader(window, options: options))
    reader.run(&collector)
  }

  private init(_ reader: consuming WindowedXMLReader) { self.reader = reader }

  /// The place of an offset: in the text where that is held, otherwise in the window.
  private mutating func place(_ offset: Int?) -> Place {
    places != nil ? places?.place(offset) ?? .wholeFile : reader.place(offset)
  }

  private mutating func report(_ failure: Failure, _ collector: inout LintCollector) {
    collector.add(failure, at: place(failure.offset), default: .plistStructure)
  }

  private mutating func run(_ collector: inout LintCollector) {
    do throws(Failure) {
      while true {
        switch try reader.next(&collector) {
        case .startElement:
          let element = XMLPropertyListElement(reader.xml.name)
          if let failure = try begin(element, &collector) { report(failure, &collector) }
        case .endElement: if let failure = end() { report(failure, &collector) }
        case .text, .cdata:
          if !reader.xml.isWhitespace { report(Failure(.plistText, at: reader.xml.tokenStart), &collector) }
        case .endDocument:
          reportProblems(&collector)
          return
        default: break
        }
      }
    } catch {
      collector.add(error, at: place(error.offset), default: .xmlNotWellFormed)
      reportProblems(&collector)
    }
  }

  private mutating func reportProblems(_ collector: inout LintCollector) {
    guard places != nil else { return reader.reportProblems(&collector) }
    for problem in reader.xml.problems {
      collector.add(problem, at: place(problem.offset), default: .xmlNotWellFormed)
    }
  }

  /// Takes a start tag, and a leaf with all of its content; gives what is wrong with it.
  private mutating func begin(
    _ element: XMLPropertyListElement, _ collector: inout LintCollector
  ) throws(Failure) -> Failure? {
    let start = reader.xml.tokenStart
    let name = reader.xml.name.string
    var failure: Failure?
    if element == .propertyList {
      containers.append(.wrapper)
      return nil
    }
    let container = containers.last ?? .root
    switch (container, element) {
    case (.dictionary, .key): containers[containers.count - 1] = .keyedDictionary
    case (.keyedDictionary, .key): failure = Failure(.plistKeyWithoutValue, at: keyStart, lastKey)
    case (.dictionary, _): failure = Failure(.plistValueWithoutKey, at: start, name)
    case (.keyedDictionary, _): containers[containers.count - 1] = .dictionary
    case (_, .key): failure = Failure(.plistMisplacedKey, at: start)
    default: break
    }
    switch element {
    case .dictionary: containers.append(.dictionary)
    case .array: containers.append(.array)
    case .unknown:
      try skipElement(&collector)
      return Failure(.plistUnknownElement, at: start, name)
    default:
      let wrong = try leaf(element, name: name, start: start, &collector)
      failure = failure ?? wrong
    }
    return failure
  }

  private mutating func end() -> Failure? {
    let container = containers.count > 1 ? containers.removeLast() : .root
    return container == .keyedDictionary ? Failure(.plistKeyWithoutValue, at: keyStart, lastKey) : nil
  }

  /// Reads on to the end of the current element, whatever is in it.
  private mutating func skipElement(_ collector: inout LintCollector) throws(Failure) {
    var depth = 1
    while depth > 0 {
      switch try reader.next(&collector) {
      case .startElement: depth += 1
      case .endElement: depth -= 1
      case .endDocument: return
      default: break
      }
    }
  }

  private mutating func leaf(
    _ element: XMLPropertyListElement, name: String, start: Int, _ collector: inout LintCollector
  ) throws(Failure) -> Failure? {
    let isEmptyTag = reader.xml.isEmptyElement
    var text: [UInt8] = []
    var failure: Failure?
    reading: while true {
      switch try reader.next(&collector) {
      case .text, .cdata: text += reader.xml.text.array
      case .startElement:
        failure = failure ?? Failure(.plistElementInValue, at: reader.xml.tokenStart, reader.xml.name.string)
        try skipElement(&collector)
      case .endElement, .endDocument: break reading
      default: break
      }
    }
    if element == .key {
      keyStart = start
      lastKey = String(decoding: text, as: UTF8.self)
    }
    return failure ?? text.withByteView { Self.wrong($0, element, name, isEmptyTag, start) }
  }

  /// What is wrong with a value's text.
  private static func wrong(
    _ text: ByteView, _ element: XMLPropertyListElement, _ name: String, _ isEmptyTag: Bool, _ start: Int
  ) -> Failure? {
    let excerpt = { text.count <= 60 ? text.string : text[0..<40].string + "…" }
    switch element {
    case .integer:
      switch PropertyListNumber.integer(text) {
      case .value: return nil
      case .tooLarge: return Failure(.plistHugeInteger, at: start, excerpt())
      case .malformed: return Failure(.plistBadInteger, at: start, excerpt())
      }
    case .real:
      if case .malformed = PropertyListNumber.real(text) {
        return Failure(.plistBadReal, at: start, excerpt())
      }
      return nil
    case .date:
      return PropertyListDate.seconds(from: text) == nil ? Failure(.plistBadDate, at: start, excerpt()) : nil
    case .data:
      if isEmptyTag { return Failure(.plistBadData, at: start, "<data/> instead of <data></data>") }
      var bytes = GrowableBuffer<UInt8>()
      return PropertyListData.decode(text, into: &bytes).map { Failure(.plistBadData, at: start, $0.text) }
    case .true, .false: return text.isEmpty ? nil : Failure(.plistNotEmpty, at: start, name)
    default: return nil
    }
  }
}
