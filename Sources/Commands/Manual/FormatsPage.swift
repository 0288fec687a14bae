// pliant-formats(7): what each format holds, and what a conversion changes.

import CommandLineKit
import PliantCore

extension Manual {
  static let formats = ManualPage(
    "pliant-formats", section: 7, summary: "what each format holds, and what a conversion changes",
    sections: [
      ManualSection("DESCRIPTION", [formatTable] + formatParagraphs),
      ManualSection("TYPES", [typeTable] + typeParagraphs),
      ManualSection("WHAT A CONVERSION CHANGES", lossBlocks),
      ManualSection("CANONICAL BYTES", canonicalBlocks),
      ManualSection("KEYED ARCHIVES", archiveBlocks), ManualSection("SIGNED PROPERTY LISTS", signedBlocks),
      ManualSection("TABLES", tableBlocks),
      ManualSection("SQL", sqlBlocks),
      ManualSection("EXAMPLES", formatExamples),
    ], seeAlso: ["convert", "info"])

  private static let formatTable = ManualBlock.table(
    [["name", "format", "read", "write"]]
      + Format.allCases.map {
        ["`\($0.rawValue)`", $0.traits.summary, $0.isReadable ? "yes" : "no", $0.isWritable ? "yes" : "no"]
      })

  private static let formatParagraphs: [ManualBlock] = [
    """
    Formats are recognised by content: the signature of a binary property list, a byte order mark, an XML declaration, \
    the root element, the first character. Only `jsonl` is recognised by its file name extension; `jsonc` and `json5` are read where `--from` asks for them, with a note about comments. A root element other than \
    `plist` makes a document `xml`; writing that needs a mapping or a style.
    """,
    """
    `swift`, `objc`, `csv`, `tsv` and `sql` cannot be read back, and so never replace the file that they were made from.
    """,
  ]

  private static let typeTable = ManualBlock.table([
    ["type", "xml1", "binary1", "json", "openstep"],
    ["string", "yes", "yes", "yes", "yes"],
    ["integer", "128 bits", "128 bits", "any length", "as string"],
    ["real", "yes", "yes", "any digits", "as string"],
    ["boolean", "yes", "yes", "yes", "as string"],
    ["date", "whole seconds", "yes", "as string", "as string"],
    ["data", "yes", "yes", "as Base64", "yes"],
    ["null", "no", "no", "yes", "no"],
    ["UID", "as CF$UID", "yes", "as CF$UID", "as CF$UID"],
    ["set", "as array", "as array", "as array", "as array"],
    ["infinity, NaN", "yes", "yes", "as string", "as string"],
  ])

  private static let typeParagraphs: [ManualBlock] = [
    """
    Integers and reals are distinct everywhere: `1.0` is not `1`. Between JSON and JSON every digit of a number passes \
    unchanged. Keys keep their order; `--sort-keys` sorts them as CoreFoundation does.
    """,
    """
    Objects that a binary property list shares stay shared in binary output. Elsewhere they are written out again, up \
    to a budget (`--max-output`).
    """,
    "Formats without a UID type read and write one as a dictionary with the single key `CF$UID`.",
  ]

  private static let lossBlocks: [ManualBlock] = [
    """
    What a format cannot hold is never dropped silently. `--loss` *POLICY* decides what is done:
    """,
    .terms([
      ManualTerm(
        "`note`",
        """
        Converts, and reports once on standard error what was changed: a date becomes an ISO 8601 string, data a Base64 \
        string, a set an array. This is the default where the source stays.
        """),
      ManualTerm(
        "`refuse`",
        "Fails before anything is written. This is the default where a file is replaced by its own conversion."
      ),
      ManualTerm(
        "`tag`", "Writes tagged objects, and reads them back without loss:",
        """
            {"$date": "2012-03-01T06:00:00Z"}   {"$data": "AAEC"}   {"$uid": 7}
            {"$real": "nan"}                    {"$null": true}
        """,
        "A value that looks like a tagged object already is escaped."),
    ]),
    """
    A property list cannot hold null: `--json-null` is `refuse` (the default), `drop` or `string`. A key that a \
    dictionary has twice is noted, and its last value is kept, in the place of the first.
    """,
    "A control character that XML cannot hold is an error in XML output.",
  ]

  private static let canonicalBlocks: [ManualBlock] = [
    """
    `--canonical` writes the one spelling that the target's standard knows: for `xml1` exactly what Apple's \
    PropertyListSerialization writes, with sorted keys and 17 digits; RFC 8785 for `json`; Canonical XML 1.0 for `xml`.
    """
  ]

  private static let formatExamples: [ManualBlock] = [
    .example(
      Example(
        "pliant create xml1 | pliant insert day --date 2026-03-29T12:00:00Z | pliant convert json",
        "A date becomes a string, which is reported.",
        output: """
          {"day":"2026-03-29T12:00:00Z"}
          <stdin>: note: 1 date became an ISO 8601 string [conversion/loss]

          """)),
    .example(
      Example(
        "pliant create xml1 | pliant insert day --date 2026-03-29T12:00:00Z | pliant convert json --loss tag",
        "With tags nothing is lost.",
        output: """
          {"day":{"$date":"2026-03-29T12:00:00Z"}}

          """)),
  ]
}
