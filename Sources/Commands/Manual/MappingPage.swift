// pliant-mapping(5): how to write a mapping file.

import CommandLineKit
import PliantCore

extension Manual {
  static let mapping = ManualPage(
    "pliant-mapping", section: 5, summary: "files that describe how application XML corresponds to data",
    sections: [
      ManualSection("DESCRIPTION", mappingIntroduction),
      ManualSection("THE FILE", [mappingKeys]), ManualSection("THE FIELDS", mappingFields),
      ManualSection("PLACES", [mappingPlaces] + mappingPlaceParagraphs),
      ManualSection("TYPES", [mappingTypes] + mappingTypeParagraphs),
      ManualSection("SETTINGS OF FIELDS", [mappingOptions]),
      ManualSection("SETTINGS OF RECORDS", [mappingRecordSettings]),
      ManualSection("KEYS AND REFERENCES", mappingReferences),
      ManualSection("READING AND WRITING", mappingDirections),
      ManualSection("CORE DATA MODELS", mappingModels), ManualSection("FILES", mappingFolders),
      ManualSection("EXAMPLES", mappingExamples),
    ], seeAlso: ["mapping", "convert", "lint", "pliant-formats(7)"])

  private static let mappingIntroduction: [ManualBlock] = [
    """
    A mapping describes once how an application's XML corresponds to dictionaries, arrays and typed values, and works in both \
    directions. It is a file in JSON or any property list. This document
    """,
    .literal(
      """
      <library>
        <shelf id="A">
          <book isbn="3-16-148410-0" lent="YES">
            <title>Die Verwandlung</title>
            <price>9.80</price>
          </book>
        </shelf>
      </library>
      """),
    "is read and written by this mapping:",
    .literal(
      """
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
      """),
    """
    The root element is `library`. Its dictionary has one key, `shelves`: an array with a dictionary for each element \
    `shelf`, made as `records` describes `Shelf`. A shelf has a key `id`, from the attribute of that name, which \
    is required and identifies the shelf; and `books`. A book's `lent` is true for `YES`, and false for `NO` or \
    if the attribute is missing. Its `price` is a number, if there is one.
    """,
    """
    Fields are matched by their place, so one name may mean different things in different records. What the mapping does not cover is \
    reported, never skipped silently.
    """,
  ]

  private static let mappingKeys = ManualBlock.terms([
    ManualTerm("`mapping`", "Its name, a word without a slash. Required."),
    ManualTerm("`about`", "Its purpose, in a line."),
    ManualTerm(
      "`root`",
      "The root element's name. Required. Of several, `testsuites | testsuite`, the first is written, unless the "
        + "root's dictionary names another by its key `#root`, as reading does."),
    ManualTerm(
      "`fields`",
      "The fields of the root element's dictionary. Where that is a record like others, such as an outline in "
        + "an outline, `record` names it instead."),
    ManualTerm("`records`", "The types of records by name, each a dictionary of fields."),
    ManualTerm(
      "`types`",
      "Types that several fields share, by name: `\"moment\": \"date format='d.M.yyyy H:mm' zone=UTC\"`, also with "
        + "constraints on their values: `\"percent\": \"integer min=0 max=100\"`. A field's own setting takes precedence."
    ),
    ManualTerm(
      "`namespaces`",
      """
      Prefixes with their URIs, for the names in this file. Documents may use other prefixes, since names are matched by \
      URI. The empty prefix stands for elements without one. An array of URIs names one namespace by several; the first \
      is written.
      """),
    ManualTerm(
      "`requires`",
      "Elements below the root, as places. A document with this root and these elements chooses the mapping automatically."
    ),
    ManualTerm("`table`", "The table for the root in SQL, if it is to have one with another name."),
    ManualTerm("`notes`", "An array of texts that are kept but not used."),
  ])

  private static let mappingFields: [ManualBlock] = [
    """
    A field is a text: the place, the type where it is not `string`, and settings, with white space between them. A value \
    with white space is written in single quotation marks; a quotation mark inside is doubled.
    """,
    .literal("PLACE [TYPE] [SETTING | SETTING=VALUE]..."),
    """
    Or it is a dictionary with `place`, `type` and the same settings, for what does not fit a line: \
    `{"place": "@kind", "values": ["two words", "more"], "about": "why"}`.
    """,
    "`pliant mapping show` writes every field in the shorter form that it fits.",
  ]

  private static let mappingPlaces = ManualBlock.terms([
    ManualTerm("`@isbn`", "An attribute of the record's element."),
    ManualTerm("`title`", "A child element: its text, or the record that it is."),
    ManualTerm("`city/@zip`", "An attribute of a child."),
    ManualTerm("`text()`, `title/text()`", "The text of an element, beside its children."),
    ManualTerm(
      "`teams/team`", "An element in a container. Containers are written once, for all fields inside of them."
    ),
    ManualTerm(
      "`border[@type='inner']/path`",
      "An element that an attribute's value distinguishes from others of its name."),
    ManualTerm("`itunes:image/@href`", "Names in a namespace, by a prefix of `namespaces`."),
    ManualTerm("`{http://example.org/ns}image`", "The same without a prefix. `{}name` is in no namespace."),
    ManualTerm(
      "`.`", "The record's element itself, for a field of type `xml` or `runs` with its content."),
    ManualTerm(
      "`*`, `body/*`", "Child elements of several names in turn, for a list of a choice; see below."),
  ])

  private static let mappingPlaceParagraphs: [ManualBlock] = [
    """
    A list, `teams/team Team list`, is an array even with one element. Where its container is missing, so is the key; an \
    empty container is an empty array. A list without its own container is always an array. The element that repeats \
    is the last of the place: a container that occurs there twice is read and written as one, and noted.
    """,
    """
    Lists of their own would lose the order of elements that alternate. A list of a choice keeps it: an array of \
    dictionaries, each with the one key of the element that occurred there. Other fields are possible beside it.
    """,
    .literal(
      """
      "fields": {"title": "head/title", "content": "body/* Block list"},
      "records": {
        "Block": {"$choice": true, "text": "p", "picture": "img Picture"},
        "Picture": {"source": "@src url required"}
      }

      {"title": "…", "content": [{"text": "…"}, {"picture": {"source": "a.png"}}, {"text": "…"}]}
      """),
  ]

  private static let mappingTypes = ManualBlock.terms([
    ManualTerm("`string`", "Text, with white space as in `whitespace`."),
    ManualTerm("`integer`, `real`", "Numbers, with all their digits."),
    ManualTerm(
      "`decimal`",
      "A number without exponent, as xs:decimal, with all its digits: `1.50` stays `1.50`. In SQL it is text."
    ),
    ManualTerm(
      "`boolean`",
      "`true=` and `false=` give the words that are read; the first of each is written. `true 1` and `false 0` without them."
    ),
    ManualTerm(
      "`date`",
      """
      `format=` is a pattern of Unicode (UTS 35) such as `'yyyy-MM-dd H:mm'`, or `iso8601` (the default), `rfc822` or \
      `unix`. `zone=` is a zone's name such as `Europe/Berlin`, which knows its summer time, where the text has none. With `zone=keep` the \
      value is a string, the date as it is written, with its offset and fraction or without them; otherwise dates that \
      lose their offset, or digits of their fraction, are noted.
      """),
    ManualTerm("`data`", "Bytes, in Base64 or with `encoding=hex`."),
    ManualTerm("`url`", "A string that is a URI reference (RFC 3986)."),
    ManualTerm("`duration`", "Seconds; reads `SECONDS`, `MM:SS` and `HH:MM:SS`."),
    ManualTerm("`xml`", "The content of the element, as a string of XML."),
    ManualTerm("`runs`", "The same as an array of strings and, in JsonML, elements."),
    ManualTerm(
      "`dictionary`",
      "The element's children, whose names are data, as a dictionary of strings: Maven's `properties`. They have no "
        + "attributes and nothing but text in them, and no name occurs twice."),
    ManualTerm("a record's name", "A dictionary of that type."),
    ManualTerm("a name of `types`", "That type."),
  ])

  private static let mappingTypeParagraphs: [ManualBlock] = [
    """
    JSON has no dates and no data; strings in their place are taken back on writing. See `pliant help convert`, `--loss`.
    """
  ]

  private static let mappingOptions = ManualBlock.terms([
    ManualTerm("`required`", "Must be there: else `mapping/missing`."),
    ManualTerm("`default=`", "The value of a missing field, written as in XML."),
    ManualTerm(
      "`list`, `list=1..`, `list=0..2`, `list=3`",
      "An array, and how many elements it may have. `unordered` says that their order means nothing, `sparse` that an empty one has no key."
    ),
    ManualTerm(
      "`split`",
      "The values of a `list` are words of one text, with white space between them: `@ids integer list split`."
    ),
    ManualTerm("`min=`, `max=`", "Inclusive bounds of a number, duration or date."),
    ManualTerm(
      "`minLength=`, `maxLength=`", "Inclusive bounds of a length, in Unicode scalars, or bytes of data."),
    ManualTerm("`pattern=`", "An I-Regexp (RFC 9485) for the whole text. It is matched in linear time."),
    ManualTerm(
      "`values='a b c'`",
      "The values that are allowed. `values='Y=yes N=no'` also translates them: `Y` in XML is `yes` in data. In a "
        + "dictionary: `\"values\": {\"Y\": \"yes\", \"N\": \"no\"}`."),
    ManualTerm(
      "`whitespace=`",
      "`trim` (the default) cuts it off at both ends, `collapse` also makes one space of each run, `keep` "
        + "leaves it."),
    ManualTerm(
      "`pieces=`",
      "Which text to use where children divide it: `first`, `last`, `joined` (the default), or `all`, "
        + "an array with a string before, between and after the children."),
    ManualTerm("`cdata`", "Written as a CDATA section."),
    ManualTerm(
      "`lenient`",
      "A value that is not of the type, or breaks a constraint, is kept as text and noted rather than an error, and of "
        + "several values where one is expected the first is taken. Meant for documents that others write."),
    ManualTerm(
      "`key`", "Identifies the record among others of its type; several key fields make up one key."),
    ManualTerm(
      "`references=`*RECORD*",
      "The key of a record of this type. With `outside` it need not be in the document."),
    ManualTerm(
      "`delete=`",
      """
      For SQL. On records inside this one: what happens to them when this one is deleted. On a reference: what happens to \
      this record when the one it refers to is deleted. `cascade` deletes it as well, `nullify` removes the reference, \
      `deny` forbids the deletion, `none` does nothing.
      """),
    ManualTerm("`inverse=`", "The field of the other record that describes the relation from its side."),
    ManualTerm("`indexed`", "Has an index in SQL."),
    ManualTerm("`transient`", "In XML and data, but in no table."),
    ManualTerm(
      "`now=`", "A date that SQL sets: when the record is `created`, or when another column is `changed`."),
    ManualTerm("`about=`", "Its purpose."),
  ])

  private static let mappingRecordSettings = ManualBlock.terms([
    ManualTerm("`$extends`", "A record whose fields this one has as well."),
    ManualTerm("`$abstract`", "True if only records that extend this one occur."),
    ManualTerm(
      "`$repeated`",
      "What to do about a key that another record already has: `error` (the default), `replace`, the later record in the "
        + "earlier one's place, or `merge`, its fields put into the earlier one."),
    ManualTerm(
      "`$keyScope`",
      "The scope in which a key is unique: in the `document` (the default), or among records of the same `owner`."
    ),
    ManualTerm(
      "`$choice`",
      "True for a type that has no element of its own: it is any one of the elements that its fields name. A list "
        + "of it is at `*`."),
    ManualTerm("`$table`", "The table in SQL."), ManualTerm("`$about`", "Its purpose."),
    ManualTerm("`$$name`", "A field whose name begins with a dollar sign."),
  ])

  private static let mappingReferences: [ManualBlock] = [
    """
    `"team": "@team references=Team required"` holds the key of a record of the type `Team`, or of one that extends it. The \
    record may come before or after. A reference to a missing record is `mapping/reference`, a key that two records have \
    `mapping/duplicate-key`, both with line and column. Data that become SQL are held to the same: by `$repeated` records \
    of one key become one, which is noted.
    """,
    """
    While `--records` sends records one by one, keys are compared over the whole document all the same, up to the first \
    750,000; a note says how many were not. A later record cannot take the place of one that was sent, so with \
    `$repeated` both are written, which is noted. References are not looked up, since the records that they lead to may \
    not have been read: a note reports if there are any.
    """,
    """
    A record may lack a key that is not required. In SQL it then gets one that is made of its content, where the key is one \
    field that is text: the same record is met again as long as nothing in it changes, and a changed one is another. That is \
    noted, and such a key is left out when rows become a document again. Without a key of any other kind `sql` fails.
    """,
  ]

  private static let mappingDirections: [ManualBlock] = [
    """
    Reading gives the keys of a dictionary in the order in which their fields first occur in the XML. Writing puts \
    elements and attributes into the order of the mapping's fields, whatever the order of the keys; with `--order \
    document` it keeps that of the keys. A single field that occurs twice, a missing required field, and a value that is not of its \
    type are errors, with line and column; nothing is written after an error.
    """,
    """
    What the mapping does not cover is noted once for each name. With `--keep-unmapped` it is kept under the key \
    `#unmapped` of its record, and written again: an array of XML texts, attributes as `@name="value"`; the \
    content of an element below the record's is a dictionary with the `place` of that element and its `content`.
    """,
    """
    Where the root element's namespace has several URIs and a document uses another one than the first, the root's \
    dictionary names it with the key `#namespace`, and that one is written again. In SQL the root's table has a column of \
    this name, and one `#root`, where the mapping knows several namespaces or root elements.
    """,
    """
    An empty attribute or element is not a number, date or boolean: an optional field of such a type is then missing. An \
    array instead of the root's dictionary is written as the records of the nearest list that its keys fit, or of the one \
    that `--records` names, so that what `--records` gave, or rows of a table, become a document again. Nothing is \
    required of the records around them.
    """,
    "On writing, a key without a field is an error. The namespaces of the mapping are declared on the root element.",
  ]

  private static let mappingModels: [ManualBlock] = [
    """
    `pliant mapping from-model` makes a mapping of a Core Data model. Entities are records, parent entities what they \
    extend. A relationship that cascades owns its records, which are nested in their owner: a `list` with the bounds \
    of the relationship. All others are references, on the side that is to one; of two sides that are to many on the \
    first one. A key is the uniqueness constraint of one attribute, else an attribute `id` that is added.
    """,
    """
    Numbers, dates, booleans and identifiers are attributes; text and data are elements, since attributes keep no line \
    breaks. `now=changed` is set for a derived attribute `now:()`, and `now=` for an attribute whose user info has the \
    key `now` with the value `created` or `changed`; a name such as creationTime is not enough. Class names, \
    fetch requests, configurations, and constraints that cannot be enforced, are listed in `notes`.
    """,
  ]

  private static let mappingFolders: [ManualBlock] = [
    .terms([
      ManualTerm("`$PLIANT_MAPPINGS`", "Directories of mapping files, separated by colons."),
      ManualTerm(
        "`$XDG_DATA_HOME/pliant/mappings`, `~/.local/share/pliant/mappings`",
        "The user's directory; on macOS "
          + "`~/Library/Application Support/pliant/mappings`."),
    ]),
    "A mapping `NAME` is the file `NAME.json` or `NAME.plist` there. Built-in mappings come first.",
  ]

  private static let mappingExamples: [ManualBlock] = [
    .example(
      Example(
        "pliant mapping check books-mapping.json books.xml",
        "Prove that a mapping is sound, and that a document is the same after having been data.",
        output: "")),
    .example(
      Example(
        "pliant mapping infer books.xml",
        "Draft a mapping of the document.")),
  ]
}
