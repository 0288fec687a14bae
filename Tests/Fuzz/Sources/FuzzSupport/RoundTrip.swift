// What must hold of every input, whatever it is: no crash, and a document that was read comes back the same.

import PliantKit

/// Reads the bytes in a format and, where they are a document, writes it in every format, edits it, and reads back what
/// was written in its own format.
public func checkRoundTrip(_ start: UnsafePointer<UInt8>?, _ count: Int, as format: Format) {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let document = try? Document.read(bytes, format: format) else { return }
  // Canonical, because a number may be spelled in another way.
  let json = noting(document, as: .json, isCanonical: true)
  for target in Format.allCases where target != .sql && target != .xml { _ = noting(document, as: target) }
  _ = try? document.removing("/0")
  _ = try? document.inserting("x", at: "/a~1b")
  guard format != .xml, let json, let written = noting(document, as: format) else { return }
  guard let again = try? Document.read(written, format: format) else {
    fatalError("what was written in \(format) cannot be read: \(String(decoding: written, as: UTF8.self))")
  }
  guard noting(again, as: .json, isCanonical: true) == json else {
    fatalError("another document came back in \(format): \(String(decoding: written, as: UTF8.self))")
  }
}

private func noting(_ document: Document, as format: Format, isCanonical: Bool = false) -> [UInt8]? {
  var options = WritingOptions()
  options.loss = .note
  options.isCanonical = isCanonical
  return try? document.bytes(as: format, options: options)
}
