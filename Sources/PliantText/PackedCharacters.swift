// Generated texts of characters and runs of slots without any, in lines that divide neither:
//
//   、。-12，+96     two characters, 12 slots of the kind -, a character, 96 slots of the kind +

/// The characters and runs of a generated text, in order.
struct PackedCharacters: Sequence, IteratorProtocol {
  private let text: ByteView
  private var at = 0

  init(_ text: ByteView) { self.text = text }

  /// A character, or the ASCII sign of a run and its length.
  mutating func next() -> (value: UInt32, count: Int)? {
    if text.byte(at: at) == ASCII.lineFeed { at += 1 }
    guard at < text.count else { return nil }
    let (value, length) = UTF8Validation.scalar(in: text, at: at)
    at += length
    if value >= 0x80 { return (value, 1) }
    var count = 0
    while let digit = text.byte(at: at), digit.isDigit {
      count = count * 10 + Int(digit - ASCII.digit0)
      at += 1
    }
    return (value, count)
  }

  /// The digits of ideographs, counted from U+3400, the lowest first.
  static func digits(of ideographs: [UInt8], base: UInt32, each count: Int) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(ideographs.count / 3 * count)
    ideographs.withByteView { text in
      for (value, _) in PackedCharacters(text) {
        var rest = value - 0x3400
        for _ in 0..<count {
          digits.append(UInt8(rest % base))
          rest /= base
        }
      }
    }
    return digits
  }
}
