// FILE:LINE:COLUMN: severity: message [rule-id], in the form of compilers, and a closing count; on a terminal
// in colour and with the line:
//
//   a.xml:3:14: error: undefined entity 'nbsp' [xml/undefined-entity]
//       <p>eins&nbsp;zwei</p>
//              ^

enum TextReport {
  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    for file in report.files {
      // A line that begins with two colons would be a command in GitHub's logs.
      let shown = Platform.displayPath(file.file)
      let name = shown.hasPrefix("::") || shown.hasPrefix("##[") ? "./" + shown : shown
      for (index, finding) in file.findings.enumerated() {
        output.append(
          finding.diagnostic.text(file: name, isColored: report.isColored, dimsRule: true) + "\n")
        if index < file.excerpts.count { append(file.excerpts[index], report.isColored, to: &output) }
      }
    }
    if report.findingCount > 0 || !report.isQuiet { output.append(report.coverageLine + "\n") }
  }

  private static func append(_ excerpt: LintExcerpt, _ isColored: Bool, to output: inout OutputBuffer) {
    if excerpt.text.isEmpty { return }
    let caret = isColored ? "\u{1B}[1;32m^\u{1B}[0m" : "^"
    let indent = TerminalText.indent(below: excerpt.text, scalars: excerpt.column)
    output.append("    \(excerpt.text)\n    \(indent)\(caret)\n")
  }
}
