// pliant-formats(7): the section on csv and tsv.

extension Manual {
  static let tableBlocks: [ManualBlock] = [
    """
    `csv` (RFC 4180, lines end in CR LF) and `tsv` (text/tab-separated-values, LF) contain one record per line, below \
    a header: the records of a mapping (`--records`), an array of dictionaries, or one dictionary. An array of single \
    values is one column, `value`; arrays in an array are rows without a header.
    """,
    """
    The columns are the fields of the mapping's record, in order, so all documents of a mapping have the same table, \
    and memory remains constant. Without a mapping the columns are the keys of all records, in order of first \
    occurrence or sorted with `--sort-keys`, and pliant reads the whole input first.
    """,
    """
    A missing value and null are an empty cell; an empty string is `\"\"` in CSV, as `COPY` and DuckDB distinguish \
    them. Numbers keep their digits, booleans are `true` and `false`, dates ISO 8601. A dictionary or an array becomes \
    JSON in its cell, which pliant reports. In TSV a tab, line feed, carriage return and backslash are `\\t`, `\\n`, \
    `\\r` and `\\\\`, as PostgreSQL's `COPY` reads them, and an empty string is an empty cell, which pliant reports.
    """,
    """
    Cells remain unchanged even if a spreadsheet may treat them as formulas, that is, if they begin with `=`, `+`, `-` \
    or `@`. Import such files as text.
    """,
    """
    `--records` *PLACE* also works without a mapping: an element path (`products/product`), a key path (`feed.items`) \
    or a JSON Pointer (`/orders`), in which `*` matches any name and `**` any number of levels. `--fields \
    id,customer.name,price=@amount` selects, orders and renames columns. An element with attributes or children \
    becomes a dictionary in the style of `--xml-style`, and its numbers remain text. For XML with neither *PLACE* nor \
    a mapping, the error suggests the elements to use.
    """,
    """
    pliant reads both formats with `--from csv` or from files with the extension `csv` or `tsv`. Each row becomes a \
    dictionary of strings, with keys from the first row, or an array with `--no-header`. An empty cell is null and \
    `\"\"` an empty string. CSV may use `;`, tabs or `|` instead of commas (detected from the first line unless \
    `--delimiter` says otherwise), any line ends and a byte order mark; pliant skips blank lines. A row of a different \
    length is an error; `--ragged fill` adds nulls, and uses column numbers as keys for extra cells. Repeated column \
    names get a number, which counts as a loss. In TSV, pliant decodes `\\t`, `\\n`, `\\r` and `\\\\`; for quoted \
    cells between tabs use `--from csv --delimiter tab`. If a table is not UTF-8 and has no byte order mark, pliant \
    judges its encoding from the letters and reports it, or fails if they leave a doubt.
    """,
    """
    `--types` converts a column to numbers, booleans or dates (ISO 8601 in UTC) if pliant would write back every \
    cell unchanged. Without it, converting CSV to JSON and back keeps every cell, and every byte of CSV that pliant wrote.
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
