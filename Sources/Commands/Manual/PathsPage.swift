// pliant-paths(7): the notations for places in documents, side by side.

extension Manual {
  static let paths = ManualPage(
    "pliant-paths", section: 7, summary: "key paths, JSON Pointers, JSONPath, XPath and record places",
    text: #"""
      # DESCRIPTION
      Five notations select parts of a document:

      | notation | selects | commands
      | key path | one value | extract, type, insert, replace, remove
      | JSON Pointer | one value | the same, and patch
      | JSONPath | any values | query, insert, replace, remove
      | XPath | any nodes | xpath, insert, replace, remove
      | place | records | --records, --fields

      The item of the first order in a property list or JSON, and the title of the first book in XML:

      | notation | property list, JSON | application XML
      | key path | orders.0.item | books.book.0.title
      | JSON Pointer | /orders/0/item | /books/book/0/title
      | JSONPath | $.orders[0].item | $.books.book[0].title
      | XPath |  | /books/book[1]/title
      | place | orders | books/book

      Key paths, JSON Pointers and JSONPath see application XML as the style of `--xml-style` represents it, and do
      not edit it. XPath sees a property list or JSON as its XML property list.

      # NOTATIONS
      key path :: plutil's: keys and indexes (from 0) with dots between them. `\.` is a dot in a key. The empty path
        is the document.
        In `extract`, `type`, `insert`, `replace` and `remove`, it continues in property lists inside data, in
        `extract` and `type` also in the objects of archives.
      JSON Pointer :: RFC 6901: begins with a slash, has slashes between keys and indexes, `~1` for a slash and `~0`
        for a tilde in a key, and `-` for the position after the last element.
      JSONPath :: RFC 9535: `$` is the document, `.key` or `['key']` a value, `[0]` or `[-1]` an element, `[1:3]` a
        slice, `*` every value, `..` every level and `[?@.price < 10]` a condition. Compare with `==`. To insert,
        replace and remove, `$` begins a JSONPath only alone or before a dot or bracket: `$version` is a key.
      XPath :: XPath 1.0: `/` steps to children, `//` to every level, `@name` is an attribute, `[2]` the second node
        (from 1) and `[@year > 1890]` a condition. Compare with `=`.
      place :: The elements or values that are records: names with slashes, `*` for any name and `**` for any number
        of levels, a key path or a JSON Pointer. In `--fields`, a place is relative to the record: `customer.name`,
        `@id`. In a mapping, it also selects the field; see pliant-mapping(5).

      # EXAMPLES
      A key path.
        $ pliant extract orders.1.item orders.json
        desk
      A JSON Pointer.
        $ pliant extract /orders/1/item orders.json
        desk
      JSONPath.
        $ pliant query '$.orders[?@.paid == true].item' orders.json
        ["lamp","chair"]
      XPath.
        $ pliant xpath '//book[@year > 1890]/title' books.xml
        The Time Machine
        The Invisible Man
      Places.
        $ pliant convert csv -q --records '**/book' --fields id=@id,title books.xml
        id,title
        b1,Frankenstein
        b2,The Time Machine
        b3,The Invisible Man
      List the paths of values.
        $ pliant query --as paths '$..item' orders.json
        $['orders'][0]['item']
        $['orders'][1]['item']
        $['orders'][2]['item']
      """#, seeAlso: ["extract", "query", "xpath", "pliant-mapping(5)", "pliant-xml(7)"])
}
