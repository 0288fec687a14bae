// A podcast feed with CDATA sections and entities, with the JSON that the mapping podcast makes of it.

/// A feed, and the items alone as JSON Lines; 58 MB at scale 1.
enum FeedDocument {
  static func prepare(in folder: String, scale: Double) throws -> DocumentFiles {
    let count = max(Int(70_000 * scale), 1)
    let document = DocumentFiles(base: "\(folder)/feed-\(count)")
    try FileWriter.make([document.xml, document.json(), document.lines]) { files in
      let (xml, json, lines) = (files[0], files[1], files[2])
      try xml.write(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
          <channel>
            <title>Big</title>

        """)
      try json.write("{\"version\":\"2.0\",\"title\":\"Big\",\"items\":[")
      var random = SampleRandom(seed: 34)
      for index in 0..<count {
        let item = Item(index, &random)
        try xml.write(item.xml)
        let object = item.json
        try json.write((index > 0 ? "," : "") + object)
        try lines.write(object + "\n")
      }
      try xml.write("  </channel>\n</rss>\n")
      try json.write("],\"categories\":[],\"podcastCategories\":[],\"links\":[]}\n")
    }
    return document
  }
}

private struct Item {
  let index: Int
  let speakers: String
  let description: String

  init(_ index: Int, _ random: inout SampleRandom) {
    self.index = index
    speakers = "\(SampleText.name(&random)) & \(SampleText.name(&random))’s <guests>"
    let sentences = (0..<3).map { _ in SampleText.sentence(&random, words: 14) }
    description = sentences.map { "<p class=\"text\">\($0)</p>" }.joined(separator: "\n")
  }

  /// Markup is in a CDATA section in two of three, escaped in the third, as feeds do it.
  var xml: String {
    let title = SampleValue.escapeXML(speakers).replacing("’", with: "&#8217;")
    let text = index % 3 == 2 ? SampleValue.escapeXML(description) : "<![CDATA[\(description)]]>"
    return """
          <item>
            <title>Episode \(index): \(title)</title>
            <enclosure url="https://podcast.example/play?id=\(index)&amp;from=feed" length="12345" type="audio/mpeg"/>
            <guid isPermaLink="false">gg-\(index)</guid>
            <pubDate>Thu, 01 Mar 2012 06:00:00 +0100</pubDate>
            <itunes:duration>1:01:05</itunes:duration>
            <itunes:explicit>no</itunes:explicit>
            <description>\(text)</description>
          </item>

      """
  }

  var json: String {
    let (title, text) = (SampleValue.string("Episode \(index): \(speakers)"), SampleValue.string(description))
    var quoted = (title: "", text: "")
    title.appendJSON(to: &quoted.title)
    text.appendJSON(to: &quoted.text)
    return "{\"title\":\(quoted.title),\"enclosures\":["
      + "{\"url\":\"https://podcast.example/play?id=\(index)&from=feed\",\"length\":12345,\"type\":\"audio/mpeg\"}],"
      + "\"guid\":\"gg-\(index)\",\"isPermaLink\":false,\"pubDate\":\"2012-03-01T05:00:00Z\","
      + "\"duration\":3665,\"explicit\":false,\"description\":\(quoted.text),"
      + "\"creator\":[],\"categories\":[],\"links\":[],\"transcripts\":[]}"
  }
}
