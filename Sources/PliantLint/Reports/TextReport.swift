// FILE:LINE:COLUMN: severity: message [rule-id], in the form of compilers, and a closing count; on a terminal
// in colour and with the line:
//
//   a.xml:3:14: error: undefined entity 'nbsp' [xml/undefined-entity]
//       <p>eins&nbsp;zwei</p>
//              ^

enum TextReport {
  private static let bold = "\u{1B}[1m"
  private static let red = "\u{1B}[1;31m"
  private static let yellow = "\u{1B}[1;33m"
  private static let green = "\u{1B}[1;32m"
  private static let dim = "\u{1B}[2m"
  private static let reset = "\u{1B}[0m"

  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    for file in report.files {
      for (index, finding) in file.findings.enumerated() {
        append(finding, file.file, report.isColored, to: &output)
        if index < file.excerpts.count { append(file.excerpts[index], report.isColored, to: &output) }
      }
    }
    if report.findingCount > 0 || !report.isQuiet { output.append(report.coverageLine + "\n") }
  }

  private static func append(
    _ finding: Finding, _ file: String, _ isColored: Bool, to output: inout OutputBuffer
  ) {
    let text = finding.diagnostic.text(file: Platform.displayPath(file))
    let word = " \(finding.severity.rawValue): "
    guard isColored, let range = text.range(of: word), text.hasSuffix("]"),
      let bracket = text.lastIndex(of: "[")
    else { return output.append(text + "\n") }
    let color = finding.severity == .error ? red : yellow
    output.append("\(bold)\(text[..<range.lowerBound])\(reset) ")
    output.append("\(color)\(finding.severity.rawValue):\(reset) \(text[range.upperBound..<bracket])")
    output.append("\(dim)\(text[bracket...])\(reset)\n")
  }

  private static func append(_ excerpt: LintExcerpt, _ isColored: Bool, to output: inout OutputBuffer) {
    guard let text = excerpt.text, !text.isEmpty else { return }
    let caret = isColored ? green + "^" + reset : "^"
    output.append("    \(text)\n    \(TerminalText.indent(below: text, scalars: excerpt.column))\(caret)\n")
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
