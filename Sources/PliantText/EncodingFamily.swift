// Encodings that include one another: the smallest that decodes every byte is reported.

extension TextEncoding {
  /// Character sets that grew, the smallest first; each decodes everything that those before it decode.
  private static let families: [[TextEncoding]] = [
    [.multibyte(.shiftJIS), .multibyte(.windows31J)],
    [.multibyte(.eucKR), .multibyte(.cp949)],
    [.multibyte(.gb2312), .multibyte(.gbk), .multibyte(.gb18030)],
    [.multibyte(.big5), .multibyte(.big5HKSCS)],
    [.singleByte(.tis620), .singleByte(.windows874)],
  ]

  package var isDetected: Bool {
    switch self {
    case .ascii, .utf8, .utf16, .utf32, .ebcdic: true
    case .multibyte(let encoding):
      encoding.isStateful || MultibyteDetection.encodings.contains { $0.0.family.contains(self) }
        || MultibyteDetection.rarer.contains { $0.0 == self }
    case .singleByte(let encoding):
      family.count > 1 || EncodingCandidates.singleByte.contains(encoding)
    }
  }

  private var family: [TextEncoding] { Self.families.first { $0.contains(self) } ?? [self] }

  /// The encoding that decodes everything that this one and its family decode.
  var largestSuperset: TextEncoding { family.last ?? self }

  /// Whether `other` is the same encoding with fewer characters.
  func includes(_ other: TextEncoding) -> Bool {
    let family = family
    guard let own = family.firstIndex(of: self), let index = family.firstIndex(of: other) else {
      return false
    }
    return index <= own
  }

  /// The smallest encoding of this one's family that satisfies `reads`, or the largest.
  package func smallest(where reads: (TextEncoding) -> Bool) -> TextEncoding {
    let family = family
    return family.count == 1 ? self : family.first(where: reads) ?? largestSuperset
  }

  func reads(_ bytes: ByteView) -> Bool {
    var decoder = TextDecoder(self)
    var at = 0
    while at < bytes.count {
      let end = min(at + Self.pieceBytes, bytes.count)
      var output = OutputBuffer()
      guard let consumed = try? decoder.decode(bytes[at..<end], isLast: end == bytes.count, into: &output),
        consumed > 0
      else { return false }
      at += consumed
    }
    return true
  }

  /// Whether the encoding is the one to name for text of its family: by GB2312 a dash is ―, which hardly any text has,
  /// and a middle dot is ・ of Japanese, by the sets that include it they are — and ·.
  func isMeant(in bytes: ByteView) -> Bool {
    guard reads(bytes) else { return false }
    guard self == .multibyte(.gb2312) else { return true }
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    while at + 1 < bytes.count {
      if bytes[at] == 0xA1, bytes[at + 1] == 0xAA || bytes[at + 1] == 0xA4 { return false }
      at = UTF8Validation.endOfASCII(in: bytes, from: at + 2)
    }
    return true
  }

  private static let pieceBytes = 1 << 20
}

extension EncodingDetection {
  /// The verdict on a sampled text, with the smallest encoding that satisfies `reads`.
  package func reading(where reads: (TextEncoding) -> Bool) -> EncodingDetection {
    guard evidence == .letters else { return self }
    var verdict = self
    (verdict.encoding, verdict.foreign) = (encoding.smallest(where: reads), [:])
    verdict.isGB2312 = false
    return verdict
  }
}
