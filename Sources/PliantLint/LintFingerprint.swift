// Names for findings that survive changes elsewhere in the file, and the lines they are in.

import PliantCore

/// The part of a line that a finding is in, for people.
package struct LintExcerpt: Sendable, Equatable {
  /// The text, with its control characters shown; nil where the finding has no line.
  package let text: String?
  /// Where in the text the finding is, in columns from 0.
  package let column: Int

  /// Columns that are shown before and behind the finding.
  private static let columnsBefore = 60
  private static let columnsBehind = 60

  /// A part of a line around a column from 1; a byte that is not UTF-8 shows as one U+FFFD.
  init(_ line: ByteView, column: Int) {
    var scalars: [Unicode.Scalar] = []
    var at = 0
    while at < line.count, scalars.count < column + Self.columnsBehind {
      let length = UTF8Validation.sequenceLength(in: line, at: at)
      let value = length > 0 ? UTF8Validation.scalar(in: line, at: at).value : 0xFFFD
      scalars.append(Self.shown(Unicode.Scalar(value) ?? "\u{FFFD}"))
      at += max(length, 1)
    }
    while let last = scalars.last, last == " " { scalars.removeLast() }
    var start = max(0, min(column - 1, scalars.count) - Self.columnsBefore)
    if start < 4 { start = 0 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start...])
    let isCut = at < line.count
    self.text = (start > 0 ? "…" : "") + String(text) + (isCut ? "…" : "")
    self.column = max(0, column - 1 - start) + (start > 0 ? 1 : 0)
  }

  private init() {
    text = nil
    column = 0
  }

  static let none = LintExcerpt()

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "\t" { return " " }
    return TerminalText.isHarmless(scalar) ? scalar : "\u{FFFD}"
  }
}

/// Names for findings that survive changes elsewhere in the file.
package enum LintFingerprint {
  /// Bytes of a line that are looked at.
  private static let lineBytes = 4096

  /// For each finding, which come by their lines, a hash of its rule, its line's text, and how many like it came
  /// before.
  ///
  /// Throws `file.read`.
  static func make(
    _ findings: [Finding], in input: LintInput, visit: (Finding, ByteView) -> Void = { _, _ in }
  ) throws(Failure) -> [String] {
    if findings.isEmpty { return [] }
    var seen: [String: Int] = [:]
    var line = 1
    var window = try input.open()
    var result: [String] = []
    for finding in findings {
      while line < finding.line {
        if let end = window.bytes.firstIndex(of: ASCII.lineFeed) {
          window.consume(end + 1)
          line += 1
        } else {
          window.consume(window.bytes.count)
          guard try window.refill() else { break }
        }
      }
      while window.bytes.count < lineBytes, try window.refill() {}
      let bytes = window.bytes[0..<min(window.bytes.count, lineBytes)]
      let text = bytes[0..<(bytes.firstIndex(of: ASCII.lineFeed) ?? bytes.count)]
      visit(finding, text)
      let key = hexadecimal(hash(finding.rule.id.description, text))
      let number = seen[key, default: 0]
      seen[key] = number + 1
      result.append("\(key):\(number + 1)")
    }
    return result
  }

  /// A hash of a path and a fingerprint, which is unique in a report.
  static func whole(_ fingerprint: String, file: String) -> String {
    Array(fingerprint.utf8).withByteView { hexadecimal(hash(file, $0)) }
  }

  /// FNV-1a; white space is skipped, so that indentation may change.
  private static func hash(_ rule: String, _ text: ByteView) -> UInt64 {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in rule.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for at in 0..<text.count where !text[at].isWhitespace {
      value = (value ^ UInt64(text[at])) &* 0x100_0000_01B3
    }
    return value
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
