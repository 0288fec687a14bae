// Documents of values: made here, the same in every run, and kept in the work folder.

/// A kind of document; each is written as an XML property list and as JSON, element by element.
struct ValueDocument: Sendable {
  let name: String
  /// Elements of the top-level array at scale 1.
  let count: Int
  /// The layouts of JSON other than the compact one.
  var layouts: [JSONLayout] = []
  let element: @Sendable (Int, inout SampleRandom) -> SampleValue

  /// Writes the files of the document if they are missing.
  func prepare(in folder: String, scale: Double) throws -> DocumentFiles {
    let files = DocumentFiles(base: "\(folder)/\(name)-\(scaled(scale))", ending: ".xml.plist")
    let layouts = [.compact] + layouts
    try FileWriter.make([files.lines, files.xml] + layouts.map { files.json($0) }) { writers in
      let json = Array(zip(layouts, writers.dropFirst(2)))
      try writers[1].write(DocumentFiles.propertyListHead + "<array>\n")
      for (_, file) in json { try file.write("[") }
      try write(scaled(scale), lines: writers[0], xml: writers[1], json: json)
      try writers[1].write("</array>\n</plist>\n")
      for (layout, file) in json {
        var end = ""
        layout.appendLineBreak(to: &end, depth: 0)
        try file.write(end + "]\n")
      }
    }
    return files
  }

  private func write(_ count: Int, lines: FileWriter, xml: FileWriter, json: [(JSONLayout, FileWriter)])
    throws
  {
    var random = SampleRandom(seed: 2012)
    var text = ""
    for index in 0..<count {
      let value = element(index, &random)
      text.removeAll(keepingCapacity: true)
      value.appendXML(to: &text, depth: 1)
      try xml.write(text)
      for (layout, file) in json {
        text = index > 0 ? layout.comma : ""
        layout.appendLineBreak(to: &text, depth: 1)
        value.appendJSON(to: &text, layout, depth: 1)
        try file.write(text)
        if layout == .compact { try lines.write(String(index > 0 ? text.dropFirst() : text[...])) }
      }
      try lines.write("\n")
    }
  }

  private func scaled(_ scale: Double) -> Int { max(Int(Double(count) * scale), 1) }

  static let records = ValueDocument(
    name: "records", count: 100_000, layouts: [.spaced, .pretty], element: SampleText.record)
  static let reals = ValueDocument(name: "reals", count: 3_000, element: SampleText.reals)
  static let numbers = ValueDocument(name: "numbers", count: 20_000, element: SampleText.numbers)
  static let strings = ValueDocument(name: "strings", count: 2_000, element: SampleText.longString)
  static let escapes = ValueDocument(
    name: "escapes", count: 200_000, layouts: [.escaped], element: SampleText.escapes)
  static let scripts = ValueDocument(
    name: "scripts", count: 60_000, layouts: [.escaped], element: SampleText.scripts)
  static let mixed = ValueDocument(
    name: "mixed", count: 110_000, layouts: [.spaced, .pretty], element: SampleText.mixed)
  static let deep = ValueDocument(name: "deep", count: 500, element: SampleText.deep)
}

/// The paths of a document in several formats.
struct DocumentFiles {
  let base: String
  var ending = ".xml"
  var xml: String { base + ending }
  var lines: String { base + ".jsonl" }
  /// The results of a query, one per line.
  var found: String { base + ".found" }
  /// Made from the XML by pliant and compared with it.
  var binary: String { base + ".binary.plist" }

  func json(_ layout: JSONLayout = .compact) -> String {
    layout == .compact ? base + ".json" : "\(base).\(layout.rawValue).json"
  }

  static let propertyListHead = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
}
