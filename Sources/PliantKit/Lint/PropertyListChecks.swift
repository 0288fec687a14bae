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

  private var xml: XMLReader
  private var containers: [Container] = [.root]
  private var keyStart = 0
  private var lastKey = ""
  private var hasValue = false

  static func run(_ text: ByteView, _ places: inout LintPlaces, _ collector: inout LintCollector) {
    var options = XMLReader.Options()
    options.collectsProblems = true
    options.maximumDepth = 2 * Limits.depth + 2
    var reader = TolerantPropertyListReader(xml: XMLReader(text, options: options))
    do throws(Failure) {
      try reader.run(&places, &collector)
    } catch {
      collector.add(error, at: places.place(error.offset), default: .xmlNotWellFormed)
    }
    for problem in reader.xml.problems {
      collector.add(problem, at: places.place(problem.offset), default: .xmlNotWellFormed)
    }
  }

  private init(xml: consuming XMLReader) { self.xml = xml }

  private mutating func run(
    _ places: inout LintPlaces, _ collector: inout LintCollector
  ) throws(Failure) {
    func report(_ failure: Failure) {
      collector.add(failure, at: places.place(failure.offset), default: .plistStructure)
    }
    while true {
      switch try xml.next() {
      case .startElement:
        let element = XMLPropertyListElement(xml.name)
        if let failure = try begin(element) { report(failure) }
      case .endElement: if let failure = end() { report(failure) }
      case .text, .cdata: if !xml.isWhitespace { report(Failure(.plistText, at: xml.tokenStart)) }
      case .endDocument: return
      default: break
      }
    }
  }

  /// Takes a start tag, and a leaf with all of its content; gives what is wrong with it.
  private mutating func begin(_ element: XMLPropertyListElement) throws(Failure) -> Failure? {
    let start = xml.tokenStart
    let name = xml.name.string
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
      try skipElement()
      return Failure(.plistUnknownElement, at: start, name)
    default:
      let wrong = try leaf(element, name: name, start: start)
      failure = failure ?? wrong
    }
    return failure
  }

  private mutating func end() -> Failure? {
    let container = containers.count > 1 ? containers.removeLast() : .root
    return container == .keyedDictionary ? Failure(.plistKeyWithoutValue, at: keyStart, lastKey) : nil
  }

  /// Reads on to the end of the current element, whatever is in it.
  private mutating func skipElement() throws(Failure) {
    var depth = 1
    while depth > 0 {
      switch try xml.next() {
      case .startElement: depth += 1
      case .endElement: depth -= 1
      case .endDocument: return
      default: break
      }
    }
  }

  private mutating func leaf(
    _ element: XMLPropertyListElement, name: String, start: Int
  ) throws(Failure) -> Failure? {
    let isEmptyTag = xml.isEmptyElement
    var text: [UInt8] = []
    var failure: Failure?
    reading: while true {
      switch try xml.next() {
      case .text, .cdata: text += xml.text.array
      case .startElement:
        failure = failure ?? Failure(.plistElementInValue, at: xml.tokenStart, xml.name.string)
        try skipElement()
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
