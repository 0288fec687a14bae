// GitHub's workflow commands: ::error file=…,line=…,col=…,title=…::message

enum GitHubReport {
  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    for (file, finding, _) in report.findings {
      output.append(
        "::\(finding.severity == .error ? "error" : "warning") file=\(property(Platform.pathText(file)))")
      if case .text(let line, let column) = finding.place { output.append(",line=\(line),col=\(column)") }
      output.append(",title=\(property(finding.rule.id.description))::\(escaped(finding.text))\n")
    }
    output.append("::notice title=pliant lint::\(escaped(report.coverageLine))\n")
  }

  /// A property's value must not contain the separators either.
  private static func property(_ text: String) -> String { escaped(text, also: ":,") }

  private static func escaped(_ text: String, also separators: String = "") -> String {
    let special = ("%\r\n" + separators).unicodeScalars
    return TerminalText.escaped(text).unicodeScalars.map {
      special.contains($0) ? "%" + UInt8(truncatingIfNeeded: $0.value).hexadecimal(2) : String($0)
    }.joined()
  }
}
