// The jobs on application XML: well-formedness, events, queries, and reading with a mapping.

extension Workload {
  static func health(_ bench: Bench) throws -> [Job] {
    let document = try HealthDocument.prepare(in: bench.folder, scale: bench.scale)
    let expression = HealthDocument.interesting
    return parsing(bench, document.xml) + [
      Job(
        "XML → JSON", bench.convert("json", document.xml, options: ["--xml-style", "attributes"]),
        .sameDocument(document.json()), peers: [bench.libxml2(document.xml)]),
      Job(
        "XPath //Record[…]/@value",
        bench.run("xpath", expression, document.xml, result: bench.output("pliant")),
        .sameBytes(document.found),
        peers: [
          bench.pugixml(expression, document.xml), bench.xmllint(["--xpath", expression, document.xml]),
        ], peerCheck: .sameBytes(document.found)),
    ]
  }

  static func feed(_ bench: Bench) throws -> [Job] {
    let document = try FeedDocument.prepare(in: bench.folder, scale: bench.scale)
    let goals = [Goal(peer: "quick-xml", times: 1.3, isHeadline: true, limit: .wellFormed)]
    return parsing(bench, document.xml, goals: goals) + [
      Job(
        "XML → JSON by mapping", bench.convert("json", document.xml, options: ["--mapping", "podcast"]),
        .sameDocument(document.json()), peers: [bench.libxml2(document.xml)]),
      Job(
        "records → JSON Lines", bench.records(document.xml), .sameDocument(document.lines),
        peers: [bench.lxmlRecords(document.xml)]),
    ]
  }

  static func schedule(_ bench: Bench) throws -> [Job] {
    let document = try ScheduleDocument.prepare(in: bench.folder, scale: bench.scale)
    return [
      Job(
        "XML → JSON by mapping",
        bench.convert("json", document.xml, options: ["--mapping", "site-schedule"]),
        .sameDocument(document.json()), peers: [bench.libxml2(document.xml)])
    ]
  }

  private static func parsing(_ bench: Bench, _ input: String, goals: [Goal] = []) -> [Job] {
    [
      Job(
        "well-formed?", bench.run("lint", "--select", "xml/not-well-formed", input), .exitCode,
        peers: [bench.libxml2(input), bench.quickXML(input)], goals: goals),
      Job("lint, all rules", bench.run("lint", input), .exitCode, peers: [bench.libxml2(input)]),
      Job("events", bench.run("events", "-o", "/dev/null", input), .exitCode, peers: [bench.libxml2(input)]),
    ]
  }

  // MARK: Large documents

  /// Streams of records, alone and on two cores.
  static func large(_ bench: Bench) throws -> [Job] {
    let feed = try FeedDocument.prepare(in: bench.folder, scale: bench.scale * 17.5)
    let lines = try ValueDocument.records.prepare(in: bench.folder, scale: bench.scale * 4)
    var alone = bench.records(feed.xml)
    var aloneLines = bench.convert("json", lines.lines)
    (alone.tool, aloneLines.tool) = ("one worker", "one worker")
    let goals = [Goal(peer: "one worker", times: 1.6, clock: .wall, limit: .workers)]
    return [
      Job(
        "records → JSON Lines, 1 GB", bench.records(feed.xml), .sameDocument(feed.lines),
        peers: [bench.lxmlRecords(feed.xml)],
        goals: [Goal(peer: "lxml iterparse", times: 12, isHeadline: true, limit: .records)]),
      Job(
        "records, --jobs 2", bench.records(feed.xml, ["--jobs", "2"]), .sameDocument(feed.lines),
        peers: [alone], goals: goals),
      Job(
        "JSON Lines → JSON, --jobs 2", bench.convert("json", lines.lines, options: ["--jobs", "2"]),
        .sameBytes(lines.json()), peers: [aloneLines], goals: goals),
    ]
  }
}

extension Bench {
  /// The items of a feed, one per line.
  fileprivate func records(_ input: String, _ options: [String] = []) -> Contestant {
    convert(
      "jsonl", input, options: ["--mapping", "podcast", "--records", "channel/item"] + options,
      ending: ".jsonl")
  }
}
