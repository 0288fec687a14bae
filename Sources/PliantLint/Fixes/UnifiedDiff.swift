// The changes of --fix, in the format of diff -u; lines are bytes in any encoding.

package enum UnifiedDiff {
  /// The number of context lines.
  private static let context = 3

  package static func append(
    file: String, from old: ByteView, to new: ByteView, to output: inout OutputBuffer
  ) {
    let (before, after) = (lines(of: old), lines(of: new))
    output.append("--- \(quoted(file))\n+++ \(quoted(file))\n")
    var head = 0
    while head < min(before.count, after.count), before[head].isEqual(after[head]) { head += 1 }
    var tail = 0
    while tail < min(before.count, after.count) - head,
      before[before.count - 1 - tail] == after[after.count - 1 - tail]
    { tail += 1 }
    if before.count == after.count {
      appendLineByLine(before, after, head, before.count - tail, to: &output)
    } else {
      appendHunk(before, after, head..<before.count - tail, head..<after.count - tail, to: &output)
    }
  }

  /// Line-by-line changes: one hunk for each group of changed lines.
  private static func appendLineByLine(
    _ before: [ByteView], _ after: [ByteView], _ start: Int, _ end: Int,
    to output: inout OutputBuffer
  ) {
    var at = start
    while at < end {
      var (last, next) = (at, at + 1)
      while next < end, next - last <= 2 * context {
        if !before[next].isEqual(after[next]) { last = next }
        next += 1
      }
      appendHunk(before, after, at..<last + 1, at..<last + 1, to: &output)
      at = last + 1
      while at < end, before[at] == after[at] { at += 1 }
    }
  }

  private static func appendHunk(
    _ before: [ByteView], _ after: [ByteView], _ old: Range<Int>, _ new: Range<Int>,
    to output: inout OutputBuffer
  ) {
    let lead = min(context, old.lowerBound)
    let (oldEnd, newEnd) = (lineCount(before), lineCount(after))
    let trail = max(0, min(context, oldEnd - old.upperBound, newEnd - new.upperBound))
    let oldLines = min(old.upperBound, oldEnd) - old.lowerBound + lead + trail
    let newLines = min(new.upperBound, newEnd) - new.lowerBound + lead + trail
    output.append(
      "@@ -\(oldLines == 0 ? 0 : old.lowerBound - lead + 1),\(oldLines) +\(newLines == 0 ? 0 : new.lowerBound - lead + 1),\(newLines) @@\n"
    )
    for line in old.lowerBound - lead..<old.lowerBound { append(" ", before, line, to: &output) }
    for line in old { append("-", before, line, to: &output) }
    for line in new { append("+", after, line, to: &output) }
    for line in old.upperBound..<old.upperBound + trail { append(" ", before, line, to: &output) }
  }

  /// The name in quotation marks with C's escapes, as GNU diff and git read it, if it would end its line or look quoted.
  private static func quoted(_ name: String) -> String {
    let escaped = name.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\t": return "\\t"
      case "\n": return "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: return String(scalar)
      }
    }.joined()
    return escaped == name ? name : "\"\(escaped)\""
  }

  /// The lines without their line feeds, and the text after the last one.
  private static func lines(of bytes: ByteView) -> [ByteView] {
    var (lines, start) = ([ByteView](), 0)
    while let end = bytes.firstIndex(of: ASCII.lineFeed, from: start) {
      lines.append(bytes[start..<end])
      start = end + 1
    }
    lines.append(bytes.suffix(from: start))
    return lines
  }

  /// The number of lines as diff counts them: text after the last line feed counts only if it is not empty.
  private static func lineCount(_ lines: [ByteView]) -> Int {
    lines.last?.isEmpty == true ? lines.count - 1 : lines.count
  }

  private static func append(
    _ mark: StaticString, _ lines: [ByteView], _ line: Int, to output: inout OutputBuffer
  ) {
    guard line < lineCount(lines) else { return }
    output.append(mark)
    output.append(lines[line])
    output.append("\n")
    if line == lines.count - 1 { output.append("\\ No newline at end of file\n") }
  }
}
