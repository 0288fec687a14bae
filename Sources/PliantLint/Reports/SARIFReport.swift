// SARIF 2.1.0 for code scanning: all rules with their help, and each finding with its fingerprint.

enum SARIFReport {
  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    output.append(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{")
    output.append("\"tool\":{\"driver\":{\"name\":\"pliant\",\"semanticVersion\":", json: report.version)
    output.append(",\"rules\":[")
    for (index, rule) in LintRule.all.enumerated() {
      if index > 0 { output.append(",") }
      append(rule, to: &output)
    }
    let isSuccess = report.coverage.unreadable == 0
    output.append(
      "]}},\"invocations\":[{\"executionSuccessful\":\(isSuccess)}],\"properties\":{\"coverage\":{")
    output.append(
      "\(report.coverage.json),\"findings\":\(report.findingCount)}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
    for (index, (file, finding, fingerprint)) in report.findings.enumerated() {
      output.append(index > 0 ? ",\n" : "\n")
      append(finding, file, fingerprint, to: &output)
    }
    output.append("]}]}\n")
  }

  private static func append(_ rule: LintRule, to output: inout OutputBuffer) {
    let page = rule.page
    output.append("\n{\"id\":", json: rule.id.description)
    output.append(",\"shortDescription\":{\"text\":", json: rule.summary)
    output.append("},\"fullDescription\":{\"text\":", json: rule.why)
    output.append("},\"help\":{\"text\":", json: page)
    output.append(
      "},\"defaultConfiguration\":{\"level\":\"\(rule.severity.rawValue)\"},\"properties\":{\"tags\":[",
      json: rule.family.rawValue)
    output.append("]}}")
  }

  private static func append(
    _ finding: Finding, _ file: String, _ fingerprint: String, to output: inout OutputBuffer
  ) {
    output.append("{\"ruleId\":", json: finding.rule.id.description)
    if let index = LintRule.all.firstIndex(of: finding.rule) { output.append(",\"ruleIndex\":\(index)") }
    output.append(
      ",\"level\":\"\(finding.severity.rawValue)\",\"message\":{\"text\":", json: finding.text)
    output.append("},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":", json: uri(file))
    output.append("}")
    switch finding.place {
    case .text(let line, let column):
      output.append(",\"region\":{\"startLine\":\(line),\"startColumn\":\(column)}")
    case .offset(let offset): output.append(",\"region\":{\"byteOffset\":\(offset),\"byteLength\":1}")
    case .wholeFile: break
    }
    output.append("}}]")
    appendOthers(of: finding, file, to: &output)
    output.append(",\"partialFingerprints\":{\"primaryLocationLineHash\":", json: fingerprint)
    output.append("}")
    appendFixes(finding, file, to: &output)
    output.append("}")
  }

  /// Appends the places of the findings that have the same cause.
  private static func appendOthers(of finding: Finding, _ file: String, to output: inout OutputBuffer) {
    var separator = ",\"relatedLocations\":["
    for case .text(let line, let column) in finding.others {
      output.append(separator + "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":", json: uri(file))
      output.append("},\"region\":{\"startLine\":\(line),\"startColumn\":\(column)}}}")
      separator = ","
    }
    if separator == "," { output.append("]") }
  }

  /// Appends the fixes, except those of the whole file, which would repeat it.
  private static func appendFixes(_ finding: Finding, _ file: String, to output: inout OutputBuffer) {
    let fixes = finding.fixes.filter { $0.kind == .declaration }
    if fixes.isEmpty { return }
    output.append(
      ",\"fixes\":[{\"description\":{\"text\":\"make the declaration true\"},\"artifactChanges\":[{\"artifactLocation\":{\"uri\":",
      json: uri(file))
    output.append("},\"replacements\":[")
    for (index, fix) in fixes.enumerated() {
      if index > 0 { output.append(",") }
      output.append(
        "{\"deletedRegion\":{\"byteOffset\":\(fix.range.lowerBound),\"byteLength\":\(fix.range.count)},\"insertedContent\":{\"binary\":\""
      )
      fix.replacement.withByteView { Base64.append($0, to: &output) }
      output.append("\"}}")
    }
    output.append("]}]}]")
  }

  /// A path as a URI reference: relative, or `file:` for an absolute path; percent-encoded.
  private static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    var bytes = Platform.pathBytes(path).dropLast()
    while bytes.starts(with: "./".utf8) { bytes = bytes.dropFirst(2) }
    for byte in bytes {
      if byte.isLetter || byte.isDigit || "/-_.~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + byte.hexadecimal(2)
      }
    }
    return result
  }
}
