// The ends of XML's markup, found without checking it: for cutting, colouring, detection and outlines.
//
//   <!DOCTYPE a [<!-- > --> <!ENTITY b ">">]><a b=">"><?c > ?><![CDATA[>]]></a>
//                                           ^        ^       ^            ^   ^

/// Finds the ends of markup in a text, which may be cut anywhere.
@usableFromInline
package enum XMLMarkupScanner {
  /// The end of the tag, comment, section, instruction or declaration that begins with the `<` at `start`; nil
  /// if the text ends in it.
  package static func end(in text: ByteView, at start: Int) -> Int? {
    if text.starts(with: "<?", at: start) { return text.end(of: "?>", from: start + 2) }
    if text.starts(with: "<!--", at: start) { return text.end(of: "-->", from: start + 4) }
    if text.starts(with: "<![CDATA[", at: start) { return text.end(of: "]]>", from: start + 9) }
    if text.starts(with: "<!DOCTYPE", at: start) { return endOfDoctype(in: text, from: start + 9) }
    if text.starts(with: "<!", at: start) { return text.end(of: ">", from: start + 2) }
    return endOfTag(in: text, from: min(start + 1, text.count))
  }

  private static func endOfDoctype(in text: ByteView, from start: Int) -> Int? {
    var at = start
    var depth = 0
    while let byte = text.byte(at: at) {
      var end: Int? = at + 1
      switch byte {
      case ASCII.quotationMark, ASCII.apostrophe:
        end = text.firstIndex(of: byte, from: at + 1).map { $0 + 1 }
      case ASCII.lessThan where text.starts(with: "<!--", at: at) || text.starts(with: "<?", at: at):
        end = self.end(in: text, at: at)
      case ASCII.leftBracket: depth += 1
      case ASCII.rightBracket: depth -= 1
      case ASCII.greaterThan where depth <= 0: return end
      default: break
      }
      guard let end else { return nil }
      at = end
    }
    return nil
  }

  /// The end of the tag with the byte at `start`, outside attributes' values.
  @inlinable @inline(__always)
  package static func endOfTag(in text: ByteView, from start: Int) -> Int? {
    var quote: UInt8 = 0
    var at = start
    while at < text.count {
      let block = text.paddedBlock(at: at)
      var found =
        ((block .== ByteBlock(repeating: ASCII.greaterThan))
        .| (block .== ByteBlock(repeating: ASCII.quotationMark))
        .| (block .== ByteBlock(repeating: ASCII.apostrophe))).nibbles & 0x1111_1111_1111_1111
      while found != 0 {
        let index = at &+ found.trailingZeroBitCount &>> 2
        found &= found &- 1
        let byte = text[index]
        if quote == 0 {
          if byte == ASCII.greaterThan { return index &+ 1 }
          quote = byte
        } else if byte == quote {
          quote = 0
        }
      }
      at &+= 16
    }
    return nil
  }
}
