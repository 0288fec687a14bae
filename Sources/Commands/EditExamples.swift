// The examples of insert, replace and remove.

extension EditCommand {
  var examples: [Example] {
    switch self {
    case .insert: Self.insertExamples
    case .replace: Self.replaceExamples
    case .remove: Self.removeExamples
    }
  }

  private static let insertExamples = [
    Example(
      "pliant insert city --string London -o - orders-merge.json", "Add a key, and print the result.",
      output: """
        {"currency": "GBP", "shipped": false, "city": "London"}

        """),
    Example(
      "pliant insert tables --append --integer 12 settings.plist",
      "Append to an array, in place, without changing comments and spacing.", output: ""),
    Example(
      #"pliant insert /orders/0 --json '{"id":0}' orders.json"#, "Insert an element before the others.",
      output: ""),
    Example(
      "pliant insert currency --string EUR orders.json", "Refuse to replace a value; the exit status is 1.",
      status: 1),
  ]

  private static let replaceExamples = [
    Example(
      "pliant replace currency --string USD -o - orders-merge.json", "Change a value, and print the result.",
      output: """
        {"currency": "USD", "shipped": false}

        """),
    Example(
      "pliant replace vat --real 0.19 settings.plist", "Change a value in place, and no other byte.",
      output: ""),
    Example(
      "pliant replace /orders/1/paid --bool true orders.json", "Change a value at a JSON Pointer.", output: ""
    ),
    Example(
      "pliant replace owner.name --integer ten settings.plist",
      "Reject a malformed value; the exit status is 2.", status: 2),
  ]

  private static let removeExamples = [
    Example(
      "pliant remove shipped -o - orders-merge.json", "Remove a key, and print the result.",
      output: """
        {"currency": "GBP"}

        """),
    Example(
      "pliant remove tables.0 settings.plist",
      "Remove an element in place, without changing comments and spacing.",
      output: ""),
    Example(
      "pliant remove /orders/2 -o - orders.json | pliant extract orders",
      "Remove an element, and count the others.", output: "2\n"),
    Example(
      "pliant remove missing orders.json", "Report that there is nothing to remove; the exit status is 1.",
      output: "orders.json: error: no value at missing [edit/path]\n", status: 1),
  ]
}
