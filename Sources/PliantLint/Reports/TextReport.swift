// FILE:LINE:COLUMN: severity: message [rule-id], as compilers write them, and a closing count.

import PliantCore

enum TextReport {
  static func append(_ files: [LintFileReport], checked: Int, to output: inout OutputBuffer) {
    var errors = 0
    var warnings = 0
    var faulty = 0
    for file in files where !file.findings.isEmpty {
      faulty += 1
      for finding in file.findings {
        if finding.severity == .error { errors += 1 } else { warnings += 1 }
        output.append(finding.diagnostic.text(file: Platform.displayPath(file.file)))
        output.append("\n")
      }
    }
    let checked = count(checked, "file")
    if errors + warnings == 0 { return output.append("\(checked) checked, no findings\n") }
    output.append(
      "\(count(errors + warnings, "finding")) in \(faulty) of \(checked): "
        + "\(count(errors, "error")), \(count(warnings, "warning"))\n")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
