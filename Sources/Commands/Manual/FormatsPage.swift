// pliant-formats(7): the formats, and losses in conversions between them.

extension Manual {
  static let formats = ManualPage(
    "pliant-formats", section: 7, summary: "formats and conversion losses",
    text: #"""
      # DESCRIPTION
      | name | format | read | write
      \#(formatRows)

      pliant detects formats from content: the signature of a binary property list, a byte order mark, an XML
      declaration, the root element, the first character. It detects `jsonl`, `csv` and `tsv` from the extension of a
      file that does not begin as XML or a binary property list. A root element other than `plist` means `xml`; writing
      it requires a mapping or a style.

      The names of files whose programs read more than JSON mean `jsonc` or `json5`, to *pliant-lint*(1) as to every
      command: `*.jsonc`, `*.json5`, `*.code-workspace`, Sublime Text's settings, `tsconfig*.json`, `jsconfig*.json`,
      `appsettings*.json`, `.vscode/*.json`, `.eslintrc.json`, `.babelrc`, `.swift-format` and others. In other files a
      comment among the first 64 KB means `jsonc`, and a first key without double quotation marks `json5`; lint still
      reports these in a file called `*.json`. pliant edits, patches, merges and formats both, keeping comments,
      trailing commas and quotation marks; conversions report the comments that they drop.

      Conversions to `swift`, `objc`, `csv`, `tsv` and `sql`, and those with `--records`, `--fields` or `--first`,
      never replace their source.

      # TYPES
      | type | xml1 | binary1 | json | openstep
      | string | yes | yes | yes | yes
      | integer | 128 bits | 128 bits | any length | as string
      | real | yes | yes | any digits | as string
      | boolean | yes | yes | yes | as string
      | date | whole seconds | yes | as string | as string
      | data | yes | yes | as Base64 | yes
      | null | no | no | yes | no
      | UID | as CF$UID | yes | as CF$UID | as CF$UID
      | set | as array | as array | as array | as array
      | infinity, NaN | yes | yes | as string | as string

      Integers and reals are distinct everywhere: `1.0` is not `1`. Conversions between JSON formats keep every digit
      of a number. Keys keep their order; `--sort-keys` sorts them as CoreFoundation does.

      Binary output keeps the shared objects of a binary property list shared. Other formats repeat them, up to the
      size that `--max-output` sets.

      Formats without a UID type represent one as a dictionary with the single key `CF$UID`.

      # CONVERSION LOSSES
      pliant never drops a value silently. `--loss` *POLICY* selects what to do with values that the output format
      cannot represent:

      `note` :: Converts, and reports each kind of change once on standard error: a date becomes an ISO 8601 string,
        data a Base64 string, a set an array. The default unless converting in place.
      `refuse` :: Fails before writing anything. The default when converting in place.
      `tag` :: Writes tagged objects, which convert back without loss:

            {"$date": "2012-03-01T06:00:00Z"}   {"$data": "AAEC"}   {"$uid": 7}
            {"$real": "nan"}                    {"$null": true}

        Escapes a value that already looks like a tagged object.

      Property lists have no null: `--json-null` is `refuse` (the default), `drop` or `string`. pliant reports a
      duplicate key and keeps its last value, in the position of the first.

      XML forbids control characters such as U+001B, which Apple's readers accept and menu shortcuts contain.
      `--control` selects what an XML property list does with them: `refuse` (the default) is an error with the key
      path, `keep` writes them, `strip` drops them. Edits and `format` keep those of a file.

      # APPLE'S READERS
      pliant reads what Apple's programs write and read, and reports what they do not agree on; pliant-plutil(7) lists
      it. In XML property lists, `IDREF="1"` is the value of the element with this ID, and `<data format="hex">` has
      hexadecimal digits, as in the kernel; other attributes are annotations. A byte order mark overrides the
      declaration. Text after the entries of a `.strings` file, which CoreFoundation ignores, is an error.

      # CANONICAL BYTES
      `--canonical` writes the canonical form of the target: for `xml1` exactly the bytes that Apple's
      PropertyListSerialization writes, with sorted keys and 17 digits; RFC 8785 for `json`; Canonical XML 1.0 for
      `xml`.

      # KEYED ARCHIVES
      NSKeyedArchiver writes a property list of objects that refer to one another by number. `pliant print` shows the
      objects; `convert`, `query`, `extract`, `diff`, `info` and `xpath` decode them with `--unarchive`, from
      `binary1`, `xml1` or `json`. The decoded document is a dictionary with a key for each root, usually `root`.

      | class | representation
      | NSString, NSMutableString, NSUUID, NSURL | a string
      | NSNumber, NSDecimalNumber | a number or boolean; a decimal number keeps every digit
      | NSDate; NSData, NSMutableData | a date; data
      | NSNull, and no object | null
      | NSArray, NSOrderedSet, NSIndexPath | an array
      | NSSet | a set
      | NSDictionary | a dictionary; with other keys than strings an array of `[key, value]`
      | NSCountedSet | an array of `[element, count]`
      | NSIndexSet | an array of `{"location": n, "length": n}`
      | NSAttributedString | an array of runs, `{"string": text, "attributes": {…}}`
      | NSColor, UIColor | a dictionary whose components are arrays of numbers
      | any other | a dictionary with `$class` and the fields

      Mutable collections look like immutable ones. `$class` is the name of the class without its superclasses. An
      object of a subclass, or one with unexpected fields, is a dictionary with all of its fields.

      A collection or object with several references to it has an `$id` (from 1) at its first occurrence and is
      `{"$ref": n}` elsewhere; an array or set is then the `$value` of a dictionary. Strings, numbers and other values
      repeat. The keys `$class`, `$id`, `$ref`, `$value` and `$archive` of an object get another dollar sign. An
      archive in the data of an archive, up to four deep, is `{"$archive": roots}`.

      Decode an archive of two people who know each other.
        $ pliant convert json --unarchive -o - friends.plist
        {"root":{"$class":"Person","$id":1,"name":"Anna","born":"1990-05-17T00:00:00Z","friends":[{"$class":"Person","name":"Jörg","born":null,"friends":[{"$ref":1}]}]}}
        friends.plist: note: 1 date became an ISO 8601 string at root.born [conversion/loss]

      A reference to an object that is not in the archive is an error. The archives that NSArchiver wrote
      (`streamtyped`) and compiled interface files (NIBArchive) are other formats, which pliant does not read.

      # SIGNED PROPERTY LISTS
      Provisioning profiles (`.mobileprovision`, `.provisionprofile`) and signed configuration profiles
      (`.mobileconfig`) contain a property list in a CMS message (RFC 5652), as DER, BER or PEM. Every command that
      reads documents reads that list, with a note that it did not verify the signature; certificates in the list are
      data. pliant never rewrites such a file, because that would invalidate its signature; `-o` writes the list to
      another file.

          pliant extract Entitlements json --pretty embedded.mobileprovision

      For compressed data, databases, images, programs, certificates and other known kinds of file, the error
      identifies the kind: `unsupported format: gzip-compressed data; decompress it first`.

      # TABLES
      `csv` (RFC 4180, lines end in CR LF) and `tsv` (text/tab-separated-values, LF) contain one record per line,
      below a header: the records of a mapping (`--records`), an array of dictionaries, or one dictionary. An array of
      single values is one column, `value`; arrays in an array are rows without a header.

      The columns are the fields of the mapping's record, in order, so all documents of a mapping have the same table,
      and memory remains constant. Without a mapping the columns are the keys of all records, in order of first
      occurrence or sorted with `--sort-keys`, and pliant reads the whole input first.

      A missing value and null are an empty cell; an empty string is `""` in CSV, as `COPY` and DuckDB distinguish
      them. Numbers keep their digits, booleans are `true` and `false`, dates ISO 8601. A dictionary or an array
      becomes JSON in its cell, which pliant reports. In TSV a tab, line feed, carriage return and backslash are `\t`,
      `\n`, `\r` and `\\`, as PostgreSQL's `COPY` reads them, and an empty string is an empty cell, which pliant
      reports.

      Cells remain unchanged even if a spreadsheet may treat them as formulas, that is, if they begin with `=`, `+`,
      `-` or `@`. Import such files as text.

      `--records` *PLACE* also works without a mapping: an element path (`products/product`), a key path
      (`feed.items`) or a JSON Pointer (`/orders`), in which `*` matches any name and `**` any number of levels.
      `--fields id,customer.name,price=@amount` selects, orders and renames columns. An element with attributes or
      children becomes a dictionary in the style of `--xml-style`, and its numbers remain text. For XML with neither
      *PLACE* nor a mapping, the error suggests the elements to use.

      pliant reads both formats with `--from csv` or from files with the extension `csv` or `tsv`. Each row becomes a
      dictionary of strings, with keys from the first row, or an array with `--no-header`. An empty cell is null and
      `""` an empty string. CSV may use `;`, tabs or `|` instead of commas (detected from the first line unless
      `--delimiter` says otherwise), any line ends and a byte order mark; pliant skips blank lines. A row of a
      different length is an error; `--ragged fill` adds nulls, and uses column numbers as keys for extra cells.
      Repeated column names get a number, which counts as a loss. In TSV, pliant decodes `\t`, `\n`, `\r` and `\\`;
      for quoted cells between tabs use `--from csv --delimiter tab`. If a table is not UTF-8 and has no byte order
      mark, pliant judges its encoding from the letters and reports it, or fails if they leave a doubt.

      `--types` converts a column to numbers, booleans or dates (ISO 8601 in UTC) if pliant would write back every
      cell unchanged. Without it, converting CSV to JSON and back keeps every cell, and every byte of CSV that pliant
      wrote.

      Write the records of any XML as a table, without a mapping.
        $ pliant convert csv -q --records book --fields id=@id,title books.xml
        id,title
        b1,Frankenstein
        b2,The Time Machine
        b3,The Invisible Man
      Write a query's result as a table: a header, and a row for each order.
        $ pliant query '$.orders[*]' orders.json | pliant convert csv
        id,item,price,paid
        1,lamp,49.5,true
        2,desk,320,false
        3,chair,85,true

      # SQL
      `sql` is one transaction for SQLite 3.24 or later. It creates the tables that the records of a mapping need,
      unless they exist, and inserts or updates the records of the document. Running it again changes nothing, row
      numbers and times included; running it for a newer document changes only the values that differ. pliant writes
      the records of application XML while it reads, so memory does not grow with their number.

          pliant convert sql schedule.xml | sqlite3 store.db

      Tables :: A record type is a table, with its own name or `$table`, and a field is a column. Types that extend
        another share its table, which has a column `recordType`; types without a key share it only if their owner has
        one field for each. The root record is a table if it has columns; without a key it is one row.
      Keys :: Key fields are the primary key. A record without a key has the key of its owner and its position in the
        owner's list, in columns such as `Team_code` and `Contact_position`; nested records of this kind have a path
        such as `0/2/1`. A record type without a key that several fields contain has a table for each, such as
        `Item_links`.
      Foreign keys :: The key of an owner, and a reference to a record with one key field. `ON DELETE` follows the
        delete rule on the owner's side: `cascade`, `nullify` (`SET NULL`), `deny` (`RESTRICT`), `none` (`NO ACTION`);
        deleting an owner deletes its records without a key. SQLite checks foreign keys at the end, so a reference may
        lead to an existing record of the store. A list of references is a table of pairs, unless the other side has a
        single reference back.
      Columns :: `TEXT`, `INTEGER` (booleans are 0 and 1; `INT` for a single key, so that rows keep the order of the
        document), `REAL`, `BLOB`. Dates are ISO 8601 text in UTC, durations seconds, a list of values and `runs` JSON
        text. A list of records or references in a container also has a column with its name, which is 1 if the
        container exists, because an empty list has no rows. A required field is `NOT NULL`. Range, length and allowed values become a `CHECK`; patterns do not. Transient fields have no
        column. Indexed fields and foreign keys have an index.
      Existing records :: pliant updates a record whose key is in the table if a column differs. Loading never deletes
        a record with a key of its own that the document no longer contains, at any level; it keeps its owner. Records
        without a key, or with a `$keyScope` of `owner`, are parts of their owner: loading deletes those that the
        document no longer contains. With `$repeated` `merge`, columns missing from the document keep their values. A
        field with `now=created` gets its value with the row, one with `now=changed` whenever another column changes;
        a time in the document takes precedence.
      All or nothing :: A row that fails leaves the store unchanged, even though `sqlite3` continues after errors in
        its standard input: the statements do nothing outside the transaction, and COMMIT fails unless all of them
        succeeded.

      The same mapping converts the output of `sqlite3 -json` for these tables back to XML. pliant assigns a row to a
      table by its columns, so select all of them, those of the owner included; a column `#table` identifies the table
      if several have the same columns. The input may contain several results. `pliant convert sql --select --mapping
      NAME` prints statements that select everything, data as `hex(column)`. Empty data and missing data are the same.

          pliant convert sql --select --mapping site-schedule | sqlite3 -json store.db |
              pliant convert xml --mapping site-schedule -o schedule.xml

      Names that differ only in case, integers beyond 64 bits (text in a drafted mapping), infinities and NaN are errors.
      Content that `--keep-unmapped` keeps has no column, which pliant reports.

      # EXAMPLES
      Convert a date to a string, with a note.
        $ pliant create xml1 | pliant insert day --date 2026-03-29T12:00:00Z | pliant convert json
        {"day":"2026-03-29T12:00:00Z"}
        <stdin>:6:2: note: 1 date became an ISO 8601 string at day [conversion/loss]
      Convert a date without loss.
        $ pliant create xml1 | pliant insert day --date 2026-03-29T12:00:00Z | pliant convert json --loss tag
        {"day":{"$date":"2026-03-29T12:00:00Z"}}
      """#, seeAlso: ["convert", "info"])

  private static var formatRows: String {
    Format.all.map { format in
      let (reads, writes) = (format.isReadable ? "yes" : "no", format.isWritable ? "yes" : "no")
      return "| `\(format.rawValue)` | \(format.traits.summary) | \(reads) | \(writes)"
    }.joined(separator: "\n")
  }
}
