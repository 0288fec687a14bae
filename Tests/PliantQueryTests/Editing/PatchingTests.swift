// JSON Patch and merge patches: the published tests, own cases by rule, and texts that stay as they are.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

private func json(_ value: Any) throws -> Document {
  let data = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
  return try ValueText.json(String(decoding: data, as: UTF8.self))
}

private func areEqual(_ left: Document, _ right: Document) -> Bool {
  DocumentDifference(from: left, to: right, comparesNumbersByValue: true).isEmpty
}

/// The text of a document with a patch applied, or the failure's sentence.
private func patched(
  _ text: String, _ patch: String, format: Format, isMerge: Bool = false, decodes: TagFamily? = nil
) throws -> String {
  var values = ReplayOptions()
  values.decodesTags = decodes
  let document = try ValueText.json(patch)
  let patch: DocumentPatch =
    isMerge
    ? .merge(try MergePatch(document, values: values)) : .operations(try JSONPatch(document, values: values))
  let options = Route(from: format, to: format)
  return try Array(text.utf8).withByteView { view in
    var losses = LossReport(policy: .note)
    let result = try DocumentPatching.apply(patch, to: view, options, losses: &losses)
    return String(decoding: result.bytes.bytes, as: UTF8.self) + (result.isRewritten ? "(anew)" : "")
  }
}

@Suite struct PatchingTests {
  @Test(.corpus("json-patch-pointer"), arguments: ["tests.json", "spec_tests.json"]) func publishedPatches(
    file: String
  ) throws {
    guard let folder = corpus("json-patch-pointer") else { return }
    let data = try Data(contentsOf: folder.appendingPathComponent(file))
    let cases = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    for test in cases where test["disabled"] as? Bool != true {
      guard let patch = test["patch"] else { continue }
      let comment = "\(test["comment"] ?? "") \(patch)"
      let document = try json(test["doc"] as Any)
      do {
        let result = try DocumentPatch.operations(try JSONPatch(try json(patch))).applied(to: document)
        let shown = try result.log()
        #expect(test["error"] == nil, "\(comment) gave \(shown)")
        if let expected = try test["expected"].map(json) {
          #expect(areEqual(result, expected), "\(comment) gave \(shown)")
        }
      } catch let error as Failure {
        #expect(test["error"] != nil, "\(comment): \(error.message)")
      }
    }
  }

  @Test(.corpus("json-patch-pointer")) func publishedPointers() throws {
    guard let folder = corpus("json-patch-pointer") else { return }
    let data = try Data(contentsOf: folder.appendingPathComponent("rfc6901.json"))
    let suite = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let document = try json(suite["document"] as Any)
    for test in try #require(suite["tests"] as? [[String: Any]]) where test["form"] as? String == "string" {
      let path = try #require(KeyPath(pointer: test["pointer"] as? String ?? "?"))
      let index = try #require(document.index(at: path), "\(test)")
      let (found, expected) = (try document.copy(of: index), try json(test["result"] as Any))
      #expect(areEqual(found, expected), "\(test)")
      #expect(path.pointer == test["pointer"] as? String)
    }
  }

  @Test(.corpus("json-patch-pointer")) func publishedMergePatches() throws {
    guard let folder = corpus("json-patch-pointer") else { return }
    let data = try Data(contentsOf: folder.appendingPathComponent("rfc7396.json"))
    for test in try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]]) {
      let patch = DocumentPatch.merge(try MergePatch(try json(test["patch"] as Any)))
      let result = try patch.applied(to: try json(test["original"] as Any))
      let (expected, shown) = (try json(test["result"] as Any), try result.log())
      #expect(areEqual(result, expected), "\(test) gave \(shown)")
    }
  }

  @Test func failures() async throws {
    try await forEachRow(of: [
      (#"{"a":1}"#, #"[{"op":"remove","path":"/b"}]"#, "operation 1, remove: no value at /b"),
      (
        #"{"a":1}"#, #"[{"op":"test","path":"/a","value":1.0},{"op":"test","path":"/a","value":"1"}]"#,
        "operation 2, test: the value at /a is different"
      ),
      (#"{"a":[1]}"#, #"[{"op":"add","path":"/a/01","value":1}]"#, "expected an array index"),
      (#"{"a":[1]}"#, #"[{"op":"add","path":"/a/2","value":1}]"#, "past the end"),
      (#"{"a":[1]}"#, #"[{"op":"replace","path":"/a/-","value":1}]"#, "no value at /a/-"),
      (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, "into itself"),
      (#"{"a":1}"#, #"[{"op":"add","path":"/a/b","value":1}]"#, "neither a dictionary nor an array"),
      (#"{"a":1}"#, #"[{"op":"remove","path":""}]"#, "cannot be removed"),
      (#"{"a":1}"#, #"[{"op":"ad","path":"/b"}]"#, "unknown operation 'ad'"),
      (#"{"a":1}"#, #"[{"op":"add","path":"/b"}]"#, "missing 'value'"),
      (#"{"a":1}"#, #"[{"op":"copy","path":"/b"}]"#, "missing string 'from'"),
      (#"{"a":1}"#, #"[{"op":"remove","path":"a"}]"#, "invalid JSON Pointer 'a'"),
      (#"{"a":1}"#, #"{"op":"remove","path":"/a"}"#, "an array of operations"),
      (#"{"a":1}"#, "[1]", "operation 1: an operation is an object"),
    ]) { (text: String, patch: String, sentence: String) in
      do {
        let result = try patched(text, patch, format: .json)
        Issue.record("gave \(result)")
      } catch let failure as Failure {
        #expect(failure.message.contains(sentence), "\(failure.message)")
      } catch let diagnostic as Diagnostic {
        #expect(diagnostic.message.contains(sentence), "\(diagnostic.message)")
      }
    }
  }

  @Test func textsStay() async throws {
    try await forEachRow(of: [
      (
        Format.json, "{\n  \"a\": [1, 2],\n  \"b\" : 1.50\n}\n",
        #"[{"op":"add","path":"/a/-","value":3},{"op":"move","from":"/a/0","path":"/c"}]"#,
        "{\n  \"a\": [2, 3],\n  \"b\" : 1.50,\n  \"c\" : 1\n}\n"
      ),
      (.json, "[ 1 ]", "[]", "[ 1 ]"),
      (
        .json, "{\"a\":{\"b\":[]}}",
        #"[{"op":"copy","from":"/a","path":"/a/b/0"},{"op":"replace","path":"/a/b/0/b","value":0}]"#,
        "{\"a\":{\"b\":[{\"b\":0}]}}"
      ),
      (
        .openstep, "// !$*UTF8*$!\n{\n\ta = 1; /* one */\n\tb = (x, y);\n}\n",
        #"[{"op":"replace","path":"/a","value":"2"},{"op":"remove","path":"/b/0"}]"#,
        "// !$*UTF8*$!\n{\n\ta = 2; /* one */\n\tb = (y);\n}\n"
      ),
      (
        .strings, "/* c */\n\"a\" = \"x\";\n", #"[{"op":"add","path":"/b","value":"y"}]"#,
        "/* c */\n\"a\" = \"x\";\n\"b\" = \"y\";\n"
      ),
      (.jsonl, "1\n2\n", #"[{"op":"add","path":"/1","value":{"a":1}}]"#, "1\n{\"a\":1}\n2\n"),
    ]) { (format: Format, text: String, patch: String, result: String) throws in
      #expect(try patched(text, patch, format: format) == result)
    }
  }

  @Test func typesAreKept() throws {
    let text = "<plist><dict>\n<!-- d -->\n<key>d</key> <date>2001-01-01T00:00:00Z</date>\n</dict></plist>"
    let patch = #"""
      [{"op":"test","path":"/d","value":{"$date":"2001-01-01T00:00:00Z"}},
       {"op":"replace","path":"/d","value":{"$data":"AAE="}}]
      """#
    #expect(
      try patched(text, patch, format: .xml1, decodes: .json)
        == text.replacingOccurrences(of: "<date>2001-01-01T00:00:00Z</date>", with: "<data>\nAAE=\n</data>"))
  }

  @Test func mergePatchesKeepTexts() throws {
    #expect(
      try patched(
        "{\n  \"a\": {\"x\": 1, \"y\": 2},\n  \"b\": [ 1 ]\n}",
        #"{"a":{"x":null,"z":{"q":null,"r":[null]}},"c":3}"#, format: .json,
        isMerge: true)
        == "{\n  \"a\": {\"y\": 2, \"z\": {\"r\": [ null ]}},\n  \"b\": [ 1 ],\n  \"c\": 3\n}"
    )
  }

  private func applied(_ operations: [String], to text: String) throws -> Document {
    let patch = try JSONPatch(try ValueText.json("[" + operations.joined(separator: ",") + "]"))
    return try DocumentPatch.operations(patch).applied(to: try ValueText.json(text))
  }

  /// Elements go in and out of an array that lies in several pieces as they would of a plain one.
  @Test func longArraysKeepTheirOrder() throws {
    var expected = Array(0..<3000)
    var operations: [String] = []
    var state: UInt64 = 7
    for value in 3000..<9000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      let index = Int(state >> 33) % expected.count
      switch value % 3 {
      case 0:
        operations.append(#"{"op":"remove","path":"/a/\#(index)"}"#)
        expected.remove(at: index)
      case 1:
        operations.append(#"{"op":"replace","path":"/a/\#(index)","value":\#(value)}"#)
        expected[index] = value
      default:
        for offset in 0..<2 {
          operations.append(#"{"op":"add","path":"/a/\#(index)","value":\#(value + offset)}"#)
          expected.insert(value + offset, at: index)
        }
      }
    }
    let text = #"{"a":\#(Array(0..<3000))}"#
    let patch = try JSONPatch(try ValueText.json("[\(operations.joined(separator: ","))]"))
    let result = try DocumentPatch.operations(patch).applied(to: try ValueText.json(text))
    #expect(areEqual(result, try ValueText.json(#"{"a":\#(expected)}"#)))
  }

  /// A text that grows with each of very many edits is written anew rather than read again for each.
  @Test func manyEditsWriteAnew() throws {
    let operations = (0...Limits.patchedTextEdits).map { #"{"op":"add","path":"/a/-","value":\#($0)}"# }
    let result = try patched(
      #"{ "a": [] }"#, "[\(operations.joined(separator: ","))]", format: .json)
    #expect(result.hasPrefix(#"{"a":[0,1,2,"#))
    #expect(result.hasSuffix("(anew)"))
  }

  @Test func copiesAndDepthAreBounded() throws {
    let copies = (0..<60).map { "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/a\($0)\"}" }
    #expect(throws: Failure.self) { _ = try applied(copies, to: "{}") }
    let nested = (0..<600).map {
      "{\"op\":\"add\",\"path\":\"" + String(repeating: "/0", count: $0) + "\",\"value\":[]}"
    }
    #expect(throws: Failure.self) { _ = try applied(nested, to: "1") }
    let many = [String](repeating: "{\"op\":\"add\",\"path\":\"/0\",\"value\":1}", count: 600)
    let result = try applied(many, to: "[]")
    #expect(result.count(at: 0) == 600)
  }
}
