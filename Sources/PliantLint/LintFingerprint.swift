// Fingerprints of findings that survive changes elsewhere in the file, and their lines.

/// The part of a line around a finding, for people.
package struct LintExcerpt: Sendable, Equatable {
  /// The text, with visible control characters; empty for a finding without a line.
  package let text: String
  /// The column of the finding in the text, from 0.
  package let column: Int

  /// The number of columns before and after the finding.
  private static let columns = 60

  /// Creates the part of a line around a column from 1; the line may end inside a character, which is
  /// dropped.
  init(_ line: ByteView, column: Int) {
    var scalars: [Unicode.Scalar] = []
    var at = 0
    while at < line.count, scalars.count < column + Self.columns {
      let length = UTF8Validation.sequenceLength(in: line, at: at)
      if length == 0 { break }
      let value = UTF8Validation.scalar(in: line, at: at).value
      scalars.append(Self.shown(Unicode.Scalar(value) ?? "\u{FFFD}"))
      at += length
    }
    while let last = scalars.last, last == " " { scalars.removeLast() }
    var start = max(0, min(column - 1, scalars.count) - Self.columns)
    if start < 4 { start = 0 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start...])
    let isCut = at < line.count
    self.text = (start > 0 ? "…" : "") + String(text) + (isCut ? "…" : "")
    self.column = max(0, column - 1 - start) + (start > 0 ? 1 : 0)
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "\t" { return " " }
    return TerminalText.isHarmless(scalar) ? scalar : "\u{FFFD}"
  }
}

/// The lines of a text in order, truncated.
private struct LintLines: ~Copyable {
  /// The maximum bytes of a line to read.
  private static let lineBytes = 4096

  private var window: TextWindow
  private var line = 1

  init(_ text: LintText) throws(Failure) { window = try text.open() }

  /// Returns the beginning of a line, which must not precede the previous one.
  mutating func line(_ number: Int) throws(Failure) -> ByteView {
    while line < number, try skipLine() { line += 1 }
    while window.text.count < Self.lineBytes, try window.refill() {}
    let start = window.text[0..<min(window.text.count, Self.lineBytes)]
    return start[0..<start.endOfLine(from: 0)]
  }

  /// Skips the rest of a line and its end, as `LineIndex` counts them; false at the end of the text.
  private mutating func skipLine() throws(Failure) -> Bool {
    while true {
      let end = window.text.endOfLine(from: 0)
      if end < window.text.count {
        while end + 1 == window.text.count, try window.refill() {}
        let text = window.text
        let isPair = text[end] == ASCII.carriageReturn && text.byte(at: end + 1) == ASCII.lineFeed
        window.consume(end + (isPair ? 2 : 1))
        return true
      }
      window.consume(end)
      guard try window.refill() else { return false }
    }
  }
}

/// Computes fingerprints of findings that survive changes elsewhere in the file.
package enum LintFingerprint {
  /// Returns for each finding, ordered by line, a hash of its rule, its line's text, and the number of
  /// earlier equal ones.
  static func make(
    _ findings: [Finding], in text: LintText, visit: (Finding, ByteView) -> Void = { _, _ in }
  ) throws(Failure) -> [String] {
    if findings.isEmpty { return [] }
    var seen: [String: Int] = [:]
    var lines = try LintLines(text)
    var result: [String] = []
    for finding in findings {
      let line = try lines.line(finding.line)
      visit(finding, line)
      let key = hash(finding.rule.id.description, line)
      let number = seen[key, default: 0]
      seen[key] = number + 1
      result.append("\(key):\(number + 1)")
    }
    return result
  }

  /// A hash of a rule and the cause of its findings.
  static func ofCause(_ cause: String, _ rule: LintRule) -> String {
    Array(cause.utf8).withByteView { hash(rule.id.description, $0) } + ":*"
  }

  /// A hash of a path and a fingerprint, unique in a report.
  static func whole(_ fingerprint: String, file: String) -> String {
    Array(fingerprint.utf8).withByteView { hash(file, $0) }
  }

  /// FNV-1a; skips white space, so indentation may change.
  private static func hash(_ rule: String, _ text: ByteView) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in rule.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for at in 0..<text.count where !text[at].isWhitespace {
      value = (value ^ UInt64(text[at])) &* 0x100_0000_01B3
    }
    return value.hexadecimal(16, uppercase: false)
  }
}
