// pliant-mapping(5): how to write a mapping file.

extension Manual {
  static let mapping = ManualPage(
    "pliant-mapping", section: 5, summary: "files that map XML to typed records",
    text: """
      # DESCRIPTION
      A mapping describes how an application's XML maps to dictionaries, arrays and typed values, in both directions.
      It is a file in JSON or any property list format. This document

          <library>
            <shelf id="A">
              <book isbn="3-16-148410-0" lent="YES">
                <title>Die Verwandlung</title>
                <price>9.80</price>
              </book>
            </shelf>
          </library>

      has this mapping:

          {
            "mapping": "library",
            "root": "library",
            "fields": {
              "shelves": "shelf Shelf list"
            },
            "records": {
              "Shelf": {
                "id": "@id key required",
                "books": "book Book list"
              },
              "Book": {
                "isbn": "@isbn key required",
                "lent": "@lent boolean true=YES false=NO default=NO",
                "title": "title required",
                "price": "price real min=0"
              }
            }
          }

      The root element is `library`. Its dictionary has one key, `shelves`: an array with a dictionary for each
      element `shelf`, as described by the record `Shelf`. A shelf has the keys `id`, from the required attribute that
      identifies it, and `books`. A book's `lent` is true for `YES`, and false for `NO` or without the attribute. Its
      `price` is an optional number.

      Fields match by place, so a name can have different meanings in different records. pliant reports content that
      the mapping does not cover and never skips it silently.

      # THE FILE
      `mapping` :: The name of the mapping, a word without a slash. Required.
      `about` :: The purpose of the mapping, in one line.
      `root` :: The name of the root element. Required. With several, `testsuites | testsuite`, pliant writes the
        first, unless the key `#root` of the root's dictionary has another, as it has after reading.
      `fields` :: The fields of the root element's dictionary. If the root is a record like others, such as an outline
        in an outline, use `record` with the name of the record type instead.
      `records` :: The record types by name, each a dictionary of fields.
      `types` :: Shared field types by name: `"moment": "date format='d.M.yyyy H:mm' zone=UTC"`, with optional
        constraints: `"percent": "integer min=0 max=100"`. Settings of a field take precedence.
      `namespaces` :: The prefixes of names in this file, with their URIs. Documents can use other prefixes, because
        names match by URI. The empty prefix applies to elements without a prefix. With an array of URIs, pliant reads
        all of them as one namespace and writes the first.
      `requires` :: Elements below the root, as places. pliant selects the mapping automatically for a document with
        this root and these elements if the mapping represents all of its content. Otherwise it reads the document
        without a mapping, and reports the first content that the mapping would drop.
      `ordered` :: `false` if the order of elements with different names has no meaning; losing it is then not
        reported.
      `table` :: The name of the root's table in SQL, if it differs.
      `notes` :: An array of remarks, which pliant ignores.

      # THE FIELDS
      A field is a string: the place, the type if it is not `string`, and settings, separated by white space. Put a
      value that contains white space in single quotation marks, and double a quotation mark inside.

          PLACE [TYPE] [SETTING | SETTING=VALUE]...

      A longer field can be a dictionary with `place`, `type` and the same settings: `{"place": "@kind", "values":
      ["two words", "more"], "about": "why"}`.

      `pliant mapping show` prints each field in the shorter form.

      # PLACES
      `@isbn` :: An attribute of the record's element.
      `title` :: A child element: its text, or a record.
      `city/@zip` :: An attribute of a child.
      `text()`, `title/text()` :: The text of an element that also has children.
      `teams/team` :: An element in a container. pliant writes a container once, for all fields inside it.
      `border[@type='inner']/path` :: An element selected by the value of an attribute.
      `itunes:image/@href` :: Names with a prefix from `namespaces`.
      `{http://example.org/ns}image` :: The same without a prefix. `{}name` has no namespace.
      `.` :: The record's element itself, for a field of type `xml` or `runs` that contains its content.
      `*`, `body/*` :: Child elements with different names, for a list of a choice; see below.

      A list, `teams/team Team list`, is an array even with one element. If its container is missing, the key is
      missing too; an empty container is an empty array. A list without a container is always an array. Only the last
      element of a place repeats: pliant reads and writes a repeated container as one, with a note.

      Separate lists lose the order of elements that alternate. A list of a choice keeps it: an array of dictionaries,
      each with one key for the element that occurred there. The record can have other fields too.

          "fields": {"title": "head/title", "content": "body/* Block list"},
          "records": {
            "Block": {"$choice": true, "text": "p", "picture": "img Picture"},
            "Picture": {"source": "@src url required"}
          }

          {"title": "…", "content": [{"text": "…"}, {"picture": {"source": "a.png"}}, {"text": "…"}]}

      # TYPES
      `string` :: Text; `whitespace` sets what happens to white space.
      `integer`, `real` :: Numbers, with all their digits.
      `decimal` :: A number without exponent, as xs:decimal, with all its digits: `1.50` remains `1.50`. In SQL it is
        text.
      `boolean` :: `true=` and `false=` list the words to read; pliant writes the first of each. The defaults are
        `true 1` and `false 0`.
      `date` :: `format=` is a Unicode date pattern (UTS 35) such as `'yyyy-MM-dd H:mm'`, or `iso8601` (the default),
        `rfc822` or `unix`. `zone=` is the time zone of dates without one, such as `Europe/Berlin`. With `zone=keep`
        the value is a string: the date as written, with its offset and fraction if it has them. Otherwise pliant
        reports dates that lose their offset or digits of their fraction.
      `data` :: Bytes, in Base64, or in hexadecimal with `encoding=hex`.
      `url` :: A string that is a URI reference (RFC 3986).
      `duration` :: Seconds; reads `SECONDS`, `MM:SS` and `HH:MM:SS`.
      `xml` :: The content of the element, as a string of XML.
      `runs` :: The content as an array of strings and elements (in JsonML).
      `dictionary` :: Child elements whose names are data, as a dictionary of strings: Maven's `properties`. The
        children contain only text, have no attributes, and their names are unique.
      a record's name :: A dictionary of that type.
      a name of `types` :: That type.

      JSON has no dates and no data; pliant converts their strings back when writing. See `--loss` in `pliant help
      convert`.

      # SETTINGS OF FIELDS
      `required` :: The field must be present; otherwise pliant reports `mapping/missing`.
      `default=` :: The value of a missing field, spelled as in XML.
      `list`, `list=1..`, `list=0..2`, `list=3` :: An array, with its allowed number of elements. `unordered` means
        that their order is irrelevant, `sparse` that an empty list has no key.
      `split` :: The values of a `list` are the words of one text, separated by white space: `@ids integer list
        split`.
      `min=`, `max=` :: Inclusive bounds of a number, duration or date.
      `minLength=`, `maxLength=` :: Inclusive bounds of a length, in Unicode scalars, or bytes of data.
      `scale=` :: The number of decimal places of every value of a `decimal`, so that its SQL column can be numeric
        and keep the spelling.
      `pattern=` :: An I-Regexp (RFC 9485) that matches the whole text. Matching takes linear time.
      `values='a b c'` :: The allowed values. `values='Y=yes N=no'` also translates them: `Y` in XML is `yes` in data.
        In a dictionary: `"values": {"Y": "yes", "N": "no"}`.
      `whitespace=` :: `trim` (the default) removes it at both ends, `collapse` also replaces each run with a space,
        `keep` keeps it.
      `pieces=` :: Which text to use if children divide it: `first`, `last`, `joined` (the default), or `all`, an
        array of the strings before, between and after the children.
      `cdata` :: Writes the text as a CDATA section.
      `lenient` :: An invalid value is not an error: pliant keeps it as text, with a note, and uses the first of
        several values if it expects one. For documents that others write.
      `key` :: Identifies the record among records of its type. Several key fields form one key.
      `references=`*RECORD* :: The key of a record of this type. With `outside` the record may be missing from the
        document.
      `delete=` :: For SQL: the effect of deleting the owner on owned records, or of deleting the referenced record on
        this record. `cascade` deletes the record too, `nullify` removes the reference, `deny` prevents the deletion,
        `none` does nothing.
      `inverse=` :: The field that describes the same relationship in the other record.
      `indexed` :: Creates an index in SQL.
      `column=` :: The column in SQL, if its name differs from the field's.
      `sql=` :: How SQL stores the values: `number`, as numbers; `spelled`, as numbers, with the text in a second column
        `NAME_text` where SQLite prints another one; `any`, in a column without a type, integers beyond 64 bits as text.
      `transient` :: Omits the field in SQL.
      `now=` :: A date that SQL sets when the record is `created`, or when another column is `changed`.
      `about=` :: The purpose of the field.

      # SETTINGS OF RECORDS
      `$extends` :: A record type whose fields this one inherits.
      `$abstract` :: True if only record types that extend this one occur.
      `$repeated` :: What to do with a duplicate key: `error` (the default), `replace` the earlier record with the
        later one, or `merge` its fields into the earlier one.
      `$keyScope` :: The scope in which a key is unique: the `document` (the default), or the records of one `owner`.
      `$choice` :: True for a type without an element: a record is any one of the elements of its fields. The place of
        a list of this type is `*`.
      `$table` :: The table in SQL.
      `$about` :: The purpose of the record type.
      `$$name` :: A field whose name begins with a dollar sign.

      # KEYS AND REFERENCES
      `"team": "@team references=Team required"` contains the key of a record of type `Team`, or of a type that
      extends it, earlier or later in the document. pliant reports a reference to a missing record as
      `mapping/reference` and a duplicate key as `mapping/duplicate-key`, both with line and column. For SQL the same
      rules apply to data: with `$repeated`, records with the same key become one. pliant reports the loss with key
      and line, and refuses it in place.

      With `--records`, pliant processes records one by one. It compares the first 750,000 keys and reports how many
      it did not compare. A later record cannot replace an earlier one that is already written, so with `$repeated`
      pliant writes both, with a note. It does not resolve references, because it may not have read their records yet,
      and reports them.

      A record may lack a key that is not required. In SQL, if the key is one text field, pliant derives a key from
      the content of the record, with a note: an unchanged record keeps its key, and a changed one becomes another
      record. Converting rows back to a document drops such keys. With any other kind of key, `sql` fails.

      # READING AND WRITING
      The keys of a dictionary are in the order in which their fields first occur in the XML. XML output has elements
      and attributes in the order of the mapping's fields, or with `--order document` in the order of the keys. If the
      elements of the input are in another order, pliant reports the loss, unless the mapping says `"ordered": false`.
      A single field that occurs twice, a missing required field and a value with the wrong type are errors, with line
      and column; after an error pliant writes nothing.

      pliant reports content that the mapping does not cover, once per name. `--keep-unmapped` keeps such content
      under the key `#unmapped` of its record and writes it back. Its value is an array of strings with XML, and
      `@name="value"` for attributes; content of an element below the record is a dictionary with the `place` of that
      element and its `content`.

      If a document uses a namespace URI other than the first of several, the key `#namespace` of the root's
      dictionary keeps it for writing. In SQL the root's table has columns `#namespace` and `#root` if the mapping has
      several namespaces or root elements.

      An empty attribute or element is not a number, date or boolean; an optional field of such a type is missing.
      pliant reports that, white space that `trim` and `collapse` remove, values that will be spelled differently
      (`007`, `+1`), and defaults it adds. An array in place of the root's dictionary becomes the records of the first
      list that fits its keys, or of the list that `--records` selects. The output of `--records`, or the rows of a
      table, thus become a document again. Required fields of the records around them may be missing.

      When writing, a key without a field is an error. The root element declares the namespaces of the mapping.

      # CORE DATA MODELS
      `pliant mapping from-model` converts a Core Data model to a mapping. Entities become record types that extend
      their parent entities. A relationship with the delete rule Cascade owns its records, which are nested in their
      owner: a `list` with the bounds of the relationship. Other relationships become references on the to-one side,
      or on the first of two to-many sides. The key is a uniqueness constraint on one attribute, otherwise an
      additional attribute `id`.

      Numbers, dates, booleans and identifiers become attributes; text and data become elements, because attributes do
      not keep line breaks. A derived attribute `now:()` gets `now=changed`; an attribute whose user info has the key
      `now` with the value `created` or `changed` gets `now=`. A name such as creationTime is not enough. `notes`
      lists class names, fetch requests, configurations, and constraints that pliant cannot enforce.

      # FILES
      `$PLIANT_MAPPINGS` :: Directories of mapping files, separated by colons.
      `$XDG_DATA_HOME/pliant/mappings`, `~/.local/share/pliant/mappings` :: The user's directory; on macOS
        `~/Library/Application Support/pliant/mappings`.

      The mapping `NAME` is the file `NAME.json` or `NAME.plist` there. Built-in mappings take precedence.

      # EXAMPLES
      Check a mapping, and that a document survives conversion to data and back.
        $ pliant mapping check books-mapping.json books.xml
      Draft a mapping from a document.
        $ pliant mapping infer books.xml
        …
      """, seeAlso: ["mapping", "convert", "lint", "pliant-formats(7)"])
}
