// The documents that are converted: made here, the same in every run, and kept in the work folder.

/// A kind of document; each is written as XML property list and as JSON, element by element.
struct Workload: Sendable {
  let name: String
  let summary: String
  /// Elements of the top-level array at scale 1.
  let count: Int
  let element: @Sendable (Int, inout SampleRandom) -> SampleValue

  static let all: [Workload] = [
    Workload(
      name: "records", summary: "100,000 records of mixed types", count: 100_000, element: SampleText.record),
    Workload(name: "strings", summary: "long strings", count: 2_000, element: SampleText.longString),
    Workload(name: "numbers", summary: "many numbers", count: 20_000, element: SampleText.numbers),
    Workload(
      name: "cjk", summary: "Chinese, Japanese and Korean text", count: 60_000, element: SampleText.cjk),
    Workload(name: "deep", summary: "400 arrays deep", count: 500, element: SampleText.deep),
  ]

  /// Writes `NAME.xml.plist`, `NAME.json` and `NAME.jsonl` where they are not there yet.
  func prepare(in folder: String, scale: Double) throws -> WorkloadFiles {
    let files = WorkloadFiles(base: "\(folder)/\(name)-\(scaled(scale))")
    guard !System.exists(files.lines) else { return files }
    System.say("making \(name)")
    var random = SampleRandom(seed: 2012)
    let xml = try FileWriter(files.xml)
    let json = try FileWriter(files.json)
    let lines = try FileWriter(files.lines + ".part")
    xml.write(WorkloadFiles.propertyListHead + "<array>\n")
    json.write("[")
    for index in 0..<scaled(scale) {
      let value = element(index, &random)
      var text = ""
      value.appendXML(to: &text, depth: 1)
      xml.write(text)
      text = ""
      value.appendJSON(to: &text)
      json.write(index > 0 ? "," : "")
      json.write(text)
      lines.write(text + "\n")
    }
    xml.write("</array>\n</plist>\n")
    json.write("]")
    for file in [xml, json, lines] { file.close() }
    try WorkloadFiles.rename(files.lines + ".part", to: files.lines)
    return files
  }

  private func scaled(_ scale: Double) -> Int { max(Int(Double(count) * scale), 1) }
}

/// Where a workload's documents lie.
struct WorkloadFiles {
  let base: String
  var xml: String { base + ".xml.plist" }
  var json: String { base + ".json" }
  var lines: String { base + ".jsonl" }
  /// Made from the XML by pliant and compared with it.
  var binary: String { base + ".binary.plist" }

  static let propertyListHead = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  static func rename(_ path: String, to target: String) throws {
    guard try System.run(["/bin/mv", path, target]).exitCode == 0 else {
      throw BenchError("cannot rename \(path)")
    }
  }
}

/// Application XML of records, for the XML core.
enum RecordsXML {
  /// Records in the document, which has 100 MB at scale 1.
  static func count(scale: Double) -> Int { max(Int(312_500 * scale), 1) }

  static func prepare(in folder: String, scale: Double) throws -> String {
    let count = count(scale: scale)
    let path = "\(folder)/application-\(count).xml"
    guard !System.exists(path) else { return path }
    System.say("making application XML")
    var random = SampleRandom(seed: 7)
    let file = try FileWriter(path + ".part")
    file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records>\n")
    for index in 0..<count {
      let name = SampleValue.escapeXML(SampleText.name(&random))
      let note = SampleValue.escapeXML(SampleText.sentence(&random, words: 20))
      file.write(
        """
          <record id="r\(index)" kind="\(random.pick(SampleText.words))">
            <name>\(name)</name>
            <street number="\(random.below(200))">\(SampleValue.escapeXML(random.pick(SampleText.streets)))</street>
            <note>\(note)</note>
            <!-- checked -->
            <active/>
          </record>

        """)
    }
    file.write("</records>\n")
    file.close()
    try WorkloadFiles.rename(path + ".part", to: path)
    return path
  }
}

/// 10,000 small property lists in folders of 1,000.
enum SmallFiles {
  static func prepare(in folder: String, scale: Double) throws -> (folder: String, files: [String]) {
    let count = max(Int(10_000 * scale), 1)
    let root = "\(folder)/small-\(count)"
    let names = (0..<count).map { "\(root)/\($0 / 1000)/\($0).plist" }
    guard !System.exists("\(root)/complete") else { return (root, names) }
    System.say("making small files")
    try System.makeFolder(root)
    for part in 0...(count - 1) / 1000 { try System.makeFolder("\(root)/\(part)") }
    var random = SampleRandom(seed: 400)
    for (index, name) in names.enumerated() {
      var text = WorkloadFiles.propertyListHead
      SampleText.record(index, &random).appendXML(to: &text, depth: 0)
      let file = try FileWriter(name)
      file.write(text + "</plist>\n")
      file.close()
    }
    try FileWriter("\(root)/complete").close()
    return (root, names)
  }
}
