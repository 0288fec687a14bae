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
    """
    Records are found without a mapping, too: `--records` *PLACE* takes the elements at an element path (`products/product`), \
    the values at a key path (`feed.items`) or a JSON Pointer (`/orders`); `*` is any name and `**` any number of levels. \
    `--fields id,customer.name,price=@amount` chooses, orders and names columns. An element with attributes or children is a \
    dictionary in the style of `--xml-style`; its numbers remain text. XML without *PLACE* or a mapping has no rows: the error \
    says which elements are meant.
    """,
    """
    Both are read (`--from csv`, or by the suffix `.csv` or `.tsv`): each row is a dictionary of strings under the names in \
    the first row, or with `--no-header` an array. An empty cell is null, `\"\"` an empty string. CSV may use `;`, tabs or `|` \
    instead of commas, which its first line shows (or `--delimiter`), any line end, and a byte order mark; blank lines are \
    skipped. A row of another length is an error, or with `--ragged fill` is filled up; what it has more is named by its \
    number. Columns of one name get numbers, which is a loss. In TSV `\\t`, `\\n`, `\\r` and `\\\\` are what they are when written; \
    for quoted cells between tabs read `--from csv --delimiter tab`.
    """,
    """
    `--types` makes numbers, booleans and dates (ISO 8601 in UTC) of the columns in which every cell comes back as it was \
    spelled. Without it CSV made of JSON made of CSV is the same cell by cell, and byte by byte if pliant wrote it.
    """,
    .example(
      Example(
        "pliant convert csv -q --records book --fields id=@id,title books.xml",
        "Write the records of any XML as a table, without a mapping.",
        output: "id,title\nb1,Frankenstein\nb2,The Time Machine\nb3,The Invisible Man\n")),
    .example(
      Example(
        "pliant query '$.orders[*]' orders.json | pliant convert csv",
        "Write a query's result as a table: a header, and a row for each order.",
        output: "id,item,price,paid\n1,lamp,49.5,true\n2,desk,320,false\n3,chair,85,true\n")),
  ]
}
