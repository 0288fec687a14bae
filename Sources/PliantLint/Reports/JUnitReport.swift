// JUnit's XML: a test case a finding, and one that passes for each file without any.

import PliantCore

enum JUnitReport {
  static func append(_ files: [LintFileReport], to output: inout OutputBuffer) {
    let failures = files.reduce(0) { $0 + $1.findings.count }
    let tests = failures + files.count { $0.findings.isEmpty }
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.append(
      "<testsuites name=\"pliant lint\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\">\n")
    output.append(
      "  <testsuite name=\"pliant lint\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
    )
    for file in files {
      let name = escaped(file.file)
      if file.findings.isEmpty {
        output.append(
          "    <testcase classname=\"pliant.lint\" name=\"\(name)\" file=\"\(name)\" time=\"0\"/>\n")
      }
      for finding in file.findings {
        let place = escaped(self.place(finding.place))
        output.append(
          "    <testcase classname=\"\(escaped(finding.rule))\" name=\"\(name)\(place)\" file=\"\(name)\" time=\"0\">\n"
        )
        output.append(
          "      <failure type=\"\(finding.severity.rawValue)\" message=\"\(escaped(finding.message))\">")
        output.append(escaped(finding.diagnostic.text(file: file.file)))
        output.append("</failure>\n    </testcase>\n")
      }
    }
    output.append("  </testsuite>\n</testsuites>\n")
  }

  private static func place(_ place: Place) -> String {
    switch place {
    case .wholeFile: ""
    case .text(let line, let column): ":\(line):\(column)"
    case .offset(let offset): ":@\(offset)"
    }
  }

  /// Text that may stand in an attribute; what XML cannot hold becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\r": result += "&#13;"
      default:
        if XMLCharacters.isAllowed(scalar.value) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\u{FFFD}"
        }
      }
    }
    return result
  }
}
