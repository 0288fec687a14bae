// What a whole run of lint found, before it is written in one of the formats.

import PliantCore

/// The findings of one file.
package struct LintFileReport: Sendable {
  /// The name as the user wrote it, or as it was found in a folder.
  package let file: String
  package var findings: [Finding]
  /// One for each finding: stable as long as the line stays the same, wherever it moves.
  package var fingerprints: [String]

  package init(file: String, _ outcome: Linter.Outcome = Linter.Outcome()) {
    self.file = file
    findings = outcome.findings
    fingerprints = outcome.fingerprints
  }

  /// Keeps only the findings whose fingerprint is not among the known ones.
  package mutating func remove(known: Set<String>) {
    let kept = findings.indices.filter { !known.contains(fingerprints[$0]) }
    findings = kept.map { findings[$0] }
    fingerprints = kept.map { fingerprints[$0] }
  }
}

/// The formats of reports.
package enum LintReportFormat: String, CaseIterable, Sendable {
  case text
  case github
  case sarif
  case junit
  case json

  /// Whether the report names files without findings.
  package var namesCleanFiles: Bool { self == .junit }

  /// Appends the report of all files that were checked, in their order; those without findings may be left out where
  /// the report does not name them.
  package func append(
    _ files: [LintFileReport], checked: Int, version: String, colored: Bool, to output: inout OutputBuffer
  ) {
    switch self {
    case .text: TextReport.append(files, checked: checked, to: &output)
    case .github: GitHubReport.append(files, to: &output)
    case .sarif: SARIFReport.append(files, version: version, to: &output)
    case .junit: JUnitReport.append(files, to: &output)
    case .json: JSONLinesReport.append(files, to: &output)
    }
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
  static func make(_ findings: [Finding], in input: LintInput) throws(Failure) -> [String] {
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
      let key = hexadecimal(hash(finding.rule, text))
      let number = seen[key, default: 0]
      seen[key] = number + 1
      result.append("\(key):\(number + 1)")
    }
    return result
  }

  /// FNV-1a; white space is passed over, so that indentation may change.
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

extension OutputBuffer {
  /// Appends a string as JSON.
  mutating func appendJSON(_ text: String) {
    Array(text.utf8).withByteView { appendJSONString($0) }
  }
}
