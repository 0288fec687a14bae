extension BuiltInMappings {
  /// Results of tests from JUnit, pytest, xcodebuild's converters and others.
  ///
  /// There is no common schema, so nothing is required; numbers are decimals, which keep their digits.
  static let junit: StaticString = """
    {
      "mapping": "junit",
      "about": "Results of tests in JUnit's format",
      "root": "testsuites | testsuite",
      "record": "Suite",
      "records": {
        "Suite": {
          "name": "@name",
          "id": "@id",
          "package": "@package",
          "tests": "@tests integer lenient",
          "failures": "@failures integer lenient",
          "errors": "@errors integer lenient",
          "skipped": "@skipped integer lenient",
          "disabled": "@disabled integer lenient",
          "assertions": "@assertions integer lenient",
          "time": "@time decimal lenient",
          "timestamp": "@timestamp date zone=keep lenient",
          "hostname": "@hostname",
          "file": "@file",
          "properties": "properties/property Property list",
          "suites": "testsuite Suite list delete=cascade",
          "cases": "testcase Case list delete=cascade",
          "output": "system-out whitespace=keep",
          "errorOutput": "system-err whitespace=keep"
        },
        "Property": {"name": "@name", "value": "@value", "text": "text()"},
        "Case": {
          "name": "@name",
          "class": "@classname",
          "file": "@file",
          "line": "@line integer lenient",
          "assertions": "@assertions integer lenient",
          "time": "@time decimal lenient",
          "timestamp": "@timestamp date zone=keep lenient",
          "status": "@status",
          "result": "@result",
          "properties": "properties/property Property list",
          "skipped": "skipped Problem lenient",
          "problems": "error Problem list",
          "failures": "failure Problem list",
          "flakyFailures": "flakyFailure Problem list",
          "rerunFailures": "rerunFailure Problem list",
          "output": "system-out list whitespace=keep",
          "errorOutput": "system-err list whitespace=keep"
        },
        "Problem": {
          "message": "@message", "type": "@type", "text": "text() whitespace=keep",
          "stackTrace": "stackTrace whitespace=keep", "output": "system-out whitespace=keep",
          "errorOutput": "system-err whitespace=keep"
        }
      }
    }
    """
}
