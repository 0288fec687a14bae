// Applies splices of a decoded text to its encoded bytes: the encoding, its mark and every byte outside the
// splices remain.

extension TextSplice {
  /// Appends the bytes with the splices applied; the ranges are offsets in the decoded text.
  ///
  /// Characters that the encoding lacks become character references in XML and escapes in JSON and old-style
  /// text. Throws `encoding.unmappable` for a key or value that cannot be written even so, and
  /// `file.unproved` if the result does not decode to the spliced text.
  package static func apply(
    _ splices: [TextSplice], to bytes: ByteView, decodedAs text: DecodedText, format: Format,
    into output: inout OutputBuffer
  ) throws(Failure) {
    let start = output.count
    try write(splices, to: bytes, decodedAs: text, format: format, into: &output)
    // The bytes of UTF-8 are the text itself.
    if text.isView { return }
    let forced = text.evidence == .forced ? text.encoding : nil
    try output.withHeldBytes { held throws(Failure) in
      let decoded = DecodedText(held.suffix(from: start), kind: DecodedText.Kind(format), forced: forced)
      // A changed declaration may be false.
      if let problem = decoded.problem { throw problem.at(nil) }
      if decoded.encoding != text.encoding { throw Failure(.outputUnproved) }
    }
  }

  private static func write(
    _ splices: [TextSplice], to bytes: ByteView, decodedAs text: DecodedText, format: Format,
    into output: inout OutputBuffer
  ) throws(Failure) {
    let sorted = splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
    if case .multibyte(let encoding) = text.encoding, encoding.isStateful {
      let whole = text.withText { TextSplice.apply(sorted, to: $0) }
      output.append(bytes[0..<(text.byteOrderMark?.length ?? 0)])
      return try encode(whole, text.encoding, format, into: &output)
    }
    let offsets = text.inputOffsets(of: sorted.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    guard let offsets else { throw Failure(.editUnsafe, text.encoding.name) }
    var at = 0
    for (number, splice) in sorted.enumerated() {
      let (start, end) = (offsets[2 * number], offsets[2 * number + 1])
      output.append(bytes[at..<max(at, start)])
      try encode(splice.text, text.encoding, format, into: &output)
      at = max(at, end)
    }
    output.append(bytes.suffix(from: at))
  }

  private static func encode(
    _ text: [UInt8], _ encoding: TextEncoding, _ format: Format, into output: inout OutputBuffer
  ) throws(Failure) {
    try text.withByteView { (view: ByteView) throws(Failure) in
      var encoder = TextEncoder(encoding)
      var at = 0
      while at < view.count {
        at += encoder.encode(view.suffix(from: at), into: &output)
        guard at < view.count else { break }
        let (scalar, length) = UTF8Validation.scalar(in: view, at: at)
        let escape = escape(scalar, format)
        let used = escape.withByteView { encoder.encode($0, into: &output) }
        guard used == escape.count else {
          throw Failure(.unmappable, "the encoding \(encoding.name) cannot represent the value")
        }
        at += length
      }
      encoder.finish(into: &output)
    }
  }

  private static func escape(_ scalar: UInt32, _ format: Format) -> [UInt8] {
    let escape: CharacterEscape =
      switch format.traits.syntax {
      case .xml: .xmlReference
      case .json: .json
      default: .openStep
      }
    return Array((escape.text(for: scalar) ?? "").utf8)
  }
}
