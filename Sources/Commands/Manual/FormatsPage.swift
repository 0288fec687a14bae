// pliant-formats(7): the formats, and losses in conversions between them.

extension Manual {
  static let formats = ManualPage(
    "pliant-formats", section: 7, summary: "formats and conversion losses",
    sections: [
      ManualSection("DESCRIPTION", [formatTable] + formatParagraphs),
      ManualSection("TYPES", [typeTable] + typeParagraphs), ManualSection("CONVERSION LOSSES", lossBlocks),
      ManualSection("CANONICAL BYTES", canonicalBlocks), ManualSection("KEYED ARCHIVES", archiveBlocks),
      ManualSection("SIGNED PROPERTY LISTS", signedBlocks), ManualSection("TABLES", tableBlocks),
      ManualSection("SQL", sqlBlocks), ManualSection("EXAMPLES", formatExamples),
    ], seeAlso: ["convert", "info"])

  private static let formatTable = ManualBlock.table(
    [["name", "format", "read", "write"]]
      + Format.allCases.map {
        ["`\($0.rawValue)`", $0.traits.summary, $0.isReadable ? "yes" : "no", $0.isWritable ? "yes" : "no"]
      })

  private static let formatParagraphs: [ManualBlock] = [
    """
    pliant detects formats from content: the signature of a binary property list, a byte order mark, an XML declaration, \
    the root element, the first character. It detects only `jsonl` from the file name extension, and reads `jsonc` and \
    `json5` only with `--from`, with a note about comments. A document with a root element other than `plist` is `xml`; \
    writing one requires a mapping or a style.
    """,
    """
    Conversions to `swift`, `objc`, `csv`, `tsv` and `sql`, and those with `--records`, `--fields` or `--first`, never \
    replace their source.
    """,
  ]

  private static let typeTable = ManualBlock.table([
    ["type", "xml1", "binary1", "json", "openstep"], ["string", "yes", "yes", "yes", "yes"],
    ["integer", "128 bits", "128 bits", "any length", "as string"],
    ["real", "yes", "yes", "any digits", "as string"], ["boolean", "yes", "yes", "yes", "as string"],
    ["date", "whole seconds", "yes", "as string", "as string"], ["data", "yes", "yes", "as Base64", "yes"],
    ["null", "no", "no", "yes", "no"], ["UID", "as CF$UID", "yes", "as CF$UID", "as CF$UID"],
    ["set", "as array", "as array", "as array", "as array"],
    ["infinity, NaN", "yes", "yes", "as string", "as string"],
  ])

  private static let typeParagraphs: [ManualBlock] = [
    """
    Integers and reals are distinct everywhere: `1.0` is not `1`. Conversions between JSON formats keep every digit of a \
    number. Keys keep their order; `--sort-keys` sorts them as CoreFoundation does.
    """,
    """
    Binary output keeps the shared objects of a binary property list shared. Other formats repeat them, up to the size \
    that `--max-output` sets.
    """, "Formats without a UID type represent one as a dictionary with the single key `CF$UID`.",
  ]

  private static let lossBlocks: [ManualBlock] = [
    """
    pliant never drops a value silently. `--loss` *POLICY* selects what to do with values that the output format cannot \
    represent:
    """,
    .terms([
      ManualTerm(
        "`note`",
        """
        Converts, and reports each kind of change once on standard error: a date becomes an ISO 8601 string, data a Base64 \
        string, a set an array. The default unless converting in place.
        """), ManualTerm("`refuse`", "Fails before writing anything. The default when converting in place."),
      ManualTerm(
        "`tag`", "Writes tagged objects, which convert back without loss:",
        """
            {"$date": "2012-03-01T06:00:00Z"}   {"$data": "AAEC"}   {"$uid": 7}
            {"$real": "nan"}                    {"$null": true}
        """, "Escapes a value that already looks like a tagged object."),
    ]),
    """
    Property lists have no null: `--json-null` is `refuse` (the default), `drop` or `string`. pliant reports a duplicate \
    key and keeps its last value, in the position of the first.
    """, "A control character that XML does not allow is an error in XML output.",
  ]

  private static let canonicalBlocks: [ManualBlock] = [
    """
    `--canonical` writes the canonical form of the target: for `xml1` exactly the bytes that Apple's \
    PropertyListSerialization writes, with sorted keys and 17 digits; RFC 8785 for `json`; Canonical XML 1.0 for `xml`.
    """
  ]

  private static let formatExamples: [ManualBlock] = [
    .example(
      Example(
        "pliant create xml1 | pliant insert day --date 2026-03-29T12:00:00Z | pliant convert json",
        "Convert a date to a string, with a note.",
        output: """
          {"day":"2026-03-29T12:00:00Z"}
          <stdin>: note: 1 date became an ISO 8601 string [conversion/loss]

          """)),
    .example(
      Example(
        "pliant create xml1 | pliant insert day --date 2026-03-29T12:00:00Z | pliant convert json --loss tag",
        "Convert a date without loss.",
        output: """
          {"day":{"$date":"2026-03-29T12:00:00Z"}}

          """)),
  ]
}
