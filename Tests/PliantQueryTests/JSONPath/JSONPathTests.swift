// JSONPath: the compliance suite where it is at hand, own cases by rule, mistakes with their places, and bounds.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

/// The values that a query finds, as events, and their normalized paths.
private func find(_ query: String, in document: Document) throws -> (values: String, paths: [String]) {
  let query = try JSONPathQuery(parsing: query)
  var evaluator = JSONPathEvaluator(query, on: document, keepsPaths: true)
  let nodes = try evaluator.evaluate(query)
  var paths: [String] = []
  for node in nodes { paths.append(evaluator.path(of: node)) }
  return (try evaluator.list(nodes).log(), paths)
}

private func find(_ query: String, _ json: String) throws -> String {
  try find(query, in: try ValueText.json(json)).values
}

@Suite struct JSONPathTests {
  @Test(.corpus("jsonpath-cts")) func complianceSuite() throws {
    guard let folder = corpus("jsonpath-cts") else { return }
    let data = try Data(contentsOf: folder.appendingPathComponent("cts.json"))
    let suite = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let tests = try #require(suite["tests"] as? [[String: Any]])
    var failures: [String] = []
    for test in tests {
      let name = test["name"] as? String ?? ""
      guard let selector = test["selector"] as? String else { continue }
      if test["invalid_selector"] as? Bool == true {
        if (try? JSONPathQuery(parsing: selector)) != nil {
          failures.append("\(name): \(selector) was taken")
        }
        continue
      }
      do {
        let found = try find(selector, in: try document(test["document"] as Any))
        let results = test["results"] as? [Any] ?? [test["result"] as Any]
        let expected = try results.map { try document($0).log() }
        if !expected.contains(found.values) { failures.append("\(name): \(selector) found \(found.values)") }
        let paths =
          test["results_paths"] as? [[String]] ?? (test["result_paths"] as? [String]).map { [$0] } ?? []
        if !paths.isEmpty && !paths.contains(found.paths) {
          failures.append("\(name): \(selector) has paths \(found.paths)")
        }
      } catch {
        failures.append("\(name): \(selector): \(error)")
      }
    }
    #expect(failures.isEmpty, "\(failures.count) of \(tests.count): \(failures.joined(separator: "\n"))")
  }

  /// Foundation's object as a document of ours.
  private func document(_ value: Any) throws -> Document {
    let data = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    return try ValueText.json(String(decoding: data, as: UTF8.self))
  }

  @Test func finds() async throws {
    try await forEachRow(of: [
      ("$", "[1]", "[[1]]"),
      ("$.a", #"{"a":1,"b":2}"#, "[1]"),
      ("$['a','b','a']", #"{"a":1,"b":2}"#, "[1 2 1]"),
      ("$[\"\\u0061\"]", #"{"a":1}"#, "[1]"),
      ("$['\\ud83d\\ude00']", #"{"😀":1}"#, "[1]"),
      ("$[-1]", "[1,2]", "[2]"),
      ("$[2]", "[1,2]", "[]"),
      ("$[::-1]", "[1,2,3]", "[3 2 1]"),
      ("$[5:0:-2]", "[1,2,3,4]", "[4 2]"),
      ("$[-2:]", "[1,2,3]", "[2 3]"),
      ("$[::0]", "[1,2,3]", "[]"),
      ("$[0:9007199254740991:9007199254740991]", "[1,2,3]", "[1]"),
      ("$..a", #"{"a":[{"a":1}],"b":{"a":2}}"#, "[[{a: 1}] 1 2]"),
      ("$..[0]", "[[1],[2]]", "[[1] 1 2]"),
      ("$[?@.a == 1.0]", #"[{"a":1},{"a":2},{}]"#, "[{a: 1}]"),
      (
        "$[?@.a == @.b]", #"[{"a":{"x":1,"y":[2]},"b":{"y":[2.0],"x":1}},{"a":[1,2],"b":[2,1]}]"#,
        "[{a: {x: 1 y: [2]} b: {y: [2.0nr] x: 1}}]"
      ),
      ("$[?@.a]", #"[{"a":null},{"b":1}]"#, "[{a: null}]"),
      ("$[?!@.a]", #"[{"a":null},{"b":1}]"#, "[{b: 1}]"),
      ("$[?@ > 'a' && (@ <= 'c' || @ == 'x')]", #"["a","b","c","d","x",1]"#, "['b' 'c' 'x']"),
      (
        "$[?@ < 18446744073709551616]", "[18446744073709551615, 18446744073709551616, 1e3]",
        "[18446744073709551615n 1e3nr]"
      ),
      (
        "$[?@ == 340282366920938463463374607431768211456]", "[340282366920938463463374607431768211456,1]",
        "[340282366920938463463374607431768211456n]"
      ),
      ("$[?length(@) == 2]", #"["äö","a",[1,2],{"a":1,"b":2},3]"#, "['äö' [1 2] {a: 1 b: 2}]"),
      ("$[?count(@.*) == 1]", #"[[1],[1,2],{"a":1}]"#, "[[1] {a: 1}]"),
      ("$[?value(@..x) == 1]", #"[{"a":{"x":1}},{"x":1,"a":{"x":1}}]"#, "[{a: {x: 1}}]"),
      ("$[?match(@, 'a.*b')]", #"["ab","axb","axbc",1]"#, "['ab' 'axb']"),
      ("$[?search(@, '[0-9]{2}')]", #"["a12","a1"]"#, "['a12']"),
      ("$[?search(@, '(')]", #"["("]"#, "[]"),
      ("$[?@.x == $.limit]", #"{"limit":2,"a":{"x":2}}"#, "[{x: 2}]"),
      ("$ [ 'a' ] .b", #"{"a":{"b":1}}"#, "[1]"),
      ("$[?@.a==-0]", #"[{"a":0}]"#, "[{a: 0}]"),
    ]) { (query: String, json: String, values: String) throws in
      #expect(try find(query, json).replacingOccurrences(of: "n]", with: "n]") == values)
    }
  }

  @Test func mistakes() async throws {
    try await forEachRow(of: [
      ("", 1, "begins with"), ("a", 1, "begins with"), (" $", 1, "begins with"), ("$ ", 2, "white space"),
      ("$.", 3, "unexpected end of the query"), ("$.1", 3, "'1'"), ("$. a", 3, "white space"),
      ("$.a b", 4, "white space"),
      ("$[", 3, "unexpected end of the query"), ("$[0", 2, "unmatched '['"), ("$[01]", 3, "zeros"),
      ("$[-0]", 3, "-0"),
      ("$[9007199254740992]", 3, "2⁵³"), ("$['a\"]", 3, "unterminated string"),
      ("$['\\x']", 4, "invalid escape"),
      ("$['\\ud800']", 4, "surrogate"), ("$[\"\\'\"]", 4, "invalid escape"),
      ("$[?1]", 4, "neither true nor false"),
      ("$[?@.a == ]", 11, "']'"), ("$[?@.* == 1]", 4, "several nodes"),
      ("$[?(@.a) == 1]", 10, "cannot be compared"),
      ("$[?!@.a == 1]", 4, "parentheses"), ("$[?foo(@)]", 4, "unknown function foo"),
      ("$[?length(@.*) == 1]", 11, "several nodes"), ("$[?length(@)]", 4, "a value"),
      ("$[?count(1) == 1]", 10, "takes a query"), ("$[?match(@, 'a') == true]", 4, "cannot be compared"),
      ("$[?match(@)]", 4, "two arguments"), ("$[?@ == 01]", 9, "invalid number"),
      ("$[?@ == 'ä' ü]", 13, "'ü'"),
      ("$[?@ == nul]", 9, "'nul'"), ("$[?(@.a]", 8, "']'"), ("$[?@.a & @.b]", 8, "'&'"),
      ("$..", 4, "unexpected end of the query"),
      ("$.a-b", 4, "write a key with a hyphen as ['a-b']"), ("$.a[0].b-c.d", 9, "['b-c']"),
      ("$[?(@.a-b==1)]", 8, "['a-b']"), ("$.a.0", 5, "write an element as [0]"), ("$.0x", 3, "write ['0x']"),
      ("$.\"a b\"", 3, "write ['a b']"), ("$[?@.a =~ /b/]", 8, "search("), ("$[?@.a = 1]", 8, "use =="),
      ("$[?@.a === 1]", 8, "use =="), ("$[?@.a <> 1]", 8, "use !="), ("$[?@.a and @.b]", 8, "use &&"),
      ("$[?@.a or @.b]", 8, "use ||"), ("$[?@.a in [1]]", 8, "use @.a == 1 ||"),
      ("$[?@.a contains 'b']", 8, "search("),
      ("$[?length (@) == 1]", 4, "neither a literal"), ("$['\u{1}']", 4, "control character"),
    ]) { (query: String, column: Int, text: String) in
      do throws(Failure) {
        _ = try JSONPathQuery(parsing: query)
        Issue.record("\(query) was taken")
      } catch {
        #expect(error.column(in: query) == column, "\(error.message)")
        #expect(error.message.contains(text), "\(error.message)")
      }
    }
  }

  @Test func propertyListsActAsTheirJSON() throws {
    let document = try ValueText.propertyList(
      """
      <plist><dict><key>d</key><date>2012-03-01T06:00:00Z</date><key>b</key><data>AAE=</data>\
      <key>r</key><real>2</real><key>it's</key><array><true/></array></dict></plist>
      """)
    #expect(try find("$[?@ > '2012' && @ < '2013']", in: document).paths == ["$['d']"])
    #expect(try find("$[?@ == 'AAE=' || @ == 2]", in: document).paths == ["$['b']", "$['r']"])
    #expect(try find("$..[?@ == true]", in: document).paths == ["$['it\\'s'][0]"])
    let archive = try ValueText.document { (sink: inout DocumentBuilder) throws(Failure) in
      sink.beginArray(count: 1)
      sink.uid(7)
      sink.endArray()
    }
    #expect(try find("$[?@['CF$UID'] == 7]", in: archive.expandingReferences()).values == "[{CF$UID: 7}]")
  }

  @Test func keysThatLookAlikeDiffer() throws {
    #expect(try find("$['\u{E9}']", #"{"e\#u{301}":1,"\#u{E9}":2}"#) == "[2]")
  }

  @Test func costIsBounded() throws {
    let deep = String(repeating: "(", count: 100) + "@.a" + String(repeating: ")", count: 100)
    #expect(throws: Failure.self) { try JSONPathQuery(parsing: "$[?\(deep)]") }
    let nested = String(repeating: "[?@", count: 100) + String(repeating: "]", count: 100)
    #expect(throws: Failure.self) { try JSONPathQuery(parsing: "$\(nested)") }
    #expect(throws: Failure.self) { try JSONPathQuery(parsing: "$" + String(repeating: ".a", count: 40_000)) }
    // Every level multiplies what the one before found.
    let json = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let document = try ValueText.json(json)
    let query = try JSONPathQuery(parsing: "$..*..*..*..*..*")
    var evaluator = JSONPathEvaluator(query, on: document, maximumSteps: 100_000)
    #expect(throws: Failure.self) { _ = try evaluator.evaluate(query) }
  }
}
