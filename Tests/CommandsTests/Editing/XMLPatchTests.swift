// patch of application XML: only what the operations name changes, and what diff prints makes one document of another.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct XMLPatchTests {
  /// Runs `patch` on a document with a patch, both in a folder.
  private func patch(
    _ document: String, _ patch: String, _ options: [String] = []
  ) throws -> (code: Int32, output: String, errors: String) {
    try withTemporaryFolder { folder in
      try write(["a.xml": document, "p.json": patch], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(["patch"] + options + ["-o", "-", "a.xml", "p.json"], context: run.context)
      return (code.rawValue, run.outputText, run.errorText)
    }
  }

  @Test func changesOnlyWhatIsNamed() async throws {
    try await forEachRow(
      of: [
        // What the style does not show stays.
        (
          "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE a [<!ENTITY e 'v'>]>\n<!-- c -->\n<a>\n  <b  x='1'>&e;</b>\n  <?p q?>\n  <c><![CDATA[<&>]]></c>\n</a>\n",
          #"[{"op":"replace","path":"/a/b/@x","value":"2"}]"#,
          "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE a [<!ENTITY e 'v'>]>\n<!-- c -->\n<a>\n  <b  x='2'>&e;</b>\n  <?p q?>\n  <c><![CDATA[<&>]]></c>\n</a>\n"
        ),
        ("<a><b>1</b><!--k--><b>2</b></a>", #"[{"op":"remove","path":"/a/b/1"}]"#, "<a><b>1</b><!--k--></a>"),
        (
          "<a>\n  <b>1</b>\n</a>", #"[{"op":"add","path":"/a/b/-","value":"2"}]"#,
          "<a>\n  <b>1</b>\n  <b>2</b>\n</a>"
        ),
        (
          "<a>\n  <b>1</b>\n</a>", #"[{"op":"add","path":"/a/b/0","value":"0"}]"#,
          "<a>\n  <b>0</b>\n  <b>1</b>\n</a>"
        ),
        (
          "<a>\n  <b>1</b>\n</a>", #"[{"op":"add","path":"/a/c","value":{"@x":"1","d":["p","q"]}}]"#,
          "<a>\n  <b>1</b>\n  <c x=\"1\">\n    <d>p</d>\n    <d>q</d>\n  </c>\n</a>"
        ),
        ("<a><b/></a>", #"[{"op":"replace","path":"/a/b","value":"t"}]"#, "<a><b>t</b></a>"),
        ("<a><b>t</b></a>", #"[{"op":"replace","path":"/a/b","value":null}]"#, "<a><b></b></a>"),
        (
          "<a>one <b>two</b> three</a>", #"[{"op":"replace","path":"/a/b","value":"2"}]"#,
          "<a>one <b>2</b> three</a>"
        ),
        ("<a x='1'>t</a>", ##"[{"op":"replace","path":"/a/#text","value":"u"}]"##, "<a x='1'>u</a>"),
        (
          "<a x='1'>\n t <!--k-->\n</a>", ##"[{"op":"replace","path":"/a/#text","value":" u"}]"##,
          "<a x='1'> u<!--k--></a>"
        ),
        ("<a><![CDATA[t]]></a>", #"[{"op":"replace","path":"/a","value":"<u>"}]"#, "<a><![CDATA[<u>]]></a>"),
        ("<a x='1' y='2'/>", #"[{"op":"remove","path":"/a/@x"}]"#, "<a y='2'/>"),
        (
          "<a xmlns:p='u'><p:b/></a>", #"[{"op":"replace","path":"/a/@xmlns:p","value":"v"}]"#,
          "<a xmlns:p='v'><p:b/></a>"
        ),
        // Moved and copied elements take along what the style leaves out.
        (
          "<a><b>1<!--k--></b><c/></a>", #"[{"op":"move","from":"/a/b","path":"/a/d"}]"#,
          "<a><c/><d>1<!--k--></d></a>"
        ),
        (
          "<a>\n  <b>\n    <c/><!--k-->\n  </b>\n</a>", #"[{"op":"copy","from":"/a/b","path":"/a/b/-"}]"#,
          "<a>\n  <b>\n    <c/><!--k-->\n  </b>\n  <b>\n    <c/><!--k-->\n  </b>\n</a>"
        ),
        (
          "<a><b><!--1-->x</b><b><!--2-->y</b></a>", #"[{"op":"move","from":"/a/b/1","path":"/a/b/0"}]"#,
          "<a><b><!--2-->y</b><b><!--1-->x</b></a>"
        ),
        ("<a><b>1<!--k--></b></a>", #"[{"op":"move","from":"/a","path":"/r"}]"#, "<r><b>1<!--k--></b></r>"),
        // References to entities that are not read stay references.
        (
          "<!DOCTYPE a SYSTEM 'x.dtd'><a><b>1 &cur;</b></a>",
          #"[{"op":"replace","path":"/a/b","value":"2 &cur;"}]"#,
          "<!DOCTYPE a SYSTEM 'x.dtd'><a><b>2 &cur;</b></a>"
        ),
        // JsonML, told by its indices.
        (
          "<a>one <b/><!--k--> two</a>",
          #"[{"op":"replace","path":"/1","value":"1 "},{"op":"remove","path":"/2"}]"#, "<a>1 <!--k--> two</a>"
        ),
        ("<a><b>x</b></a>", #"[{"op":"replace","path":"/1/0","value":"c"}]"#, "<a><c>x</c></a>"),
        ("<a>x</a>", #"[{"op":"add","path":"/1","value":{"y":"1"}}]"#, "<a y=\"1\">x</a>"),
        (
          "<a>x<b/>y</a>", #"[{"op":"add","path":"/-","value":["c",{"d":"&"},"t",["!--","k"]]}]"#,
          "<a>x<b/>y<c d=\"&amp;\">t<!--k--></c></a>"
        ),
      ] as [(String, String, String)]
    ) { (document: String, operations: String, expected: String) in
      let result = try patch(document, operations)
      #expect(result.output == expected, "\(result.errors)")
      #expect(result.code == 0)
      #expect(result.errors == "")
    }
  }

  @Test func takesTheLosslessStyle() async throws {
    try await forEachRow(
      of: [
        (
          "<a>t</a>", #"[{"op":"replace","path":"/children/0/children/0","value":{"cdata":"<"}}]"#,
          "<a><![CDATA[<]]></a>"
        ),
        (
          "<!DOCTYPE a SYSTEM 'x'><a>1 &e; 2</a>",
          #"[{"op":"replace","path":"/children/1/children/1/reference","value":"f"}]"#,
          "<!DOCTYPE a SYSTEM 'x'><a>1 &f; 2</a>"
        ),
        ("<a><b/><!--k--></a>", #"[{"op":"remove","path":"/children/0/children/0"}]"#, "<a><!--k--></a>"),
        (
          "<a><!--k--></a>", #"[{"op":"replace","path":"/children/0/children/0/comment","value":"l"}]"#,
          "<a><!--l--></a>"
        ),
        (
          "<?xml version = '1.0'?>\n<a/>", #"[{"op":"add","path":"/standalone","value":true}]"#,
          "<?xml version = '1.0' standalone=\"yes\"?>\n<a/>"
        ),
        ("<?xml version='1.0'?>\n<a/>", #"[{"op":"remove","path":"/version"}]"#, "<a/>"),
        ("<a/>", #"[{"op":"add","path":"/version","value":"1.0"}]"#, "<?xml version=\"1.0\"?>\n<a/>"),
        ("<!DOCTYPE a><a/>", #"[{"op":"remove","path":"/children/0"}]"#, "<a/>"),
        (
          "<a/>", #"[{"op":"add","path":"/children/0","value":{"doctype":"<!DOCTYPE a>"}}]"#,
          "<!DOCTYPE a>\n<a/>"
        ),
      ] as [(String, String, String)]
    ) { (document: String, operations: String, expected: String) in
      for options in [[], ["--xml-style", "lossless"]] {
        let result = try patch(document, operations, options)
        #expect(result.output == expected, "\(result.errors)")
      }
    }
  }

  @Test func refusesWhatItCannotDo() async throws {
    try await forEachRow(
      of: [
        ("<a><b/></a>", #"[{"op":"remove","path":"/a"}]"#, "root element"),
        ("<a><b/></a>", #"[{"op":"add","path":"/c","value":"1"}]"#, "root element"),
        ("<a><b/></a>", #"[{"op":"add","path":"/a/x:c","value":"1"}]"#, "prefix"),
        ("<a><b/></a>", #"[{"op":"add","path":"/a/1c","value":"1"}]"#, "cannot be the name"),
        ("<a><b/></a>", #"[{"op":"replace","path":"/a/b","value":[["x"]]}]"#, "no name"),
        ("<a><b/></a>", #"[{"op":"replace","path":"/a/b","value":"\u0001"}]"#, "XML cannot represent"),
        (
          "<!DOCTYPE a [<!ENTITY e '<b>1</b>'>]><a>&e;</a>", #"[{"op":"replace","path":"/a/b","value":"2"}]"#,
          "comes from an entity"
        ),
        (
          "<?xml version='1.0' encoding='ISO-8859-1'?><a/>", #"[{"op":"remove","path":"/version"}]"#,
          "cannot remove the XML declaration"
        ),
        ("<a><b/></a>", #"[{"op":"test","path":"/a/b","value":"1"}]"#, "is different"),
      ] as [(String, String, String)]
    ) { (document: String, operations: String, part: String) in
      let result = try patch(document, operations)
      #expect(result.code == 1)
      #expect(result.output == "")
      #expect(result.errors.contains(part), "\(result.errors)")
    }
  }

  @Test func mergePatchesKeepTheText() throws {
    let result = try patch(
      "<a>\n  <!--k-->\n  <b x='1'>t</b>\n  <c/>\n</a>", #"{"a":{"b":{"@x":null},"c":null,"d":"n"}}"#,
      ["--merge"])
    #expect(result.output == "<a>\n  <!--k-->\n  <b>t</b>\n  <d>n</d>\n</a>", "\(result.errors)")
  }

  /// An insertion and its removal leave every byte as it was.
  @Test func insertionsAreTakenBack() throws {
    let rounds = ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 150
    for seed in 0..<UInt64(rounds) {
      var random = XMLSample(seed: seed)
      let document = random.document()
      let place = "/*//*[\(seed % 5 + 1)]"
      let words = [
        ["insert", "--xpath", place, "--after", "--markup", "<new>&e;</new>"],
        ["insert", "--xpath", place, "--before", "--markup", "<new/>"],
        ["insert", "--xpath", place + "/@new", "--string", "<&>"],
      ][Int(seed % 3)]
      let insertion = try CapturedRun(input: Array(document.utf8))
      guard Program.run(words, context: insertion.context) == .success else {
        #expect(insertion.errorText.contains("finds nothing"), "\(seed) \(insertion.errorText)\n\(document)")
        continue
      }
      let removal = try CapturedRun(input: insertion.outputBytes)
      #expect(
        Program.run(["remove", "--xpath", "//*[local-name() = 'new'] | //@new"], context: removal.context)
          == .success)
      #expect(removal.outputText == document, "seed \(seed) \(words)\n\(insertion.outputText)")
    }
  }

  /// Documents and patches drawn by chance; PLIANT_EDITS asks for more.
  @Test func whatDiffPrintsMakesTheOther() throws {
    let rounds = ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 150
    try withTemporaryFolder { folder in
      for seed in 0..<UInt64(rounds) {
        var random = XMLSample(seed: seed)
        let first = random.document()
        let second = random.isOther ? random.document() : random.mutated()
        try write(["a.xml": first, "b.xml": second], in: folder)
        let styles = [
          [], [], ["--xml-style", "jsonml"], ["--xml-style", "lossless"], ["--xml-style", "attributes"],
        ]
        let options = styles[Int(seed % UInt64(styles.count))]
        let shown = "seed \(seed) \(options)\n\(first)\n\(second)"
        let diff = try CapturedRun(in: folder)
        let code = Program.run(["diff", "--json"] + options + ["a.xml", "b.xml"], context: diff.context)
        guard code != .trouble else {
          // Dictionaries do not show every difference.
          if options.last == "attributes", diff.errorText.contains("[diff/style]") { continue }
          Issue.record("\(diff.errorText) \(shown)")
          continue
        }
        try write(["p.json": diff.outputText], in: folder)
        let run = try CapturedRun(in: folder)
        let patched = Program.run(
          ["patch", "-o", "c.xml"] + options + ["a.xml", "p.json"], context: run.context)
        #expect(patched == .success, "\(run.errorText) \(diff.outputText) \(shown)")
        guard patched == .success else { continue }
        let check = try CapturedRun(in: folder)
        let same = Program.run(["diff"] + options + ["c.xml", "b.xml"], context: check.context)
        #expect(
          same == .success,
          "\(check.outputText) \(diff.outputText) \(shown)\n-> \(read("c.xml", in: folder) ?? "")")
      }
    }
  }
}
