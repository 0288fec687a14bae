// GitHub's workflow commands: ::error file=…,line=…,col=…,title=…::message

enum GitHubReport {
  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    for file in report.files {
      for finding in file.findings {
        output.append(
          "::\(finding.severity == .error ? "error" : "warning") file=\(property(Platform.pathText(file.file)))"
        )
        if case .text(let line, let column) = finding.place { output.append(",line=\(line),col=\(column)") }
        output.append(",title=\(property(finding.rule.id.description))::\(escaped(finding.message))\n")
      }
    }
    output.append("::notice title=pliant lint::\(escaped(report.coverageLine))\n")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.escaped(text).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A property's value must not contain the separators either.
  private static func property(_ text: String) -> String {
    var result = ""
    for scalar in escaped(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
