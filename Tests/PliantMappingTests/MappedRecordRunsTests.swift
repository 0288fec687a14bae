// Records read by several threads: the same output, report and failures as with one.

import Foundation
import PliantCore
import PliantMapping
import TestSupport
import Testing

@Suite struct MappedRecordRunsTests {
  /// What reading gave.
  private struct Outcome: Equatable {
    var output = ""
    var said: [String] = []
    var failure: String?
  }

  private func read(
    _ xml: String, _ mapping: CompiledMapping, _ options: MappingReader.Options, _ replay: ReplayOptions,
    _ style: JSONStyle, runSize: Int?
  ) throws -> Outcome {
    try withTextFile(xml) { descriptor in
      var (report, outcome) = (MappingReport(), Outcome())
      var writer = JSONWriter(style: style)
      let window = TextWindow(InputWindow(descriptor: descriptor, chunkSize: 16), kind: .xml)
      do throws(Diagnostic) {
        if let runSize {
          let root = Array(xml.utf8).withByteView { XMLRecordCutter.root(of: $0) }
          try MappingReader.copyRecords(
            of: window, root: root ?? 0, by: mapping, options: options, replay: replay, threads: 3,
            runSize: runSize,
            report: &report, into: &writer)
        } else {
          try MappingReader.stream(window, by: mapping, options: options, report: &report, into: &writer)
        }
      } catch {
        outcome.failure = "\(error.place) \(error.rule) \(error.message)"
      }
      outcome.said = report.unmapped.map { "\($0.position.map(Place.init) ?? .wholeFile) \($0.message)" }
      outcome.said +=
        report.firstText.map { ["\($0.message) \($0.position.map(Place.init) ?? .wholeFile)"] } ?? []
      outcome.said.append(
        """
        \(report.comments) \(report.instructions) \(report.doubledRecords) \
        \(report.forgottenKeys) \(report.textCount) \(report.unlistedCount) \(report.uncheckedReference ?? "")
        """)
      outcome.output = String(decoding: writer.finish().bytes, as: UTF8.self)
      return outcome
    }
  }

  private func compare(
    _ xml: String, _ mapping: CompiledMapping, at place: String, styles: [JSONStyle] = [.lines()],
    adjust: (inout MappingReader.Options) -> Void = { _ in }
  ) throws {
    var options = MappingReader.Options()
    options.records = MappingRecordPlace(place, in: mapping)
    try #require(options.records != nil)
    adjust(&options)
    for style in styles {
      let alone = try read(xml, mapping, options, ReplayOptions(), style, runSize: nil)
      for runSize in [1, 60, 300] {
        let shared = try read(xml, mapping, options, ReplayOptions(), style, runSize: runSize)
        #expect(shared == alone, "runs of \(runSize): \(xml)")
      }
    }
  }

  private static let parts =
    MappingPlainTests.items + [
      "<!-- <i k='no'> -->", "<?p <i> ?>", "<other><i k='no'/><!-- > --></other>",
      "<i k='w'><s><![CDATA[</i><i>]]></s><s a='>'>'\"</s></i>", "<i k=\"x'y>\"/>\r\n", "text é",
      "<i k='z' r='nobody'><u>é</u><u/></i>",
    ]

  /// Documents of one list or several, with all kinds of content in them.
  private static func document(_ generator: inout SeededGenerator, count: Int) -> String {
    var text = "<?xml version='1.0'?>\n<!-- begins --><r xmlns:p='urn:p'>\n<c a='&gt;>'>\n<t>x</t>\n"
    for number in 0..<count {
      let part = parts.randomElement(using: &generator) ?? ""
      text +=
        part.replacing("k='", with: "k='\(number)-") + ["", "\n ", "\r\n"].randomElement(using: &generator)!
      if Int.random(in: 0..<9, using: &generator) == 0 { text += "</c>\n<c xmlns:q='urn:q'>" }
    }
    return text + "</c> </r>\n<!-- ends -->\n"
  }

  @Test func wholeDocumentsReadAlike() throws {
    let mapping = try compiled(MappingPlainTests.mapping)
    var generator = SeededGenerator(seed: 3)
    for count in [0, 1, 3, 12, 40] {
      let text = Self.document(&generator, count: count)
      try compare(text, mapping, at: "c/i", styles: [.lines(), .compact, .pretty])
      try compare(text, mapping, at: "c/i") { $0.keepsUnmapped = true }
    }
  }

  @Test func brokenDocumentsFailAlike() throws {
    let mapping = try compiled(MappingPlainTests.mapping)
    var generator = SeededGenerator(seed: 5)
    let insertions = [
      "<", ">", "</i>", "</c>", "</r>", "<i>", "<i k='1'>", "&", "'", "\"", "<!--", "]]>", "<![CDATA[",
      "<i k='0'", "",
    ]
    for _ in rounds(150) {
      let text = Self.document(&generator, count: 12)
      let insertion = insertions.randomElement(using: &generator) ?? ""
      let place = text.index(text.startIndex, offsetBy: Int.random(in: 60..<text.count, using: &generator))
      try compare(
        String(text[..<place]) + insertion + (insertion.isEmpty ? "" : text[place...]), mapping, at: "c/i")
    }
  }

  @Test(
    "Keys are compared across runs",
    arguments: ["", #""$repeated": "replace", "#, #""$keyScope": "owner", "#])
  func keys(_ settings: String) throws {
    let mapping = try compiled(
      """
      {"mapping": "m", "root": "r", "fields": {"g": "g G list"},
       "records": {"G": {"i": "i I list"}, "I": {\(settings)"k": "@k key", "s": "s S list", "n": "@n integer lenient"},
         "S": {"$keyScope": "owner", "n": "@n key"}}}
      """)
    let records = (0..<9).map { "<i k='\($0)' n='a'><s n='1'/><s n='2'/></i>\n" }
    let groups = [
      "<g>\(records.joined())</g><g>\n<i k='3'/></g>", "<g>\(records.joined())<i k='8'/></g>",
      "<g><i k='1'><s n='1'/></i></g>\n<g>\(records.joined())</g>",
      "<g>\(records.joined())</g><g>\n<i k='x'><s n='2'/><s n='2'/></i></g>", "<g/><g><i k='1'/></g>",
    ]
    for group in groups {
      try compare("<r>\(group)</r>", mapping, at: "g/i")
      try compare("<r>\(group)</r>", mapping, at: "g/i") { $0.rememberedKeys = 3 }
      try compare("<r>\(group)</r>", mapping, at: "g")
    }
  }

  @Test func sortedKeysAreSorted() throws {
    let mapping = try compiled(MappingPlainTests.mapping)
    let items = (0..<20).map { "<i r='a' k='\($0)'><w><x>1</x></w><d>2012-03-01 6:00</d></i>" }
    let text = MappingPlainTests.document(items.joined())
    var options = MappingReader.Options()
    options.records = MappingRecordPlace("c/i", in: mapping)
    var replay = ReplayOptions()
    replay.sortKeys = true
    let small = try read(text, mapping, options, replay, .lines(), runSize: 1)
    #expect(small == (try read(text, mapping, options, replay, .lines(), runSize: 100_000)))
    #expect(small != (try read(text, mapping, options, ReplayOptions(), .lines(), runSize: 1)))
  }

  @Test func whatADoctypeLeavesAsItIsReadsAlike() throws {
    let mapping = try compiled(MappingPlainTests.mapping)
    var generator = SeededGenerator(seed: 7)
    let doctype = """
      <!DOCTYPE r [ <!ELEMENT r ANY> <!-- <r> ]> --> <?p <r> ]> ?>
        <!ATTLIST i k CDATA #REQUIRED r CDATA #IMPLIED><!NOTATION n SYSTEM "]><r>"> ]>
      """
    for insertion in ["", "&no;", "<i k='1' k='2'/>", "</c>", "<i k='0'"] {
      let parts = Self.document(&generator, count: 12).split(separator: "\n", maxSplits: 1)
      let root = try #require(parts[1].range(of: "<c", options: .backwards))
      let text = parts[0] + doctype + parts[1][..<root.lowerBound] + insertion + parts[1][root.lowerBound...]
      #expect(Array(text.utf8).withByteView { XMLRecordCutter.root(of: $0) } != nil)
      try compare(String(text), mapping, at: "c/i")
      try compare(String(text), mapping, at: "c/i") { $0.keepsUnmapped = true }
    }
  }

  @Test("A document that must be read as a whole is not cut") func isNotCut() async throws {
    try await forEachRow(of: [
      "<!DOCTYPE r SYSTEM 'r.dtd'><r/>", "<!DOCTYPE r [<!ENTITY e 'x'>]><r/>",
      "<!DOCTYPE r [<!ENTITY % p ''>]><r/>",
      "<!DOCTYPE r [<!ENTITY % p ''>%p;]><r/>", "<!DOCTYPE r [<!ATTLIST r a CDATA 'x'>]><r/>",
      "<?xml version='1.0'?> <!-- <r> --><!DOCTYPE r [<!ATTLIST x a CDATA #IMPLIED b ID #IMPLIED>]><r/>",
      "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'><html/>", "<!DOCTYPE r [<r/>", "<!-- ",
      "<r", "<r a=1>", "no markup", "",
    ]) { (text: String) in
      #expect(Array(text.utf8).withByteView { XMLRecordCutter.root(of: $0) } == nil)
    }
  }

  @Test(arguments: ["", "<!DOCTYPE r []>", "<?xml version='1.0'?>\n<!-- <r> --> <?p <r> ?><!DOCTYPE r>\n"])
  func theRootIsFound(_ prolog: String) {
    let root = Array((prolog + "<r><i/></r>").utf8).withByteView { XMLRecordCutter.root(of: $0) }
    #expect(root == prolog.utf8.count)
  }
}
