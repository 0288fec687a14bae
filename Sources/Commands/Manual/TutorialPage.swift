// pliant-tutorial(7): six jobs in ten minutes, with the installed examples.

extension Manual {
  static let tutorial = ManualPage(
    "pliant-tutorial", section: 7, summary: "six jobs in ten minutes",
    sections: [
      ManualSection(
        "DESCRIPTION",
        [
          """
          Copy the example files and try the commands on the copy: `cp -R` \
          *PREFIX*`/share/doc/pliant/examples .`, or `testdata/examples` of the source.
          """
        ]),
      ManualSection(
        "1. CONVERT A PROPERTY LIST",
        [
          .example(
            Example(
              "pliant convert json --pretty -o settings.json settings.plist",
              "JSON has no dates and no data, so both become strings, and pliant reports it.",
              output: """
                settings.plist: note: 1 date became an ISO 8601 string [conversion/loss]
                settings.plist: note: 1 data value became a Base64 string [conversion/loss]

                """)),
          .example(
            Example(
              "pliant convert json --loss tag -o - settings.plist | pliant convert xml1 --loss tag | pliant diff settings.plist -",
              "With tagged objects nothing is lost: `diff` finds no difference.", output: "")),
          "Without `-o`, `convert` replaces the file, and refuses if that would lose a value.",
        ]),
      ManualSection(
        "2. READ ONE VALUE",
        [
          .example(
            Example(
              "pliant extract owner.name settings.plist", "Extract a value for a script.",
              output: "Ada Byron\n")),
          .example(
            Example(
              "pliant query '$.orders[?@.paid == true].item' orders.json", "Query with a condition.",
              output: #"["lamp","chair"]"# + "\n")),
          .example(
            Example(
              "pliant print settings.plist", "Look at a whole document, binary or not.",
              output: "dictionary (6 keys)\n  name: string \"Harbour Café\"\n…\n")),
        ]),
      ManualSection(
        "3. CHANGE ONE VALUE",
        [
          .example(
            Example(
              "pliant replace orders.1.paid --bool true -o - orders.json | pliant diff orders.json -",
              "Only the bytes of the value change: layout, order and comments remain. Without `-o`, the file itself changes.",
              output: "- orders.1.paid: false\n+ orders.1.paid: true\n", status: 1))
        ]),
      ManualSection(
        "4. CHECK A DIRECTORY",
        [
          .example(
            Example(
              "pliant lint legacy", "Find files whose encoding is not the declared one.",
              output: """
                legacy/guests.xml:3:12: error: declared 'ISO-8859-1', but the bytes are macintosh: here byte 91 is 'ë' \
                [encoding/mismatch]
                2 files checked, 1 finding

                """, status: 1)),
          .example(
            Example(
              "pliant lint --fix=bytes --dry-run legacy",
              "Preview the fixes. Without `--dry-run`, pliant makes them.", status: 1)),
          .example(
            Example(
              "pliant transcode --to utf-8 -o menu-utf8.xml legacy/menu.xml",
              "Convert a file to UTF-8, its declaration included.", output: "")),
        ]),
      ManualSection(
        "5. COMPARE TWO VERSIONS",
        [
          .example(
            Example(
              "pliant diff merge-base.json merge-ours.json", "Compare documents by meaning, in any formats.",
              output: "- version: \"1.0\"\n+ version: \"1.1\"\n", status: 1)),
          .example(
            Example(
              "pliant diff --json merge-base.json merge-ours.json | pliant patch -o - merge-base.json -",
              "Turn the difference into a JSON Patch and apply it.",
              output: """
                {
                  "name": "harbour-cafe",
                  "version": "1.1",
                  "languages": ["de", "en"]
                }

                """, status: 1)),
        ]),
      ManualSection(
        "6. TURN XML INTO A TABLE",
        [
          .example(
            Example(
              "pliant convert csv -q --records book --fields id=@id,title books.xml",
              "Choose the records and the columns.",
              output: "id,title\nb1,Frankenstein\nb2,The Time Machine\nb3,The Invisible Man\n")),
          .example(
            Example(
              "pliant mapping infer books.xml -o draft.json",
              "Draft a mapping: a file that gives types to the fields and converts both ways.")),
          "`pliant load books.xml books.db` loads the same records into SQLite.",
        ]),
    ], seeAlso: ["pliant-paths(7)", "pliant-formats(7)", "pliant-xml(7)", "pliant-mapping(5)"])
}
