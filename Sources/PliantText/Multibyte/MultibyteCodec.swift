// The decoder and the encoder of all multibyte encodings.

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

  /// Appends the text of whole characters; returns their end, and whether the rest is the beginning of one.
  package func decode(_ bytes: ByteView, into output: inout OutputBuffer) -> (consumed: Int, isCutOff: Bool) {
    switch encoding {
    case .shiftJIS:
      ShiftJISReader(set: .jisX0208, isMicrosoft: false).decode(bytes, into: &output)
    case .windows31J:
      ShiftJISReader(set: .microsoftJIS, isMicrosoft: true).decode(bytes, into: &output)
    case .eucJP: EUCJapaneseReader(set: .jisX0208, supplement: .jisX0212).decode(bytes, into: &output)
    case .gb18030:
      GBKReader(set: .gb18030, firstLead: 0x81, firstTrail: 0x40, hasFourBytes: true).decode(
        bytes, into: &output)
    case .gbk:
      GBKReader(set: .gbk, firstLead: 0x81, firstTrail: 0x40, hasEuro: true).decode(bytes, into: &output)
    case .gb2312:
      GBKReader(set: .gb2312, firstLead: 0xA1, firstTrail: 0xA1).decode(bytes, into: &output)
    case .big5: Big5Reader(set: .big5, hasAccents: false).decode(bytes, into: &output)
    case .big5HKSCS: Big5Reader(set: .hongKong, hasAccents: true).decode(bytes, into: &output)
    case .eucKR: EUCKoreanReader(set: .ksX1001, isMicrosoft: false).decode(bytes, into: &output)
    case .cp949: EUCKoreanReader(set: .cp949, isMicrosoft: true).decode(bytes, into: &output)
    case .johab: JohabReader(set: .ksX1001).decode(bytes, into: &output)
    case .iso2022JP, .iso2022KR, .hz: shifted.decode(bytes, into: &output)
    case .utf7: (utf7.decode(bytes, into: &output), false)
    }
  }
}

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
    case .shiftJIS: ShiftJISWriter(set: .jisX0208, isMicrosoft: false).encode(text, into: &output)
    case .windows31J: ShiftJISWriter(set: .microsoftJIS, isMicrosoft: true).encode(text, into: &output)
    case .eucJP: EUCJapaneseWriter(set: .jisX0208, supplement: .jisX0212).encode(text, into: &output)
    case .gb18030: GBKWriter(set: .gb18030, hasFourBytes: true).encode(text, into: &output)
    case .gbk: GBKWriter(set: .gbk, hasEuro: true).encode(text, into: &output)
    case .gb2312: GBKWriter(set: .gb2312).encode(text, into: &output)
    case .big5: Big5Writer(set: .big5).encode(text, into: &output)
    case .big5HKSCS: hongKong.encode(text, into: &output)
    case .eucKR: EUCKoreanWriter(set: .ksX1001, isMicrosoft: false).encode(text, into: &output)
    case .cp949: EUCKoreanWriter(set: .cp949, isMicrosoft: true).encode(text, into: &output)
    case .johab: JohabWriter(set: .ksX1001).encode(text, into: &output)
    case .iso2022JP, .iso2022KR, .hz: shifted?.encode(text, into: &output) ?? 0
    case .utf7: utf7.encode(text, into: &output)
    }
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
      at += Big5Writer(set: .hongKong).encode(part, into: &output)
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
