// Every verb on every kind of thing that reading leaves out or changes, on a stream and in place: by one rule values are
// noted on a stream and refused where their file would be replaced, annotations are noted, and nothing goes in silence.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct LedgerTableTests {
  /// A kind of entry and the smallest document that has it, beside the keys or elements `k` and `z`.
  struct Kind: Sendable {
    let name: String
    let file: String
    let bytes: [UInt8]
    /// What a note or an error says of it, in one of several ways.
    let said: [String]
    /// What shows it in a text or among events; nothing does where the bytes are wrong.
    let markers: [String]

    init(_ name: String, _ file: String, _ bytes: [UInt8], _ said: [String], _ markers: [String] = []) {
      (self.name, self.file, self.bytes, self.said, self.markers) = (name, file, bytes, said, markers)
    }

    init(_ name: String, _ file: String, _ text: String, _ said: [String], _ markers: [String]) {
      self.init(name, file, Array(text.utf8), said, markers)
    }

    fileprivate var format: String { String(file.dropFirst(2)) }
  }

  private static func xml(_ head: String, _ content: String) -> String {
    "\(head)<r>\(content)<z>v</z></r>\n"
  }

  private static func list(_ head: String, _ content: String) -> String {
    "\(head)<plist version=\"1.0\"><dict>\(content)<key>z</key><string>v</string></dict></plist>\n"
  }

  private static let key = "<key>k</key><string>v</string>"

  private static func macintosh(_ text: String) -> [UInt8] {
    let german = text.replacing(
      "v<", with: "Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.<")
    var encoder = TextEncoder(.macRoman)
    var output = OutputBuffer()
    _ = Array(("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + german).utf8).withByteView {
      encoder.encode($0, into: &output)
    }
    return output.bytes
  }

  /// A binary list of the objects, of which the first is the document.
  private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var table: [UInt8] = []
    for object in objects {
      table.append(UInt8(bytes.count))
      bytes += object
    }
    let start = bytes.count
    bytes += table + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [objects.count, 0, start] {
      bytes += [UInt8](repeating: 0, count: 7)
      bytes.append(UInt8(number))
    }
    return bytes
  }

  private static let comment = ["<!-- c -->", "comment \" c \"", "comment  c "]
  private static let instruction = ["<?p q?>", "instruction p \"q\"", "processing-instruction p q"]
  private static let section = ["<![CDATA[v]]>", "cdata v"]
  private static let reference = ["&cur;", "reference cur"]
  private static let again = ["the key “k” stands here again", "duplicate key 'k'"]

  static let kinds: [Kind] = [
    Kind("comment", "a.xml", xml("", "<!-- c --><k>v</k>"), ["1 comment"], comment),
    Kind("instruction", "a.xml", xml("", "<?p q?><k>v</k>"), ["1 processing instruction"], instruction),
    Kind("DOCTYPE", "a.xml", xml("<!DOCTYPE r>", "<k>v</k>"), ["1 DOCTYPE"], ["<!DOCTYPE r", "doctype r"]),
    Kind("CDATA", "a.xml", xml("", "<k><![CDATA[v]]></k>"), ["1 CDATA section"], section),
    Kind(
      "default", "a.xml", xml("<!DOCTYPE r [<!ATTLIST k d CDATA 'x'>]>", "<k>v</k>"),
      ["default attribute", "1 DOCTYPE"],
      ["<!ATTLIST"]),
    Kind(
      "reference", "a.xml", xml("<!DOCTYPE r SYSTEM 'x.dtd'>", "<k>&cur;</k>"),
      ["1 reference to an entity", "&cur;"], reference),
    Kind(
      "order", "a.xml", xml("", "one<k>v</k>two"), ["the order of"],
      ["one<k>v</k>two", "text \"one\"\n  element k", "characters one\nstart-element k"]),
    Kind("declaration", "a.xml", macintosh(xml("", "<k>v</k>")), ["declared 'ISO-8859-1', but"]),
    Kind("comment", "a.plist", list("", "<!-- c -->" + key), ["1 comment"], comment),
    Kind("instruction", "a.plist", list("", "<?p q?>" + key), ["1 processing instruction"], instruction),
    Kind(
      "DOCTYPE", "a.plist", list("<!DOCTYPE plist [<!ENTITY e 'v'>]>", key), ["1 DOCTYPE"],
      ["<!ENTITY", "doctype plist"]),
    Kind(
      "CDATA", "a.plist", list("", "<key>k</key><string><![CDATA[v]]></string>"), ["1 CDATA section"], section
    ),
    Kind(
      "reference", "a.plist", list("<!DOCTYPE plist SYSTEM 'x.dtd'>", "<key>k</key><string>&cur;</string>"),
      ["1 reference to an entity", "&cur;", "ampersand"], reference),
    Kind(
      "control", "a.plist", list("", "<key>k</key><string>v\u{1}</string>"), ["control character", "U+0001"],
      ["v\u{1}"]),
    Kind("duplicate", "a.plist", list("", "<key>k</key><string>zwei</string>" + key), again, ["zwei"]),
    Kind("declaration", "a.plist", macintosh(list("", key)), ["declared 'ISO-8859-1', but"]),
    Kind("comment", "a.strings", "/* c */\n\"k\" = \"v\";\nz = v;\n", ["1 comment"], ["/* c */"]),
    Kind("tail", "a.strings", "\"k\" = \"v\";\nz = v;\n“x” = “y”;\n", ["ignore"], ["“x” = “y”;"]),
    Kind("duplicate", "a.strings", "k = zwei;\nk = v;\nz = v;\n", again, ["zwei"]),
    Kind("comment", "a.pbxproj", "{ /* c */ k = v; z = v; }\n", ["1 comment"], ["/* c */"]),
    Kind("duplicate", "a.pbxproj", "{ k = zwei; k = v; z = v; }\n", again, ["zwei"]),
    Kind("duplicate", "a.json", "{\"k\":\"zwei\",\"k\":\"v\",\"z\":\"v\"}\n", again, ["zwei"]),
    Kind("comment", "a.json5", "{/* c */\"k\":\"v\",\"z\":\"v\"}\n", ["1 comment"], ["/* c */"]),
    Kind(
      "surrogate", "a.binary1",
      binary([[0xD2, 1, 3, 2, 4], [0x51, 0x6B], [0x62, 0, 0x61, 0xD8, 0], [0x51, 0x7A], [0x51, 0x76]]),
      ["1 string with half of a surrogate pair"]),
    Kind(
      "duplicate", "a.binary1",
      binary([[0xD3, 1, 1, 3, 2, 4, 4], [0x51, 0x6B], [0x51, 0x75], [0x51, 0x7A], [0x51, 0x76]]), again),
  ]

  /// The calls, `F` being the file and `O` another one that has a key more, but for where the output goes.
  private static func calls(_ kind: Kind) -> [(name: String, words: [String], isRewriting: Bool)] {
    let isXML = kind.format == "xml"
    let path = isXML ? "/r/" : "/"
    let own = ["plist": "xml1", "json5": "json", "pbxproj": "openstep"][kind.format] ?? kind.format
    let style = isXML ? ["--xml-style", "attributes"] : []
    let reading: [(String, [String])] = [
      ("print", ["print"]), ("info", ["info"]), ("query", ["query", "$..k"]),
      ("extract", ["extract", path + "k"]),
      ("type", ["type", path + "k"]), ("xpath", ["xpath", "--as", "xml", "/*"]),
      ("diff", ["diff", "F", "O"]),
      ("events", ["events", "--raw-characters"]), ("lint", ["lint"]), ("-p", ["-p"]), ("-lint", ["-lint"]),
      ("-extract", ["-extract", "k", "raw"]),
    ]
    let rewriting: [(String, [String])] = [
      ("convert", ["convert", own == "json" ? "xml1" : "json"] + (isXML ? ["--mapping", "none"] : [])),
      ("rewrite", ["convert", own] + style),
      ("format", ["format"]), ("minify", ["format", "--minify"]), ("canonical", ["format", "--canonical"]),
      ("transcode", ["transcode", "--to", "UTF-16"]), ("cdata", ["cdata", "wrap", "--all"]),
      ("insert", ["insert", "n", "--string", "n"]), ("replace", ["replace", "z", "--string", "n"]),
      ("remove", ["remove", "z"]), ("patch", ["patch", "F", isXML ? "xml.patch" : "patch"] + style),
      ("insert-nodes", ["insert", "--xpath", "//z", "--after", "--markup", "<n/>"]),
      ("replace-nodes", ["replace", "--xpath", "//z", "--string", "n"]),
      ("remove-nodes", ["remove", "--xpath", "//z"]), ("merge", ["merge", "F", "F", "O"]),
      ("-convert", ["-convert", own == "json" ? "xml1" : "json"]),
      ("-insert", ["-insert", "n", "-string", "n"]),
    ]
    return reading.map { ($0.0, $0.1, false) } + rewriting.map { ($0.0, $0.1, true) }
      + [("PlistBuddy", ["PlistBuddy", "-c", "Add :n string n", "F"], false)]
  }

  private static let patches = [
    "patch": #"[{"op": "add", "path": "/n", "value": "n"}]"#,
    "xml.patch": #"[{"op": "add", "path": "/r/n", "value": "n"}]"#,
  ]

  // MARK: Cells

  /// What becomes of the entry in one call.
  private enum Outcome: String {
    /// The text of the output has it.
    case kept = "K"
    case noted = "N"
    case refused = "R"
    /// Neither of these.
    case silent = "s"
    /// The verb is not for the format.
    case other = "-"
  }

  private static func outcome(
    of kind: Kind, _ words: [String], _ options: [String] = [], isInPlace: Bool, in folder: URL
  ) throws -> Outcome {
    let file = folder.appendingPathComponent(kind.file)
    try Data(kind.bytes).write(to: file)
    var words = words.map { $0 == "F" ? kind.file : $0 == "O" ? "other" : $0 }
    if !words.contains(kind.file) { words.append(kind.file) }
    if kind.format == "json5", !words[0].hasPrefix("-"), words[0] != "PlistBuddy" {
      words += ["--from", "json5"]
    }
    let run = try CapturedRun(in: folder)
    let code = Program.run(words + options, context: run.context)
    let said = run.errorText.split(separator: "\n").filter { line in
      kind.said.contains { line.contains($0) }
    }
    if words[0] == "lint" {
      return run.outputText.contains("error: ") || run.outputText.contains("warning: ") ? .noted : .silent
    }
    let answers = ["diff", "extract", "query", "xpath", "type"].contains(words[0])
    guard code == .success || answers && code == .failure && !run.errorText.contains("error: ") else {
      #expect(readBytes(file) == kind.bytes, "\(words)")
      return said.contains { $0.contains("error: ") || words[0].hasPrefix("-") } ? .refused : .other
    }
    let written = text(isInPlace ? readBytes(file) : run.outputBytes)
    if kind.markers.contains(where: { written.contains($0) }) { return .kept }
    return said.isEmpty ? .silent : .noted
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    return isWide ? String(data: Data(bytes), encoding: .utf16) ?? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// The cells of a kind: on a stream, and in place where the verb rewrites; those of other formats are left out.
  private static func row(_ kind: Kind) throws -> String {
    try withTemporaryFolder { folder in
      try write(patches, in: folder)
      try Data(kind.bytes).write(to: folder.appendingPathComponent(kind.file))
      let making =
        kind.format == "json5"
        ? ["convert", "json", "--from", "json5"]
        : kind.format == "xml" ? ["patch", "--xml-style", "attributes"] : ["patch"]
      let operands =
        making[0] == "patch" ? [kind.file, kind.format == "xml" ? "xml.patch" : "patch"] : [kind.file]
      let run = try CapturedRun(in: folder)
      #expect(Program.run(making + operands + ["-q", "-o", "other"], context: run.context) == .success)
      var cells: [String] = []
      for call in calls(kind) {
        let isBuddy = call.name == "PlistBuddy"
        let options = call.isRewriting ? ["-o", "-"] : []
        var cell = try outcome(of: kind, call.words, options, isInPlace: isBuddy, in: folder).rawValue
        if call.isRewriting {
          cell += try outcome(of: kind, call.words, isInPlace: true, in: folder).rawValue
        }
        if cell.contains(where: { $0 != "-" }) { cells.append("\(call.name)=\(cell)") }
      }
      return cells.joined(separator: " ")
    }
  }

  @Test(arguments: kinds) func everyVerbTakesItByTheRule(kind: Kind) throws {
    let row = try Self.row(kind)
    #expect(Self.table["\(kind.name) \(kind.format)"] == row)
  }

  /// What was asked for comes first; a repeated key is noted whatever is asked, and no option makes XML of U+0001.
  @Test(arguments: kinds) func theOptionOverridesTheRule(kind: Kind) throws {
    guard let convert = Self.calls(kind).first(where: { $0.name == "rewrite" })?.words else { return }
    try withTemporaryFolder { folder in
      for place in [["-o", "-"], []] {
        func outcome(_ policy: String) throws -> Outcome {
          try Self.outcome(
            of: kind, convert, place + ["--loss", policy], isInPlace: place.isEmpty, in: folder)
        }
        let (refused, noted) = (try outcome("refuse"), try outcome("note"))
        #expect(refused == (kind.name == "duplicate" ? .noted : .refused), "\(place)")
        #expect(noted == (kind.name == "control" ? .refused : .noted), "\(place)")
      }
    }
  }

  /// K kept, N noted, R refused, s silent; two letters on a stream and in place.
  ///
  /// Silent are plutil's spelling where plutil is, lint where nothing is wrong, and the difference of two documents in the
  /// same order.
  private static let table: [String: String] = [
    "comment xml":
      """
    print=K info=N query=N extract=N type=N xpath=K diff=N events=K lint=s convert=NN \
    rewrite=NN format=KK minify=KK canonical=KK transcode=KK cdata=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "instruction xml":
      """
    print=K info=N query=N extract=N type=N xpath=K diff=N events=K lint=s convert=NN \
    rewrite=NN format=KK minify=KK canonical=KK transcode=KK cdata=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "DOCTYPE xml":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=K lint=s convert=NN \
    rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "CDATA xml":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=K lint=s convert=NN \
    rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "default xml":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=N lint=s convert=NN \
    rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "reference xml":
      """
    print=K info=N query=K extract=K type=N xpath=N diff=N events=K lint=N convert=KR \
    rewrite=NR format=KK minify=KK canonical=RR transcode=KK cdata=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "order xml":
      """
    print=K info=N query=N extract=N type=N xpath=K diff=s events=K lint=s convert=NR \
    rewrite=NR format=KK minify=KK canonical=KK transcode=KK cdata=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "declaration xml":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=N lint=N convert=NR \
    rewrite=NR format=NR minify=NR canonical=NR transcode=NR cdata=NR patch=NR \
    insert-nodes=NR replace-nodes=NR remove-nodes=NR merge=-R PlistBuddy=R
    """,
    "comment plist":
      """
    print=N info=N query=N extract=N type=N xpath=K diff=N events=K lint=s -p=s -lint=s \
    -extract=s convert=NN rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=ss -insert=ss PlistBuddy=K
    """,
    "instruction plist":
      """
    print=N info=N query=N extract=N type=N xpath=K diff=N events=K lint=s -p=s -lint=s \
    -extract=s convert=NN rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=ss -insert=ss PlistBuddy=K
    """,
    "DOCTYPE plist":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=K lint=N -p=s -lint=s \
    -extract=s convert=NN rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=ss -insert=ss PlistBuddy=K
    """,
    "CDATA plist":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=K lint=s -p=s -lint=s \
    -extract=s convert=NN rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=ss -insert=ss PlistBuddy=K
    """,
    "reference plist":
      """
    print=K info=N query=K extract=K type=N xpath=N diff=N events=K lint=N -p=R -lint=R \
    -extract=R convert=KR rewrite=NR format=KK minify=KK canonical=NR transcode=KK cdata=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=RR -insert=RR PlistBuddy=K
    """,
    "control plist":
      """
    print=N info=N query=N extract=K type=N xpath=R diff=N events=R lint=N -p=K -lint=s \
    -extract=K convert=NN rewrite=RR format=RR minify=RR canonical=RR transcode=KK cdata=RR \
    insert=KK replace=KK remove=KK patch=KK insert-nodes=RR replace-nodes=RR remove-nodes=RR \
    merge=KK -convert=ss -insert=RR PlistBuddy=K
    """,
    "duplicate plist":
      """
    print=N info=N query=N extract=N type=N xpath=K diff=N events=K lint=N -p=s -lint=s \
    -extract=s convert=NN rewrite=NN format=KK minify=KK canonical=NN transcode=KK cdata=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=ss -insert=ss PlistBuddy=K
    """,
    "declaration plist":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=N lint=N -p=s -lint=s \
    -extract=s convert=NR rewrite=NR format=NR minify=NR canonical=NR transcode=NR cdata=NR \
    insert=NR replace=NR remove=NR patch=NR insert-nodes=-R replace-nodes=-R remove-nodes=-R \
    merge=NR -convert=ss -insert=ss PlistBuddy=R
    """,
    "comment strings":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=s -p=s -lint=s -extract=s \
    convert=NN rewrite=NN format=KK minify=KK transcode=KK insert=KK replace=KK remove=KK \
    patch=KK merge=KK -convert=ss PlistBuddy=K
    """,
    "tail strings":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    convert=NR rewrite=NR format=KK minify=KK transcode=KK insert=KK replace=KK remove=KK \
    patch=KK merge=KK -convert=ss PlistBuddy=K
    """,
    "duplicate strings":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    convert=NN rewrite=NN format=KK minify=KK transcode=KK insert=KK replace=KK remove=KK \
    patch=KK merge=KK -convert=ss PlistBuddy=K
    """,
    "comment pbxproj":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=s -p=s -lint=s -extract=s \
    convert=NN rewrite=NN format=KK minify=KK transcode=KK insert=KK replace=KK remove=KK \
    patch=KK merge=KK -convert=ss PlistBuddy=K
    """,
    "duplicate pbxproj":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    convert=NN rewrite=NN format=KK minify=KK transcode=KK insert=KK replace=KK remove=KK \
    patch=KK merge=KK -convert=ss PlistBuddy=K
    """,
    "duplicate json":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -extract=s convert=NN \
    rewrite=NN format=KK minify=KK canonical=NN transcode=KK insert=KK replace=KK remove=KK \
    patch=KK merge=KK -convert=ss -insert=ss PlistBuddy=K
    """,
    "comment json5":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=s convert=NN rewrite=NN \
    transcode=KK
    """,
    "surrogate binary1":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=N -lint=N -extract=N \
    convert=NR rewrite=NR insert=NR replace=NR remove=NR patch=NR merge=NR -convert=NR \
    -insert=NR PlistBuddy=R
    """,
    "duplicate binary1":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    convert=NN rewrite=NN insert=NN replace=NN remove=NN patch=NN merge=NN -convert=ss \
    -insert=ss PlistBuddy=N
    """,
  ]
}
