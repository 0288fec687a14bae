// One JSON object per line and finding, and one with the coverage.

enum JSONLinesReport {
  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    for (file, finding, fingerprint) in report.findings {
      output.append("{\"file\":", json: Platform.pathText(file))
      switch finding.place {
      case .text(let line, let column): output.append(",\"line\":\(line),\"column\":\(column)")
      case .offset(let offset): output.append(",\"offset\":\(offset)")
      case .wholeFile: break
      }
      output.append(
        ",\"severity\":\"\(finding.severity.rawValue)\",\"rule\":", json: finding.rule.id.description)
      output.append(",\"message\":", json: finding.message)
      if finding.count > 1 {
        output.append(",\"count\":\(finding.count),\"others\":[")
        let places = finding.others.compactMap { place in
          if case .text(let line, let column) = place {
            "{\"line\":\(line),\"column\":\(column)}"
          } else {
            nil
          }
        }
        output.append(places.joined(separator: ",") + "]")
      }
      // The effect of --fix without a kind.
      let isFixable = finding.fixes.contains { $0.kind == .declaration }
      let kinds = LintFix.Kind.allCases.filter { kind in finding.fixes.contains { $0.kind == kind } }
      output.append(",\"fixable\":\(isFixable),\"fixes\":[")
      output.append(kinds.map { "\"\($0.rawValue)\"" }.joined(separator: ","))
      output.append("],\"fingerprint\":", json: fingerprint)
      output.append("}\n")
    }
    output.append("{\"coverage\":{\(report.coverage.json),\"findings\":\(report.findingCount)}}\n")
  }
}
