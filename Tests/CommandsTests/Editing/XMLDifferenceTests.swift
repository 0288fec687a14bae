// diff of application XML: in document order, by expanded names, text exactly; and a patch that leads to the other
// document, as a canonicaliser of somebody else's sees it.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct XMLDifferenceTests {
  /// Runs `diff` on two documents.
  private func diff(_ first: String, _ second: String, _ options: [String] = []) throws -> (
    code: Int32, output: String, errors: String
  ) {
    try withTemporaryFolder { folder in
      try write(["a.xml": first, "b.xml": second], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(["diff"] + options + ["a.xml", "b.xml"], context: run.context)
      return (code.rawValue, run.outputText, run.errorText)
    }
  }

  @Test func sameMeaningIsNoDifference() throws {
    let rows = [
      ("<a><b/></a>", "<?xml version='1.0'?>\n<a>\n  <b></b>\n</a>\n"),
      ("<x:a xmlns:x='u' x:k='1'><x:b/></x:a>", "<a xmlns='u' xmlns:q='u' q:k=\"1\"><b/></a>"),
      ("<r><x:a xmlns:x='u'/></r>", "<r xmlns:y='u'><y:a/></r>"),
      ("<a y='2' x='1'/>", "<a x=\"&#49;\" y='2'></a>"),
      ("<a>x<![CDATA[<y>]]></a>", "<a>x&lt;y&gt;</a>"),
      ("<a>x<!--k-->y<b/></a>", "<a>xy<b/></a>"),
      ("<!--k--><a><b/></a>", "<a><!--l--><b/><!--m--></a><!--n-->"),
      ("<?p q?><a/>", "<?p q?>\n<!--k-->\n<a/>"),
      ("<!DOCTYPE a [<!ENTITY e 'v'>]><a>&e;</a>", "<a>v</a>"),
      ("<!DOCTYPE a [<!ATTLIST a x CDATA 'd'>]><a/>", "<a x='d'/>"),
    ]
    for (first, second) in rows {
      for options in [[], ["--json"], ["--xml-style", "jsonml"], ["--xml-style", "attributes"]] {
        let result = try diff(first, second, options)
        #expect(result.code == 0, "\(first) \(second) \(options) \(result.output)")
        #expect(result.output == (options == ["--json"] ? "[]\n" : ""), "\(first) \(second) \(options)")
      }
    }
    #expect(try diff("<a><b/></a>", "<a><!--k--><b/></a>").errors.contains("note: 1 comment"))
  }

  @Test func whatACanonicaliserSeesIsADifference() throws {
    let rows = [
      ("<m><i/><s/><i/></m>", "<m><s/><i/><i/></m>", "- m.i[1]: [\"i\"]\n+ m.i[1]: [\"i\"]\n"),
      ("<a><v> x </v></a>", "<a><v>x</v></a>", nil),
      ("<v>  </v>", "<v/>", nil),
      ("<a xml:space='preserve'> <b/></a>", "<a xml:space='preserve'><b/></a>", nil),
      ("<p>a <b/> c</p>", "<p>a<b/> c</p>", nil),
      ("<a xmlns='u'/>", "<a xmlns='v'/>", nil), ("<a xmlns='u'/>", "<a/>", nil),
      ("<x:a xmlns:x='u' xmlns:y='v' y:k='1'/>", "<x:a xmlns:x='u' xmlns:y='v' x:k='1'/>", nil),
      // The text may mean the prefix.
      ("<a xmlns:x='u'>x:t</a>", "<a xmlns:x='v'>x:t</a>", nil),
      ("<a><?p q?></a>", "<a><?p r?></a>", nil), ("<?p q?><a/>", "<a/>", nil),
      ("<a><b>1</b><c/></a>", "<a><b>2</b><c/></a>", "- a.b: \"1\"\n+ a.b: \"2\"\n"),
      ("<a><b>1</b></a>", "<a><b>1</b><b>2</b></a>", "+ a.b.1: \"2\"\n"),
      // Elements of one name are numbered, and text beside them.
      (
        "<p><g><i k='1'/></g><x/><g/></p>", "<p><g><i k='2'/>t</g><x/><g/><x/></p>",
        "- p.g[1].i.@*: {\"k\":\"1\"}\n+ p.g[1].i.@*: {\"k\":\"2\"}\n+ p.g[1].text(): \"t\"\n+ p.x[2]: [\"x\"]\n"
      ),
      // A prefix that differs is not part of the difference, nor is a comment or layout.
      (
        "<x:a xmlns:x='u'><x:b>1</x:b></x:a>", "<a xmlns='u'><b>2</b></a>",
        "- x:a.x:b.text(): \"1\"\n+ a.b.text(): \"2\"\n"
      ),
      (
        "<a>\n  <!--k-->\n  <i/><s/><i/></a>", "<a><s/>\n  <i/><i/></a>",
        "- a.i[1]: [\"i\"]\n+ a.i[1]: [\"i\"]\n"
      ),
      (
        "<!DOCTYPE a SYSTEM 'x'><a>&e;</a>", "<!DOCTYPE a SYSTEM 'x'><a>&amp;e;</a>",
        "- children.1.children.0: {\"reference\":\"e\"}\n+ children.1.children.0: \"&e;\"\n"
      ),
    ]
    for (first, second, expected) in rows {
      let result = try diff(first, second)
      #expect(result.code == 1, "\(first) \(second) \(result.errors)")
      if let expected { #expect(result.output == expected, "\(first) \(second)") }
      #expect(result.output != "", "\(first) \(second)")
      #expect(try diff(second, first).code == 1, "\(second) \(first)")
    }
  }

  @Test func orderIsIgnoredWhereThatWasAskedFor() throws {
    let rows: [(String, String, Int32, String?)] = [
      ("<m><i/><s/><i/></m>", "<m><s/><i/><i/></m>", 0, ""),
      ("<m><g><a/><b/></g><g><c/></g></m>", "<m><g><c/></g>\n<g><b/><a/></g></m>", 0, ""),
      ("<m><i/><s/></m>", "<m><s/><i/><i/></m>", 1, nil),
      ("<m><i x='1'/><s>2</s></m>", "<m><s>3</s><i x='1'/></m>", 1, "- m.s: \"2\"\n+ m.s: \"3\"\n"),
      ("<p>a<b/>c</p>", "<p>c<b/>d</p>", 1, nil),
      ("<p>a<b/>c<d x='1'/></p>", "<p y='2'>c<d x='2'/>a<b/></p>", 1, nil),
    ]
    for (first, second, code, expected) in rows {
      let result = try diff(first, second, ["--unordered"])
      #expect(result.code == code, "\(first) \(second) \(result.errors)")
      if let expected { #expect(result.output == expected, "\(first) \(second)") }
      try withTemporaryFolder { folder in
        let patch = try diff(first, second, ["--unordered", "--json"]).output
        try write(["a.xml": first, "b.xml": second, "p.json": patch], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(run.run("patch", "a.xml", "p.json") == .success, "\(patch) \(run.errorText)")
        #expect(run.run("diff", "--unordered", "a.xml", "b.xml") == .success, "\(patch) \(first) \(second)")
      }
    }
    let json = try CapturedRun(input: Array("{}".utf8))
    #expect(json.run("diff", "--unordered", "-", "/dev/null") == .success)
  }

  @Test func patchesTestWhatTheyTakeAway() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.xml": "<m><i/><s/><i/></m>", "b.xml": "<m><s/><i/><i/></m>", "c.xml": "<m><k/><s/><i/></m>",
          "d.xml": "<m>t<s/><i/></m>",
        ], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("diff", "--json", "-o", "p.json", "a.xml", "b.xml") == .failure)
      for name in ["c.xml", "d.xml"] {
        let before = read(name, in: folder)
        #expect(run.run("patch", name, "p.json") == .failure, "\(name)")
        #expect(read(name, in: folder) == before, "\(name)")
      }
      #expect(run.errorText.contains("operation 1, test: "), "\(run.errorText)")
      #expect(run.run("patch", "a.xml", "p.json") == .success)
      #expect(read("a.xml", in: folder) == read("b.xml", in: folder))
    }
  }

  // MARK: Property

  /// Documents and others made of them by chance: xmllint sees the same in the patched document as in the other.
  @Test func patchesLeadToWhatACanonicaliserSees() throws {
    guard let xmllint = find("xmllint") else { try Test.cancel("xmllint is not installed") }
    let rounds = ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 60
    for seed in 0..<UInt64(rounds) {
      var random = XMLSample(seed: seed)
      let first = random.document()
      try check(first, random.isOther ? random.document() : random.mutated(), xmllint, "seed \(seed)")
    }
  }

  /// The same with real documents of which one part changed.
  @Test(.corpus("realworld"), .corpus("feeds")) func patchesOfRealDocumentsLead() throws {
    guard let xmllint = find("xmllint") else { try Test.cancel("xmllint is not installed") }
    let rounds = ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 60
    let files = (corpusEntries("realworld") + corpusEntries("feeds")).filter { entry in
      ["xml", "svg", "kml", "gpx", "xib", "storyboard"].contains(entry.url.pathExtension)
    }
    var random = SeededGenerator(seed: 29)
    var count = 0
    while count < rounds {
      count += 1
      guard let entry = files.randomElement(using: &random),
        let text = try? String(contentsOf: entry.url, encoding: .utf8), text.utf8.count < 40_000,
        let changed = Self.changed(Array(text.utf8), &random)
      else { continue }
      try check(text, changed, xmllint, entry.path)
    }
  }

  private func check(_ first: String, _ second: String, _ xmllint: String, _ name: String) throws {
    try withTemporaryFolder { folder in
      try write(["a.xml": first, "b.xml": second], in: folder)
      let run = try CapturedRun(in: folder)
      let code = run.run("diff", "-q", "--json", "-o", "p.json", "a.xml", "b.xml")
      guard code != .trouble else { return }
      #expect(
        run.run("patch", "-q", "-o", "c.xml", "a.xml", "p.json") == .success,
        "\(name) \(run.errorText)\n\(first)\n\(second)\n\(read("p.json", in: folder) ?? "")")
      func canonical(_ name: String) throws -> String {
        let file = folder.appendingPathComponent(name).path
        let text = try TestSupport.run(xmllint, ["--nonet", "--c14n", file], in: folder).output
        // Layout between elements and comments do not count.
        let plain = String(decoding: text, as: UTF8.self).replacingOccurrences(
          of: "<!--[^>]*-->\\s*", with: "", options: .regularExpression)
        return plain.replacingOccurrences(of: ">\\s+<", with: "><", options: .regularExpression)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      let (found, wanted) = (try canonical("c.xml"), try canonical("b.xml"))
      #expect(found == wanted, "\(name)\n\(first)\n\(second)\n\(read("p.json", in: folder) ?? "")")
      if code == .success { #expect(try canonical("a.xml") == wanted, "\(name)\n\(first)\n\(second)") }
    }
  }

  /// A document in which two neighbours changed places, a text or a node came, or one went.
  private static func changed(_ text: [UInt8], _ random: inout SeededGenerator) -> String? {
    // Where elements begin that have two neighbours behind them.
    let starts = text.withByteView { view -> [[Int]] in
      guard let tree = try? XMLTree.read(view) else { return [] }
      func next(_ node: XMLNodeID) -> XMLNodeID? {
        var at = tree.nextSibling(of: node)
        while let node = at, tree.kind(of: node) != .element { at = tree.nextSibling(of: node) }
        return at
      }
      return (0..<XMLNodeID(tree.count)).compactMap { node in
        guard tree.kind(of: node) == .element, let second = next(node), let third = next(second) else {
          return nil
        }
        let places = [node, second, third].map { tree.sourceOffset(of: $0) }
        return places[0] < places[1] && places[1] < places[2] ? places : nil
      }
    }
    guard let place = starts.randomElement(using: &random) else { return nil }
    let parts = [text[..<place[0]], text[place[0]..<place[1]], text[place[1]..<place[2]], text[place[2]...]]
    let changed: [ArraySlice<UInt8>] =
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: [parts[0], parts[2], parts[1], parts[3]]
      case 2: [parts[0], parts[1], Array("new &amp; text".utf8)[...], parts[2], parts[3]]
      case 3: [parts[0], parts[1], Array("<new a='1'>t</new>".utf8)[...], parts[2], parts[3]]
      default: [parts[0], parts[1], parts[3]]
      }
    return String(decoding: changed.joined(), as: UTF8.self)
  }
}
