// Differences and patches of application XML, computed on its text: values do not preserve the order of
// elements.

import PliantCoding
import PliantCore
import PliantQuery

import struct PliantCoding.Document

extension Document.Change {
  static func all(in difference: inout DocumentDifference) throws(Failure) -> [Self] {
    let (left, right) = (difference.oldDocument, difference.newDocument)
    var changes: [Self] = []
    let charge = MemoryCharge()
    try difference.forEach { change throws(Failure) in
      let pointer = (change.old == nil ? change.newPath : change.oldPath).pointer
      try charge.add(MemoryLayout<Self>.stride + pointer.utf8.count)
      changes.append(
        Self(
          pointer: pointer,
          old: change.old.map { Document.Node(left, at: $0) },
          new: change.new.map { Document.Node(right, at: $0) }))
    }
    return changes
  }
}

extension Document {
  /// The decoded text of unchanged application XML; nil for any other document.
  private var xmlText: ByteView? {
    let source = tape.documentSource
    return source.format == .xml && source.mapping == nil && source.xmlStyle != .lossless
      && !source.text.isEmpty
      ? source.text : nil
  }

  /// Reads the decoded text, ignoring the declared encoding.
  private static var xmlRoute: Route {
    var reading = Reading(.xml)
    reading.encoding = .utf8
    return Route(reading, Writing(.xml))
  }

  /// The differences from another document if both are application XML, or nil.
  func xmlChanges(from old: Document) throws(DocumentError) -> [Change]? {
    try withXMLDifference(from: old) { difference, left throws(Diagnostic) in
      if difference.isEmpty { return [] }
      var comparison = try difference.comparison(style: nil, of: left, Self.xmlRoute)
      return try Diagnostic.of { () throws(Failure) in try Change.all(in: &comparison) }
    }
  }

  /// The text of the patch from another document if both are application XML, or nil.
  func xmlPatch(from old: Document) throws(DocumentError) -> [UInt8]? {
    try withXMLDifference(from: old) { difference, left throws(Diagnostic) in
      try difference.patch(style: nil, of: left, Self.xmlRoute)
    }
  }

  /// Runs `body` on the difference and the other document's text if both are application XML, or returns nil.
  private func withXMLDifference<Result>(
    from old: Document, _ body: (XMLDifference, ByteView) throws(Diagnostic) -> Result
  ) throws(DocumentError) -> Result? {
    guard let left = old.xmlText, let right = xmlText else { return nil }
    return try DocumentError.of { () throws(Diagnostic) in
      let difference = try Diagnostic.of { () throws(Failure) in
        try XMLDifference(from: left, to: right, isUnordered: false)
      }
      return try body(difference, left)
    }
  }

  /// The document with a patch applied to its text; nil if it has no text, or if patching its values is
  /// enough.
  func xmlDocument(with patch: DocumentPatch) throws(Failure) -> Document? {
    guard let text = xmlText else { return nil }
    var losses = LossReport()
    do throws(Diagnostic) {
      let patched = try DocumentPatching.apply(patch, to: text, Self.xmlRoute, losses: &losses)
      var reading = tape.documentSource.reading
      reading.encoding = .utf8
      let file = InputFile(bytes: patched.bytes.bytes, name: tape.origin.name ?? "-")
      return Document(
        try file.withBytes { bytes throws(Diagnostic) in try reading.load(bytes, owner: file).document })
    } catch { return nil }
  }
}
