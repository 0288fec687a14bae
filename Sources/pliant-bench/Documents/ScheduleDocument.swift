// A schedule of building sites, with the JSON that the mapping site-schedule makes of it.

/// Teams, and sites with four activities each; 88 MB at scale 1.
enum ScheduleDocument {
  static func prepare(in folder: String, scale: Double) throws -> DocumentFiles {
    let count = max(Int(132_000 * scale), 1)
    let document = DocumentFiles(base: "\(folder)/schedule-\(count)")
    try FileWriter.make([document.xml, document.json()]) { files in
      let (xml, json) = (files[0], files[1])
      var random = SampleRandom(seed: 12)
      try xml.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<schedule>\n  <teams>\n")
      try json.write("{\"teams\":[")
      for team in 0..<200 { try write(team: team, xml, json) }
      try xml.write("  </teams>\n  <sites>\n")
      try json.write("],\"sites\":[")
      for site in 0..<count { try write(site: site, &random, xml, json) }
      try xml.write("  </sites>\n</schedule>\n")
      try json.write("]}\n")
    }
    return document
  }

  private static func write(team: Int, _ xml: FileWriter, _ json: FileWriter) throws {
    try xml.write(
      """
          <team code="\(team)">
            <name>Team \(team)</name>
            <contact phone="0221 \(team)" isHead="YES">Hr. Meier</contact>
          </team>

      """)
    try json.write(
      (team > 0 ? "," : "") + "{\"code\":\"\(team)\",\"name\":\"Team \(team)\",\"contacts\":"
        + "[{\"phone\":\"0221 \(team)\",\"isHead\":true,\"name\":\"Hr. Meier\"}]}")
  }

  private static func write(
    site: Int, _ random: inout SampleRandom, _ xml: FileWriter, _ json: FileWriter
  ) throws {
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
    try xml.write(
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
    try json.write(
      (site > 0 ? "," : "") + "{\"code\":\"\(site)\",\"name\":\"\(name) & Co\",\"street\":\"\(street)\","
        + "\"zip\":\"50667\",\"city\":\"Köln\",\"countryCode\":\"de\",\"activities\":[\(values)]}")
  }
}
