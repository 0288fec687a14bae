// The ends of entries in .strings text, found without parsing the entries:
//
//   "a" = "b;";  /* ; */  "c" = {d = e;};  "f" = "g
//              ^                         ^ end

/// Finds the last semicolon that ends an entry, in a growing text.
struct StringsEntries {
  /// The offset after that semicolon; 0 before the first.
  private(set) var end = 0
  /// The offset of the next token.
  private var at = 0
  private var depth = 0

  /// Continues with a text that extends the previous one; leaves a token that may be incomplete for the next
  /// call.
  mutating func advance(over text: ByteView) {
    while let token = OpenStepScanner.nextToken(in: text, from: at) {
      switch token.kind {
      case .open: depth += 1
      case .close: depth -= 1
      case .separator:
        if depth <= 0, text[token.range] == ";" { end = token.end }
      default: guard token.isTerminated, token.end < text.count else { return }
      }
      at = token.end
    }
  }
}
