// JUnit's XML: a test case per finding, one that passes for each clean file, an error for an unreadable one.

enum JUnitReport {
  static func append(_ report: LintReport, to output: inout OutputBuffer) {
    let files = report.files
    let failures = report.findingCount
    let errors = files.count { $0.trouble != nil }
    let skipped = files.count { $0.skipped != nil }
    let tests = failures + errors + files.count { $0.findings.isEmpty && $0.trouble == nil }
    let counts = "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pliant lint\" \(counts)>\n")
    output.append("  <testsuite name=\"pliant lint\" \(counts) skipped=\"\(skipped)\" time=\"0\">\n")
    output.append(
      "    <properties>\n      <property name=\"coverage\" value=\"\(report.coverageLine)\"/>\n    </properties>\n"
    )
    for file in files { append(file, to: &output) }
    output.append("  </testsuite>\n</testsuites>\n")
  }

  private static func append(_ file: LintFileReport, to output: inout OutputBuffer) {
    let name = escaped(Platform.pathText(file.file))
    func testCase(_ test: String, _ detail: String) {
      output.append(
        "    <testcase classname=\"\(name)\" name=\"\(test)\" file=\"\(name)\" time=\"0\"\(detail)\n")
    }
    if let trouble = file.trouble {
      let text = escaped(trouble.text(file: file.file))
      testCase(
        "readable",
        ">\n      <error type=\"\(escaped(trouble.rule.rawValue))\" message=\"\(escaped(trouble.message))\">\(text)</error>\n    </testcase>"
      )
    } else if let reason = file.skipped {
      testCase("checked", ">\n      <skipped message=\"\(escaped(reason))\"/>\n    </testcase>")
    } else if file.findings.isEmpty {
      testCase("no findings", "/>")
    }
    // A test case has the name of its rule and its number among those of the rule, because lines may move.
    var numbers: [LintRule.ID: Int] = [:]
    for finding in file.findings {
      let number = numbers[finding.rule.id, default: 0] + 1
      numbers[finding.rule.id] = number
      let test = finding.rule.id.description + (number > 1 ? " \(number)" : "")
      let text = escaped(finding.diagnostic.text(file: file.file))
      testCase(
        test,
        ">\n      <failure type=\"\(finding.severity.rawValue)\" message=\"\(escaped(finding.text))\">\(text)</failure>\n    </testcase>"
      )
    }
  }

  /// Text for an attribute; a character that XML does not allow becomes U+FFFD.
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
        if TerminalText.isHarmless(scalar) || scalar.value < 0x20 && XMLCharacters.isAllowed(scalar.value) {
          result.unicodeScalars.append(scalar)
        } else if XMLCharacters.isAllowed(scalar.value) {
          result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
        } else {
          result += "\u{FFFD}"
        }
      }
    }
    return result
  }
}
