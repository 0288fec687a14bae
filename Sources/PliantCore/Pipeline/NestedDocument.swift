// Property lists and archives inside data: key paths lead into them, and --unarchive puts them in its place.
//
//   ShadowHashData.0.iterations  →  ShadowHashData, 0 in the file;  iterations in the list that the data contains

package enum NestedDocument {
  /// The format of the property list that data contains; nil for any other data.
  package static func format(of bytes: ByteView) -> Format? {
    if bytes.starts(with: "bplist00") { return .binary1 }
    guard bytes.starts(with: "<?xml") || bytes.starts(with: "<plist"), FormatDetector.detect(bytes) == .xml1
    else { return nil }
    return .xml1
  }

  /// Reads the property list in the data at an index of a document, which the result retains; nil for other or invalid
  /// data.
  package static func read(at index: Int, of document: Document) -> LoadedDocument? {
    guard document.tag(at: index) == .data else { return nil }
    return read(document.text(at: index), owner: document)
  }

  package static func read(_ bytes: ByteView, owner: AnyObject?) -> LoadedDocument? {
    guard let format = format(of: bytes) else { return nil }
    do throws(Diagnostic) { return try Reading(format).load(bytes, owner: owner) } catch { return nil }
  }

  /// The list in data that a path leads into, and the number of steps to the data; nil if the path ends before.
  package static func entered(
    by steps: some Collection<[UInt8]>, in document: Document
  ) -> (steps: Int, list: LoadedDocument)? {
    let (passed, end) = document.follow(steps)
    guard passed.count < steps.count, let list = read(at: document.resolved(end), of: document) else {
      return nil
    }
    return (passed.count, list)
  }

  /// The document with the lists in its data, and in theirs, in place of the data; nil if there are none.
  ///
  /// Keyed archives are decoded to their objects. Throws errors of building the document.
  package static func opened(_ document: Document) throws(Failure) -> Document? {
    var current = document
    var isOpened = false
    for _ in 0..<Limits.nestedDocuments where current.tags.contains(.tag(.data)) {
      var opener = NestedDocumentOpener(DocumentBuilder(source: current.source))
      try current.send(into: &opener)
      guard opener.hasOpened else { break }
      var origin = document.origin
      origin.isRearranged = true
      current = try opener.builder.finish(owner: current, origin: origin)
      isOpened = true
    }
    return isOpened ? current : nil
  }

  /// The objects of a keyed archive; any other document itself.
  package static func decoded(_ list: LoadedDocument) -> Document {
    do throws(Failure) { return try linkedFormatTable().unarchived(list.document) ?? list.document } catch {
      return list.document
    }
  }
}

/// Sends values to a builder, and lists in data in place of the data.
private struct NestedDocumentOpener: EventSink, ~Copyable {
  var builder: DocumentBuilder
  private(set) var hasOpened = false

  init(_ builder: consuming DocumentBuilder) { self.builder = builder }

  mutating func take(_ event: ValueEvent) throws(Failure) {
    guard case .data(let bytes) = event, let list = NestedDocument.read(bytes, owner: nil) else {
      return try builder.send(event)
    }
    hasOpened = true
    try NestedDocument.decoded(list).send(into: &builder)
  }
}

extension Reading {
  /// The value at a path of a document, or of the lists in its data that the path leads into; nil without one.
  ///
  /// A step into a keyed archive leads into its objects, unless the archive itself has the key, such as `$objects`.
  func find(_ path: KeyPath, through loaded: LoadedDocument) throws(Diagnostic) -> LoadedDocument? {
    var current = loaded
    var steps = path.components[...]
    for _ in 0...Limits.nestedDocuments {
      guard let (passed, list) = NestedDocument.entered(by: steps, in: current.document) else {
        return try find(KeyPath(components: Array(steps)), in: current)
      }
      steps = steps.dropFirst(passed)
      let isStored = steps.first.flatMap { list.document.child($0, of: 0) } != nil
      current = isStored ? list : LoadedDocument(list.source, document: NestedDocument.decoded(list))
    }
    return nil
  }
}
