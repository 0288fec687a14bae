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
    case .shiftJIS: ShiftJISReader(set: .jisX0208, edition: .standard).decode(bytes, into: &output)
    case .windows31J:
      ShiftJISReader(set: .microsoftJIS, edition: .microsoft).decode(bytes, into: &output)
    case .shiftJIS2004:
      ComposedCharacters.shiftJIS2004.decode(
        bytes, ShiftJISReader(set: .jisX0213, edition: .newer), into: &output)
    case .eucJIS2004:
      ComposedCharacters.eucJIS2004.decode(
        bytes, EUCJapaneseReader(set: .jisX0213, supplement: .jisX0213, isNewer: true),
        into: &output)
    case .eucTW: EUCTaiwaneseReader().decode(bytes, into: &output)
    case .eucJP: EUCJapaneseReader(set: .jisX0208, supplement: .jisX0212).decode(bytes, into: &output)
    case .gb18030:
      GBKReader(set: .gb18030, firstLead: 0x81, firstTrail: 0x40, hasFourBytes: true).decode(
        bytes, into: &output)
    case .gbk:
      GBKReader(set: .gbk, firstLead: 0x81, firstTrail: 0x40, hasEuro: true).decode(bytes, into: &output)
    case .gb2312:
      GBKReader(set: .gb2312, firstLead: 0xA1, firstTrail: 0xA1).decode(bytes, into: &output)
    case .big5: Big5Reader(set: .big5).decode(bytes, into: &output)
    case .big5HKSCS:
      ComposedCharacters.hongKong.decode(bytes, Big5Reader(set: .hongKong), into: &output)
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
  private var composing = ComposingWriter()

  package init(_ encoding: MultibyteEncoding) {
    self.encoding = encoding
    if encoding.isStateful && encoding != .utf7 { shifted = ShiftedWriter(encoding) }
  }

  /// Appends the bytes of `text` up to the first character that the encoding lacks; returns that one's offset.
  package func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    switch encoding {
    case .shiftJIS: ShiftJISWriter(set: .jisX0208, edition: .standard).encode(text, into: &output)
    case .windows31J:
      ShiftJISWriter(set: .microsoftJIS, edition: .microsoft).encode(text, into: &output)
    case .shiftJIS2004: composing.encode(text, .shiftJIS2004, Self.shiftJIS2004, into: &output)
    case .eucJIS2004: composing.encode(text, .eucJIS2004, Self.eucJIS2004, into: &output)
    case .eucTW: EUCTaiwaneseWriter().encode(text, into: &output)
    case .eucJP: EUCJapaneseWriter(set: .jisX0208, supplement: .jisX0212).encode(text, into: &output)
    case .gb18030: GBKWriter(set: .gb18030, hasFourBytes: true).encode(text, into: &output)
    case .gbk: GBKWriter(set: .gbk, hasEuro: true).encode(text, into: &output)
    case .gb2312: GBKWriter(set: .gb2312).encode(text, into: &output)
    case .big5: Big5Writer(set: .big5).encode(text, into: &output)
    case .big5HKSCS: composing.encode(text, .hongKong, Self.hongKong, into: &output)
    case .eucKR: EUCKoreanWriter(set: .ksX1001, isMicrosoft: false).encode(text, into: &output)
    case .cp949: EUCKoreanWriter(set: .cp949, isMicrosoft: true).encode(text, into: &output)
    case .johab: JohabWriter(set: .ksX1001).encode(text, into: &output)
    case .iso2022JP, .iso2022KR, .hz: shifted?.encode(text, into: &output) ?? 0
    case .utf7: utf7.encode(text, into: &output)
    }
  }

  private static let shiftJIS2004 = ShiftJISWriter(set: .jisX0213, edition: .newer)
  private static let eucJIS2004 = EUCJapaneseWriter(
    set: .jisX0213, supplement: .jisX0213, isNewer: true)
  private static let hongKong = Big5Writer(set: .hongKong)

  /// Writes buffered characters, and returns to the initial state.
  package func finish(into output: inout OutputBuffer) {
    switch encoding {
    case .utf7: utf7.finish(into: &output)
    case .shiftJIS2004: composing.finish(Self.shiftJIS2004, into: &output)
    case .eucJIS2004: composing.finish(Self.eucJIS2004, into: &output)
    case .big5HKSCS: composing.finish(Self.hongKong, into: &output)
    default: shifted?.finish(into: &output)
    }
  }
}
