// The list of jobs, and how each program is told to do them.

/// Makes the jobs for the workloads that are wanted.
struct JobList {
  let tools: Tools
  let folder: String
  let scale: Double

  private var output: String { "\(folder)/out" }

  // MARK: Conversions

  /// The five conversions of one workload, and the two of JSON lines.
  func conversions(of workload: Workload) throws -> [Job] {
    let files = try workload.prepare(in: folder, scale: scale)
    if !System.exists(files.binary) {
      let run = try System.run(
        [tools.pliant, "convert", "binary1", "-o", files.binary, files.xml], showErrors: true)
      guard run.exitCode == 0 else { throw BenchError("pliant could not make \(files.binary)") }
    }
    // The goals are of the records; other documents are measured to see that nothing is slow.
    func goal(_ peer: String, _ times: Double) -> [Goal] {
      workload.name == "records" ? [Goal(peer: peer, times: times, clocks: [.processor])] : []
    }
    return [
      conversion(
        "XML → binary", workload, from: files.xml, to: "binary1", check: .sameDocument(files.json),
        goals: goal("Python plistlib", 30)
      ) {
        [
          python("plistlib", Self.listToBinary, $0), plistutil(["-f", "bin"], $0),
          plutil("binary1", $0),
        ]
      },
      conversion(
        "binary → XML", workload, from: files.binary, to: "xml1", check: .sameBytes(files.xml),
        goals: goal("Python plistlib", 35) + goal("plistutil", 4)
      ) {
        [python("plistlib", Self.listToXML, $0), plistutil(["-f", "xml"], $0), plutil("xml1", $0)]
      },
      conversion(
        "XML → JSON", workload, from: files.xml, to: "json", check: .sameDocument(files.json),
        goals: goal("xmllint --stream", 4)
      ) {
        [parseOnly($0), python("plistlib, json", Self.listToJSON, $0)]
      },
      conversion(
        "JSON → binary", workload, from: files.json, to: "binary1", check: .sameDocument(files.json),
        goals: goal("Python json, plistlib", 18)
      ) {
        [python("json, plistlib", Self.jsonToBinary, $0), plutil("binary1", $0)]
      },
      conversion(
        "JSON → JSON", workload, from: files.json, to: "json", check: .sameDocument(files.json),
        goals: goal("jq", 8)
      ) {
        [jq(["-c", "."], $0), python("json", Self.jsonToJSON, $0)]
      },
      conversion(
        "JSON lines → JSON", workload, from: files.lines, to: "json", check: .sameDocument(files.json)
      ) {
        [jq(["-c", "-s", "."], $0)]
      },
      conversion("JSON → JSON lines", workload, from: files.json, to: "jsonl", check: .sameBytes(files.lines))
      {
        [jq(["-c", ".[]"], $0, ending: ".jsonl")]
      },
    ]
  }

  private func conversion(
    _ name: String, _ workload: Workload, from input: String, to format: String, check: Check,
    goals: [Goal] = [], _ peers: (String) -> [Contestant?]
  ) -> Job {
    let result = "\(output).pliant"
    return Job(
      name: name, workload: workload.name,
      pliant: Contestant(
        tool: "pliant", command: [tools.pliant, "convert", format, "-q", "-o", result, input], result: result),
      pliantCheck: check, peers: peers(input).compactMap { $0 }, peerCheck: check.byMeaning,
      goals: goals)
  }

  // MARK: Peers

  private func python(_ name: String, _ script: String, _ input: String) -> Contestant? {
    tools.python.map {
      let result = "\(output).python"
      return Contestant(tool: "Python \(name)", command: [$0, "-c", script, input, result], result: result)
    }
  }

  private func plistutil(_ format: [String], _ input: String) -> Contestant? {
    tools.plistutil.map {
      let result = "\(output).plistutil"
      return Contestant(
        tool: "plistutil", command: [$0] + format + ["-i", input, "-o", result], result: result,
        isSlow: format == ["-f", "bin"])
    }
  }

  private func plutil(_ format: String, _ input: String) -> Contestant? {
    tools.plutil.map {
      let result = "\(output).plutil"
      return Contestant(
        tool: "Swift's plutil", command: [$0, "-convert", format, "-o", result, input], result: result,
        isSlow: true)
    }
  }

  /// JSON lines are told by their name when the result is checked.
  private func jq(_ options: [String], _ input: String, ending: String = "") -> Contestant? {
    tools.jq.map {
      let result = "\(output).jq\(ending)"
      return Contestant(tool: "jq", command: [$0] + options + [input], standardOutput: result, result: result)
    }
  }

  private func parseOnly(_ input: String) -> Contestant? {
    tools.xmllint.map {
      Contestant(
        tool: "xmllint --stream", command: [$0, "--stream", "--noout", input], remark: "parses only")
    }
  }

  // MARK: Python's programs

  private static let read = "import sys,json,plistlib,base64; f=open(sys.argv[1],'rb'); "
  private static let listToBinary =
    read + "plistlib.dump(plistlib.load(f),open(sys.argv[2],'wb'),fmt=plistlib.FMT_BINARY,sort_keys=False)"
  private static let listToXML =
    read + "plistlib.dump(plistlib.load(f),open(sys.argv[2],'wb'),sort_keys=False)"
  private static let listToJSON =
    read + """
      d=lambda v: base64.b64encode(v).decode() if isinstance(v,bytes) else v.isoformat()+'Z'
      json.dump(plistlib.load(f),open(sys.argv[2],'w'),default=d,ensure_ascii=False,separators=(',',':'))
      """
  private static let jsonToBinary =
    read + "plistlib.dump(json.load(f),open(sys.argv[2],'wb'),fmt=plistlib.FMT_BINARY,sort_keys=False)"
  private static let jsonToJSON =
    read + "json.dump(json.load(f),open(sys.argv[2],'w'),ensure_ascii=False,separators=(',',':'))"

  // MARK: XML

  /// Well-formedness, events and XPath on application XML and the records' property list.
  func xml() throws -> [Job] {
    let application = try RecordsXML.prepare(in: folder, scale: scale)
    let records = try Workload.all[0].prepare(in: folder, scale: scale).xml
    let middle = "//record[@id='r\(RecordsXML.count(scale: scale) / 2)']/name"
    return [
      Job(
        name: "well-formed?", workload: "records",
        pliant: Contestant(
          tool: "pliant", command: [tools.pliant, "lint", "--select", "xml/not-well-formed", records]),
        pliantCheck: .exitCode,
        peers: [
          parseOnly(records),
          tools.xmlstarlet.map {
            Contestant(tool: "xmlstarlet val", command: [$0, "val", "-q", "-w", records])
          },
        ].compactMap { $0 }, peerCheck: .exitCode,
        goals: [Goal(peer: "xmllint --stream", times: 3, clocks: [.user])]),
      Job(
        name: "events", workload: "records",
        pliant: Contestant(tool: "pliant", command: [tools.pliant, "events", "-o", "/dev/null", records]),
        pliantCheck: .exitCode, peers: [parseOnly(records)].compactMap { $0 }, peerCheck: .exitCode,
        goals: [Goal(peer: "xmllint --stream", times: 1, clocks: [.user])]),
      Job(
        name: "XPath by id", workload: "application",
        pliant: Contestant(
          tool: "pliant", command: [tools.pliant, "xpath", "--as", "xml", middle, application],
          standardOutput: "\(output).pliant"),
        pliantCheck: .exitCode,
        peers: [
          tools.xmllint.map {
            Contestant(
              tool: "xmllint --xpath", command: [$0, "--xpath", middle, application],
              standardOutput: "\(output).xmllint")
          },
          tools.xmlstarlet.map {
            Contestant(
              tool: "xmlstarlet sel", command: [$0, "sel", "-t", "-c", middle, application],
              standardOutput: "\(output).xmlstarlet")
          },
        ].compactMap { $0 }, peerCheck: .exitCode,
        goals: [Goal(peer: "xmllint --xpath", times: 1, clocks: [.processor], memory: 0.5)]),
    ]
  }

  // MARK: Small files

  /// 10,000 files in one go, and the start-up on one of 400 bytes.
  func small() throws -> [Job] {
    let (root, files) = try SmallFiles.prepare(in: folder, scale: scale)
    let tiny = "\(folder)/tiny.plist"
    let file = try FileWriter(tiny)
    file.write(WorkloadFiles.propertyListHead)
    var text = ""
    SampleValue.dictionary([
      ("CFBundleIdentifier", .string("org.example.tiny")), ("CFBundleVersion", .string("1.0")),
      ("LSRequiresIPhoneOS", .boolean(true)), ("Count", .integer(12)),
    ]).appendXML(to: &text, depth: 0)
    file.write(text + "</plist>\n")
    file.close()
    var start = conversion(
      "start-up, 400 bytes", Workload.all[0], from: tiny, to: "binary1", check: .sameDocument(tiny),
      goals: [Goal(peer: "plistutil", times: 0.4, clocks: [.processor])]
    ) {
      [
        plistutil(["-f", "bin"], $0).map { peer in peer.quick }, python("plistlib", Self.listToBinary, $0),
        plutil("binary1", $0).map { $0.quick },
      ]
    }
    start.repetitions = 50
    return [
      start,
      Job(
        name: "lint 10,000 files", workload: "small",
        pliant: Contestant(tool: "pliant", command: [tools.pliant, "lint", "-q", root]),
        pliantCheck: .exitCode,
        peers: [
          tools.xmllint.map { Contestant(tool: "xmllint --noout", command: [$0, "--noout"] + files) },
          tools.xmlstarlet.map {
            Contestant(tool: "xmlstarlet val", command: [$0, "val", "-q", "-w"] + files)
          },
        ].compactMap { $0 }, peerCheck: .exitCode,
        goals: [Goal(peer: "xmllint --noout", times: 4, clocks: [.processor, .wall])]),
    ]
  }
}

extension Contestant {
  /// The same, counted among the fast ones.
  var quick: Contestant {
    var copy = self
    copy.isSlow = false
    return copy
  }
}

extension Check {
  /// A peer may lay its output out otherwise.
  var byMeaning: Check {
    if case .sameBytes(let file) = self { return .sameDocument(file) }
    return self
  }
}
