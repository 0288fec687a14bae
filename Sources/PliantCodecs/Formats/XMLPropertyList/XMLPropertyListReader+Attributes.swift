// Attributes of XML property lists: the kernel's ID and IDREF share values, and format="hex" spells data in
// hexadecimal digits.
//
//   <array><string ID="1">x</string><string IDREF="1"/></array>   is  ["x", "x"]

/// A document's elements that have an ID.
struct SharedElements {
  private var numbers: [ByteKey: Int] = [:]
  private var elements: [(name: ByteView, text: ByteView)] = []

  /// Finds the elements of a document; the first error in it ends the search, since its reader reports it.
  ///
  /// Throws `plist.duplicate-id`.
  init(in text: ByteView) throws(Failure) {
    var options = XMLReader.Options.propertyList
    options.skipsWhitespace = true
    options.dropsGatheredText = true
    options.maximumDepth = 2 * Limits.depth + 2
    var reader = XMLReader(text, options: options)
    var open: [(name: ByteView, start: Int, id: ByteView?)] = []
    while let event = try? reader.next(), event != .endDocument {
      if event == .startElement {
        let id = reader.isInEntity ? nil : reader.value(ofAttribute: "ID")?.interned(in: text)
        open.append((reader.name, reader.tokenStart, id))
      } else if event == .endElement, let element = open.popLast(), let id = element.id {
        guard numbers.updateValue(elements.count, forKey: ByteKey(id)) == nil else {
          throw Failure(.plistDuplicateID, at: element.start, id.string)
        }
        elements.append((element.name, text[element.start..<reader.tokenEnd]))
      }
    }
  }

  func element(_ id: ByteView) -> (number: Int, name: ByteView, text: ByteView)? {
    guard let number = numbers[ByteKey(id)] else { return nil }
    return (number, elements[number].name, elements[number].text)
  }
}

extension ByteView {
  /// The view itself if it is a part of `text`, whose bytes outlive the reader's buffers.
  fileprivate func interned(in text: ByteView) -> ByteView? { offset(in: text) == nil ? nil : self }
}

extension XMLPropertyListReader {
  /// Examines the attributes of the current tag; returns true if the element with its IDREF is read in its place.
  ///
  /// Throws `plist.unknown-id`, `plist.reference-type`, `plist.reference-content` and `plist.data-format`.
  @inline(never)
  mutating func readAttributes(of element: XMLPropertyListElement) throws(Failure) -> Bool {
    var reference: ByteView?
    for index in 0..<xml.attributeCount {
      let attribute = xml.attribute(at: index)
      guard attribute.isSpecified else { continue }
      if attribute.name == "IDREF" {
        reference = attribute.value
      } else if attribute.name == "format" && element == .data {
        guard attribute.value == "hex" else {
          throw Failure(.plistDataFormat, at: elementStart, attribute.value.string)
        }
        isHexadecimal = true
        differences.add(.hexadecimalData, at: elementStart)
      } else if !(attribute.name == "ID") && !(element == .propertyList && attribute.name == "version") {
        differences.add(.unknownAttribute, at: elementStart)
      }
    }
    guard let reference else { return false }
    differences.add(.sharedValue, at: elementStart)
    return try enter(reference, element)
  }

  /// Continues with the element that a tag refers to; false if it is beyond the window of a check.
  private mutating func enter(
    _ reference: ByteView, _ element: XMLPropertyListElement
  ) throws(Failure) -> Bool {
    let start = elementStart
    let name = xml.name
    guard let wholeText else {
      if isChecking { return false }
      throw Failure(.plistReferenceInStream, at: start, reference.string)
    }
    if shared == nil { shared = try SharedElements(in: wholeText) }
    guard let found = shared?.element(reference) else {
      throw Failure(.plistUnknownID, at: start, reference.string)
    }
    // The kernel also writes <ref IDREF="1"/> for any element.
    guard found.name == name || name == "ref" else {
      throw Failure(
        .plistReferenceType, at: start,
        "<\(name.string)>, but the ID '\(reference.string)' is that of <\(found.name.string)>")
    }
    let id = reference.array
    guard try xml.next() == .endElement else { throw Failure(.plistReferenceContent, at: start, name.string) }
    try id.withByteView { id throws(Failure) in
      try xml.enterElement(found.number, found.text, id: id, from: start)
    }
    return true
  }

  /// Sends data of hexadecimal digits with white space between them.
  mutating func sendHexadecimalData(_ text: ByteView, into sink: inout some ValueSink & ~Copyable)
    throws(Failure)
  {
    isHexadecimal = false
    bytes.truncate(to: 0)
    var high: UInt8?
    for at in 0..<text.count where !text[at].isWhitespace {
      guard let digit = text[at].hexadecimalValue else {
        throw Failure(.plistBadHexadecimal, at: elementStart, text.excerpt(40, ifLongerThan: 60))
      }
      if let first = high {
        bytes.append(first &<< 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil else {
      throw Failure(.plistBadHexadecimal, at: elementStart, text.excerpt(40, ifLongerThan: 60))
    }
    try sink.data(bytes.view)
  }

  /// Records losses, and notes what other readers read differently.
  ///
  /// `text` is the document, for positions, if it is in memory.
  func account(for text: ByteView?, in ledger: inout ReadLosses) {
    let tally = xml.meaningfulTally
    ledger.record(tally)
    ledger.record(.attributes, differences[.unknownAttribute])
    ledger.record(.incompleteData, differences[.incompleteData])
    var index = LineIndex()
    func note(_ found: XMLOccurrences, _ message: String, _ rule: DiagnosticRule) {
      guard found.count > 0 else { return }
      let place = text.map { Place(index.position(of: found.offset, in: $0)) } ?? .wholeFile
      ledger.notes.append(Diagnostic(.note, at: place, message, rule: rule))
    }
    let controls = tally.controlCharacters
    let subject = controls.count == 1 ? "1 control character" : "\(controls.count) control characters"
    note(controls, "kept \(subject) that XML does not allow", .xmlIllegalCharacter)
    note(
      tally.commentHyphens, "accepted '--' in a comment, which XML does not allow", .xmlNotWellFormed)
    note(
      differences[.dataAfterPadding],
      DiagnosticCode.plistDataAfterPadding.text.description, .plistReaders)
  }
}
