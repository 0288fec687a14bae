// The jobs on documents of values: conversions among property lists and JSON.

extension Workload {
  /// Conversions of a document that is measured to see that no kind of token is slow.
  static func conversions(_ document: ValueDocument) -> @Sendable (Bench) throws -> [Job] {
    { bench in
      let files = try document.prepare(in: bench.folder, scale: bench.scale)
      try bench.makeBinary(files)
      let isReals = document.name == ValueDocument.reals.name
      return [
        Job(
          "XML → binary", bench.convert("binary1", files.xml), .sameDocument(files.json()),
          peers: [bench.rustPlist("bin", files.xml)]),
        Job(
          "binary → XML", bench.convert("xml1", files.binary), .sameBytes(files.xml),
          peers: [bench.plistutil("xml", files.binary), bench.rustPlist("xml", files.binary)]),
        Job(
          "XML → JSON", bench.convert("json", files.xml), .sameBytes(files.json()),
          peers: [bench.libxml2(files.xml)]),
        Job(
          "JSON → binary", bench.convert("binary1", files.json()), .sameDocument(files.json()),
          peers: [isReals ? bench.python("bin", files.json()) : nil],
          goals: isReals ? [Goal(peer: "Python", times: 12, isHeadline: true)] : []),
        bench.copy("JSON → JSON", files.json(), to: files.json()),
      ] + document.layouts.map { bench.copy("JSON → JSON, \($0.rawValue)", files.json($0), to: files.json()) }
    }
  }

  /// The main document: every conversion against every peer, and queries of a property list.
  static func records(_ bench: Bench) throws -> [Job] {
    let files = try ValueDocument.records.prepare(in: bench.folder, scale: bench.scale)
    try bench.makeBinary(files)
    return try listConversions(bench, files) + jsonConversions(bench, files) + questions(bench, files)
  }

  private static func listConversions(_ bench: Bench, _ files: DocumentFiles) -> [Job] {
    [
      Job(
        "XML → binary", bench.convert("binary1", files.xml), .sameDocument(files.json()),
        peers: [
          bench.python("bin", files.xml), bench.rustPlist("bin", files.xml),
          bench.plistutil("bin", files.xml, isSlow: true), bench.plutil("binary1", files.xml),
        ], goals: [Goal(peer: "Python", times: 50, isHeadline: true, limit: .uniquing)]),
      Job(
        "binary → XML", bench.convert("xml1", files.binary), .sameBytes(files.xml),
        peers: [
          bench.plistutil("xml", files.binary), bench.python("xml", files.binary),
          bench.rustPlist("xml", files.binary), bench.plutil("xml1", files.binary),
        ],
        goals: [
          Goal(peer: "plistutil", times: 7, isHeadline: true, limit: .scattered),
          Goal(peer: "Python", times: 55, limit: .scattered),
        ]),
      Job(
        "XML → JSON", bench.convert("json", files.xml), .sameBytes(files.json()),
        peers: [bench.libxml2(files.xml), bench.python("json", files.xml)],
        goals: [Goal(peer: "libxml2 SAX", times: 2.5, isHeadline: true)]),
      Job(
        "JSON → binary", bench.convert("binary1", files.json()), .sameDocument(files.json()),
        peers: [bench.python("bin", files.json())], goals: [Goal(peer: "Python", times: 20, isHeadline: true)]
      ),
    ]
  }

  private static func jsonConversions(_ bench: Bench, _ files: DocumentFiles) -> [Job] {
    var plain = bench.yyjson(files.json())
    plain?.remark = "JSON → JSON"
    return [JSONLayout.compact, .spaced, .pretty].map { layout in
      let isHeadline = layout == .compact
      return bench.copy(
        "JSON → JSON, \(layout.rawValue)", files.json(layout), to: files.json(),
        goals: [Goal(peer: "yyjson", times: isHeadline ? 0.9 : 0.8, isHeadline: isHeadline)])
    } + [
      Job(
        "JSON Lines → JSON", bench.convert("json", files.lines), .sameBytes(files.json()),
        peers: [plain, bench.jq(["-c", "-s", "."], files.lines)], goals: [Goal(peer: "yyjson", times: 0.5)]),
      Job(
        "JSON → JSON Lines", bench.convert("jsonl", files.json(), ending: ".jsonl"), .sameBytes(files.lines),
        // yyjson's result is the document itself, which the row above has checked.
        peers: [plain, bench.jq(["-c", ".[]"], files.json(), ending: ".jsonl")], peerCheck: .exitCode,
        goals: [Goal(peer: "yyjson", times: 0.5)]),
    ]
  }

  private static func questions(_ bench: Bench, _ files: DocumentFiles) throws -> [Job] {
    let expression = "//real[. > 999]"
    try bench.writeReals(above: 999, of: files)
    return [
      Job(
        "lint", bench.run("lint", files.xml), .exitCode,
        peers: [bench.libxml2(files.xml), bench.quickXML(files.xml)],
        goals: [Goal(peer: "libxml2 SAX", times: 3, limit: .checks)]),
      Job(
        "extract 0.name from XML", bench.run("extract", "0.name", files.xml), .exitCode,
        peers: [bench.libxml2(files.xml)]),
      Job(
        "extract 0.name from JSON", bench.run("extract", "0.name", files.json()), .exitCode,
        peers: [bench.jq([".[0].name"], files.json())], peerCheck: .exitCode),
      Job(
        "XPath \(expression)", bench.run("xpath", expression, files.xml, result: bench.output("pliant")),
        .sameBytes(files.found),
        peers: [bench.pugixml(expression, files.xml), bench.xmllint(["--xpath", expression, files.xml])],
        peerCheck: .sameBytes(files.found),
        goals: [Goal(peer: "pugixml", times: 1, isHeadline: true)]),
    ]
  }
}

extension Bench {
  /// JSON to compact JSON, the same bytes as `expected`.
  func copy(_ name: String, _ input: String, to expected: String, goals: [Goal] = []) -> Job {
    Job(name, convert("json", input), .sameBytes(expected), peers: jsonPeers(input), goals: goals)
  }

  /// Makes the binary property list with pliant; the jobs that read it check it.
  func makeBinary(_ files: DocumentFiles) throws {
    guard !System.exists(files.binary) else { return }
    let command = [pliant, "convert", "binary1", "-o", files.binary, files.xml]
    guard try System.run(command, showErrors: true).exitCode == 0 else {
      throw BenchError("pliant could not make \(files.binary)")
    }
  }

  /// Writes what `//real[. > LIMIT]` must find, read from the lines of the property list.
  fileprivate func writeReals(above limit: Double, of files: DocumentFiles) throws {
    try FileWriter.make([files.found]) { output in
      try System.forEachLine(of: files.xml) { line in
        guard let start = line.firstRange(of: "<real>")?.upperBound,
          let end = line.firstRange(of: "</real>")?.lowerBound
        else { return }
        if let value = Double(line[start..<end]), value > limit {
          try output[0].write(line[start..<end] + "\n")
        }
      }
    }
  }
}
