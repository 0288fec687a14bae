/// Returns the values of JSON Lines or of a large array as documents; memory is bounded by the longest.
package final class JSONDocumentStream {
  private var stream: JSONValueStream
  private let framing: JSONValueStream.Framing
  /// The name of the file; nil without a file.
  private let name: String?

  package init(_ window: consuming InputWindow, framing: JSONValueStream.Framing, name: String?) {
    stream = JSONValueStream(window, framing: framing)
    self.framing = framing
    self.name = name
  }

  /// Whether the input is an array rather than JSON Lines; known after the first `next`.
  package var isArray: Bool { stream.isArray }

  /// The offset of the last value, in bytes.
  package var offset: Int { stream.offset }

  package var length: Int? { stream.window.inputLength }

  /// The next value as a document with its own copy of the text, or nil at the end.
  ///
  /// Throws the first problem with its position; nothing follows it.
  package func next() throws(Diagnostic) -> Document? {
    do throws(Failure) {
      guard let text = try stream.next() else { return nil }
      let file = InputFile(bytes: text.array, name: "-")
      let position = stream.position(of: stream.offset)
      return try file.withBytes { bytes throws(Failure) in
        try document(of: bytes, owner: file, at: position)
      }
    } catch { throw Diagnostic(error, at: error.offset.map { Place(stream.position(of: $0)) } ?? .wholeFile) }
  }

  private func document(
    of bytes: ByteView, owner: InputFile, at position: TextPosition
  ) throws(Failure) -> Document {
    let enclosure: JSONReader.Enclosure =
      !stream.isArray ? .document : framing == .elements ? .element : .line
    var reader = JSONReader(.empty, enclosure: enclosure)
    var builder = DocumentBuilder(source: bytes)
    try reader.read(bytes, base: stream.offset, into: &builder)
    var origin = DocumentOrigin(format: .json, name: name)
    origin.start = position
    return try builder.finish(owner: owner, origin: origin)
  }
}
