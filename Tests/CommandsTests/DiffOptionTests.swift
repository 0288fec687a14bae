// diff: records paired by a field, values and order that do not count, merge patches, Core Data models and schemes.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct DiffOptionTests {
  private func diff(
    _ options: [String], _ old: String, _ new: String, _ name: String = "json"
  ) throws -> (code: Int32, output: String, errors: String) {
    try withTemporaryFolder { folder in
      try write(["a.\(name)": old, "b.\(name)": new], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(["diff"] + options + ["a.\(name)", "b.\(name)"], context: run.context)
      return (code.rawValue, run.outputText, run.errorText)
    }
  }

  @Test func pairsRecords() async throws {
    try await forEachRow(
      of: [
        (["--key", "id"], "csv", "id,n\n1,a\n2,b\n", "id,n\n2,b\n1,a\n", ""),
        (
          ["--key", "id"], "csv", "id,n\n1,a\n2,b\n", "id,n\n3,c\n2,x\n",
          "- 1: {\"id\":\"1\",\"n\":\"a\"}\n- 2.n: \"b\"\n+ 2.n: \"x\"\n+ 3: {\"id\":\"3\",\"n\":\"c\"}\n"
        ),
        (
          ["--key", "id"], "jsonl", "{\"id\":1,\"n\":[1,2]}\n{\"id\":2}\n",
          "{\"id\":2}\n{\"id\":1,\"n\":[1,3]}\n", "- 1.n.1: 2\n+ 1.n.1: 3\n"
        ),
        (
          ["--key", "k.id"], "json", "{\"r\":[{\"k\":{\"id\":\"x\"},\"v\":1}]}",
          "{\"r\":[{\"k\":{\"id\":\"y\"},\"v\":1},{\"k\":{\"id\":\"x\"},\"v\":2}]}",
          "- r.x.v: 1\n+ r.x.v: 2\n+ r.y: {\"k\":{\"id\":\"y\"},\"v\":1}\n"
        ),
        (
          ["--key", "a", "--key", "b"], "json", "[{\"a\":1,\"b\":1,\"v\":1},{\"a\":1,\"b\":2}]",
          "[{\"a\":1,\"b\":2},{\"a\":1,\"b\":1,\"v\":2}]", "- 1,1.v: 1\n+ 1,1.v: 2\n"
        ),
        // Of records with the same key the first ones are a pair; a record without one is compared whole.
        (
          ["--key", "a"], "json", "[{\"a\":1,\"v\":1},{\"a\":1,\"v\":2},{\"q\":1}]",
          "[{\"q\":1},{\"a\":1,\"v\":1},{\"a\":1,\"v\":3}]", "- 1.v: 2\n+ 1.v: 3\n"
        ),
        (
          ["--key", "@id"], "xml", "<r><b id='1' n='x'/><b id='2'/></r>",
          "<r><b id='2'/><b id='1' n='y'/></r>", "- r.b.1.@n: \"x\"\n+ r.b.1.@n: \"y\"\n"
        ),
        (["--unordered"], "json", "{\"a\":[1,2,[3,4]]}", "{\"a\":[[4,3],2,1]}", ""),
        (["--unordered"], "json", "[1,2,2]", "[2,1]", "- 2: 2\n"),
        (["--ignore", "t"], "json", "{\"t\":1,\"a\":1}", "{\"t\":2,\"a\":1}", ""),
        (
          ["--ignore", "t", "--ignore", "/r/q"], "json", "{\"t\":1,\"r\":{\"q\":1}}",
          "{\"r\":{\"q\":2,\"p\":1}}", "+ r.p: 1\n"
        ),
        (["--ignore", "$..t"], "json", "{\"x\":[{\"t\":1},{\"t\":2}]}", "{\"x\":[{\"t\":3},{}]}", ""),
        (["--ignore", "x.0"], "json", "{\"x\":[1,2,3]}", "{\"x\":[4,2,5]}", "- x.2: 3\n+ x.2: 5\n"),
        (
          ["--ignore", "$.x[?@.t==1]", "--key", "id"], "json", "{\"x\":[{\"id\":1,\"t\":1},{\"id\":2}]}",
          "{\"x\":[{\"id\":2}]}", ""
        ),
        (["--ignore", "$.x[0]", "--unordered"], "json", "{\"x\":[7,2,3]}", "{\"x\":[8,3,2]}", ""),
        (
          ["--ignore", "//@t", "--ignore", "//u"], "xml", "<r t='1'><b/><u>1</u></r>", "<r t='2'><b/></r>", ""
        ),
      ]
    ) { (options: [String], name: String, old: String, new: String, lines: String) in
      let outcome = try diff(options, old, new, name)
      #expect(outcome.output == lines, "\(outcome.errors)")
      #expect(outcome.code == (lines.isEmpty ? 0 : 1))
    }
  }

  @Test func reportsWhatSelectsNothing() throws {
    let key = try diff(["--key", "idd"], "[{\"id\":1}]", "[{\"id\":2}]")
    #expect(key.code == 2 && key.output.isEmpty)
    #expect(key.errors.contains("no record has the field 'idd'; did you mean 'id'?"), "\(key.errors)")
    let ignored = try diff(["--ignore", "z"], "{\"a\":1}", "{\"a\":1}")
    #expect(ignored.code == 0)
    #expect(ignored.errors.contains("note: --ignore z selects nothing in either document"))
    for options in [
      ["--key", "a", "--json"], ["--json", "--merge"], ["--ignore", "$["], ["--ignore", "$"],
    ] {
      #expect(try diff(options, "{\"a\":1}", "{\"a\":2}").code == 2)
    }
  }

  /// Applied by patch, a patch keeps the ignored values of the one document and leads to the other otherwise.
  @Test func patchesKeepIgnoredValues() async throws {
    try await forEachRow(
      of: [
        ("--json", "a.0", "{\"a\":[1,2,3]}", "{\"a\":[9,2,4]}", "{\"a\":[1,2,4]}"),
        ("--json", "$.a[?@<3]", "{\"a\":[1,2,5,7]}", "{\"a\":[5,8,9]}", "{\"a\":[1,2,5,8,9]}"),
        (
          "--json", "/a/4", "{\"a\":[\"a\",\"d\",\"n\",\"p\",\"q\"]}",
          "{\"a\":[\"d\",\"n\",\"q\",\"a\",\"p\"]}",
          "{\"a\":[\"d\",\"n\",\"q\",\"a\",\"q\"]}"
        ),
        ("--json", "$.a[?@<3]", "{\"a\":[1,5,2,7,1]}", "{\"a\":[2,7]}", "{\"a\":[1,2,7,1]}"),
        (
          "--json", "$..t", "{\"l\":[{\"a\":1,\"b\":1,\"t\":1}]}",
          "{\"l\":[{\"a\":2,\"b\":1,\"t\":5},{\"a\":2,\"t\":7}]}",
          "{\"l\":[{\"a\":2,\"b\":1,\"t\":1},{\"a\":2,\"t\":7}]}"
        ),
        (
          "--merge", "$..t", "{\"k\":{\"t\":1,\"b\":2},\"t\":1}", "{\"k\":{\"t\":3,\"b\":3},\"z\":{\"t\":1}}",
          "{\"k\":{\"t\":1,\"b\":3},\"t\":1,\"z\":{\"t\":1}}"
        ),
        ("--merge", "$..t", "{\"k\":{\"t\":1}}", "{\"k\":{}}", "{\"k\":{\"t\":1}}"),
      ]
    ) { (form: String, path: String, old: String, new: String, result: String) in
      let patch = try diff([form, "--ignore", path], old, new)
      try withTemporaryFolder { folder in
        try write(["a.json": old, "b.json": new, "p": patch.output], in: folder)
        let merge = form == "--merge" ? ["--merge"] : []
        let run = try CapturedRun(in: folder)
        let code = Program.run(["patch"] + merge + ["a.json", "p", "-o", "-"], context: run.context)
        #expect(code == .success && run.outputText == result, "\(patch.output) \(run.errorText)")
      }
    }
  }

  @Test(arguments: ["--json", "--merge"]) func patchesOfXMLCannotIgnore(_ form: String) throws {
    let outcome = try diff([form, "--ignore", "//u"], "<r><u>1</u><b/></r>", "<r><b>2</b></r>", "xml")
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("--ignore with --json or --merge"), "\(outcome.errors)")
  }

  /// Applied by patch, a merge patch leads to the other document.
  @Test func mergePatchesLeadToTheOther() async throws {
    try await forEachRow(
      of: [
        ("{\"a\":1,\"b\":2}", "{\"a\":3}", "{\"a\":3,\"b\":null}\n"),
        (
          "{\"a\":{\"b\":1,\"c\":[1]},\"d\":0}", "{\"a\":{\"c\":[2],\"e\":{}},\"d\":0}",
          "{\"a\":{\"c\":[2],\"e\":{},\"b\":null}}\n"
        ),
        ("{\"a\":1}", "{\"a\":1.0}", "{}\n"),
        ("{\"a\":1}", "{\"a\":{\"b\":[null]}}", "{\"a\":{\"b\":[null]}}\n"),
        ("[1]", "{\"a\":{}}", "{\"a\":{}}\n"), ("{\"a\":1}", "[{\"a\":null}]", "[{\"a\":null}]\n"),
      ]
    ) { (old: String, new: String, patch: String) in
      let outcome = try diff(["--merge"], old, new)
      #expect(outcome.output == patch, "\(outcome.errors)")
      #expect(outcome.code == (patch == "{}\n" ? 0 : 1))
      try withTemporaryFolder { folder in
        try write(["a.json": old, "b.json": new, "p": outcome.output], in: folder)
        #expect(try CapturedRun(in: folder).run("patch", "--merge", "a.json", "p") == .success)
        #expect(try CapturedRun(in: folder).run("diff", "a.json", "b.json") == .success)
      }
    }
    let null = try diff(["--merge"], "{}", "{\"a\":{\"b\":null}}")
    #expect(
      null.code == 2 && null.errors.contains("no merge patch sets a value to null, which the key 'b' has"))
    #expect(try diff(["--merge"], "<a/>", "<b/>", "xml").code == 2)
  }

  private static func model(_ entities: String) -> String {
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\(entities)</model>\n"
  }

  @Test func namesPartsOfModels() throws {
    let old = Self.model(
      "<entity name=\"Person\"><attribute name=\"age\" optional=\"YES\"/><attribute name=\"name\"/></entity>")
    let new = Self.model(
      "<entity name=\"Team\"/>\n<entity name=\"Person\"><attribute name=\"name\"/><attribute name=\"age\"/></entity>"
    )
    let outcome = try diff([], old, new, "xml")
    #expect(
      outcome.output
        == "- model.entity.Person.attribute.age.@optional: \"YES\"\n+ model.entity.Team: {\"@name\":\"Team\"}\n",
      "\(outcome.errors)")
    #expect(outcome.code == 1)
  }

  @Test func emptyElementsOfSchemesAreEqual() throws {
    let old = "<Scheme version = \"1.7\">\n   <A>\n   </A>\n   <B x = \"1\">\n   </B>\n</Scheme>\n"
    #expect(try diff([], old, "<Scheme version='1.7'><A/><B x='1'></B></Scheme>", "xcscheme").code == 0)
    let other = try diff([], old, "<Scheme version='1.7'><A/><B x='2'></B></Scheme>", "xcscheme")
    #expect(other.output == "- Scheme.B.@x: \"1\"\n+ Scheme.B.@x: \"2\"\n")
    #expect(try diff([], "<a>\n</a>", "<a/>", "xml").code == 1)
  }
}
