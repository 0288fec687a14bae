// Dates by patterns and names, by table; against Foundation's formatter.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct DatePatternTests {
  private func read(_ text: String, _ format: String, _ zone: String? = nil) throws -> Double? {
    let pattern = try DatePattern(format, zone: zone)
    return Array(text.utf8).withByteView { pattern.seconds(from: $0) }
  }

  private func write(_ seconds: Double, _ format: String, _ zone: String? = nil) throws -> String? {
    let pattern = try DatePattern(format, zone: zone)
    var output = OutputBuffer()
    return pattern.append(seconds, to: &output) ? String(decoding: output.bytes, as: UTF8.self) : nil
  }

  private func iso(_ text: String) -> Double? { Array(text.utf8).withByteView { ISO8601.seconds(from: $0) } }

  /// Text, pattern, zone, the same date in UTC; each text is also what is written.
  @Test func readsAndWrites() async throws {
    try await forEachRow(
      of: [
        ("2012-03-01 6:00", "yyyy-MM-dd H:mm", "Europe/Berlin", "2012-03-01T05:00:00Z"),
        ("2012-03-31 12:00", "yyyy-MM-dd H:mm", "Europe/Berlin", "2012-03-31T10:00:00Z"),
        ("1.3.2012", "d.M.yyyy", nil, "2012-03-01T00:00:00Z"),
        ("03/01/12", "MM/dd/yy", nil, "2012-03-01T00:00:00Z"),
        ("12/31/69", "MM/dd/yy", nil, "1969-12-31T00:00:00Z"),
        ("12/31/68", "MM/dd/yy", nil, "2068-12-31T00:00:00Z"),
        ("Thu, 1 Mar 2012", "EEE, d MMM yyyy", nil, "2012-03-01T00:00:00Z"),
        ("Thursday, March 1, 2012 at 6:05 PM", "EEEE, MMMM d, yyyy 'at' h:mm a", nil, "2012-03-01T18:05:00Z"),
        ("2012-03-01 12:05 AM", "yyyy-MM-dd hh:mm a", nil, "2012-03-01T00:05:00Z"),
        ("2012-03-01 12:05 PM", "yyyy-MM-dd hh:mm a", nil, "2012-03-01T12:05:00Z"),
        ("20120301060000.125", "yyyyMMddHHmmss.SSS", nil, "2012-03-01T06:00:00.125Z"),
        ("2012-03-01T06:00:00+01:00", "yyyy-MM-dd'T'HH:mm:ssXXX", "Europe/Berlin", "2012-03-01T05:00:00Z"),
        ("2012-03-01T05:00:00Z", "yyyy-MM-dd'T'HH:mm:ssXXX", nil, "2012-03-01T05:00:00Z"),
        ("2012-03-01T05:00:00+00:00", "yyyy-MM-dd'T'HH:mm:ssxxx", nil, "2012-03-01T05:00:00Z"),
        ("2012-03-01 06:00 +01", "yyyy-MM-dd HH:mm X", "Europe/Berlin", "2012-03-01T05:00:00Z"),
        ("2012-03-01 10:30 +0530", "yyyy-MM-dd HH:mm X", "Asia/Kolkata", "2012-03-01T05:00:00Z"),
        ("2012-03-01 06:00 +0100", "yyyy-MM-dd HH:mm Z", "Europe/Berlin", "2012-03-01T05:00:00Z"),
        ("2012-03-01 06:00 CET", "yyyy-MM-dd HH:mm z", "Europe/Berlin", "2012-03-01T05:00:00Z"),
        ("2012-08-01 07:00 CEST", "yyyy-MM-dd HH:mm z", "Europe/Berlin", "2012-08-01T05:00:00Z"),
        ("o'clock 2012", "'o''clock' yyyy", nil, "2012-01-01T00:00:00Z"),
        ("2012''", "yyyy''''", nil, "2012-01-01T00:00:00Z"),
        ("2012-03-01 10:00", "yyyy-MM-dd HH:mm", "+05:00", "2012-03-01T05:00:00Z"),
        ("Thu, 01 Mar 2012 06:00:00 +0100", "rfc822", "Europe/Berlin", "2012-03-01T05:00:00Z"),
        ("Thu, 01 Mar 2012 05:00:00 +0000", "rfc822", nil, "2012-03-01T05:00:00Z"),
        ("1330578000", "unix", nil, "2012-03-01T05:00:00Z"),
        ("1330578000.5", "unix", nil, "2012-03-01T05:00:00.5Z"),
        ("-0.5", "unix", nil, "1969-12-31T23:59:59.5Z"), ("-1.25", "unix", nil, "1969-12-31T23:59:58.75Z"),
        ("0", "unix", nil, "1970-01-01T00:00:00Z"), ("-86400", "unix", nil, "1969-12-31T00:00:00Z"),
        ("2012-03-01T06:00:00.5+01:00", "iso8601", "Europe/Berlin", "2012-03-01T05:00:00.5Z"),
        ("2012-03-01T05:00:00Z", "iso8601", nil, "2012-03-01T05:00:00Z"),
      ] as [(String, String, String?, String)]
    ) { (text: String, format: String, zone: String?, utc: String) throws in
      #expect(try read(text, format, zone) == iso(utc))
      #expect(try write(#require(iso(utc)), format, zone) == text)
    }
  }

  /// What is read beside what is written.
  @Test func reads() async throws {
    try await forEachRow(of: [
      ("2012-03-01", "iso8601", "2012-03-01T00:00:00Z"), ("20120301", "iso8601", "2012-03-01T00:00:00Z"),
      ("2012-03", "iso8601", "2012-03-01T00:00:00Z"), ("2012", "iso8601", "2012-01-01T00:00:00Z"),
      ("2012-061", "iso8601", "2012-03-01T00:00:00Z"), ("2012061", "iso8601", "2012-03-01T00:00:00Z"),
      ("2012-W09-4", "iso8601", "2012-03-01T00:00:00Z"), ("2012W094", "iso8601", "2012-03-01T00:00:00Z"),
      ("2012-W09", "iso8601", "2012-02-27T00:00:00Z"), ("2009-W53-7", "iso8601", "2010-01-03T00:00:00Z"),
      ("2012-03-01t06:00:00z", "iso8601", "2012-03-01T06:00:00Z"),
      ("2012-03-01 06:00:00", "iso8601", "2012-03-01T06:00:00Z"),
      ("2012-03-01T06:00", "iso8601", "2012-03-01T06:00:00Z"),
      ("2012-03-01T06", "iso8601", "2012-03-01T06:00:00Z"),
      ("20120301T060000Z", "iso8601", "2012-03-01T06:00:00Z"),
      ("20120301T0600+0100", "iso8601", "2012-03-01T05:00:00Z"),
      ("2012-03-01T06:00:00,25+01", "iso8601", "2012-03-01T05:00:00.25Z"),
      ("2012-03-01T06:00:00.123456-05:30", "iso8601", "2012-03-01T11:30:00.123456Z"),
      ("2012-03-01 06:00:00 +0100", "iso8601", "2012-03-01T05:00:00Z"),
      ("2012-02-29T24:00:00Z", "iso8601", "2012-03-01T00:00:00Z"),
      ("2012-03-01+01:00", "iso8601", "2012-02-29T23:00:00Z"),
      ("1 Mar 2012 06:00 GMT", "rfc822", "2012-03-01T06:00:00Z"),
      ("Thu,1 Mar 12 06:00:00 EST", "rfc822", "2012-03-01T11:00:00Z"),
      ("thu, 1 mar 2012 06:00:00 pdt", "rfc822", "2012-03-01T13:00:00Z"),
      ("Thu, 01 Mar 2012 06:00:00 UT", "rfc822", "2012-03-01T06:00:00Z"),
      ("Thu, 01 Mar 2012 06:00:00 Z", "rfc822", "2012-03-01T06:00:00Z"),
      ("Thu, 01 Mar 2012 06:00:00 A", "rfc822", "2012-03-01T06:00:00Z"),
      ("Thursday, 01-March-99 06:00:00 GMT", "rfc822", "1999-03-01T06:00:00Z"),
      ("Thu, 01 Mar 112 06:00:00 GMT", "rfc822", "2012-03-01T06:00:00Z"),
      ("Thu, 01 Mar 2012 06:00:00 GMT+1", "rfc822", "2012-03-01T05:00:00Z"),
      (" Thu (day), 01 Mar 2012\t06 : 00 : 00\r\n -0500 (EST)", "rfc822", "2012-03-01T11:00:00Z"),
      ("Mon, 01 Mar 2012 06:00:00 GMT", "rfc822", "2012-03-01T06:00:00Z"),
      ("2012-03-01 06:00 GMT", "yyyy-MM-dd HH:mm z", "2012-03-01T06:00:00Z"),
      ("2012-03-01 06:00 GMT-0130", "yyyy-MM-dd HH:mm z", "2012-03-01T07:30:00Z"),
      ("2012-03-01 6:00 pm", "yyyy-MM-dd h:mm a", "2012-03-01T18:00:00Z"),
    ]) { (text: String, format: String, utc: String) throws in
      #expect(try read(text, format) == iso(utc))
    }
  }

  @Test func refuses() async throws {
    try await forEachRow(of: [
      ("2012-3-01 6:00", "yyyy-MM-dd H:mm"), ("2012-03-01 6:0", "yyyy-MM-dd H:mm"),
      ("2012-03-01 24:00", "yyyy-MM-dd H:mm"), ("2012-03-01 6:60", "yyyy-MM-dd H:mm"),
      ("2012-02-30 6:00", "yyyy-MM-dd H:mm"), ("2012-03-01 6:00 ", "yyyy-MM-dd H:mm"),
      (" 2012-03-01 6:00", "yyyy-MM-dd H:mm"), ("2012-03-01", "yyyy-MM-dd H:mm"), ("", "yyyy"),
      ("12-03-01", "yyyy-MM-dd"), ("0000-03-01", "yyyy-MM-dd"), ("2012-13-01", "yyyy-MM-dd"),
      ("Fri, 1 Mar 2012", "EEE, d MMM yyyy"), ("Thu, 1 Mrz 2012", "EEE, d MMM yyyy"),
      ("2012-03-01 13:00 PM", "yyyy-MM-dd h:mm a"), ("2012-03-01 0:00 AM", "yyyy-MM-dd h:mm a"),
      ("2012-03-01 6:00 XM", "yyyy-MM-dd h:mm a"), ("2012-03-01 06:00 +1", "yyyy-MM-dd HH:mm X"),
      ("2012-03-01 06:00 +01:00", "yyyy-MM-dd HH:mm Z"), ("2012-03-01 06:00 Q!", "yyyy-MM-dd HH:mm z"),
      ("2012-03-01T", "iso8601"), ("2012-03-01 ", "iso8601"), ("2012-03T06:00", "iso8601"),
      ("2012T06", "iso8601"), ("2012-366Z1", "iso8601"), ("2011-366", "iso8601"), ("2012-000", "iso8601"),
      ("2012-W53", "iso8601"), ("2012-W09-8", "iso8601"), ("201203", "iso8601"), ("12", "iso8601"),
      ("2012-03-01T06:00:00.Z", "iso8601"), ("2012-03-01T24:00:01", "iso8601"),
      ("2012-03-01T06:00:60Z", "iso8601"), ("2012-03-01T06:00 ", "iso8601"), ("9999-12-31T24:00Z", "iso8601"),
      ("Thu, 01 Mar 2012 06:00:00", "rfc822"), ("Thu, 01 Mar 2012", "rfc822"),
      ("Thu, 32 Mar 2012 06:00:00 GMT", "rfc822"), ("Thu, 01 Mar 2012 06:00:00 XYZ", "rfc822"),
      ("Thu, 01 Mar 2012 06:00:00 J", "rfc822"), ("Thu, 01 Mar 2012 06:00:00 GMT x", "rfc822"),
      ("Thu, 01 Mar 2012 06:00:00 GMT (", "rfc822"), ("Xyz, 01 Mar 2012 06:00:00 GMT", "rfc822"),
      ("", "unix"), ("-", "unix"), ("1.", "unix"), ("1e3", "unix"), ("999999999999999", "unix"),
    ]) { (text: String, format: String) in
      let found = try read(text, format)
      // A comment that is not closed goes to the end, which a mail reader takes too.
      #expect(found == nil || text.hasSuffix("("))
    }
  }

  @Test func refusesPattern() async throws {
    try await forEachRow(of: [
      ("MM-dd", "in 'MM-dd' it has no year (yyyy)"),
      ("yyyy dd", "in 'yyyy dd' it has a day (d) but no month (M)"),
      ("yyyy-MM-dd yyyy", "in 'yyyy-MM-dd yyyy' 'y' occurs twice"),
      ("yyyy-MM-ddTHH", "in 'yyyy-MM-ddTHH' unknown date field 'T'; put text in single quotes"),
      ("yyyy 'x", "in 'yyyy 'x' a quote is not closed"),
      ("dMyyyy", "in 'dMyyyy' 'M' follows a number that may have any number of digits"),
      ("yyyy h", "in 'yyyy h' hours to 12 (h) and AM or PM (a) need each other; hours to 23 are H"),
      ("yyyy H h a", "in 'yyyy H h a' 'h' occurs twice"),
      ("yyyyy", "in 'yyyyy' unknown date field 'yyyyy'; put text in single quotes"),
    ]) { (format: String, problem: String) throws in
      let failure = #expect(throws: Failure.self) { try DatePattern(format) }
      #expect(failure?.message == "invalid date format: " + problem)
    }
  }

  @Test func refusesZone() async throws {
    try await forEachRow(of: [
      "", "Nowhere/Town", "../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin",
      "tzdata.zi",
      "Europe", "+25", "+1", "Europe/Berlin\0", String(repeating: "A", count: 5000), ".",
    ]) { (name: String) throws in
      #expect(throws: Failure(.unknownTimeZone, name)) { try DatePattern("yyyy", zone: name) }
    }
  }

  @Test func takesGapsForErrorsAndTheFirstOfTwo() throws {
    let format = "yyyy-MM-dd HH:mm"
    #expect(try read("2012-03-25 01:59", format, "Europe/Berlin") == iso("2012-03-25T00:59:00Z"))
    #expect(try read("2012-03-25 02:00", format, "Europe/Berlin") == nil)
    #expect(try read("2012-03-25 02:59", format, "Europe/Berlin") == nil)
    #expect(try read("2012-03-25 03:00", format, "Europe/Berlin") == iso("2012-03-25T01:00:00Z"))
    #expect(try read("2012-10-28 01:59", format, "Europe/Berlin") == iso("2012-10-27T23:59:00Z"))
    #expect(try read("2012-10-28 02:30", format, "Europe/Berlin") == iso("2012-10-28T00:30:00Z"))
    #expect(try read("2012-10-28 03:00", format, "Europe/Berlin") == iso("2012-10-28T02:00:00Z"))
    let pattern = try DatePattern(format, zone: "Europe/Berlin")
    #expect(pattern.holds(try #require(iso("2012-10-28T00:30:00Z"))))
    #expect(!pattern.holds(try #require(iso("2012-10-28T01:30:00Z"))))
    #expect(!pattern.holds(try #require(iso("2012-10-28T00:30:01Z"))))
  }

  @Test func hasNoTextOutsideItsYears() throws {
    for format in ["iso8601", "rfc822", "unix", "yyyy"] {
      for seconds in [-63_113_904_001.0, 252_423_993_600, .nan, .infinity, -.infinity, 1e300] {
        #expect(try write(seconds, format) == nil)
      }
    }
    #expect(try write(252_423_993_599, "yyyy-MM-dd HH:mm", "Europe/Berlin") == nil)
    #expect(try read("9999-12-31 23:59", "yyyy-MM-dd HH:mm", "America/New_York") == nil)
  }

  @Test func comesBackFromEveryFormat() throws {
    var generator = SystemRandomNumberGenerator()
    for format in [
      "iso8601", "rfc822", "unix", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX", "EEEE d MMMM y h:mm:ss a xx",
    ] {
      for zone in [nil, "Europe/Berlin", "America/St_Johns", "-03:30"] {
        let pattern = try DatePattern(format, zone: zone)
        for _ in 0..<200 {
          let whole = Double(Int.random(in: -62_000_000_000...250_000_000_000, using: &generator))
          let seconds = format == "iso8601" || format == "unix" ? whole + 0.375 : whole
          #expect(pattern.holds(seconds), "\(format) \(zone ?? "-") \(seconds)")
        }
      }
    }
  }

  @Test func decimalsThatAreNearAreKept() throws {
    let pattern = try DatePattern("yyyy-MM-dd HH:mm:ss.SSS")
    for thousandth in 0..<1000 {
      let text = "2012-03-01 06:00:00." + String(1000 + thousandth).dropFirst()
      let seconds = try #require(Array(text.utf8).withByteView { pattern.seconds(from: $0) })
      var output = OutputBuffer()
      pattern.append(seconds, to: &output)
      #expect(String(decoding: output.bytes, as: UTF8.self) == text)
    }
  }
}
