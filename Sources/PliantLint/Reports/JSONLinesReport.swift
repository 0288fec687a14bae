// One JSON object a line and finding.

import PliantCore

enum JSONLinesReport {
  static func append(_ files: [LintFileReport], to output: inout OutputBuffer) {
    for file in files {
      for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
        output.append("{\"file\":")
        output.appendJSON(file.file)
        switch finding.place {
        case .text(let line, let column): output.append(",\"line\":\(line),\"column\":\(column)")
        case .offset(let offset): output.append(",\"offset\":\(offset)")
        case .wholeFile: break
        }
        output.append(",\"severity\":\"\(finding.severity.rawValue)\",\"rule\":")
        output.appendJSON(finding.rule)
        output.append(",\"message\":")
        output.appendJSON(finding.message)
        let hasFix = LintRule.named(finding.rule)?.fix != nil
        output.append(",\"fixable\":\(hasFix),\"fingerprint\":")
        output.appendJSON(fingerprint)
        output.append("}\n")
      }
    }
  }
}
