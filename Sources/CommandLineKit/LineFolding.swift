// Literal text within a width: command lines and other texts continue on the next line, output is truncated.

enum LineFolding {
  private static let indentation = 4

  /// Continues a command line with backslashes.
  static func command(_ line: String, width: Int) -> [String] { fold(line, " \\", width) }

  /// Continues a line that is too wide, indented further, on the next.
  static func literal(_ text: String, width: Int) -> [String] { lines(text).flatMap { fold($0, "", width) } }

  /// Truncates a line that is too wide with an ellipsis.
  static func output(_ text: String, width: Int) -> [String] {
    lines(text).map { $0.count > width ? $0.prefix(width - 1) + "…" : $0 }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Splits a line at spaces outside quotation marks or, if there are none, anywhere.
  private static func fold(_ line: String, _ continuation: String, _ limit: Int) -> [String] {
    let margin = String(repeating: " ", count: line.prefix { $0 == " " }.count + indentation)
    var folded: [String] = []
    var rest = line[...]
    while rest.count > limit, margin.count < limit / 2 {
      let room = rest.prefix(limit - continuation.count)
      let place = lastSpace(of: room, isCommand: !continuation.isEmpty, after: margin.count)
      folded.append(String(room[..<(place ?? room.endIndex)]) + continuation)
      let next = place.map { rest.index(after: $0) } ?? room.endIndex
      rest = (margin + rest[next...])[...]
    }
    return folded + [String(rest)]
  }

  private static func lastSpace(of line: Substring, isCommand: Bool, after margin: Int) -> String.Index? {
    var place: String.Index?
    var isQuoted = false
    for (count, index) in line.indices.enumerated() {
      if isCommand, line[index] == "'" { isQuoted.toggle() }
      if line[index] == " ", !isQuoted, count > margin { place = index }
    }
    return place
  }
}
