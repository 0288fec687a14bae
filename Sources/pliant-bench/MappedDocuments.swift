// Application XML for mappings, with the JSON that comes of it.

/// A document of a built-in mapping; 88 MB at scale 1, as the property list of records that it is compared with.
struct MappedDocument {
  let mapping: String
  let path: String
  /// What pliant must make of it.
  let expected: String

  static func all(in folder: String, scale: Double) throws -> [MappedDocument] {
    [try schedule(in: folder, scale: scale), try feed(in: folder, scale: scale)]
  }

  /// Makes the two files, where they are not there yet, of pieces of XML and JSON.
  private static func make(
    _ mapping: String, _ base: String, _ write: (FileWriter, FileWriter) throws -> Void
  ) throws -> MappedDocument {
    let document = MappedDocument(mapping: mapping, path: base + ".xml", expected: base + ".json")
    guard !System.exists(document.path) else { return document }
    System.say("making \(mapping)")
    let xml = try FileWriter(document.path + ".part")
    let json = try FileWriter(document.expected)
    try write(xml, json)
    xml.close()
    json.close()
    try WorkloadFiles.rename(document.path + ".part", to: document.path)
    return document
  }

  // MARK: A schedule

  /// Teams, and sites with four activities each.
  private static func schedule(in folder: String, scale: Double) throws -> MappedDocument {
    let count = max(Int(132_000 * scale), 1)
    return try make("site-schedule", "\(folder)/schedule-\(count)") { xml, json in
      var random = SampleRandom(seed: 12)
      xml.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<schedule>\n  <teams>\n")
      json.write("{\"teams\":[")
      for team in 0..<200 {
        xml.write(
          """
              <team code="\(team)">
                <name>Team \(team)</name>
                <contact phone="0221 \(team)" isHead="YES">Hr. Meier</contact>
              </team>

          """)
        json.write(
          (team > 0 ? "," : "") + "{\"code\":\"\(team)\",\"name\":\"Team \(team)\",\"contacts\":"
            + "[{\"phone\":\"0221 \(team)\",\"isHead\":true,\"name\":\"Hr. Meier\"}]}")
      }
      xml.write("  </teams>\n  <sites>\n")
      json.write("],\"sites\":[")
      for site in 0..<count {
        let (street, name) = (random.pick(SampleText.streets), SampleText.name(&random))
        var (activities, values) = ("", "")
        for number in 0..<4 {
          let (team, day) = (random.below(200), 10 + random.below(18))
          activities +=
            "        <activity team=\"\(team)\" start=\"2012-01-\(day) 6:00\" end=\"2012-02-\(day) 12:00\">"
            + "Abbruch des Altbaus, Teil \(number)</activity>\n"
          values +=
            (number > 0 ? "," : "")
            + "{\"team\":\"\(team)\",\"start\":\"2012-01-\(day)T05:00:00Z\",\"end\":\"2012-02-\(day)T11:00:00Z\","
            + "\"text\":\"Abbruch des Altbaus, Teil \(number)\"}"
        }
        xml.write(
          """
              <site code="\(site)">
                <name>\(SampleValue.escapeXML(name)) &amp; Co</name>
                <street>\(SampleValue.escapeXML(street))</street>
                <city zip="50667">Köln</city>
                <countryCode>de</countryCode>
                <activities>
          \(activities)      </activities>
              </site>

          """)
        json.write(
          (site > 0 ? "," : "") + "{\"code\":\"\(site)\",\"name\":\"\(name) & Co\",\"street\":\"\(street)\","
            + "\"zip\":\"50667\",\"city\":\"Köln\",\"countryCode\":\"de\",\"activities\":[\(values)]}")
      }
      xml.write("  </sites>\n</schedule>\n")
      json.write("]}")
    }
  }

  // MARK: A feed

  private static func feed(in folder: String, scale: Double) throws -> MappedDocument {
    let count = max(Int(158_000 * scale), 1)
    return try make("podcast", "\(folder)/feed-\(count)") { xml, json in
      var random = SampleRandom(seed: 34)
      xml.write(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Big</title>

        """)
      json.write("{\"version\":\"2.0\",\"title\":\"Big\",\"items\":[")
      for item in 0..<count {
        // Words alone, which are the same in XML and JSON.
        let text = (0..<20).map { _ in random.pick(SampleText.words) }.joined(separator: " ")
        xml.write(
          """
          <item><title>Episode \(item)</title><enclosure url="https://podcast.example/\(item).mp3" length="12345" \
          type="audio/mpeg"/><guid isPermaLink="false">gg-\(item)</guid><pubDate>Thu, 01 Mar 2012 06:00:00 +0100</pubDate>\
          <itunes:duration>1:01:05</itunes:duration><itunes:explicit>no</itunes:explicit>\
          <description>\(text) &amp; more</description></item>

          """)
        json.write(
          (item > 0 ? "," : "") + "{\"title\":\"Episode \(item)\",\"enclosures\":["
            + "{\"url\":\"https://podcast.example/\(item).mp3\",\"length\":12345,\"type\":\"audio/mpeg\"}],"
            + "\"guid\":\"gg-\(item)\",\"isPermaLink\":false,\"pubDate\":\"2012-03-01T05:00:00Z\","
            + "\"duration\":3665,\"explicit\":false,\"description\":\"\(text) & more\","
            + "\"creator\":[],\"categories\":[],\"links\":[],\"transcripts\":[]}")
      }
      xml.write("</channel></rss>\n")
      json.write("],\"categories\":[],\"podcastCategories\":[],\"links\":[]}")
    }
  }
}

extension JobList {
  /// Mapped XML to JSON, beside a property list in XML to JSON: a third of its bytes in the same time.
  func mapped() throws -> [Job] {
    let list = try Workload.all[0].prepare(in: folder, scale: scale).xml
    let result = "\(folder)/out.list"
    let peer = Contestant(
      tool: "plist XML → JSON", command: [tools.pliant, "convert", "json", "-q", "-o", result, list],
      result: result, remark: "pliant, records")
    return try MappedDocument.all(in: folder, scale: scale).map { document in
      let output = "\(folder)/out.mapped"
      return Job(
        name: document.mapping, workload: "mapping",
        pliant: Contestant(
          tool: "pliant",
          command: [
            tools.pliant, "convert", "json", "--mapping", document.mapping, "-q", "-o", output, document.path,
          ], result: output),
        pliantCheck: .sameDocument(document.expected), peers: [peer], peerCheck: .exitCode,
        goals: [
          Goal(
            peer: peer.tool, times: Double(System.size(list)) / Double(System.size(document.path)) / 3,
            clocks: [.processor])
        ])
    }
  }
}
