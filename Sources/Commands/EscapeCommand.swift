// pliant escape, pliant unescape: text to and from XML entities.

import CommandLineKit
import PliantCore

/// The verb `escape`.
package enum EscapeCommand {
  package static let command = Command("escape", verb, run: run)

  private static let attribute = Flag(
    "attribute", help: "also escape quotation marks, apostrophes, tabs and line ends, for attribute values")
  private static let ascii = Flag("ascii", help: "write every non-ASCII character as `&#x…;`")
  private static let html = Flag("html", help: "use HTML's names for the characters that have one")
  private static let cdata = Flag(
    "cdata", help: "write the whole text as one CDATA section, with `]]>` split between two")

  private static let verb = Verb(
    "escape", group: "Markup", summary: "escape text for XML",
    description: [
      """
      Writes `&amp;`, `&lt;` and `&gt;` for the characters that markup is made of and leaves everything else as it \
      is; `unescape` gives back the same bytes. Works on input of any length in constant memory. Output is UTF-8.
      """,
      "A character that XML cannot hold, such as most control characters, is an error.",
    ],
    operands: [.files],
    options: [
      attribute, ascii, html, cdata,
    ] + CommonOptions.outputs + CommonOptions.inputs + [CommonOptions.inputEncoding, CommonOptions.jobs]
      + CommonOptions.messages,
    examples: [
      Example(
        #"printf 'a < b & "c"' | pliant escape"#,
        "Escape text for XML.",
        output: """
          a &lt; b &amp; "c"
          """),
      Example(
        #"printf 'a < "b"' | pliant escape --attribute"#,
        "Escape text for an attribute.", output: "a &lt; &quot;b&quot;"),
      Example(
        #"printf 'Caf\303\251' | pliant escape --ascii"#,
        "Write only ASCII.", output: "Caf&#xE9;"),
      Example(
        #"printf 'Caf\303\251' | pliant escape --html"#,
        "Use the names of HTML.", output: "Caf&eacute;"),
      Example(
        "printf 'a ]]> b' | pliant escape --cdata",
        "Write a CDATA section.", output: "<![CDATA[a ]]]]><![CDATA[> b]]>"),
    ],
    seeAlso: ["unescape", "cdata"])

  private static func run(
    _ typed: ParsedArguments, in context: CommandContext
  ) throws(UsageError) -> ExitCode {
    var options = XMLEscaper.Options()
    options.forAttribute = typed[attribute]
    options.asciiOnly = typed[ascii]
    options.htmlNames = typed[html]
    options.asCDATA = typed[cdata]
    for other in [attribute, ascii, html] { try typed.checkExclusive(cdata, other) }
    let forced = typed[CommonOptions.inputEncoding]
    return context.forEachInput(try context.plan(typed, rule: .prints)) { [options] job throws(Diagnostic) in
      let watch = DeclarationWatch()
      let window = TextWindow(try job.openWindow(), kind: .text, forced: forced, watch: watch)
      let output = try XMLEscaper.run(window, options, output: try job.openOutput())
      try job.settleDeclaration(watch)
      try job.finish(output)
      return .success
    }
  }
}

/// The verb `unescape`.
package enum UnescapeCommand {
  package static let command = Command("unescape", verb, run: run)

  private static let html = Flag(
    "html",
    help:
      "read as HTML does: names without a semicolon, `&#128;` to `&#159;` as Windows-1252, any other `&` as it is"
  )
  private static let cdata = Flag("cdata", help: "also replace CDATA sections by their text")

  private static let verb = Verb(
    "unescape", group: "Markup", summary: "turn XML entities back into text",
    description: [
      """
      Replaces the five entities of XML, references by number of any plane and all names of HTML 4 and 5. An \
      unknown reference is an error, reported with its position. Works on input of any length in constant memory. Output is UTF-8.
      """
    ],
    operands: [.files],
    options: [
      html, cdata,
    ] + CommonOptions.outputs + CommonOptions.inputs + [CommonOptions.inputEncoding, CommonOptions.jobs]
      + CommonOptions.messages,
    examples: [
      Example(
        "printf 'caf&eacute; &lt;b&gt; &#x41;' | pliant unescape",
        "Replace references by name and by number.", output: "café <b> A"),
      Example(
        "printf '&copy 2026' | pliant unescape --html",
        "Read as HTML does, where a semicolon may be missing.", output: "© 2026"),
      Example(
        "printf '<![CDATA[a < b]]>' | pliant unescape --cdata",
        "Replace CDATA sections as well.", output: "a < b"),
      Example(
        "printf '&nothing;' | pliant unescape",
        "An unknown reference is an error; the exit code is 1.", status: 1),
    ],
    seeAlso: ["escape", "cdata"])

  private static func run(
    _ typed: ParsedArguments, in context: CommandContext
  ) throws(UsageError) -> ExitCode {
    var options = XMLUnescaper.Options()
    options.asHTML = typed[html]
    options.readsCDATA = typed[cdata]
    let forced = typed[CommonOptions.inputEncoding]
    return context.forEachInput(try context.plan(typed, rule: .prints)) { [options] job throws(Diagnostic) in
      let watch = DeclarationWatch()
      let window = TextWindow(try job.openWindow(), kind: .text, forced: forced, watch: watch)
      let output = try XMLUnescaper.run(window, options, output: try job.openOutput())
      try job.settleDeclaration(watch)
      try job.finish(output)
      return .success
    }
  }
}
