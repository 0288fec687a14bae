// The property that must hold of every document, in every style, by every mapping and through every target: the default way
// back gives the same canonical XML but for white space between elements, or a loss was told.
//
// What is compared is canonical XML, read by CanonicalTree, which knows nothing of our readers; that the canonical form is
// right is for xmllint to say.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

/// One way there and back.
private struct Way {
  let target: String
  let there: [String]
  let back: [String]
  var options = CanonicalTree.Options()

  static func style(_ style: String, _ target: String) -> Way {
    let words = ["--xml-style", style]
    return Way(target: target, there: words, back: words)
  }

  static let styles = [
    style("attributes", "json"), style("jsonml", "json"), style("lossless", "json"),
    style("attributes", "xml1"), style("attributes", "binary1"), style("attributes", "openstep"),
    style("attributes", "jsonl"), style("lossless", "xml1"), style("jsonml", "binary1"),
  ]

  /// By a mapping the names of namespaces are the mapping's.
  static func mapping(_ name: String, _ target: String) -> Way {
    let isUnordered = ["podcast", "atom"].contains(name)
    return Way(
      target: target, there: ["--mapping", name], back: ["--mapping", name],
      options: CanonicalTree.Options(expandsNames: true, sortsSiblings: isUnordered))
  }
}

@Suite struct WayBackTests {
  private func run(_ input: [UInt8], _ words: [String]) throws -> (
    code: ExitCode, output: [UInt8], error: String
  ) {
    let run = try CapturedRun(input: input)
    return (Program.run(words, context: run.context), run.outputBytes, run.errorText)
  }

  private func canonical(_ bytes: [UInt8]) throws -> [UInt8]? {
    let run = try run(bytes, ["format", "--canonical", "-f", "xml", "-"])
    return run.code == .success ? run.output : nil
  }

  /// What is wrong with one way, or nil.
  private func problem(_ way: Way, _ bytes: [UInt8], _ canonical: [UInt8]) throws -> String? {
    let there = try run(bytes, ["convert", way.target, "-f", "xml"] + way.there + ["-o", "-", "-"])
    guard there.code == .success else { return nil }
    var options = way.options
    let told = options.takeOutAnnotations(there.error).filter { !$0.contains("[mapping/chosen]") }
    if !told.isEmpty { return nil }
    let back = try run(
      there.output, ["convert", "xml", "-f", way.target] + way.back + ["-o", "-", "-"])
    guard back.code == .success else { return "no way back: \(back.error)" }
    guard let again = try self.canonical(back.output) else { return "what came back cannot be read" }
    let content = CanonicalTree.content(of: canonical, options)
    let found = CanonicalTree.content(of: again, options)
    if found == content { return nil }
    let common = zip(found, content).prefix { $0 == $1 }.count
    let excerpts = [content, found].map {
      String(decoding: $0[max(0, common - 40)..<min($0.count, common + 60)], as: UTF8.self)
    }
    return "\(excerpts[0]) came back as \(excerpts[1])"
  }

  /// The name of the mapping that a document chooses by itself, or nil.
  private func mapping(of bytes: [UInt8]) throws -> String? {
    let notes = try run(bytes, ["convert", "json", "-f", "xml", "-o", "-", "-"]).error
    return notes.firstMatch(of: /read by the mapping ([\w-]+)/).map { String($0.1) }
  }

  private func check(_ bytes: [UInt8], _ ways: [Way], _ name: String) throws -> Int {
    guard let form = try canonical(bytes) else { return 0 }
    for way in ways {
      if let problem = try problem(way, bytes, form) {
        Issue.record("\(name) \(way.target) \(way.back): \(problem)")
      }
    }
    return 1
  }

  /// Every corpus; each document in one style and target after the other, PLIANT_WAYS for all of them in all.
  @Test(.corpus("xmlconf"), arguments: ["xmlconf", "feeds", "realworld", "libxml2-xml"])
  func everyDocumentOfTheCorporaComesBack(corpus name: String) throws {
    let isWhole = ProcessInfo.processInfo.environment["PLIANT_WAYS"] != nil
    var compared = 0
    for (number, entry) in corpusEntries(name).enumerated()
    where entry.format == "xml" || name == "feeds" || name == "xmlconf" {
      let bytes = entry.bytes
      guard runsAllTests || number % 24 == 0 else { continue }
      guard isWhole || bytes.count < 32_768 && (number % 3 == 0 || bytes.count < 512) else { continue }
      var ways = isWhole ? Way.styles : [Way.styles[0], Way.styles[number / 3 % Way.styles.count]]
      if let mapping = try mapping(of: bytes) { ways.append(.mapping(mapping, "json")) }
      compared += try check(bytes, ways, entry.path)
    }
    #expect(compared > (runsAllTests ? 20 : 1), "\(name)")
  }

  /// Documents of our own, each in every way.
  @Test func whatIsEasilyLostComesBack() throws {
    let documents = [
      "<a/>", "<a></a>", "<a> </a>", "<a>\n</a>", "<a><b/></a>", "<a>\n <b/>\n</a>", "<a><b> </b><b/></a>",
      "<a><b>1</b><c>2</c><b>3</b></a>", "<a>x<b/>y</a>", "<a> <b/>y</a>",
      "<a xml:space='preserve'> <b/></a>",
      "<a xml:space='preserve'><b>\n</b><c/></a>", "<a x=' y ' z='&#10;&#9;'/>", "<a>&#13;x&#13;\n</a>",
      "<a>&#x20;</a>", "<a><![CDATA[ ]]></a>", "<a>x<!-- c -->y</a>", "<?p q?><a><?r s?></a>",
      "<a xmlns='u'><b xmlns=''><c/></b></a>", "<p:a xmlns:p='u'><p:b xmlns:p='v'/></p:a>",
      "<a xmlns:p='u'><b p:x='1' x='2'/></a>", "<!DOCTYPE a [<!ATTLIST b c CDATA 'd'>]><a><b/></a>",
      "<!DOCTYPE a [<!ENTITY e ' x '>]><a><b>&e;</b></a>",
      "<!DOCTYPE a [\r\n<!ENTITY e 'x\r\ny'>\r\n]><a>&e;</a>", "<a><true>true</true><n>007</n></a>",
      "<a>🙂</a>", "<a>\u{85}\u{2028}</a>", "<a><_text>x</_text></a>",
    ]
    for document in documents { _ = try check(Array(document.utf8), Way.styles, document) }
  }

  /// A table that is read and written again is the same to the byte, whatever became cells; its cells are the text of the
  /// values, unless a loss was told.
  @Test func tablesComeBack() throws {
    var random = SeededGenerator(seed: 29)
    let values: [Any] = [
      "", "x", " x ", "a,b", "a;b", "\"", "1\r\n2", "\n", "\t", "\\t", "=1", "1", "ä😀", "sep=;",
      "\u{85}",
      NSNull(), 7, -0.5, true, ["n": 1], ["l", "m"],
    ]
    var silent = 0
    for number in 0..<600 {
      // A null alone in its row is an empty string, since an empty line is no row.
      let keys = (0..<2 + random.below(3)).map { "\(random.pick(["k", "k,", "\"", " ", "ü\n"]))\($0)" }
      let rows = (0..<1 + random.below(4)).map { _ in
        Dictionary(uniqueKeysWithValues: keys.map { ($0, random.pick(values)) })
      }
      let json = Array(try JSONSerialization.data(withJSONObject: rows))
      let format = number % 2 == 0 ? "csv" : "tsv"
      let table = try run(json, ["convert", format, "-f", "json", "-o", "-", "-"])
      #expect(table.code == .success, "\(table.error)")
      let back = try run(table.output, ["convert", "json", "-q", "-f", format, "-o", "-", "-"])
      let again = try run(back.output, ["convert", format, "-q", "-f", "json", "-o", "-", "-"])
      #expect(
        again.output == table.output, "\(number) \(format): \(String(decoding: table.output, as: UTF8.self))")
      guard table.error.isEmpty else { continue }
      silent += 1
      let found = try JSONSerialization.jsonObject(with: Data(back.output)) as? [[String: Any]] ?? []
      #expect(found.map(texts) == rows.map(texts), "\(number) \(format): \(back.output)")
    }
    #expect(silent > 100)
  }

  /// The values of a row as cells have them.
  private func texts(_ row: [String: Any]) -> [String: String?] {
    row.mapValues { value in
      if value is NSNull { return nil }
      guard let number = value as? NSNumber else { return value as? String }
      return String(cString: number.objCType) == "c" ? (number.boolValue ? "true" : "false") : "\(number)"
    }
  }

  /// Of the built-in mappings, each with what it does not take as it is.
  @Test func whatAMappingChangesIsTold() throws {
    let users = "<users><user id='1'><name>a</name></user></users>"
    let documents: [(String, String)] = [
      ("users", users),
      (
        "podcast",
        "<rss version='2.0'><channel><item><guid>1</guid><title>t</title></item><title>c</title></channel></rss>"
      ),
      ("podcast", "<rss version='2.0'><channel><title> c </title></channel></rss>"),
      ("podcast", "<rss version='2.0'><channel><title>c</title><pubDate/></channel></rss>"),
      ("podcast", "<rss version='2.0'><channel><title>c</title><image/></channel></rss>"),
      ("podcast", "<rss version='2.0'><channel><title>c</title><ttl>060</ttl></channel></rss>"),
      ("podcast", "<rss version='2.0'><channel><title>c</title>\n<skipHours>\n</skipHours></channel></rss>"),
      ("opml", "<opml version='1.0'><body><outline text='a'/></body><head/></opml>"),
      (
        "gpx",
        "<gpx version='1.1' creator='c' xmlns='http://www.topografix.com/GPX/1/1'><trk/><wpt lat='1' lon='2'/></gpx>"
      ),
    ]
    for (name, document) in documents {
      #expect(try check(Array(document.utf8), [.mapping(name, "json")], document) == 1)
    }
  }

  /// What says whether a document came back is itself compared with another program.
  @Test(.corpus("libxml2-xml")) func canonicalFormIsThatOfXmllint() throws {
    guard let xmllint = find("xmllint") else { try Test.cancel("xmllint is not installed") }
    var compared = 0
    for entry in corpusEntries("libxml2-xml") where entry.format == "xml" && entry.expect == "accept" {
      guard let form = try canonical(entry.bytes), compared < 60 else { continue }
      let expected = output(xmllint, ["--nonet", "--c14n", entry.url.path]) ?? ""
      // xmllint loads no external DTD, and neither do we; what it prints has the comments.
      let other = CanonicalTree.content(of: expected.utf8)
      if other.isEmpty { continue }
      compared += 1
      #expect(CanonicalTree.content(of: form) == other, "\(entry.path)")
    }
    #expect(compared > 20)
  }
}
