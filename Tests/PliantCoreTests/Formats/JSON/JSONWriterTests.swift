// The JSON writer: layout, numbers, escapes, what JSON lacks, and the canonical form.

import PliantCore
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  private func write(
    style: JSONStyle = .compact, losses: LossReport = LossReport(),
    _ fill: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) -> (text: String, notes: [String]) {
    var writer = JSONWriter(style: style, losses: losses)
    try fill(&writer)
    let notes = writer.losses.notes
    return (String(decoding: writer.finish().bytes, as: UTF8.self), notes)
  }

  @Test func comesBackUnchanged() async throws {
    try await forEachRow(of: [
      "1e400", "0.10", "9223372036854775808", "1234567890123456789012345678901234567890", "-0", "-0.0", "1E5",
      "1.0",
      "[]", "{}", "[[],{}]", "{\"a\":1,\"b\":[true,false,null]}",
      "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\u{2028}é😀\"",
      "{\"b\":1,\"a\":2}", "\"\"", "[1e-7,1E+2,123456789.987654321e5]", "{\"\":{\"\":\"\"}}",
    ]) { (text: String) throws in
      #expect(try rewriteJSON(text) == text)
    }
  }

  @Test func escapesOnlyWhatMustBe() throws {
    #expect(
      try rewriteJSON(
        #""\u0022\u005c\u002f\u0008\u000C\u000a\u000D\u0009\u0001\u007f\u2028\u00e9\ud83d\ude00""#)
        == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\u{7F}\u{2028}é😀\"")
  }

  @Test func specialBytesAtEveryPlace() async throws {
    try await forEachRow(of: 0..<20) { (length: Int) throws in
      let plain =
        String(repeating: "é", count: length / 2) + String(repeating: "x", count: length % 2 + length / 3)
      for text in [
        "\(plain)\\n", "\\n\(plain)", "\(plain)\\\"\(plain)\\u0001", plain, "\(plain)\\\\\\\\\(plain)x",
      ] {
        #expect(try rewriteJSON("\"\(text)\"") == "\"\(text)\"")
      }
    }
  }

  @Test func pretty() throws {
    #expect(
      try rewriteJSON(#"{"a":[1,{"b":[]},[{}]],"c":{},"d":"x"}"#, style: .pretty) == """
        {
          "a": [
            1,
            {
              "b": []
            },
            [
              {}
            ]
          ],
          "c": {},
          "d": "x"
        }
        """)
    #expect(try rewriteJSON(" 1 ", style: .pretty) == "1")
    let tabs = JSONStyle(indentation: JSONStyle.Indentation(ASCII.tab, count: 1))
    #expect(try rewriteJSON("[1,[2]]", style: tabs) == "[\n\t1,\n\t[\n\t\t2\n\t]\n]")
  }

  @Test func realsAndIntegers() throws {
    let result = try write { (writer: inout JSONWriter) throws(Failure) in
      writer.beginArray(count: nil)
      for value in [1.0, -0.0, 0.1, 1e21, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, -2.5] {
        try writer.real(value)
      }
      for value in [0, -1, Int64.max, .min] { try writer.integer(value) }
      try writer.wideInteger(Int128.min)
      try writer.endArray()
    }
    #expect(
      result.text == """
        [1.0,-0.0,0.1,1e+21,5e-324,1.7976931348623157e+308,1e+16,-2.5,0,-1,9223372036854775807,-9223372036854775808,\
        -170141183460469231731687303715884105728]
        """)
    #expect(result.notes == [])
    #expect(jsonFailure(Array(result.text.utf8)) == nil)
  }

  private func sendLosses(_ writer: inout JSONWriter) throws(Failure) {
    writer.beginArray(count: nil)
    try writer.date(0)
    try writer.date(352_274_400.25)
    try writer.data(ByteView("\u{1}\u{2}\u{3}\u{4}"))
    try writer.data(.empty)
    try writer.uid(7)
    try writer.real(.nan)
    try writer.real(.infinity)
    try writer.real(-.infinity)
    try writer.beginSet(count: 1)
    try writer.string(ByteView("x"))
    try writer.endSet()
    try writer.endArray()
  }

  @Test func notesWhatJSONLacks() throws {
    let result = try write { (writer: inout JSONWriter) throws(Failure) in try sendLosses(&writer) }
    #expect(
      result.text == #"["2001-01-01T00:00:00Z","2012-03-01T06:00:00.25Z","AQIDBA==","",{"CF$UID":7},"#
        + #""nan","inf","-inf",["x"]]"#)
    #expect(
      result.notes == [
        "2 dates became ISO 8601 strings", "2 data values became Base64 strings",
        "3 reals that are not finite became strings", "1 set became an array",
      ])
  }

  @Test func refusesWhatJSONLacks() {
    #expect(throws: Failure.self) {
      _ = try write(losses: LossReport(policy: .refuse)) { (writer: inout JSONWriter) throws(Failure) in
        try sendLosses(&writer)
      }
    }
    for seconds in [Double.nan, 1e17, -1e17] {
      #expect(throws: Failure(.dateOutOfRange)) {
        _ = try write { (writer: inout JSONWriter) throws(Failure) in try writer.date(seconds) }
      }
    }
  }

  // MARK: RFC 8785

  /// Bit patterns and texts of RFC 8785, appendix B.
  @Test func canonicalReals() async throws {
    try await forEachRow(
      of: [
        (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"), (0xC340_0000_0000_0000, "-9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"), (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"),
        (0x44B5_2D02_C7E1_4AF6, "1e+23"), (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"),
        (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"), (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"),
        (0x444B_1AE4_D6E2_EF50, "1e+21"), (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"),
        (0x3EB0_C6F7_A0B5_ED8D, "0.000001"), (0x41B3_DE43_5555_5553, "333333333.3333332"),
        (0x41B3_DE43_5555_5554, "333333333.33333325"), (0x41B3_DE43_5555_5555, "333333333.3333333"),
        (0x41B3_DE43_5555_5556, "333333333.3333334"),
        (0x41B3_DE43_5555_5557, "333333333.33333343"),
        (0xBECB_F647_612F_3696, "-0.0000033333333333333333"), (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
      ] as [(UInt64, String)]
    ) { (bits: UInt64, text: String) throws in
      let value = Double(bitPattern: bits)
      #expect(
        try write(style: .canonical) { (writer: inout JSONWriter) throws(Failure) in try writer.real(value) }
          .text
          == text)
      #expect(try rewriteJSON("\(value)", style: .canonical) == text)
    }
  }

  @Test func canonicalNumberTexts() async throws {
    try await forEachRow(of: [
      ("1.0", "1", 0), ("1E5", "100000", 0), ("0.10", "0.1", 0), ("-0", "0", 0), ("-0.0e7", "0", 0),
      ("9007199254740992", "9007199254740992", 0), ("9007199254740993", "9007199254740992", 1),
      ("0.1000000000000000000001", "0.1", 0), ("1e-400", "0", 1), ("0e99999999999999999999", "0", 0),
      ("100000000000000000000000", "1e+23", 0), ("12345678901234567890", "12345678901234567000", 1),
      ("1e-7", "1e-7", 0), ("123e-20", "1.23e-18", 0), ("333333333.33333329", "333333333.3333333", 0),
    ]) { (text: String, canonical: String, losses: Int) in
      let result = try write(style: .canonical) { (writer: inout JSONWriter) throws(Failure) in
        try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
          try writer.number(view, kind: text.contains { ".eE".contains($0) } ? .real : .integer)
        }
      }
      #expect(result.text == canonical)
      #expect(result.notes.count == losses)
    }
  }

  @Test func canonicalHasNoFormForHugeNumbers() {
    #expect(throws: Failure(.jsonCanonicalRange, at: nil, "1e400")) {
      _ = try rewriteJSON("1e400", style: .canonical)
    }
    #expect(throws: Failure.self) {
      _ = try write(style: .canonical, losses: LossReport(policy: .refuse)) {
        (writer: inout JSONWriter) throws(Failure) in try writer.integer(.max)
      }
    }
  }

  /// The example of RFC 8785, section 3.2.2 and 3.2.3.
  @Test func canonicalExample() throws {
    let text = #"""
      {
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    #expect(
      try rewriteJSON(text, style: .canonical, sortKeys: true)
        == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
        + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#)
  }
}
