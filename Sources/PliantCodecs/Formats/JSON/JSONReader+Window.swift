// JSON larger than memory: the reader gets chunks that end between two values.
//
//   {"a": [1, 2], "b": "x, y", "c": tru|e}
//   ─────────────────────────┘              a piece ends before a comma or closing bracket after a value,
//                                           or after an opening bracket, whatever the window ends in

extension JSONReader {
  /// Continues with the next chunk of the text; only white space of the last one is unread.
  ///
  /// Throws `file.read`, which `readFailure` stores.
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
        if let cut = JSONStructure.lastCut(in: text, isBehindValue: base > 0) {
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
}
