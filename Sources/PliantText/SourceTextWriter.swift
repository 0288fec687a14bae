/// Writes UTF-8 in the encoding of a decoded document, including its mark.
package struct SourceTextWriter: ~Copyable {
  private var encoder: TextEncoder
  private let isPlain: Bool
  /// The output, which the writer does not drain.
  package var output: OutputBuffer

  /// Writes the byte order mark of the source, if it had one.
  package init(like source: DecodedText, to output: consuming OutputBuffer) {
    encoder = TextEncoder(source.encoding)
    isPlain = source.encoding == .utf8
    self.output = output
    if source.byteOrderMark != nil {
      ByteOrderMark.bytes(for: source.encoding).withByteView { self.output.append($0) }
    }
  }

  /// Writes a piece of text; false if the encoding lacks one of its characters, which ends the output.
  package mutating func append(_ text: ByteView) -> Bool {
    if isPlain {
      output.append(text)
      return true
    }
    return encoder.encode(text, into: &output) == text.count
  }

  package func holds(_ text: ByteView) -> Bool { encoder.encoding.holds(text) }

  /// Ends the text and returns the output, not yet drained.
  package consuming func finish() -> OutputBuffer {
    encoder.finish(into: &output)
    return output
  }
}
