// Characters of two scalars in Unicode: a letter and a mark that is written above it or after it.
//
//   82F5 in Shift_JIS-2004   か U+309A        8862 in Big5-HKSCS   Ê U+0304

/// The characters of an encoding with two scalars.
struct ComposedCharacters: Sendable {
  private let characters: [(code: UInt16, letter: UInt32, mark: UInt32)]

  private init(_ numbers: [UInt16]) {
    characters = stride(from: 0, to: numbers.count, by: 3).map {
      (numbers[$0], UInt32(numbers[$0 + 1]), UInt32(numbers[$0 + 2]))
    }
  }

  static let hongKong = ComposedCharacters(DoubleByteTables.hongKongComposed)
  static let shiftJIS2004 = ComposedCharacters(DoubleByteTables.shiftJIS2004Composed)
  static let eucJIS2004 = ComposedCharacters(DoubleByteTables.eucJIS2004Composed)

  /// Decodes with a reader of all other characters.
  func decode(
    _ bytes: ByteView, _ reader: some CharacterReader, into output: inout OutputBuffer
  ) -> (consumed: Int, isCutOff: Bool) {
    var at = 0
    while true {
      let (consumed, isCutOff) = reader.decode(bytes.suffix(from: at), into: &output)
      at += consumed
      guard !isCutOff, at + 1 < bytes.count,
        let found = characters.first(where: {
          $0.code == UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
        })
      else { return (at, isCutOff) }
      output.append(scalar: found.letter)
      output.append(scalar: found.mark)
      at += 2
    }
  }

  func code(of letter: UInt32, _ mark: UInt32) -> UInt16? {
    // ˥, ˩ and accents, or the mark of half-voiced kana.
    guard 0x2E5...0x30C ~= mark || mark == 0x309A else { return nil }
    return characters.first { $0.letter == letter && $0.mark == mark }?.code
  }

  func hasLetter(_ scalar: UInt32) -> Bool { characters.contains { $0.letter == scalar } }
}

/// Writes an encoding with composed characters.
struct ComposingWriter {
  /// A letter at the end of a chunk, which a mark may follow.
  private var held: UInt32?

  /// Appends the bytes of `text`, in which `writer` has all other characters, up to the first that the encoding lacks;
  /// returns that one's offset.
  mutating func encode(
    _ text: ByteView, _ composed: ComposedCharacters, _ writer: some CharacterWriter,
    into output: inout OutputBuffer
  ) -> Int {
    var (start, at) = (0, 0)
    var last = held.map { (scalar: $0, start: 0) }
    while at < text.count {
      let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
      let code = last.flatMap { composed.code(of: $0.scalar, scalar) }
      if at == 0, code == nil { finish(writer, into: &output) }
      held = nil
      if let code {
        let end = last?.start ?? start
        start += writer.encode(text[start..<end], into: &output)
        if start < end { return start }
        output.append(UInt8(code >> 8))
        output.append(UInt8(code & 0xFF))
        start = at + length
      }
      last = code == nil ? (scalar, at) : nil
      at += length
    }
    let end = last.flatMap { composed.hasLetter($0.scalar) && at > 0 ? $0.start : nil } ?? at
    start += writer.encode(text[start..<end], into: &output)
    if start == end, end < at { held = last?.scalar }
    return start < end ? start : at
  }

  mutating func finish(_ writer: some CharacterWriter, into output: inout OutputBuffer) {
    if let letter = held {
      _ = PackedUTF8(letter).array.withByteView { writer.encode($0, into: &output) }
    }
    held = nil
  }
}
