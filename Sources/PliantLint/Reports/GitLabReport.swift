// GitLab's Code Quality report: one JSON array with one object per finding.

enum GitLabReport {
  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    output.append("[")
    for (index, (file, finding, fingerprint)) in report.findings.enumerated() {
      let name = Platform.pathText(file)
      let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
      output.append(index > 0 ? ",\n" : "\n")
      output.append("{\"description\":", json: finding.text)
      output.append(",\"check_name\":", json: finding.rule.id.description)
      output.append(",\"fingerprint\":", json: LintFingerprint.whole(fingerprint, file: path))
      output.append(
        ",\"severity\":\"\(finding.severity == .error ? "major" : "minor")\",\"location\":{\"path\":",
        json: path)
      output.append(",\"lines\":{\"begin\":\(finding.line)}}}")
    }
    output.append("\n]\n")
  }
}
