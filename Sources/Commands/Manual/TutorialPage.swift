// pliant-tutorial(7): six jobs in ten minutes, with the installed examples.

extension Manual {
  static let tutorial = ManualPage(
    "pliant-tutorial", section: 7, summary: "six jobs in ten minutes",
    text: """
      # DESCRIPTION
      Copy the example files and try the commands on the copy: `cp -R` *PREFIX*`/share/doc/pliant/examples .`, or
      `testdata/examples` in the source tree.

      # 1. CONVERT A PROPERTY LIST
      JSON has no dates and no data, so both become strings, and pliant reports it.
        $ pliant convert json --pretty -o settings.json settings.plist
        settings.plist:8:2: note: 1 date became an ISO 8601 string at closes [conversion/loss]
        settings.plist:25:2: note: 1 data value became a Base64 string at badge [conversion/loss]
      With tagged objects nothing is lost: `diff` finds no difference.
        $ pliant convert json --loss tag -o - settings.plist | pliant convert xml1 --loss tag | pliant diff settings.plist -

      Without `-o`, `convert` replaces the file, and refuses if that would lose a value.

      # 2. READ ONE VALUE
      Extract a value for a script.
        $ pliant extract owner.name settings.plist
        Ada Byron
      Query with a condition.
        $ pliant query '$.orders[?@.paid == true].item' orders.json
        ["lamp","chair"]
      Look at a whole document, binary or not.
        $ pliant print settings.plist
        dictionary (6 keys)
          name: string "Harbour Café"
        …

      # 3. CHANGE ONE VALUE
      Only the bytes of the value change: layout, order and comments remain. Without `-o`, the file itself changes.
        $ pliant replace orders.1.paid --bool true -o - orders.json | pliant diff orders.json -
        - orders.1.paid: false
        + orders.1.paid: true
        [1]

      # 4. CHECK A DIRECTORY
      Find files whose encoding is not the declared one.
        $ pliant lint legacy
        legacy/guests.xml:3:12: error: declared 'ISO-8859-1', but the bytes are macintosh: here byte 91 is 'ë' [encoding/mismatch]
        2 files checked, 1 finding
        [1]
      Preview the fixes. Without `--dry-run`, pliant makes them.
        $ pliant lint --fix=bytes --dry-run legacy
        [1]
      Convert a file to UTF-8, its declaration included.
        $ pliant transcode --to utf-8 -o menu-utf8.xml legacy/menu.xml

      # 5. COMPARE TWO VERSIONS
      Compare documents by meaning, in any formats.
        $ pliant diff merge-base.json merge-ours.json
        - version: "1.0"
        + version: "1.1"
        [1]
      Turn the difference into a JSON Patch and apply it.
        $ pliant diff --json merge-base.json merge-ours.json | pliant patch -o - merge-base.json -
        {
          "name": "harbour-cafe",
          "version": "1.1",
          "languages": ["de", "en"]
        }
        [1]

      # 6. TURN XML INTO A TABLE
      Choose the records and the columns.
        $ pliant convert csv -q --records book --fields id=@id,title books.xml
        id,title
        b1,Frankenstein
        b2,The Time Machine
        b3,The Invisible Man
      Draft a mapping, a file that assigns types to the fields and converts in both directions.
        $ pliant mapping infer books.xml -o draft.json
        …

      `pliant load books.xml books.db` loads the same records into SQLite.
      """, seeAlso: ["pliant-paths(7)", "pliant-formats(7)", "pliant-xml(7)", "pliant-mapping(5)"])
}
