// pliant-formats(7): the section on csv and tsv.

import CommandLineKit

extension Manual {
  static let tableBlocks: [ManualBlock] = [
    """
    `csv` (RFC 4180, lines end in CR LF) and `tsv` (text/tab-separated-values, LF) hold one record a line under a header: \
    the records of a mapping (`--records`), an array of dictionaries, or one dictionary. An array of single values is one \
    column, `value`; arrays in an array are rows without a header.
    """,
    """
    The columns are the fields of the mapping's record in its order, so that all documents of a mapping give the same \
    table, in constant memory. Without a mapping they are the keys of all records, in the order in which they first occur, \
    for which the whole input is read; `--sort-keys` sorts them.
    """,
    """
    A missing value and null are an empty cell; an empty string is `\"\"` in CSV, so that `COPY` and DuckDB read NULL and an \
    empty string. Numbers keep their digits, booleans are `true` and `false`, dates ISO 8601. A dictionary or an array \
    becomes JSON in its cell, which is noted. In TSV a tab, line feed, carriage return and backslash are `\\t`, `\\n`, `\\r` \
    and `\\\\`, as PostgreSQL's `COPY` reads them, and an empty string is an empty cell, which is noted.
    """,
    """
    Cells are not changed for the sake of spreadsheets: text that begins with `=`, `+`, `-` or `@` is written as it is, and \
    a spreadsheet may take it for a formula. Import such files as text.
    """,
    .example(
      Example(
        "pliant query '$.orders[*]' orders.json | pliant convert csv",
        "Write a query's result as a table: a header, and a row for each order.",
        output: "id,item,price,paid\n1,lamp,49.5,true\n2,desk,320,false\n3,chair,85,true\n")),
  ]
}
