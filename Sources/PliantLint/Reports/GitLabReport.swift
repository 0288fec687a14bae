// GitLab's Code Quality report: one JSON array with one object per finding.

enum GitLabReport {
  static func append(_ files: [LintFileReport], to output: inout OutputBuffer) {
    output.append("[")
    var isFirst = true
    for file in files {
      let name = Platform.pathText(file.file)
      let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
      for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
        output.append(isFirst ? "\n" : ",\n")
        isFirst = false
        output.append("{\"description\":", json: finding.message)
        output.append(",\"check_name\":", json: finding.rule.id.description)
        output.append(",\"fingerprint\":", json: LintFingerprint.whole(fingerprint, file: path))
        output.append(
          ",\"severity\":\"\(finding.severity == .error ? "major" : "minor")\",\"location\":{\"path\":",
          json: path)
        output.append(",\"lines\":{\"begin\":\(finding.line)}}}")
      }
    }
    output.append("\n]\n")
  }
}
