// What a whole run of lint found, before it is written in one of the formats.

/// The findings of one file.
package struct LintFileReport: Sendable {
  /// The name as the user wrote it, or as it was found in a folder.
  package let file: String
  package var findings: [Finding]
  /// One for each finding: stable as long as the line stays the same, wherever it moves.
  package var fingerprints: [String]

  package init(file: String, findings: [Finding], bytes: ByteView) {
    self.file = file
    self.findings = findings
    fingerprints = findings.isEmpty ? [] : LintFingerprint.make(findings, in: bytes)
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

  /// Appends the report of all files, in their order.
  package func append(
    _ files: [LintFileReport], version: String, colored: Bool, to output: inout OutputBuffer
  ) {
    switch self {
    case .text: TextReport.append(files, to: &output)
    case .github: GitHubReport.append(files, to: &output)
    case .sarif: SARIFReport.append(files, version: version, to: &output)
    case .junit: JUnitReport.append(files, to: &output)
    case .json: JSONLinesReport.append(files, to: &output)
    }
  }
}

/// Names for findings that survive changes elsewhere in the file.
package enum LintFingerprint {
  /// For each finding, a hash of its rule, its line's text, and how many like it came before.
  static func make(_ findings: [Finding], in bytes: ByteView) -> [String] {
    var seen: [String: Int] = [:]
    var line = 1
    var start = 0
    return findings.map { finding in
      while line < finding.line, let end = bytes.firstIndex(of: ASCII.lineFeed, from: min(start, bytes.count))
      {
        line += 1
        start = end + 1
      }
      let end = bytes.firstIndex(of: ASCII.lineFeed, from: min(start, bytes.count)) ?? bytes.count
      let text = bytes[min(start, end)..<min(end, start + 4096)]
      let key = hexadecimal(hash(finding.rule, text))
      let number = seen[key, default: 0]
      seen[key] = number + 1
      return "\(key):\(number + 1)"
    }
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
