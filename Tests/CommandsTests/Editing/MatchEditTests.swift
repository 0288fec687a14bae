// Edits of every value that a JSONPath selects, keys that are renamed in place, and names and declarations of XML.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct MatchEditTests {
  private func run(_ words: [String], _ name: String, _ text: String) throws -> (
    code: Int32, file: String?, errors: String
  ) {
    try withTemporaryFolder { folder in
      try write([name: text], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(words + [name], context: run.context)
      return (code.rawValue, read(name, in: folder), run.errorText)
    }
  }

  private static let json = """
    {"items": [ {"n":"a","on":true}, {"n" : "b"},
      {"n":"c","on":true} ], "n": {"n": 1}, "$version": 2}

    """

  @Test func editsEveryMatch() async throws {
    let json = Self.json
    try await forEachRow(
      of: [
        (
          ["replace", "$.items[?@.on==true].n", "--string", "z"],
          json.replacing("\"a\"", with: "\"z\"").replacing("\"c\"", with: "\"z\"")
        ),
        (
          ["remove", "$.items[?@.on==true]"],
          "{\"items\": [ {\"n\" : \"b\"} ], \"n\": {\"n\": 1}, \"$version\": 2}\n"
        ),
        (
          ["remove", "$..n"],
          "{\"items\": [ {\"on\":true}, {},\n  {\"on\":true} ], \"$version\": 2}\n"
        ),
        (["replace", "$..n", "--key", "m"], json.replacing("\"n\"", with: "\"m\"")),
        (
          ["remove", "$.items[-1,0,0]"],
          json.replacing(" {\"n\":\"a\",\"on\":true},", with: "").replacing(
            ",\n  {\"n\":\"c\",\"on\":true}", with: "")
        ),
        (
          ["replace", "$..['n','items']", "--bool", "no"],
          "{\"items\": false, \"n\": false, \"$version\": 2}\n"
        ),
        (["replace", "$", "--json", "[]"], "[]\n"),
        (["replace", "$version", "--integer", "3"], json.replacing("2}", with: "3}")),
        (
          ["insert", "$.items[*].k", "--integer", "3"],
          json.replacing("true}, ", with: "true,\"k\":3}, ").replacing("\"b\"}", with: "\"b\", \"k\" : 3}")
            .replacing(
              "true} ]", with: "true,\"k\":3} ]")
        ),
        (
          ["insert", "$.items", "--append", "--integer", "3"],
          json.replacing("true} ]", with: "true},\n  3 ]")
        ),
        (["insert", "$.items[0]", "--integer", "3"], json.replacing("[ {", with: "[ 3, {")),
      ]
    ) { (words: [String], result: String) in
      let outcome = try run(words, "x.json", json)
      #expect(outcome.file == result, "\(outcome.errors)")
      #expect(outcome.code == 0)
    }
  }

  @Test func refusesWhatDoesNotFit() async throws {
    try await forEachRow(
      of: [
        (["replace", "$.items[7].n", "--string", "z"], "the array at 'items' has 3 elements"),
        (["remove", "$.items[?@.on==7]"], "no value at $.items[?@.on==7] [edit/path]"),
        (["remove", "$"], "the document itself cannot be inserted or removed"),
        (["replace", "$.items[*]", "--key", "m"], "/items/2: an element of an array has no key"),
        (["replace", "$.items", "--key", "n"], "the dictionary already has the key 'n'"),
        (["replace", "items", "--key", "n"], "the dictionary already has the key 'n'"),
        (["replace", "items.0", "--key", "n"], "items.0: an element of an array has no key"),
        (["replace", "item", "--key", "n"], "did you mean 'items'?"),
        (["insert", "$.items[*].n", "--string", "z"], "/items/0/n"),
        (["insert", "$.items[*]", "--string", "z"], "the JSONPath does not end in the place of a new value"),
        (["insert", "$..n", "--append", "--string", "z"], "not an array"),
        (["insert", "$..n.q", "--string", "z"], "goes through a value that is neither"),
        (["insert", "$.items[5]", "--string", "z"], "past the end of the array"),
      ]
    ) { (words: [String], message: String) in
      let outcome = try run(words, "x.json", Self.json)
      #expect(outcome.file == Self.json)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func rejectsWrongUsage() async throws {
    try await forEachRow(
      of: [
        (["replace", "$.a[", "--string", "z"], "query, column 5"),
        (["replace", "a", "--key", "b", "--string", "z"], "--key and --string cannot be used together"),
        (["insert", "$.a", "--parents", "--string", "z"], "--parents needs a key path"),
        (["replace", "--xpath", "//a", "--name", "a b"], "'a b' is not the name"),
        (["replace", "--xpath", "//a", "--name", "xmlns:b"], "is not the name"),
        (["replace", "--xpath", "//a", "--name", "b", "--string", "z"], "cannot be used together"),
        (["replace", "--xpath", "//a", "--key", "b"], "use --name NAME"),
        (["replace", "a", "--name", "b"], "use --key NAME"),
      ]
    ) { (words: [String], message: String) in
      let outcome = try run(words, "x.json", Self.json)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  /// A key is renamed where it is, in each syntax, by replace and by a move within one dictionary.
  @Test func renamesInPlace() async throws {
    let list = "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n\t<key>b</key>\n\t<false/>\n</dict>\n</plist>\n"
    try await forEachRow(
      of: [
        ("x.json", "{\"a\" : 1,\n \"b\": 2}", "{\"m n\" : 1,\n \"b\": 2}"),
        ("x.jsonc", "{\"a\" /* c */: 1,\n \"b\": 2,}", "{\"m n\" /* c */: 1,\n \"b\": 2,}"),
        ("x.json5", "{a: 1, 'b': 2}", "{\"m n\": 1, 'b': 2}"),
        ("x.json5", "{'a': 1, b: 2}", "{'m n': 1, b: 2}"),
        ("x.strings", "a;\n\"b\" = c; // d\n", "\"m n\" = a;\n\"b\" = c; // d\n"),
        ("x.plist", "{ a = 1; /* c */ b = 2; }", "{ \"m n\" = 1; /* c */ b = 2; }"),
        ("x.plist", list, list.replacing("<key>a<", with: "<key>m n<")),
      ]
    ) { (name: String, text: String, result: String) in
      let renamed = try run(["replace", "a", "--key", "m n"], name, text)
      #expect(renamed.file == result, "\(renamed.errors)")
      let moved = try withTemporaryFolder { folder in
        try write([name: text, "p": "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/m n\"}]"], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(run.run("patch", name, "p") == .success, "\(run.errorText)")
        return read(name, in: folder)
      }
      #expect(moved == result)
    }
  }

  /// A file of many records is edited in time that grows with its length.
  @Test func editsManyMatches() throws {
    let count = 20_000
    let records = (0..<count).map { "{\"id\":\($0),\"v\":{\"x\":\($0 % 2)}}" }.joined(separator: ",\n ")
    for text in ["[\n\(records)\n]\n", "[" + records.replacing("\n", with: "") + "]"] {
      let outcome = try run(["replace", "$[?@.v.x==1].v.x", "--integer", "7"], "x.json", text)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.file == text.replacing("\"x\":1", with: "\"x\":7"))
    }
    let removed = try run(["remove", "$[?@.v.x==1]"], "x.json", "[\(records)]\n")
    #expect(removed.file?.split(separator: "\n").count == count / 2)
  }

  private static let xml = "<r xmlns:p='u' a=\"1\" b='2'>t<?x y?><b >1</b ><p:b/></r>\n"

  @Test func renamesNodes() async throws {
    let xml = Self.xml
    try await forEachRow(
      of: [
        (["//b", "strong"], xml.replacing("<b >1</b >", with: "<strong >1</strong >")),
        (["//p:b", "p:i"], xml.replacing("<p:b/>", with: "<p:i/>")),
        (["/*", "p:r"], xml.replacing("<r ", with: "<p:r ").replacing("</r>", with: "</p:r>")),
        (["/r/@a", "xml:id"], xml.replacing("a=", with: "xml:id=")),
        (["//processing-instruction()", "z"], xml.replacing("<?x", with: "<?z")),
        (["//*", "z"], "<z xmlns:p='u' a=\"1\" b='2'>t<?x y?><z >1</z ><z/></z>\n"),
      ]
    ) { (words: [String], result: String) in
      let outcome = try run(["replace", "--xpath", words[0], "--name", words[1]], "x.xml", xml)
      #expect(outcome.file == result, "\(outcome.errors)")
    }
    for (words, message) in [
      (["//b", "q:i"], "undeclared prefix 'q'"), (["/r/@a", "b"], "attribute b already present"),
      (["//text()", "b"], "only elements, attributes"), (["//q", "b"], "'//q' finds nothing"),
    ] {
      let outcome = try run(["replace", "--xpath", words[0], "--name", words[1]], "x.xml", xml)
      #expect(outcome.code == 1 && outcome.file == xml)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func editsDeclarations() async throws {
    let xml = "<r xmlns='d' xmlns:p=\"u\"><s xmlns:p='v' p:x=''/><t xmlns:q='u'/></r>\n"
    try await forEachRow(
      of: [
        (["replace", "--xpath", "/*/@xmlns:p", "--string", "w"], xml.replacing("\"u\"", with: "\"w\"")),
        (
          ["replace", "--xpath", "//@xmlns:p", "--string", "w"],
          xml.replacing("\"u\"", with: "\"w\"").replacing("'v'", with: "'w'")
        ),
        (
          ["replace", "--xpath", "//@xmlns:p", "--first", "--string", "w"],
          xml.replacing("\"u\"", with: "\"w\"")
        ),
        (["remove", "--xpath", "/*/@xmlns"], xml.replacing(" xmlns='d'", with: "")),
        (["remove", "--xpath", "//@xmlns:q"], xml.replacing(" xmlns:q='u'", with: "")),
      ]
    ) { (words: [String], result: String) in
      let outcome = try run(words, "x.xml", xml)
      #expect(outcome.file == result, "\(outcome.errors)")
    }
    for (words, message) in [
      (["remove", "--xpath", "//@xmlns:z"], "finds nothing"),
      (["replace", "--xpath", "//@xmlns:p", "--name", "q"], "a namespace declaration can only be"),
    ] {
      let outcome = try run(words, "x.xml", xml)
      #expect(outcome.code == 1 && outcome.file == xml)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    let used = "<r><s xmlns:p='v' p:x=''/></r>\n"
    let outcome = try run(["remove", "--xpath", "//@xmlns:p"], "x.xml", used)
    #expect(outcome.file == used && outcome.errors.contains("undeclared namespace prefix 'p'"))
  }
}
