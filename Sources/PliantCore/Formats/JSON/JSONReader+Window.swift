// JSON larger than memory: the reader gets pieces that end where it stands between two values.
//
//   {"a": [1, 2], "b": "x, y", "c": tru|e}
//   ─────────────────────────┘              a piece ends before a comma or closing bracket behind a value,
//                                           or behind an opening bracket, whatever the window ends in

extension JSONReader {
  /// Goes on with the next piece of the text; all of the last one but white space was read.
  ///
  /// Throws `file.read`, which is kept in `readFailure`.
  @inline(never)
  mutating func slide() throws(Failure) {
    window?.consume(text.count)
    base += text.count
    at = 0
    do throws(Failure) {
      while true {
        let text = window?.text ?? .empty
        if window?.isAtEnd != false {
          self.text = text
          pieceEnd = .max
          return
        }
        if let cut = Self.lastCut(in: text, isBehindValue: base > 0) {
          self.text = text[0..<cut.end]
          pieceEnd = cut.solidEnd
          return
        }
        _ = try window?.refill()
      }
    } catch {
      readFailure = error
      throw error
    }
  }

  /// Where a piece of a text that goes on may end, and where its white space at the end begins; nil where no place is
  /// known to be right.
  ///
  /// The text begins outside of strings.
  private static func lastCut(in text: ByteView, isBehindValue: Bool) -> (end: Int, solidEnd: Int)? {
    var cut: (Int, Int)?
    var at = 0
    var solidEnd = 0
    var isBehindValue = isBehindValue
    while at < text.count {
      let byte = text[at]
      switch byte {
      case ASCII.quotationMark:
        guard let end = stringEnd(in: text, from: at + 1) else { return cut }
        at = end
        isBehindValue = true
      case ASCII.comma, ASCII.rightBracket, ASCII.rightBrace:
        // After a comma or colon the reader waits for more than this.
        if isBehindValue, at > 0 { cut = (at, solidEnd) }
        isBehindValue = byte != ASCII.comma
        at &+= 1
      case ASCII.leftBracket, ASCII.leftBrace:
        at &+= 1
        cut = (at, at)
        isBehindValue = false
      case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab:
        at &+= 1
        continue
      default:
        isBehindValue = byte != ASCII.colon
        at &+= 1
      }
      solidEnd = at
    }
    return cut
  }

  /// The index behind the quotation mark that ends a string, or nil.
  private static func stringEnd(in text: ByteView, from start: Int) -> Int? {
    var at = start
    while true {
      at = JSONScanner.endOfPlainText(in: text, from: at)
      guard at < text.count else { return nil }
      if text[at] == ASCII.quotationMark { return at &+ 1 }
      at &+= text[at] == ASCII.reverseSolidus ? 2 : 1
      guard at < text.count else { return nil }
    }
  }
}
