// The programs to compare, and their command lines.

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
    return System.isExecutable(built) ? built : System.find(name)
  }

  /// Python with the modules of the peers; a version manager's stand-in for python3 would add its own time.
  var python: String? {
    let path = "\(peerFolder)/python/bin/python"
    return System.isExecutable(path) ? path : nil
  }

  /// The path of a program's output.
  func output(_ tool: String, ending: String = "") -> String { "\(folder)/out.\(tool)\(ending)" }
}

extension Bench {
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

  /// pliant itself as a peer.
  func itself(_ name: String, _ contestant: Contestant) -> Contestant {
    Contestant(
      tool: name, command: contestant.command, standardOutput: contestant.standardOutput,
      result: contestant.result, remark: contestant.remark)
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

  func yyjson(_ input: String) -> Contestant? { copier("yyjson", "yyjson-copy", input) }
  func simdjson(_ input: String) -> Contestant? { copier("simdjson", "simdjson-copy", input) }
  func serdeJSON(_ input: String) -> Contestant? { copier("serde_json", "serde-json-copy", input) }
  func orjson(_ input: String) -> Contestant? { copier("orjson", "orjson-copy.py", input) }
  func lxmlRecords(_ input: String) -> Contestant? {
    copier("lxml iterparse", "lxml-records.py", input, ending: ".jsonl")
  }

  /// The peers that read JSON and write it compact.
  func jsonPeers(_ input: String) -> [Contestant?] {
    [yyjson(input), simdjson(input), serdeJSON(input), orjson(input)]
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
    program("plistutil").map {
      let result = output("plistutil")
      return Contestant(
        tool: "plistutil", command: [$0, "-f", format, "-i", input], standardOutput: result, result: result,
        isSlow: isSlow)
    }
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
    program("jq").map {
      let result = output("jq", ending: ending)
      return Contestant(tool: "jq", command: [$0] + options + [input], standardOutput: result, result: result)
    }
  }

  func libxml2(_ input: String) -> Contestant? {
    program("libxml2-sax").map {
      Contestant(tool: "libxml2 SAX", command: [$0, input], remark: "parses only")
    }
  }

  func quickXML(_ input: String) -> Contestant? {
    program("quick-xml-read").map {
      Contestant(tool: "quick-xml", command: [$0, input], remark: "parses only, attributes unchecked")
    }
  }

  func pugixml(_ expression: String, _ input: String) -> Contestant? {
    program("pugixml-xpath").map {
      let result = output("pugixml")
      return Contestant(
        tool: "pugixml", command: [$0, expression, input], standardOutput: result, result: result)
    }
  }

  /// xmllint prints an attribute as `name="value"`, so only its exit status is checked.
  func xmllint(_ arguments: [String]) -> Contestant? {
    program("xmllint").map { Contestant(tool: "xmllint", command: [$0] + arguments) }
  }
}
