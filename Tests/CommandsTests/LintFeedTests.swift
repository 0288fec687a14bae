// A feed by the mapping podcast: what RSS 2.0 and the iTunes namespace require, and values that convert puts up with.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct LintFeedTests {
  private static func feed(_ channel: String, _ item: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>t</title><link>https://example.com/</link><description>d</description>\(channel)
    <item><title>i</title><enclosure url="https://example.com/a.mp3" length="1" type="audio/mpeg"/>\(item)</item>
    </channel></rss>

    """
  }

  @Test func aFeedIsHeldToWhatItsFormatsRequire() throws {
    let whole =
      "<language>en</language><itunes:image href=\"https://example.com/a.jpg\"/>"
      + "<itunes:category text=\"Arts\"/><itunes:explicit>false</itunes:explicit>"
    for (text, message) in [
      (Self.feed(whole, "<guid>https://example.com/1</guid>"), nil),
      (Self.feed("", ""), nil), (Self.feed(whole, "<guid isPermaLink=\"false\">1</guid>"), nil),
      (Self.feed(whole, "<pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate>"), nil),
      (Self.feed(whole, "<pubDate>Fri, 19 Nov 2026 08:00:00 GMT</pubDate>"), "is a Thursday [mapping/value]"),
      (Self.feed(whole, "<pubDate>11/12/2026</pubDate>"), "[mapping/value]"),
      (Self.feed(whole, "<pubDate>31 Nov 2026 25:00 GMT</pubDate>"), "[mapping/value]"),
      (Self.feed(whole, "<guid>1</guid>"), "'1' is not an absolute URL [mapping/value]"),
      (Self.feed(whole, "<enclosure url=\"/b\" length=\"2\" type=\"a/b\"/>"), "'/b' is not an absolute URL"),
      (Self.feed(whole, "<enclosure url=\"http://b/c\" length=\"abc\" type=\"a/b\"/>"), "[mapping/value]"),
      (Self.feed(whole, "<enclosure url=\"http://b/c\"/>"), "<enclosure> has no attribute length"),
      (Self.feed(whole, "<itunes:duration>soon</itunes:duration>"), "[mapping/value]"),
      (
        Self.feed("<itunes:author>a</itunes:author>", ""),
        "<channel> has no <language>, which Apple Podcasts requires"
      ),
      (
        Self.feed(
          whole,
          "<guid>http://a/1</guid></item><item><title>j</title><enclosure url=\"http://b/c\" "
            + "length=\"1\" type=\"a/b\"/><guid>http://a/1</guid>"), "[mapping/duplicate-key]"
      ),
      (
        Self.feed(whole, "</item><item><link>http://b/</link>"),
        "<item> has neither <title> nor <description>"
      ),
    ] as [(String, String?)] {
      try withTemporaryFolder { folder in
        try write(["a.rss": text], in: folder)
        let run = try CapturedRun(input: nil, in: folder)
        let code = run.run("lint", "--mapping", "podcast", "a.rss")
        #expect(code == (message == nil ? .success : .failure), "\(text) \(run.outputText)")
        if let message { #expect(run.outputText.contains(message), "\(text) \(run.outputText)") }
      }
    }
  }
}
