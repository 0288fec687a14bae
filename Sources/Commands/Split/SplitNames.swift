// The names of parts: a pattern with one number.
//
//   part-%04d.xml   ─▶   part-0001.xml, part-0002.xml, …

struct SplitNames: Sendable {
  private let start: String
  private let end: String
  private let width: Int
  private static let maximumWidth = 9

  /// Creates names from a pattern with one `%d` or `%0Nd`, where `%%` is a percent sign; nil for any other.
  init?(_ pattern: String) {
    var texts = [""]
    var width = 0
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        texts[texts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        texts[texts.count - 1].append("%")
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard rest.popFirst() == "d", texts.count == 1 else { return nil }
      guard digits.isEmpty || digits.first == "0" && digits.count == 2 else { return nil }
      width = Int(digits) ?? 0
      texts.append("")
    }
    guard texts.count == 2, width <= Self.maximumWidth else { return nil }
    (start, end, self.width) = (texts[0], texts[1], width)
  }

  /// The name of a part; the first has the number 1.
  func name(of part: Int) -> String {
    let digits = String(part)
    return start + String(repeating: "0", count: max(0, width - digits.count)) + digits + end
  }
}
