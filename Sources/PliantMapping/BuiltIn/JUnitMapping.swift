extension BuiltInMappings {
  /// Results of tests from JUnit, pytest, xcodebuild's converters and others.
  ///
  /// There is no common schema, so nothing is required; numbers are decimals, which keep their digits.
  static let junit = Entry(
    "junit", about: "Results of tests in JUnit's format", root: "testsuites | testsuite", record: "Suite",
    """
    Suite: @name, @id, @package, @tests integer lenient, @failures integer lenient, @errors integer lenient,
      @skipped integer lenient, @disabled integer lenient, @assertions integer lenient, @time decimal lenient,
      @timestamp date zone=keep lenient, @hostname, @file, properties = properties/property Property list,
      suites = testsuite Suite list delete=cascade, cases = testcase Case list delete=cascade,
      output = system-out whitespace=keep, errorOutput = system-err whitespace=keep
    Property: @name, @value, text = text()
    Case: @name, class = @classname, @file, @line integer lenient, @assertions integer lenient,
      @time decimal lenient, @timestamp date zone=keep lenient, @status, @result,
      properties = properties/property Property list, skipped Problem lenient, problems = error Problem list,
      failures = failure Problem list, flakyFailures = flakyFailure Problem list,
      rerunFailures = rerunFailure Problem list, output = system-out list whitespace=keep,
      errorOutput = system-err list whitespace=keep
    Problem: @message, @type, text = text() whitespace=keep, stackTrace whitespace=keep,
      output = system-out whitespace=keep, errorOutput = system-err whitespace=keep
    """)
}
