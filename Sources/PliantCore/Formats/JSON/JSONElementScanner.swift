// Finds where an array's element ends, without understanding it, in text that arrives piece by piece.

/// The state between two pieces of one element.
struct JSONElementScanner {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Bytes of the element looked at so far.
  package private(set) var count = 0

  /// Looks at what follows in `element`, all that there is of it up to now; true when `count` is the index of the
  /// comma or closing bracket behind the element.
  ///
  /// Whether the element is JSON, brackets that match included, is for the reader to say.
  mutating func findEnd(in element: ByteView) -> Bool {
    var at = count
    defer { count = at }
    while at < element.count {
      if isEscaped {
        isEscaped = false
        at &+= 1
      } else if isInString {
        at = JSONScanner.endOfPlainText(in: element, from: at)
        guard at < element.count else { return false }
        isInString = element[at] != ASCII.quotationMark
        isEscaped = element[at] == ASCII.reverseSolidus
        at &+= 1
      } else if endsElement(element[at]) {
        return true
      } else {
        at &+= 1
      }
    }
    return false
  }

  @inline(__always)
  private mutating func endsElement(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.quotationMark: isInString = true
    case ASCII.leftBracket, ASCII.leftBrace: depth &+= 1
    case ASCII.rightBracket, ASCII.rightBrace:
      if depth == 0 { return true }
      depth &-= 1
    case ASCII.comma: return depth == 0
    default: break
    }
    return false
  }
}
