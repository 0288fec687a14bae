// Layouts of Apple's tools: the end of genstrings' files, empty entries of catalogues, elements of schemes.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct AppleLayoutTests {
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

  private static let catalogue = """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "" : {

        },
        "a" : {
          "comment" : "c"
        }
      },
      "version" : "1.0"
    }
    """

  private static let scheme = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Scheme
       version = "1.7">
       <BuildAction
          parallelizeBuildables = "YES">
          <BuildActionEntries>
          </BuildActionEntries>
       </BuildAction>
    </Scheme>

    """

  @Test func layoutsAreKept() async throws {
    let strings = "/* a */\n\"a\" = \"b\";\n\n/* c */\n\"c\" = \"d\";\n\n"
    let catalogue = Self.catalogue
    try await forEachRow(
      of: [
        (["format"], "L.strings", strings, strings),
        (["format"], "L.strings", String(strings.dropLast()), String(strings.dropLast())),
        (["format"], "L.strings", strings + "\n\n", strings),
        (["format"], "L.strings", "", ""),
        (["format"], "L.xcstrings", catalogue, catalogue),
        (
          ["format"], "L.xcstrings", "{\"strings\":{\"\":{}}}",
          "{\n  \"strings\" : {\n    \"\" : {\n\n    }\n  }\n}"
        ),
        (["format", "--style", "xcstrings"], "L.json", "{\"a\":[]}\n", "{\n  \"a\" : [\n\n  ]\n}"),
        (
          ["insert", "/strings/b", "--dictionary"], "L.xcstrings", catalogue,
          catalogue.replacing("\"c\"\n    }", with: "\"c\"\n    },\n    \"b\" : {\n\n    }")
        ),
        (
          ["remove", "/strings/a/comment"], "L.xcstrings", catalogue,
          catalogue.replacing("\n      \"comment\" : \"c\"\n", with: "\n\n")
        ),
        (
          ["replace", "/strings/a", "--json", "{\"x\":{},\"y\":[1]}"], "L.xcstrings", catalogue,
          catalogue.replacing(
            "\n      \"comment\" : \"c\"\n",
            with: "\n      \"x\" : {\n\n      },\n      \"y\" : [\n        1\n      ]\n")
        ),
        (["format"], "a.xcscheme", Self.scheme, Self.scheme),
        (
          ["format"], "a.xcscheme",
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Scheme version=\"1.7\"><BuildAction parallelizeBuildables=\"YES\"><BuildActionEntries/></BuildAction></Scheme>\n",
          Self.scheme
        ),
      ]
    ) { (words: [String], name: String, text: String, result: String) in
      let outcome = try run(words, name, text)
      #expect(outcome.file == result, "\(outcome.errors)")
      #expect(outcome.code == 0)
    }
  }
}
