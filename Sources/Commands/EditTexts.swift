// The texts in which insert, replace and remove differ.

extension EditCommand {
  var verb: Verb {
    switch self {
    case .insert:
      verb(
        summary: "insert a value into a document",
        effect: """
          Inserts a value at *KEYPATH*, which must not exist; in an array, elements from that index on move up. The
          index after the last element, or `-` in a pointer, appends. If *KEYPATH* is a JSONPath, inserts the value
          under its last name or index in every value that the rest selects.
          """,
        nodes: """
          In application XML, inserts nodes: `--xpath` with `--markup` and `--before`, `--after` or `--append` inserts
          markup next to or into the nodes that *EXPR* selects; `--xpath` with `--string` and an *EXPR* that ends in
          `/@name` adds the attribute to the elements. Keeps every other byte.
          """,
        failure: "an input failed or already has a value at *KEYPATH*, or `--xpath` found nothing",
        examples: """
          Add a key, and print the result.
            $ pliant insert city --string London -o - orders-merge.json
            {"currency": "GBP", "shipped": false, "city": "London"}
          Append to an array, in place, without changing comments and spacing.
            $ pliant insert tables --append --integer 12 settings.plist
          Insert an element before the others.
            $ pliant insert /orders/0 --json '{"id":0}' orders.json
          Refuse to replace a value; the exit status is 1.
            $ pliant insert currency --string EUR orders.json
            [1]
          Add an element, indented like its neighbours.
            $ pliant insert --xpath '//book[@id="b2"]' --after --markup '<book id="b4"/>' -o - books.xml | grep -c '<book '
            4
          """)
    case .replace:
      verb(
        summary: "change a value in a document",
        effect: """
          Replaces the value at *KEYPATH*, or adds the key if it is missing. If *KEYPATH* is a JSONPath, replaces every
          value that it selects. With --key, renames the key instead.
          """,
        nodes: """
          In application XML, replaces nodes: `--xpath` with `--string` replaces the text of elements, attributes, text
          nodes, comments and processing instructions; with `--markup` it replaces the nodes themselves; with `--name`
          it renames elements, attributes and processing instructions. An expression such as `/rss/@xmlns:p`
          edits a namespace declaration like an attribute. Keeps every other byte: quotation marks, entities, comments, CDATA sections, white space, encoding and DOCTYPE.
          """, failure: "an input failed, or `--xpath` found nothing",
        examples: """
          Change a value, and print the result.
            $ pliant replace currency --string USD -o - orders-merge.json
            {"currency": "USD", "shipped": false}
          Change a value in place, and no other byte.
            $ pliant replace vat --real 0.19 settings.plist
          Change every value that a JSONPath selects.
            $ pliant replace '$.orders[?@.paid == true].paid' --string yes -o - orders.json | pliant query '$..paid'
            ["yes",false,"yes"]
          Rename a key, in its position.
            $ pliant replace currency --key money -o - orders-merge.json
            {"money": "GBP", "shipped": false}
          Change the text of an element.
            $ pliant replace --xpath '//book[1]/author' --string 'M. Shelley' -o - books.xml | grep Shelley
                <author>M. Shelley</author>
          Rename elements.
            $ pliant replace --xpath '//author' --name writer -o - books.xml | grep Shelley
                <writer>Mary Shelley</writer>
          """)
    case .remove:
      verb(
        summary: "remove a value from a document",
        effect: """
          Removes the value at *KEYPATH* together with its key; if *KEYPATH* is a JSONPath, every value that it selects.
          """,
        nodes: """
          In application XML, removes nodes: `--xpath` removes the elements, attributes, text, comments and processing
          instructions that *EXPR* selects, and the line of an element if nothing else is on it. Keeps every other byte.
          """, failure: "an input failed, or has nothing to remove",
        examples: """
          Remove a key, and print the result.
            $ pliant remove shipped -o - orders-merge.json
            {"currency": "GBP"}
          Remove an element in place, without changing comments and spacing.
            $ pliant remove tables.0 settings.plist
          Remove an element, and count the others.
            $ pliant remove /orders/2 -o - orders.json | pliant extract orders
            2
          Remove every element that a JSONPath selects.
            $ pliant remove '$.orders[?@.price > 60]' -o - orders.json | pliant query '$.orders[*].item'
            ["lamp"]
          Report that there is nothing to remove; the exit status is 1.
            $ pliant remove missing orders.json
            orders.json: error: no value at missing [edit/path]
            [1]
          Remove elements together with their lines.
            $ pliant remove --xpath '//book[1]/*[position() > 1]' -o - books.xml | sed -n 4,6p
              <book id="b1" year="1818">
                <title>Frankenstein</title>
              </book>
          """)
    }
  }
}
