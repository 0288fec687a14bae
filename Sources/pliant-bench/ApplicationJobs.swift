// The jobs on application XML: well-formedness, events, queries, and reading by a mapping.

extension Workload {
  static func health(_ field: Field) throws -> [Job] {
    let document = try HealthDocument.prepare(in: field.folder, scale: field.scale)
    let expression = HealthDocument.interesting
    return parsing(field, document.xml) + [
      Job(
        "XML → JSON", field.convert("json", document.xml, options: ["--xml-style", "attributes"]),
        .sameDocument(document.json), peers: [field.libxml2(document.xml)]),
      Job(
        "XPath //Record[…]/@value",
        field.run("xpath", expression, document.xml, result: field.output("pliant")),
        .sameBytes(document.found),
        peers: [
          field.pugixml(expression, document.xml), field.xmllint(["--xpath", expression, document.xml]),
        ],
        peerCheck: .sameBytes(document.found)),
    ]
  }

  static func feed(_ field: Field) throws -> [Job] {
    let document = try FeedDocument.prepare(in: field.folder, scale: field.scale)
    let goals = [Goal(peer: "quick-xml", times: 1.3, isHeadline: true)]
    return parsing(field, document.xml, goals: goals) + [
      Job(
        "XML → JSON by mapping", field.convert("json", document.xml, options: ["--mapping", "podcast"]),
        .sameDocument(document.json), peers: [field.libxml2(document.xml)]),
      Job(
        "records → JSON lines", field.records(document.xml), .sameDocument(document.lines),
        peers: [field.lxmlRecords(document.xml)]),
    ]
  }

  static func schedule(_ field: Field) throws -> [Job] {
    let document = try ScheduleDocument.prepare(in: field.folder, scale: field.scale)
    return [
      Job(
        "XML → JSON by mapping",
        field.convert("json", document.xml, options: ["--mapping", "site-schedule"]),
        .sameDocument(document.json), peers: [field.libxml2(document.xml)])
    ]
  }

  /// What is asked of any XML.
  private static func parsing(_ field: Field, _ input: String, goals: [Goal] = []) -> [Job] {
    [
      Job(
        "well-formed?", field.run("lint", "--select", "xml/not-well-formed", input), .exitCode,
        peers: [field.libxml2(input), field.quickXML(input)], goals: goals),
      Job("lint, all rules", field.run("lint", input), .exitCode, peers: [field.libxml2(input)]),
      Job(
        "events", field.run("events", "-o", "/dev/null", input), .exitCode, peers: [field.libxml2(input)]),
    ]
  }

  // MARK: Large documents

  /// Streams of records, alone and on two cores.
  static func large(_ field: Field) throws -> [Job] {
    let feed = try FeedDocument.prepare(in: field.folder, scale: field.scale * 17.5)
    let lines = try ValueDocument.records.prepare(in: field.folder, scale: field.scale * 4)
    let alone = field.itself("one worker", field.records(feed.xml))
    let aloneLines = field.itself("one worker", field.convert("json", lines.lines))
    let goals = [Goal(peer: "one worker", times: 1.6, clock: .wall)]
    return [
      Job(
        "records → JSON lines, 1 GB", field.records(feed.xml), .sameDocument(feed.lines),
        peers: [field.lxmlRecords(feed.xml)],
        goals: [Goal(peer: "lxml iterparse", times: 12, isHeadline: true)]),
      Job(
        "records, --jobs 2", field.records(feed.xml, ["--jobs", "2"]), .sameDocument(feed.lines),
        peers: [alone],
        goals: goals),
      Job(
        "JSON lines → JSON, --jobs 2", field.convert("json", lines.lines, options: ["--jobs", "2"]),
        .sameBytes(lines.json()), peers: [aloneLines], goals: goals),
    ]
  }
}

extension Field {
  /// The items of a feed, one a line.
  fileprivate func records(_ input: String, _ options: [String] = []) -> Contestant {
    convert(
      "jsonl", input, options: ["--mapping", "podcast", "--records", "channel/item"] + options,
      ending: ".jsonl")
  }
}
