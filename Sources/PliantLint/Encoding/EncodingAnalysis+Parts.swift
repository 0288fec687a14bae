// The parts of a mixed file that are not in the encoding of the whole, with their positions and fixes.

/// A part of a file that is in another encoding than intended for the file.
struct ForeignPart {
  let place: Place
  /// `this part is windows-1251: byte CF is 'П'`.
  let sentence: String
  fileprivate(set) var fixes: [LintFix]
}

extension EncodingAnalysis {
  /// The parts that are not in the intended encoding; empty for a file larger than the limit.
  var foreignParts: [ForeignPart] {
    if let bytes = input.held { return foreignParts(of: bytes) }
    guard input.count <= Limits.mixedBytes else { return [] }
    return input.bytes(at: 0, count: input.count).withByteView { foreignParts(of: $0) }
  }

  private func foreignParts(of bytes: ByteView) -> [ForeignPart] {
    let body = bytes.suffix(from: markLength)
    let mixed = MixedText(body, verdict)
    // The encoding intended for all parts.
    let target = declared?.encoding.flatMap { $0.isASCIISuperset && $0 != .ascii ? $0 : nil } ?? .utf8
    var counter = TextPositionCounter()
    var at = 0
    var found: [ForeignPart] = []
    // A line is left whole if one of its parts is left.
    var (lineStart, end, canRepairLine) = (0, 0, true)
    func endLine() {
      if !canRepairLine { for index in lineStart..<found.count { found[index].fixes = [] } }
      (lineStart, canRepairLine) = (found.count, true)
    }
    for part in mixed.parts {
      if MixedText.hasBorder(body[end..<part.range.lowerBound]) { endLine() }
      end = part.range.upperBound
      counter.advance(over: body[at..<part.range.lowerBound])
      at = part.range.upperBound
      let text = mixed.text(of: part, in: body) ?? []
      if !isText(text, body[part.range], in: target), !isPlausible(part, body[part.range], in: target) {
        found.append(foreign(part, text, in: body, at: counter, target))
        if found.last?.fixes.isEmpty ?? false { canRepairLine = false }
      }
      text.withByteView { counter.advance(over: $0) }
    }
    endLine()
    if mixed.isCutOff {
      let sentence = "parts after the first \(Limits.mixedParts) are not judged"
      found.append(ForeignPart(place: Place(counter.position), sentence: sentence, fixes: []))
    }
    return found
  }

  /// Whether an uncertain part is valid UTF-8, as intended.
  private func isPlausible(_ part: MixedText.Part, _ bytes: ByteView, in target: TextEncoding) -> Bool {
    target == .utf8 && !part.isCertain && UTF8Validation.firstInvalidOffset(in: bytes) == nil
  }

  private func isText(_ text: [UInt8], _ bytes: ByteView, in encoding: TextEncoding) -> Bool {
    guard let decoded = encoding.decoded(bytes) else { return false }
    return text.withByteView { text in decoded.withHeldBytes { $0 == text } }
  }

  private func foreign(
    _ part: MixedText.Part, _ text: [UInt8], in body: ByteView, at start: TextPositionCounter,
    _ target: TextEncoding
  ) -> ForeignPart {
    let bytes = body[part.range]
    // Up to the first conclusive byte, the text is ASCII, or UTF-8 mixed with other bytes.
    let first =
      part.encoding == nil || part.encoding == .utf8
      ? UTF8Validation.firstInvalidOffset(in: bytes) ?? 0 : UTF8Validation.endOfASCII(in: bytes, from: 0)
    var counter = start
    counter.advance(over: bytes[0..<first])
    let sentence: String
    if let encoding = part.encoding, encoding != target {
      let shown = EncodingDetection.shown(bytes.suffix(from: first), in: encoding)
      sentence = "this part is \(part.isCertain ? "" : "probably ")\(encoding.name): \(shown)"
    } else {
      sentence = "here the \(bytes[first].named) is not UTF-8"
    }
    var fixes: [LintFix] = []
    if makesFixes, part.isCertain, let replacement = encoded(text, in: target) {
      fixes = [LintFix(.mixed, part.range.shifted(by: markLength), replacement)]
    }
    return ForeignPart(place: Place(counter.position), sentence: sentence, fixes: fixes)
  }

  /// The bytes of a text, or nil if the encoding lacks a character.
  private func encoded(_ text: [UInt8], in encoding: TextEncoding) -> [UInt8]? {
    guard let bytes = text.withByteView({ encoding.encoded($0) }) else { return nil }
    return bytes.withByteView { isText(text, $0, in: encoding) } ? bytes : nil
  }
}
