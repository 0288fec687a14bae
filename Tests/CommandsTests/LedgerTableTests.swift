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
    fileprivate static let formats = ["xml", "plist", "strings", "pbxproj", "json", "json5", "binary1"]
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
      "order", "a.xml", xml("", "one<k>v</k>two"), ["the order of", "[mapping/round-trip]"],
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
      "byte above ASCII", "a.binary1",
      binary([[0xD2, 1, 3, 2, 4], [0x51, 0x6B], [0x52, 0x61, 0xE9], [0x51, 0x7A], [0x51, 0x76]]),
      ["1 ASCII string with bytes above 0x7F"]),
    Kind(
      "surrogate", "a.strings", "\"k\" = \"a\\Ud800\";\nz = v;\n",
      ["1 string with half of a surrogate pair", "unpaired surrogate"], ["\\Ud800"]),
    Kind(
      "escape", "a.strings", "\"k\" = \"a\\u7f6e\";\nz = v;\n", ["1 escape \\u of GNUstep"], ["\\u7f6e"]),
    Kind(
      "duplicate", "a.binary1",
      binary([[0xD3, 1, 1, 3, 2, 4, 4], [0x51, 0x6B], [0x51, 0x75], [0x51, 0x7A], [0x51, 0x76]]), again),
  ]

  /// A call of a verb, `F` being the file and `O` another one that has a key more, but for where the output goes.
  private struct Call {
    let name: String
    let words: [String]
    var isRewriting = false
    /// The formats that it is for, and what it does not do with the others.
    var formats = Set(Kind.formats)
    var why = ""

    init(
      _ name: String, _ words: String, isRewriting: Bool = false, _ formats: String, because why: String = ""
    ) {
      self.name = name
      self.words = words.split(separator: " ").map { String($0).replacing("\u{A0}", with: " ") }
      self.isRewriting = isRewriting
      if formats != "all" { self.formats = Set(formats.split(separator: " ").map(String.init)) }
      self.why = why
    }
  }

  private static let texts = "xml plist strings pbxproj json json5"
  private static let lists = "plist strings pbxproj json binary1"
  private static let edited = "plist strings pbxproj json binary1 xml"

  private static func calls(_ kind: Kind) -> [Call] {
    let isXML = kind.format == "xml"
    let path = isXML ? "/r/" : "/"
    let own = ["plist": "xml1", "json5": "json", "pbxproj": "openstep"][kind.format] ?? kind.format
    let style = isXML ? " --xml-style attributes" : ""
    // The node that holds the value of z.
    let node = isXML ? "//z" : "//string[last()]"
    let removed = isXML ? node : "//key[last()]|//string[last()]"
    let (markup, records) = isXML ? ("<n/>", "z") : ("<key>n</key><true/>", "dict/string")
    func reading(_ name: String, _ words: String, _ formats: String = "all", because why: String = "") -> Call
    {
      Call(name, words, formats, because: why)
    }
    func rewriting(_ name: String, _ words: String, _ formats: String = "all", because why: String = "")
      -> Call
    {
      Call(name, words, isRewriting: true, formats, because: why)
    }
    return [
      reading("print", "print"), reading("info", "info"), reading("query", "query $..k"),
      reading("extract", "extract \(path)k"), reading("type", "type \(path)k"),
      reading("xpath", "xpath --as xml /*"), reading("diff", "diff F O"),
      reading("events", "events --raw-characters", "xml plist", because: "only XML has events"),
      reading("lint", "lint"),
      reading("-p", "-p", lists, because: "plutil reads property lists and JSON"),
      reading("-lint", "-lint", "plist strings pbxproj binary1", because: "plutil checks property lists"),
      reading("-extract", "-extract k raw", lists, because: "plutil reads property lists and JSON"),
      reading("encoding", "encoding"),
      reading("escape", "escape", texts, because: "a binary list is no text"),
      reading("unescape", "unescape", texts, because: "a binary list is no text"),
      reading("check", "mapping check ./r.mapping.json", "xml", because: "the mapping is of application XML"),
      reading("infer", "mapping infer", "xml plist", because: "of other formats it reads the records"),
      reading(
        "split", "split --records \(records) --parts 1 -o part-%d", "xml plist",
        because: "only XML has elements to cut between, and these documents are no arrays"),
      rewriting("convert", "convert \(own == "json" ? "xml1" : "json")" + (isXML ? " --mapping none" : "")),
      rewriting("rewrite", "convert \(own)" + style),
      rewriting(
        "format", "format", "xml plist strings pbxproj json",
        because: "a binary list has no layout, and JSON5 is not written"),
      rewriting(
        "minify", "format --minify", "xml plist strings pbxproj json",
        because: "a binary list has no layout, and JSON5 is not written"),
      rewriting("canonical", "format --canonical", "xml plist json", because: "there is no canonical form"),
      rewriting("transcode", "transcode --to UTF-16", texts, because: "a binary list is no text"),
      rewriting("cdata", "cdata wrap --all", "xml plist", because: "only XML has CDATA sections"),
      rewriting(
        "insert", "insert n --string n", lists, because: "XML is edited by nodes, and JSON5 is not written"),
      rewriting(
        "replace", "replace z --string n", lists, because: "XML is edited by nodes, and JSON5 is not written"),
      rewriting("remove", "remove z", lists, because: "XML is edited by nodes, and JSON5 is not written"),
      rewriting(
        "patch", "patch F \(isXML ? "xml.patch" : "patch")" + style, edited, because: "JSON5 is not written"),
      rewriting(
        "insert-nodes", "insert --xpath \(node) --after --markup \(markup)", "xml plist",
        because: "only XML has nodes"),
      rewriting(
        "replace-nodes", "replace --xpath \(node) --string n", "xml plist", because: "only XML has nodes"),
      rewriting("remove-nodes", "remove --xpath \(removed)", "xml plist", because: "only XML has nodes"),
      rewriting("merge", "merge F F O", lists, because: "merging is for property lists and JSON"),
      rewriting(
        "-convert", "-convert \(own == "json" ? "xml1" : "json")", lists,
        because: "plutil reads property lists and JSON"),
      rewriting(
        "-insert", "-insert n -string n", "plist json binary1",
        because: "plutil does not write old-style lists"),
      reading(
        "PlistBuddy", "PlistBuddy -c Add\u{A0}:n\u{A0}string\u{A0}n F", lists,
        because: "PlistBuddy edits property lists"),
    ]
  }

  /// Verbs, and what stands for them in the calls or why they have none.
  private static let elsewhere: [String: String] = [
    "load": "reads as convert to SQL does", "repair": "reads documents that no other verb accepts",
    "create": "reads no document", "git install": "reads no document", "man": "reads no document",
    "completions": "reads no document",
    "mapping list": "reads no document", "mapping show": "reads a mapping, as settings are read",
    "mapping from-model": "reads a model, as settings are read",
    "workflow run": "reads a workflow, as settings are read",
    "workflow check": "reads a workflow, as settings are read",
    "workflow man": "reads a workflow, as settings are read",
    "workflow list": "reads a workflow, as settings are read",
    "cdata unwrap": "the same as cdata wrap, the other way round",
  ]

  @Test func everyVerbIsInTheTable() {
    let called = Self.calls(Self.kinds[0]).map(\.words)
    for verb in Program.commands.map(\.verb) {
      for name in verb.subverbs.isEmpty ? [verb.name] : verb.subverbs.map({ "\(verb.name) \($0.name)" }) {
        let isCalled = called.contains { $0.joined(separator: " ").hasPrefix(name) }
        #expect(isCalled != (Self.elsewhere[name] != nil), "\(name)")
      }
    }
  }

  private static let patches = [
    "patch": #"[{"op": "add", "path": "/n", "value": "n"}]"#,
    "xml.patch": #"[{"op": "add", "path": "/r/n", "value": "n"}]"#,
    "r.mapping.json":
      #"{"mapping": "r", "root": "r", "fields": {"text": "text()", "k": "k", "d": "k/@d", "z": "z"}}"#,
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
    /// Something else is wrong.
    case other = "-"
  }

  private static func outcome(
    of kind: Kind, _ words: [String], _ options: [String] = [], isInPlace: Bool, in folder: URL
  ) throws -> Outcome {
    let file = folder.appendingPathComponent(kind.file)
    try Data(kind.bytes).write(to: file)
    var words = words.map { $0 == "F" ? kind.file : $0 == "O" ? "other" : $0 }
    if !words.contains(kind.file) { words.append(kind.file) }
    let readsBytes = ["escape", "unescape", "encoding"].contains(words[0])
    if kind.format == "json5", !words[0].hasPrefix("-"), words[0] != "PlistBuddy", !readsBytes {
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
    if words[0] == "encoding" { return run.outputText.contains("; declared") ? .noted : .silent }
    if words[0] == "mapping", words[1] == "check", code == .failure {
      #expect(!said.isEmpty, "\(run.errorText)")
      return said.isEmpty ? .other : .noted
    }
    let answers = ["diff", "extract", "query", "xpath", "type"].contains(words[0])
    guard code == .success || answers && code == .failure && !run.errorText.contains("error: ") else {
      #expect(readBytes(file) == kind.bytes, "\(words)")
      return said.contains { $0.contains("error: ") || words[0].hasPrefix("-") } ? .refused : .other
    }
    var bytes = isInPlace ? readBytes(file) : run.outputBytes
    if words[0] == "split" { bytes = readBytes(folder.appendingPathComponent("part-1")) }
    if words[0] == "escape" {
      let back = try CapturedRun(input: bytes)
      #expect(back.run("unescape") == .success)
      bytes = back.outputBytes
    }
    let written = text(bytes)
    if kind.markers.contains(where: { written.contains($0) }) { return .kept }
    return said.isEmpty ? .silent : .noted
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    return isWide ? String(data: Data(bytes), encoding: .utf16) ?? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// The cells of a kind: on a stream, and in place where the verb rewrites; calls that are not for the format have none.
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
        guard call.formats.contains(kind.format) else {
          #expect(!call.why.isEmpty, "\(call.name)")
          continue
        }
        let isBuddy = call.name == "PlistBuddy"
        let options = call.isRewriting ? ["-o", "-"] : []
        var cell = try outcome(of: kind, call.words, options, isInPlace: isBuddy, in: folder).rawValue
        if call.isRewriting {
          cell += try outcome(of: kind, call.words, isInPlace: true, in: folder).rawValue
        }
        cells.append("\(call.name)=\(cell)")
      }
      return cells.joined(separator: " ")
    }
  }

  @Test func everyVerbTakesItByTheRule() async throws {
    try await forEachRow(of: Self.kinds) { (kind: Kind) in
      let row = try Self.row(kind)
      #expect(!row.split(separator: " ").contains { $0.drop { $0 != "=" }.contains("-") }, "\(row)")
      #expect(Self.table["\(kind.name) \(kind.format)"] == row)
    }
  }

  /// What was asked for comes first, and no option makes XML of U+0001.
  @Test func theOptionOverridesTheRule() async throws {
    try await forEachRow(of: Self.kinds) { (kind: Kind) in
      guard let convert = Self.calls(kind).first(where: { $0.name == "rewrite" })?.words else { return }
      try withTemporaryFolder { folder in
        for place in [["-o", "-"], []] {
          func outcome(_ policy: String) throws -> Outcome {
            try Self.outcome(
              of: kind, convert, place + ["--loss", policy], isInPlace: place.isEmpty, in: folder)
          }
          let (refused, noted) = (try outcome("refuse"), try outcome("note"))
          #expect(refused == .refused, "\(place)")
          #expect(noted == (kind.name == "control" ? .refused : .noted), "\(place)")
        }
      }
    }
  }

  /// K kept, N noted, R refused, s silent; two letters on a stream and in place.
  ///
  /// Silent are plutil's spelling where it writes no document; lint and the check of a mapping where nothing is wrong, and a draft, which
  /// holds no content; the difference of two documents in the same order; `encoding`, which only tells of bytes; and annotations
  /// for commands that read one value.
  private static let table: [String: String] = [
    "comment xml":
      """
    print=K info=N query=s extract=s type=s xpath=K diff=N events=K lint=s encoding=s escape=K \
    unescape=K check=s infer=s split=K convert=NN rewrite=NN format=KK minify=KK canonical=KK \
    transcode=KK cdata=KK patch=KK insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "instruction xml":
      """
    print=K info=N query=s extract=s type=s xpath=K diff=N events=K lint=s encoding=s escape=K \
    unescape=K check=s infer=s split=K convert=NN rewrite=NN format=KK minify=KK canonical=KK \
    transcode=KK cdata=KK patch=KK insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "DOCTYPE xml":
      """
    print=N info=N query=s extract=s type=s xpath=s diff=N events=K lint=s encoding=s escape=K \
    unescape=K check=s infer=s split=K convert=NN rewrite=NN format=KK minify=KK canonical=NN \
    transcode=KK cdata=KK patch=KK insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "CDATA xml":
      """
    print=N info=N query=s extract=s type=s xpath=s diff=N events=K lint=s encoding=s escape=K \
    unescape=K check=s infer=s split=K convert=NN rewrite=NN format=KK minify=KK canonical=NN \
    transcode=KK cdata=KK patch=KK insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "default xml":
      """
    print=N info=N query=s extract=s type=s xpath=s diff=N events=N lint=s encoding=s escape=K \
    unescape=K check=s infer=s split=K convert=NN rewrite=NN format=KK minify=KK canonical=NN \
    transcode=KK cdata=KK patch=KK insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "reference xml":
      """
    print=K info=N query=K extract=K type=N xpath=N diff=N events=K lint=N encoding=s escape=K \
    unescape=R check=N infer=R split=K convert=KR rewrite=NR format=KK minify=KK canonical=RR \
    transcode=KK cdata=KK patch=KK insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "order xml":
      """
    print=K info=N query=N extract=N type=N xpath=K diff=s events=K lint=s encoding=s escape=K \
    unescape=K check=N infer=s split=K convert=NR rewrite=NR format=KK minify=KK canonical=KK \
    transcode=KK cdata=KK patch=KK insert-nodes=KK replace-nodes=KK remove-nodes=KK
    """,
    "declaration xml":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=N lint=N encoding=N escape=N \
    unescape=N check=N infer=N split=N convert=NR rewrite=NR format=NR minify=NR canonical=NR \
    transcode=NR cdata=NR patch=NR insert-nodes=NR replace-nodes=NR remove-nodes=NR
    """,
    "comment plist":
      """
    print=N info=N query=s extract=s type=s xpath=K diff=N events=K lint=s -p=s -lint=s \
    -extract=s encoding=s escape=K unescape=K infer=s split=K convert=NN rewrite=NN format=KK \
    minify=KK canonical=NN transcode=KK cdata=KK insert=KK replace=KK remove=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK merge=KK -convert=NN -insert=NN \
    PlistBuddy=K
    """,
    "instruction plist":
      """
    print=N info=N query=s extract=s type=s xpath=K diff=N events=K lint=s -p=s -lint=s \
    -extract=s encoding=s escape=K unescape=K infer=s split=K convert=NN rewrite=NN format=KK \
    minify=KK canonical=NN transcode=KK cdata=KK insert=KK replace=KK remove=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK merge=KK -convert=NN -insert=NN \
    PlistBuddy=K
    """,
    "DOCTYPE plist":
      """
    print=N info=N query=s extract=s type=s xpath=s diff=N events=K lint=N -p=s -lint=s \
    -extract=s encoding=s escape=K unescape=K infer=s split=K convert=NN rewrite=NN format=KK \
    minify=KK canonical=NN transcode=KK cdata=KK insert=KK replace=KK remove=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK merge=KK -convert=NN -insert=NN \
    PlistBuddy=K
    """,
    "CDATA plist":
      """
    print=N info=N query=s extract=s type=s xpath=s diff=N events=K lint=s -p=s -lint=s \
    -extract=s encoding=s escape=K unescape=K infer=s split=K convert=NN rewrite=NN format=KK \
    minify=KK canonical=NN transcode=KK cdata=KK insert=KK replace=KK remove=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK merge=KK -convert=NN -insert=NN \
    PlistBuddy=K
    """,
    "reference plist":
      """
    print=K info=N query=K extract=K type=N xpath=N diff=N events=K lint=N -p=R -lint=R \
    -extract=R encoding=s escape=K unescape=R infer=R split=K convert=KR rewrite=NR format=KK \
    minify=KK canonical=NR transcode=KK cdata=KK insert=KK replace=KK remove=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK merge=KK -convert=RR -insert=RR \
    PlistBuddy=K
    """,
    "control plist":
      """
    print=N info=N query=N extract=K type=N xpath=R diff=N events=R lint=N -p=K -lint=s \
    -extract=K encoding=s escape=R unescape=K infer=R split=R convert=NN rewrite=RR format=KK \
    minify=KK canonical=RR transcode=KK cdata=RR insert=KK replace=KK remove=KK patch=KK \
    insert-nodes=RR replace-nodes=RR remove-nodes=RR merge=KK -convert=NN -insert=KK \
    PlistBuddy=K
    """,
    "duplicate plist":
      """
    print=N info=N query=N extract=N type=N xpath=K diff=N events=K lint=N -p=s -lint=s \
    -extract=s encoding=s escape=K unescape=K infer=s split=K convert=NR rewrite=NR format=KK \
    minify=KK canonical=NR transcode=KK cdata=KK insert=KK replace=KK remove=KK patch=KK \
    insert-nodes=KK replace-nodes=KK remove-nodes=KK merge=KK -convert=NR -insert=NR \
    PlistBuddy=K
    """,
    "declaration plist":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N events=N lint=N -p=N -lint=N \
    -extract=N encoding=N escape=N unescape=N infer=N split=N convert=NR rewrite=NR format=NR \
    minify=NR canonical=NR transcode=NR cdata=NR insert=NR replace=NR remove=NR patch=NR \
    insert-nodes=NR replace-nodes=NR remove-nodes=NR merge=NR -convert=NR -insert=NR \
    PlistBuddy=R
    """,
    "comment strings":
      """
    print=N info=N query=s extract=s type=s xpath=N diff=N lint=s -p=s -lint=s -extract=s \
    encoding=s escape=K unescape=K convert=NN rewrite=NN format=KK minify=KK transcode=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=NN PlistBuddy=K
    """,
    "duplicate strings":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    encoding=s escape=K unescape=K convert=NR rewrite=NR format=KK minify=KK transcode=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=NR PlistBuddy=K
    """,
    "comment pbxproj":
      """
    print=N info=N query=s extract=s type=s xpath=N diff=N lint=s -p=s -lint=s -extract=s \
    encoding=s escape=K unescape=K convert=NN rewrite=NN format=KK minify=KK transcode=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=NN PlistBuddy=K
    """,
    "duplicate pbxproj":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    encoding=s escape=K unescape=K convert=NR rewrite=NR format=KK minify=KK transcode=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=NR PlistBuddy=K
    """,
    "duplicate json":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -extract=s encoding=s \
    escape=K unescape=K convert=NR rewrite=NR format=KK minify=KK canonical=NR transcode=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=NR -insert=NR PlistBuddy=K
    """,
    "comment json5":
      """
    print=N info=N query=s extract=s type=s xpath=N diff=N lint=s encoding=s escape=K unescape=K \
    convert=NN rewrite=NN transcode=KK
    """,
    "byte above ASCII binary1":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=N -lint=N -extract=N \
    encoding=s convert=NR rewrite=NR insert=NR replace=NR remove=NR patch=NR merge=NR \
    -convert=NR -insert=NR PlistBuddy=R
    """,
    "surrogate strings":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=N -lint=N -extract=N encoding=s escape=K \
    unescape=K convert=NR rewrite=NR format=RR minify=RR transcode=KK insert=KK replace=KK remove=KK \
    patch=KK merge=KK -convert=NR PlistBuddy=K
    """,
    "escape strings":
      """
    print=N info=N query=s extract=s type=s xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    encoding=s escape=K unescape=K convert=NN rewrite=NN format=KK minify=KK transcode=KK \
    insert=KK replace=KK remove=KK patch=KK merge=KK -convert=NN PlistBuddy=K
    """,
    "surrogate binary1":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=N -lint=N -extract=N \
    encoding=s convert=NR rewrite=NR insert=NR replace=NR remove=NR patch=NR merge=NR \
    -convert=NR -insert=NR PlistBuddy=R
    """,
    "duplicate binary1":
      """
    print=N info=N query=N extract=N type=N xpath=N diff=N lint=N -p=s -lint=s -extract=s \
    encoding=s convert=NR rewrite=NR insert=NR replace=NR remove=NR patch=NR merge=NR \
    -convert=NR -insert=NR PlistBuddy=R
    """,
  ]
}
