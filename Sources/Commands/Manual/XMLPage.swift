// pliant-xml(7): how application XML becomes other formats without a mapping, and back.

extension Manual {
  static let xml = ManualPage(
    "pliant-xml", section: 7, summary: "application XML without a mapping",
    text: """
      # DESCRIPTION
      Application XML is XML in any vocabulary other than property lists. A mapping, described in pliant-mapping(5),
      turns it into typed records. Without one, `--xml-style` selects how elements become dictionaries, arrays and
      strings, and how those become elements again.

      # STYLES
      `attributes` :: The default. An element with only text is a string, an empty one null, and any other a
        dictionary with `@name` for attributes, `#text` for text and a key for each name of a child. Several children
        with the same name are an array.
      `jsonml` :: An array of the name, a dictionary of attributes if there are any, and the children.
      `lossless` :: A dictionary with `name`, `attributes` and `children`. Comments, CDATA sections, processing
        instructions, the DOCTYPE and references are dictionaries too: `comment`, `cdata`, `instruction`, `doctype`,
        `reference`.

      The same document in each style:

      `attributes`:
        $ printf '<note lang="en">Tea <b>and</b> cake</note>' | pliant convert json
        {"note":{"@lang":"en","b":"and","#text":"Tea  cake"}}
        <stdin>:1:1: note: 1 element lost the order of its text and children; --xml-style lossless or jsonml keeps it \
      [conversion/loss]
      `jsonml`:
        $ printf '<note lang="en">Tea <b>and</b> cake</note>' | pliant convert json --xml-style jsonml
        ["note",{"lang":"en"},"Tea ",["b","and"]," cake"]
      `lossless`:
        $ printf '<note lang="en">Tea <b>and</b> cake</note>' | pliant convert json --xml-style lossless
        {"children":[{"name":"note","attributes":{"lang":"en"},"children":["Tea ",{"name":"b","children":["and"]}," cake"]}]}

      # ORDER
      Attributes and children keep their order. The style `attributes` groups children by name and joins text, so it
      loses the order of text and children, and of children whose names alternate. pliant reports either as a loss;
      `jsonml` and `lossless` keep both.

      # NAMESPACES
      Names keep their prefixes, and declarations such as `xmlns:a` are attributes: `@xmlns:a` in the style
      `attributes`. An undeclared prefix is an error. `xpath` and `diff` compare names by namespace; bind a prefix for
      an expression with `xpath --namespace`.

      # WHITE SPACE
      White space between elements is layout, which conversion drops and writing adds again, unless it is next to other
      text or has no line end: the space in `<b>a</b> <i>b</i>` is text for `format`, `diff` and the styles `jsonml` and
      `lossless`, and for `attributes` if the parent has other text. Text keeps the white space around it; `--trim` drops
      it. `jsonml` and `lossless` keep layout too. Without a mapping, `xml:space="preserve"` makes all white space text.

      # ENTITIES
      pliant replaces predefined entities, character references and entities that the document declares; the style
      `lossless` keeps the last. It never reads external entities or DTDs. A reference to an entity that an external DTD may declare remains as text and
      counts as a loss, except in the style `lossless`; any other undefined entity is an error. `--limit`
      *NAME*=*VALUE* bounds expansion; see pliant-limits(7).

      # EXAMPLES
      Write XML from JSON.
        $ printf '["note",{"lang":"en"},"Tea ",["b","and"]]' | pliant convert xml --xml-style jsonml
        <?xml version="1.0" encoding="UTF-8"?>
        <note lang="en">Tea <b>and</b></note>
      Query XML as its style represents it.
        $ pliant query -q '$.books.book[*].title' books.xml
        ["Frankenstein","The Time Machine","The Invisible Man"]
      """, seeAlso: ["convert", "xpath", "pliant-formats(7)", "pliant-paths(7)"])
}
