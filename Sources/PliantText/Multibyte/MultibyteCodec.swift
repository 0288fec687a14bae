// The decoder and the encoder of all multibyte encodings.

/// Decodes a multibyte encoding in chunks.
final class MultibyteDecoder {
  private let encoding: MultibyteEncoding
  private var shifted: ShiftedReader
  private var utf7 = UTF7Reader()

  package init(_ encoding: MultibyteEncoding) {
    self.encoding = encoding
    shifted = ShiftedReader(encoding)
  }

  /// Whether the text may end after the decoded part.
  package var isComplete: Bool { encoding != .utf7 || utf7.isComplete }

  /// Appends the text of the whole characters of `bytes`; returns their end, and whether the rest is the
  /// beginning of a character.
  package func decode(_ bytes: ByteView, into output: inout OutputBuffer) -> (consumed: Int, isCutOff: Bool) {
    switch encoding {
    case .shiftJIS:
      decode(bytes, ShiftJISReader(set: .jisX0208, isMicrosoft: false), &output)
    case .windows31J:
      decode(bytes, ShiftJISReader(set: .microsoftJIS, isMicrosoft: true), &output)
    case .eucJP: decode(bytes, EUCJapaneseReader(set: .jisX0208, supplement: .jisX0212), &output)
    case .gb18030: decode(bytes, GB18030Reader(set: .gb18030), &output)
    case .gbk:
      decode(bytes, GBKReader(set: .gbk, firstLead: 0x81, firstTrail: 0x40, hasEuro: true), &output)
    case .gb2312:
      decode(bytes, GBKReader(set: .gb2312, firstLead: 0xA1, firstTrail: 0xA1, hasEuro: false), &output)
    case .big5: decode(bytes, Big5Reader(set: .big5, hasAccents: false), &output)
    case .big5HKSCS: decode(bytes, Big5Reader(set: .hongKong, hasAccents: true), &output)
    case .eucKR: decode(bytes, EUCKoreanReader(set: .ksX1001, isMicrosoft: false), &output)
    case .cp949: decode(bytes, EUCKoreanReader(set: .cp949, isMicrosoft: true), &output)
    case .johab: decode(bytes, JohabReader(set: .ksX1001), &output)
    case .iso2022JP, .iso2022KR, .hz: shifted.decode(bytes, into: &output)
    case .utf7: (utf7.decode(bytes, into: &output), false)
    }
  }

  private func decode(
    _ bytes: ByteView, _ reader: some MultibyteReader, _ output: inout OutputBuffer
  ) -> (consumed: Int, isCutOff: Bool) {
    MultibyteLoops.decode(bytes, by: reader, into: &output)
  }
}

/// Encodes to a multibyte encoding in chunks.
final class MultibyteEncoder {
  private let encoding: MultibyteEncoding
  private var shifted: ShiftedWriter?
  private var utf7 = UTF7Writer()
  private var hongKong = HongKongWriter()

  package init(_ encoding: MultibyteEncoding) {
    self.encoding = encoding
    if encoding.isStateful && encoding != .utf7 { shifted = ShiftedWriter(encoding) }
  }

  /// Appends the bytes of `text` up to the first character that the encoding lacks; returns that one's offset.
  package func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    switch encoding {
    case .shiftJIS: encode(text, ShiftJISWriter(set: .jisX0208, isMicrosoft: false), &output)
    case .windows31J: encode(text, ShiftJISWriter(set: .microsoftJIS, isMicrosoft: true), &output)
    case .eucJP: encode(text, EUCJapaneseWriter(set: .jisX0208, supplement: .jisX0212), &output)
    case .gb18030: encode(text, GB18030Writer(set: .gb18030), &output)
    case .gbk: encode(text, GBKWriter(set: .gbk, hasEuro: true), &output)
    case .gb2312: encode(text, GBKWriter(set: .gb2312, hasEuro: false), &output)
    case .big5: encode(text, Big5Writer(set: .big5), &output)
    case .big5HKSCS: hongKong.encode(text, into: &output)
    case .eucKR: encode(text, EUCKoreanWriter(set: .ksX1001, isMicrosoft: false), &output)
    case .cp949: encode(text, EUCKoreanWriter(set: .cp949, isMicrosoft: true), &output)
    case .johab: encode(text, JohabWriter(set: .ksX1001), &output)
    case .iso2022JP, .iso2022KR, .hz: shifted?.encode(text, into: &output) ?? 0
    case .utf7: encodeUTF7(text, &output)
    }
  }

  private func encode(_ text: ByteView, _ writer: some MultibyteWriter, _ output: inout OutputBuffer) -> Int {
    MultibyteLoops.encode(text, by: writer, into: &output)
  }

  private func encodeUTF7(_ text: ByteView, _ output: inout OutputBuffer) -> Int {
    utf7.encode(text, into: &output)
    return text.count
  }

  /// Writes buffered characters, and returns to the initial state.
  package func finish(into output: inout OutputBuffer) {
    switch encoding {
    case .utf7: utf7.finish(into: &output)
    case .big5HKSCS: hongKong.finish(into: &output)
    default: shifted?.finish(into: &output)
    }
  }
}

/// Writes Big5-HKSCS, in which a letter and its accent may be one character.
struct HongKongWriter {
  /// Ê or ê at the end of a chunk, which an accent may follow.
  private var held: UInt32?

  package mutating func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    var at = 0
    if let letter = held, !text.isEmpty {
      held = nil
      let (accent, length) = UTF8Validation.scalar(in: text, at: 0)
      if append(letter, accent, to: &output) { at = length } else { write(letter, to: &output) }
    }
    let letter = letter(before: text.count, in: text, from: at)
    let end = letter == nil ? text.count : text.count - 2
    while at < end {
      let part = text[at..<end]
      at += MultibyteLoops.encode(part, by: Big5Writer(set: .hongKong), into: &output)
      guard at < end else { break }
      let (accent, length) = UTF8Validation.scalar(in: text, at: at)
      guard let letter = self.letter(before: at, in: text, from: end - part.count),
        AccentedE.trail(of: letter, accent) != nil
      else { return at }
      // Replaces the letter already written without accent.
      output.removeLast(2)
      _ = append(letter, accent, to: &output)
      at += length
    }
    held = letter
    return text.count
  }

  package mutating func finish(into output: inout OutputBuffer) {
    if let letter = held { write(letter, to: &output) }
    held = nil
  }

  /// Ê or ê between `start` and `end`.
  private func letter(before end: Int, in text: ByteView, from start: Int) -> UInt32? {
    guard end - start >= 2, text[end - 2] == 0xC3 else { return nil }
    return text[end - 1] == 0x8A ? 0xCA : text[end - 1] == 0xAA ? 0xEA : nil
  }

  private func append(_ letter: UInt32, _ accent: UInt32, to output: inout OutputBuffer) -> Bool {
    guard let trail = AccentedE.trail(of: letter, accent) else { return false }
    output.append(AccentedE.lead)
    output.append(trail)
    return true
  }

  private func write(_ letter: UInt32, to output: inout OutputBuffer) {
    let character = Big5Writer(set: .hongKong).bytes(of: letter)
    output.append(UInt8(truncatingIfNeeded: character.bytes))
    output.append(UInt8(truncatingIfNeeded: character.bytes >> 8))
  }
}
