// Writing old-style property lists: layout, quotation, escapes, and what the format lacks.

import PliantFormats
import TestSupport
import Testing

@Suite struct OpenStepWriterTests {
  private func write(
    dialect: OpenStepReader.Dialect = .openStep, style: OpenStepStyle = OpenStepStyle(),
    policy: LossPolicy = .note,
    _ body: (inout OpenStepWriter) throws(Failure) -> Void
  ) throws(Failure) -> (text: String, notes: [String]) {
    var writer = OpenStepWriter(dialect: dialect, style: style, losses: LossReport(policy: policy))
    try body(&writer)
    let notes = writer.losses.notes
    return (String(decoding: writer.finish().bytes, as: UTF8.self), notes)
  }

  private static func sample(_ sink: inout OpenStepWriter) throws(Failure) {
    try sink.beginDictionary(count: nil)
    try sink.key(ByteView("a b"))
    try sink.beginArray(count: nil)
    try sink.string(ByteView("c"))
    try sink.beginDictionary(count: 0)
    try sink.endDictionary()
    try sink.endArray()
    try sink.key(ByteView("d"))
    try sink.beginArray(count: 0)
    try sink.endArray()
    try sink.endDictionary()
  }

  @Test func layouts() throws {
    #expect(try write(Self.sample).text == "{\n\t\"a b\" = (\n\t\tc,\n\t\t{}\n\t);\n\td = ();\n}\n")
    #expect(try write(style: .compact, Self.sample).text == "{\"a b\"=(c,{});d=();}\n")
    #expect(
      try write(dialect: .strings, Self.sample).text == "\"a b\" = (\n\t\"c\",\n\t{}\n);\n\"d\" = ();\n")
  }

  @Test func strings() async throws {
    try await forEachRow(of: [
      ("", "\"\""), ("a-b.c_$/:9", "a-b.c_$/:9"), ("//a", "\"//a\""), ("/*", "\"/*\""), ("a b", "\"a b\""),
      ("\"\\", #""\"\\""#), ("\u{0}\u{1}7\u{E}8\u{1F}7", #""\0\0017\168\0377""#), ("\n\t\u{7}", #""\n\t\a""#),
      ("\u{7F}", #""\177""#), ("é\u{1F600}", #""\U00e9\Ud83d\Ude00""#),
    ]) { (value: String, text: String) throws in
      let written = try write { (sink: inout OpenStepWriter) throws(Failure) in
        try Array(value.utf8).withByteView { (view: ByteView) throws(Failure) in try sink.string(view) }
      }
      #expect(written.text == text + "\n")
      var log = EventLog()
      try Array(text.utf8).withByteView { try OpenStepReader.read($0, into: &log) }
      #expect(log.text == "'\(value)'")
    }
  }

  private static func foreign(_ sink: inout OpenStepWriter) throws(Failure) {
    try sink.beginArray(count: nil)
    try sink.integer(-5)
    try sink.real(1.5)
    try sink.boolean(true)
    try sink.date(0)
    try sink.uid(3)
    try sink.endArray()
  }

  @Test func whatItLacks() throws {
    let noted = try write(style: .compact, Self.foreign)
    #expect(noted.text == "(-5,1.5,1,2001-01-01T00:00:00Z,{CF$UID=3;})\n")
    #expect(
      noted.notes == [
        "1 date became an ISO 8601 string", "3 numbers became strings", "1 boolean became a string",
        "1 UID became a dictionary",
      ])
    let typed = try write(style: .compact, policy: .tag, Self.foreign)
    #expect(typed.text == "(<*I-5>,<*R1.5>,<*BY>,<*D2001-01-01 00:00:00 +0000>,{CF$UID=<*I3>;})\n")
    let refusal = #expect(throws: Failure.self) { try write(policy: .refuse, Self.foreign) }
    #expect(refusal?.code == .lossRefused)
    let null = #expect(throws: Failure.self) {
      try write { (sink: inout OpenStepWriter) throws(Failure) in try sink.null() }
    }
    #expect(null?.code == .nullRefused)
    let root = #expect(throws: Failure.self) {
      try write(dialect: .strings) { (sink: inout OpenStepWriter) throws(Failure) in
        try sink.beginArray(count: 0)
      }
    }
    #expect(root?.code.rule.description == "strings/syntax")
  }
}
