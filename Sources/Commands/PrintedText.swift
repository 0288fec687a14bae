// Text as the readable tree shows it: in quotation marks, with escapes for what cannot be seen.

/// Colours and quoted text of `print`.
enum PrintedText {
  enum Color: String {
    case key = "\u{1B}[36m"
    case type = "\u{1B}[2m"
    case string = "\u{1B}[32m"
    case number = "\u{1B}[33m"
    case other = "\u{1B}[35m"
  }

  /// The text in quotation marks with control characters escaped, cut to a number of columns.
  static func quoted(_ text: String, limit: Int?) -> String {
    var result = "\""
    var columns = 2
    for character in text {
      let piece = escaped(character)
      columns += piece.count
      if let limit, columns > limit - 1 {
        return result + "\"…"
      }
      result += piece
    }
    return result + "\""
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\r\n": return "\\r\\n"
    case "\t": return "\\t"
    default:
      let needsEscape = character.unicodeScalars.contains { scalar in
        scalar.value < 0x20 || scalar.value >= 0x7F && scalar.value <= 0xA0
          || scalar.properties.generalCategory == .format
            && scalar.value != 0x200D
          || scalar.value == 0x2028 || scalar.value == 0x2029
      }
      guard needsEscape else { return String(character) }
      return character.unicodeScalars.map { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }.joined()
    }
  }
}
