// Results of tests, and two examples: building sites, and users.

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

  /// Teams with their contacts, building sites with their activities, which refer to teams.
  static let siteSchedule = Entry(
    "site-schedule", about: "Building sites, their activities, and the teams that do them", root: "schedule",
    requires: ["teams", "sites"],
    """
    types: moment = date format='yyyy-MM-dd H:mm' zone=Europe/Berlin, yesno = boolean true=YES false=NO
    fields: teams = teams/team Team list, sites = sites/site Site list
    Team: @code key required minLength=1, name, contacts = contact Contact list delete=cascade
    Contact: @phone, @isHead yesno, name = text()
    Site: @code key required minLength=1, name, street, zip = city/@zip, city, countryCode,
      activities = activities/activity Activity list delete=cascade
    Activity: @team references=Team outside required, @start moment required, @end moment, text = text()
    """)

  /// People with names in one piece or two, their jobs and addresses.
  static let users = Entry(
    "users", about: "Users with their names, jobs and addresses", root: "users", isExample: true,
    requires: ["user/name"],
    """
    namespaces: v = urn:example:visits
    fields: visitors = v:visitor Visitor list, users = user User list
    User: @id key required, lastVisit = @v:last date format=yyyy-MM-dd, name = name/text(),
      firstName = name/first, lastName = name/last, email, job, address = address/@id,
      street xml about='XML text, since lines may be separated by <br/>', break = br
    Visitor: @v:id, name = text()
    """)
}
