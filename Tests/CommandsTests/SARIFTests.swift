// The SARIF report against what the schema of SARIF 2.1.0 asks of the objects that pliant writes.

import Commands
import Foundation
import PliantLint
import TestSupport
import Testing

@Suite struct SARIFTests {
  /// The kind of a property's value.
  indirect enum Kind: Sendable {
    case string
    case oneOf([String])
    case integer(least: Int)
    case uri
    case array(Kind, isUnique: Bool)
    case object(String)
    case strings
    case boolean
    case counts
  }

  /// The objects that are written: their properties and which are required.
  static let objects: [String: (properties: [String: Kind], required: [String])] = [
    "log": (
      ["$schema": .uri, "version": .oneOf(["2.1.0"]), "runs": .array(.object("run"), isUnique: false)],
      ["version", "runs"]
    ),
    "run": (
      [
        "tool": .object("tool"), "results": .array(.object("result"), isUnique: false),
        "columnKind": .oneOf(["utf16CodeUnits", "unicodeCodePoints"]),
        "newlineSequences": .array(.string, isUnique: true),
        "invocations": .array(.object("invocation"), isUnique: false), "properties": .object("runBag"),
      ], ["tool", "results"]
    ),
    "invocation": (["executionSuccessful": .boolean], ["executionSuccessful"]),
    "runBag": (["coverage": .object("coverage")], ["coverage"]),
    "coverage": (
      [
        "checked": .integer(least: 0), "byEncodingOnly": .integer(least: 0), "skipped": .counts,
        "unreadable": .integer(least: 0), "findings": .integer(least: 0),
      ], ["checked", "byEncodingOnly", "skipped", "unreadable", "findings"]
    ),
    "tool": (["driver": .object("component")], ["driver"]),
    "component": (
      [
        "name": .string, "semanticVersion": .string, "version": .string, "informationUri": .uri,
        "rules": .array(.object("descriptor"), isUnique: true),
      ], ["name", "rules"]
    ),
    "descriptor": (
      [
        "id": .string, "name": .string, "shortDescription": .object("text"),
        "fullDescription": .object("text"),
        "help": .object("text"), "helpUri": .uri, "defaultConfiguration": .object("configuration"),
        "properties": .object("bag"),
      ], ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"]
    ),
    "text": (["text": .string, "markdown": .string], ["text"]),
    "configuration": (["level": .oneOf(["none", "note", "warning", "error"])], ["level"]),
    "bag": (["tags": .array(.string, isUnique: true)], []),
    "result": (
      [
        "ruleId": .string, "ruleIndex": .integer(least: 0),
        "level": .oneOf(["none", "note", "warning", "error"]),
        "message": .object("text"), "locations": .array(.object("location"), isUnique: false),
        "partialFingerprints": .strings, "fixes": .array(.object("fix"), isUnique: true),
      ], ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"]
    ),
    "fix": (
      ["description": .object("text"), "artifactChanges": .array(.object("change"), isUnique: true)],
      ["artifactChanges"]
    ),
    "change": (
      [
        "artifactLocation": .object("artifact"),
        "replacements": .array(.object("replacement"), isUnique: false),
      ],
      ["artifactLocation", "replacements"]
    ),
    "replacement": (
      ["deletedRegion": .object("region"), "insertedContent": .object("content")], ["deletedRegion"]
    ),
    "content": (["binary": .string, "text": .string], []),
    "location": (["physicalLocation": .object("physical")], ["physicalLocation"]),
    "physical": (
      ["artifactLocation": .object("artifact"), "region": .object("region")], ["artifactLocation"]
    ),
    "artifact": (["uri": .uri, "uriBaseId": .string], ["uri"]),
    "region": (
      [
        "startLine": .integer(least: 1), "startColumn": .integer(least: 1), "byteOffset": .integer(least: 0),
        "byteLength": .integer(least: 0),
      ], []
    ),
  ]

  /// What is wrong with a value, with the way to it.
  static func faults(_ value: Any, _ kind: Kind, _ path: String) -> [String] {
    switch kind {
    case .string: return value is String ? [] : ["\(path) is not a string"]
    case .oneOf(let words): return words.contains(value as? String ?? "") ? [] : ["\(path) is \(value)"]
    case .integer(let least):
      return (value as? Int).map { $0 >= least } == true ? [] : ["\(path) is \(value)"]
    case .boolean: return value is Bool ? [] : ["\(path) is \(value)"]
    case .counts: return value is [String: Int] ? [] : ["\(path) is \(value)"]
    case .uri:
      let text = value as? String ?? ""
      let isReference =
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C && $0 != 0x22 }
      // A colon in the first segment would make a scheme of what is before it.
      let isAmbiguous = text.prefix { $0 != "/" }.contains(":") && !text.contains("://")
      return isReference && !isAmbiguous && URL(string: text) != nil ? [] : ["\(path) is the URI \(text)"]
    case .strings:
      guard let object = value as? [String: String], !object.isEmpty else { return ["\(path) is \(value)"] }
      return object.values.contains("") ? ["\(path) has an empty string"] : []
    case .array(let element, let isUnique):
      guard let array = value as? [Any] else { return ["\(path) is no array"] }
      let found = array.enumerated().flatMap { faults($1, element, "\(path)[\($0)]") }
      return found
        + (isUnique && NSSet(array: array).count != array.count ? ["\(path) has elements twice"] : [])
    case .object(let name):
      guard let object = value as? [String: Any], let shape = objects[name] else {
        return ["\(path) is no object"]
      }
      // A region says where it is.
      if name == "region", object["startLine"] == nil, object["byteOffset"] == nil {
        return ["\(path) has neither a line nor an offset"]
      }
      var found = shape.required.filter { object[$0] == nil }.map { "\(path) lacks \($0)" }
      for (key, value) in object {
        guard let kind = shape.properties[key] else {
          found.append("\(path) has \(key)")
          continue
        }
        found += faults(value, kind, "\(path).\(key)")
      }
      return found
    }
  }

  @Test func keepsToTheSchema() throws {
    try withTemporaryFolder { folder in
      // Names that a URI cannot hold as they are, findings with lines and with offsets, and texts to escape.
      try write(
        [
          "a b%20ü#?.plist": "<plist><date>\"\\\u{1}</date><foo/></plist>", "x:y.json": "{\"a\": 1,}",
          "warn.xml": "<?xml version=\"1.0\" encoding=\"utf8\"?>\n<a/>\n",
        ], in: folder)
      try Data("bplist00".utf8).write(to: folder.appendingPathComponent("broken.plist"))
      let absolute = folder.appendingPathComponent("warn.xml").path
      for words in [[], ["--select", "xml", "."], ["./warn.xml", absolute], ["--select", "binary", "."]] {
        let run = try CapturedRun(input: nil, in: folder)
        _ = Program.run(["lint", "--format", "sarif"] + words, context: run.context)
        let log = try JSONSerialization.jsonObject(with: Data(run.outputText.utf8))
        #expect(Self.faults(log, .object("log"), "log") == [], "\(words)")
      }
    }
  }

  @Test func resultsPointAtTheirRules() throws {
    try withTemporaryFolder { folder in
      try write(["a.plist": "<plist>\n<date>x</date><foo/></plist>", "b.json": "[1,]"], in: folder)
      let run = try CapturedRun(input: nil, in: folder)
      _ = Program.run(["lint", "--format", "sarif"], context: run.context)
      let log = try #require(
        try JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [String: Any])
      let first = try #require((log["runs"] as? [[String: Any]])?.first)
      let driver = try #require((first["tool"] as? [String: Any])?["driver"] as? [String: Any])
      let rules = try #require(driver["rules"] as? [[String: Any]])
      #expect(rules.compactMap { $0["id"] as? String } == LintRule.all.map(\.id.description))
      let results = try #require(first["results"] as? [[String: Any]])
      #expect(results.count == 3)
      var prints: Set<String> = []
      for result in results {
        let index = try #require(result["ruleIndex"] as? Int)
        #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
        let print = try #require((result["partialFingerprints"] as? [String: String])?.first)
        #expect(prints.insert(print.value).inserted)
      }
    }
  }
}
