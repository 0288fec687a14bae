// The programs to compare, and their command lines.

import PliantBase

/// The location and size of documents, and the participating programs.
struct Bench {
  let pliant: String
  let folder: String
  let peerFolder: String
  let scale: Double

  /// The peers, left out if not installed.
  static let peerNames = [
    "yyjson-copy", "simdjson-copy", "serde-json-copy", "orjson-copy.py", "jq", "rust-plist-convert",
    "plistutil", "plutil", "python-convert.py", "libxml2-sax", "quick-xml-read", "pugixml-xpath", "xmllint",
    "lxml-records.py", "replace-files", "library-codable", "foundation-codable",
  ]

  /// A peer that was built, or else is on the search path.
  func program(_ name: String) -> String? {
    let built = "\(peerFolder)/\(name)"
    if name.hasSuffix(".py") { return python != nil && System.exists(built) ? built : nil }
    return Platform.isExecutable(built) ? built : System.find(name)
  }

  /// Python with the modules of the peers; a version manager's stand-in for python3 would add its own time.
  var python: String? {
    let path = "\(peerFolder)/python/bin/python"
    return Platform.isExecutable(path) ? path : nil
  }

  func output(_ tool: String, ending: String = "") -> String { "\(folder)/out.\(tool)\(ending)" }

  /// `pliant convert FORMAT` with these options and without notes.
  func convert(_ format: String, _ input: String, options: [String] = [], ending: String = "") -> Contestant {
    let result = output("pliant", ending: ending)
    return Contestant(
      tool: "pliant", command: [pliant, "convert", format, "-q", "-o", result] + options + [input],
      result: result)
  }

  /// Another command, whose output is read if a check needs it.
  func run(_ arguments: String..., result: String? = nil) -> Contestant {
    Contestant(tool: "pliant", command: [pliant] + arguments, standardOutput: result, result: result)
  }

  /// A peer called with input and output.
  private func copier(
    _ tool: String, _ name: String, _ input: String, arguments: [String] = [], ending: String = ""
  ) -> Contestant? {
    program(name).map {
      let result = output(name, ending: ending)
      let interpreter = name.hasSuffix(".py") ? [python ?? ""] : []
      return Contestant(
        tool: tool, command: interpreter + [$0] + arguments + [input, result], result: result)
    }
  }

  /// A peer that prints its result.
  private func printer(
    _ tool: String, _ name: String, _ arguments: [String], ending: String = "", isSlow: Bool = false
  ) -> Contestant? {
    program(name).map {
      let result = output(tool, ending: ending)
      return Contestant(
        tool: tool, command: [$0] + arguments, standardOutput: result, result: result, isSlow: isSlow)
    }
  }

  /// A peer without a result.
  private func parser(_ tool: String, _ name: String, _ arguments: [String], _ remark: String? = nil)
    -> Contestant?
  { program(name).map { Contestant(tool: tool, command: [$0] + arguments, remark: remark) } }

  func yyjson(_ input: String) -> Contestant? { copier("yyjson", "yyjson-copy", input) }
  func lxmlRecords(_ input: String) -> Contestant? {
    copier("lxml iterparse", "lxml-records.py", input, ending: ".jsonl")
  }

  /// The peers that read JSON and write it compact.
  func jsonPeers(_ input: String) -> [Contestant?] {
    [
      yyjson(input), copier("simdjson", "simdjson-copy", input),
      copier("serde_json", "serde-json-copy", input), copier("orjson", "orjson-copy.py", input),
    ]
  }

  /// `bin` or `xml`.
  func rustPlist(_ format: String, _ input: String) -> Contestant? {
    copier("plist (Rust)", "rust-plist-convert", input, arguments: [format])
  }

  /// `bin`, `xml` or `json`.
  func python(_ format: String, _ input: String) -> Contestant? {
    copier("Python", "python-convert.py", input, arguments: [format])
  }

  /// `bin` or `xml`; a large binary one takes a minute and a half.
  func plistutil(_ format: String, _ input: String, isSlow: Bool = false) -> Contestant? {
    printer("plistutil", "plistutil", ["-f", format, "-i", input], isSlow: isSlow)
  }

  /// The Swift toolchain's, which is PropertyListSerialization.
  func plutil(_ format: String, _ input: String) -> Contestant? {
    program("plutil").map {
      let result = output("plutil")
      return Contestant(
        tool: "Swift's plutil", command: [$0, "-convert", format, "-o", result, input], result: result,
        isSlow: true)
    }
  }

  func jq(_ options: [String], _ input: String, ending: String = "") -> Contestant? {
    printer("jq", "jq", options + [input], ending: ending)
  }

  func libxml2(_ input: String) -> Contestant? {
    parser("libxml2 SAX", "libxml2-sax", [input], "parses only")
  }

  func quickXML(_ input: String) -> Contestant? {
    parser("quick-xml", "quick-xml-read", [input], "parses only, attributes unchecked")
  }

  func pugixml(_ expression: String, _ input: String) -> Contestant? {
    printer("pugixml", "pugixml-xpath", [expression, input])
  }

  /// xmllint prints an attribute as `name="value"`, so only its exit status is checked.
  func xmllint(_ arguments: [String]) -> Contestant? { parser("xmllint", "xmllint", arguments) }
}
