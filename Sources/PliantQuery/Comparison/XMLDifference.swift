// The differences between two documents of application XML by canonical meaning, and the patch from one to
// the other, in a style whose paths suffice.
//
//   <m><i/><s/></m>  →  <m><s/><i/></m>   the same dictionaries in the style of attributes, so that JsonML's paths are taken

package struct XMLDifference {
  /// A document and its comparable parts.
  private struct Side {
    let text: ByteView
    let document: Document
    /// References to entities outside the document, which read like text.
    let references: [Fingerprint]

    init(_ text: ByteView, isUnordered: Bool) throws(Failure) {
      self.text = text
      let read = try XMLDifference.read(text, .jsonml)
      document = read.document
      references =
        read.ledger[.entityReferences] == nil
        ? [] : try XMLDifference.unreadReferences(in: text, isUnordered: isUnordered)
    }

    func isSame(as other: Side, isUnordered: Bool) -> Bool {
      func root(_ side: Side) -> Fingerprint {
        DocumentFingerprints.xml(side.document, isUnordered: isUnordered, comparesPrefixes: true)
          .fingerprints[0]
      }
      return references == other.references && root(self) == root(other)
    }
  }

  private let old: Side
  private let new: Side
  private let isUnordered: Bool
  private let fingerprints: (old: DocumentFingerprints, new: DocumentFingerprints)
  /// Whether both declare the same prefixes for the same namespaces.
  private let hasSamePrefixes: Bool
  package let isEmpty: Bool

  /// Compares two decoded texts, which must outlive it; `isUnordered` ignores the order of siblings.
  package init(from old: ByteView, to new: ByteView, isUnordered: Bool) throws(Failure) {
    self.old = try Side(old, isUnordered: isUnordered)
    self.new = try Side(new, isUnordered: isUnordered)
    self.isUnordered = isUnordered
    var left = DocumentFingerprints.xml(self.old.document, isUnordered: isUnordered, comparesPrefixes: false)
    var right = DocumentFingerprints.xml(self.new.document, isUnordered: isUnordered, comparesPrefixes: false)
    if left.namespaces.unused != right.namespaces.unused {
      // An otherwise unused prefix may occur in text.
      left = DocumentFingerprints.xml(self.old.document, isUnordered: isUnordered, comparesPrefixes: true)
      right = DocumentFingerprints.xml(self.new.document, isUnordered: isUnordered, comparesPrefixes: true)
    }
    fingerprints = (left.fingerprints, right.fingerprints)
    hasSamePrefixes = left.namespaces.prefixes == right.namespaces.prefixes
    isEmpty = left.fingerprints[0] == right.fingerprints[0] && self.old.references == self.new.references
  }

  private static func read(
    _ text: ByteView, _ style: XMLStyle, lists: [String] = [], trims: Bool = false
  ) throws(Failure) -> (document: Document, ledger: ReadLosses) {
    var reading = Reading(.xml)
    (reading.xmlStyle, reading.xmlLists, reading.trimsText) = (style, lists, trims)
    let source = DocumentSource(reading, text: text)
    var builder = DocumentBuilder(reading: text)
    var ledger = ReadLosses()
    try source.read(into: &builder, ledger: &ledger)
    return (try builder.finish(origin: DocumentOrigin(source, ledger: ledger, name: nil)), ledger)
  }

  /// The references that read like text: the number of tags and text bytes before each, and its name.
  private static func unreadReferences(in text: ByteView, isUnordered: Bool) throws(Failure) -> [Fingerprint]
  {
    var reader = XMLReader(text)
    var found: [Fingerprint] = []
    var (tags, offset) = (UInt64(0), UInt64(0))
    func add(_ name: ByteView, _ attribute: ByteView = .empty, at offset: UInt64) {
      let place = Fingerprint(low: tags, high: offset).followed(by: Fingerprint(key: attribute))
      let name = Fingerprint(key: name)
      found.append(isUnordered ? name : place.followed(by: name))
    }
    while true {
      switch try reader.next() {
      case .startElement:
        (tags, offset) = (tags + 1, 0)
        for index in 0..<reader.attributeCount {
          let attribute = reader.attribute(at: index)
          for range in reader.unreadReferences(inAttributeAt: index) {
            add(attribute.value[range], attribute.name, at: UInt64(range.lowerBound))
          }
        }
      case .endElement: (tags, offset) = (tags + 1, 0)
      case .text, .cdata: offset += UInt64(reader.text.count)
      case .reference:
        add(reader.name, at: offset)
        offset += UInt64(reader.name.count + 2)
      case .endDocument: return found.sorted { ($0.low, $0.high) < ($1.low, $1.high) }
      default: break
      }
    }
  }

  // MARK: In a style

  /// The differences for people, in a style whose paths suffice.
  package func comparison(style: XMLStyle?, of bytes: ByteView, _ route: Route) throws(Diagnostic)
    -> DocumentDifference
  {
    // Other prefixes are not a difference, but dictionaries show them.
    let suffices = hasSamePrefixes ? try sufficientPatch(.attributes, of: bytes, route) != nil : false
    return try Diagnostic.of { () throws(Failure) -> DocumentDifference in
      if style != .jsonml && suffices { return try byAttributes() }
      if fingerprints.old[0] == fingerprints.new[0] { return try comparison(.lossless) }
      return byMeaning
    }
  }

  /// The differences by attributes, with records that fields identify paired in any order; `lists` are arrays even
  /// if single.
  package func comparison(keys: [KeyPath], lists: [String]) throws(Failure) -> DocumentDifference {
    try byAttributes(keys: keys, lists: lists)
  }

  private var byMeaning: DocumentDifference {
    DocumentDifference(from: fingerprints.old, to: fingerprints.new)
  }

  /// Both documents in the style of attributes; an element that repeats in one is an array in both.
  private func byAttributes(keys: [KeyPath] = [], lists: [String] = []) throws(Failure) -> DocumentDifference
  {
    let names = try [old, new].map { side throws(Failure) in
      try Self.read(side.text, .attributes, trims: side.document.isXcodeLayout).document.keysOfArrays
    }
    return try comparison(
      .attributes, lists: lists + names[0].union(names[1]).map { String(decoding: $0, as: UTF8.self) },
      keys: keys)
  }

  /// Both documents with all nodes of a style, so that layout and comments are differences too.
  private func comparison(
    _ style: XMLStyle, lists: [String] = [], keys: [KeyPath] = []
  ) throws(Failure) -> DocumentDifference {
    if style == .jsonml && isUnordered { return byMeaning }
    func fingerprints(_ side: Side) throws(Failure) -> DocumentFingerprints {
      let document =
        style == .jsonml
        ? side.document
        : try Self.read(side.text, style, lists: lists, trims: side.document.isXcodeLayout).document
      return DocumentFingerprints(document, comparesNumbersByValue: false, isUnordered: isUnordered)
    }
    return DocumentDifference(from: try fingerprints(old), to: try fingerprints(new), keys: keys)
  }

  // MARK: Patches

  /// Returns the JSON Patch from the old document, with file `bytes` read as in `route`, to the new one; without
  /// a style, in one whose paths suffice.
  ///
  /// Throws `diff.style` if there is none.
  package func patch(style: XMLStyle?, of bytes: ByteView, _ route: Route) throws(Diagnostic)
    -> [UInt8]
  {
    if isEmpty { return Array("[]\n".utf8) }
    for style in style.map({ [$0] }) ?? [.attributes, .jsonml, .lossless] {
      if let patch = try sufficientPatch(style, of: bytes, route) { return patch }
    }
    throw Diagnostic(Failure(.differenceStyle))
  }

  /// The patch in a style; nil if it does not lead to the new document.
  private func sufficientPatch(
    _ style: XMLStyle, of bytes: ByteView, _ route: Route
  ) throws(Diagnostic) -> [UInt8]? {
    let text = try Diagnostic.of { () throws(Failure) in
      var difference = try style == .attributes ? byAttributes() : comparison(style)
      return try difference.patch(to: OutputBuffer(), tagsTypes: false, tests: style != .attributes).bytes
    }
    do throws(Diagnostic) {
      return try leads(text, bytes, route) ? text : nil
    } catch {
      if error.rule == .limitMemory { throw error }
      return nil
    }
  }

  /// Whether a patch turns the old document into the new one.
  private func leads(_ patch: [UInt8], _ bytes: ByteView, _ route: Route) throws(Diagnostic) -> Bool {
    let file = InputFile(bytes: patch, name: "")
    let operations = try file.withBytes { view throws(Diagnostic) in
      let loaded = try LoadedDocument(DocumentSource(format: .json, text: view), owner: file)
      return try Diagnostic.of { () throws(Failure) in try JSONPatch(loaded.document) }
    }
    var losses = LossReport()
    let patched = try DocumentPatching.apply(.operations(operations), to: bytes, route, losses: &losses)
    return try patched.bytes.withHeldBytes { bytes throws(Diagnostic) in
      let text = DecodedText(bytes, kind: .xml, forced: route.reading.encoding)
      return try text.withReadableText { view, _ throws(Diagnostic) in
        try Diagnostic.of { () throws(Failure) in
          try Side(view, isUnordered: isUnordered).isSame(as: new, isUnordered: isUnordered)
        }
      }
    }
  }
}

extension Document {
  /// The keys whose values are arrays.
  fileprivate var keysOfArrays: Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    var at = 0
    while at < wordCount {
      if tag(at: at) == .key, containerKind(at: resolved(next(after: at))) == .array {
        names.insert(text(at: at).array)
      }
      at = tag(at: at) == .container ? at + 2 : next(after: at)
    }
    return names
  }
}
