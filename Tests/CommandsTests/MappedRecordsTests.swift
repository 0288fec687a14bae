// Records without their document and tagged values, written as XML again.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct MappedRecordsTests {
  private func converted(_ words: [String], _ input: String) throws -> String {
    let run = try CapturedRun(input: Array(input.utf8))
    #expect(Program.run(["convert"] + words + ["-q"], context: run.context) == .success, "\(run.errorText)")
    return run.outputText
  }

  private static let feed = """
    <rss version="2.0"><channel><title>T</title><link>http://a.example</link><description>d</description>\
    <item><title>x</title><guid isPermaLink="false">1</guid><pubDate>Mon, 01 Jan 2024 00:00:00 +0000</pubDate></item>\
    <item><title>y</title></item></channel></rss>
    """

  @Test(arguments: [[], ["--records", "channel/item"]])
  func recordsAreReadBack(_ place: [String]) throws {
    let records = try converted(["json", "--mapping", "podcast", "--records", "channel/item"], Self.feed)
    let xml = try converted(["xml", "--mapping", "podcast"] + place, records)
    let again = try converted(["json", "--mapping", "podcast", "--records", "channel/item"], xml)
    #expect(again == records)
  }

  @Test func taggedValuesAreReadBack() throws {
    let tagged = try converted(["json", "--mapping", "podcast", "--loss", "tag"], Self.feed)
    #expect(tagged.contains("$date"))
    let xml = try converted(["xml", "--mapping", "podcast", "--loss", "tag"], tagged)
    #expect(try converted(["json", "--mapping", "podcast", "--loss", "tag"], xml) == tagged)
  }

  @Test func sortedKeysAreWrittenInTheMappingsOrder() throws {
    let sorted = try converted(["json", "--mapping", "podcast", "--sort-keys"], Self.feed)
    let xml = try converted(["xml", "--mapping", "podcast"], sorted)
    let plain = try converted(
      ["xml", "--mapping", "podcast"], converted(["json", "--mapping", "podcast"], Self.feed))
    #expect(xml == plain)
    let document = try converted(["xml", "--mapping", "podcast", "--order", "document"], sorted)
    #expect(document != plain)
  }

  @Test func builtInMappingsWriteTheirSamplesAgain() async throws {
    try await forEachRow(of: [
      ("news.atom", "atom"), ("news-1.0.rdf", "rss1"), ("places.kml", "kml"), ("app.xliff", "xliff"),
      ("strings-android.xml", "android-strings"), ("tests-junit.xml", "junit"), ("suite-junit.xml", "junit"),
      ("health.xml", "health"), ("site-schedule.xml", "site-schedule"),
      ("walk.gpx", "gpx"),
    ]) { (name: String, mapping: String) throws in
      let file = testdata("valid/mapped/" + name).path
      let run = try CapturedRun()
      #expect(run.run("mapping", "check", mapping, file) == .success, "\(run.errorText)")
      let chosen = try CapturedRun()
      #expect(chosen.run("convert", "json", "-o", "-", file) == .success, "\(chosen.errorText)")
      #expect(chosen.errorText.contains("read by the mapping \(mapping);"), "\(chosen.errorText)")
      #expect(!chosen.errorText.contains("does not cover"), "\(chosen.errorText)")
    }
  }
}
