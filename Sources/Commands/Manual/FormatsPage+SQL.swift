// pliant-formats(7), section SQL: the tables of a mapping, loading them, and converting back.

extension Manual {
  static let sqlBlocks: [ManualBlock] = [
    """
    `sql` is one transaction for SQLite 3.24 or later. It creates the tables that the records of a mapping need, \
    unless they exist, and inserts or updates the records of the document. Running it again changes nothing, row \
    numbers and times included; running it for a newer document changes only the values that differ. pliant writes the \
    records of application XML while it reads, so memory does not grow with their number.
    """, .literal("pliant convert sql schedule.xml | sqlite3 store.db"),
    .terms([
      ManualTerm(
        "Tables",
        """
        A record type is a table, with its own name or `$table`, and a field is a column. Types that extend another \
        share its table, which has a column `recordType`; types without a key share it only if their owner has one \
        field for each. The root record is a table if it has columns; without a key it is one row.
        """),
      ManualTerm(
        "Keys",
        """
        Key fields are the primary key. A record without a key has the key of its owner and its position in the \
        owner's list, in columns such as `Team_code` and `Contact_position`; nested records of this kind have a path \
        such as `0/2/1`. A record type without a key that several fields contain has a table for each, such as \
        `Item_links`.
        """),
      ManualTerm(
        "Foreign keys",
        """
        The key of an owner, and a reference to a record with one key field. `ON DELETE` follows the delete rule on \
        the owner's side: `cascade`, `nullify` (`SET NULL`), `deny` (`RESTRICT`), `none` (`NO ACTION`); deleting an \
        owner deletes its records without a key. SQLite checks foreign keys at the end, so a reference may lead to an \
        existing record of the store. A list of references is a table of pairs, unless the other side has a single \
        reference back.
        """),
      ManualTerm(
        "Columns",
        """
        `TEXT`, `INTEGER` (booleans are 0 and 1), `REAL`, `BLOB`. Dates are ISO 8601 text in UTC, durations seconds, a \
        list of values and `runs` JSON text. A list of records or references in a container also has a column with its \
        name, which is 1 if the container exists, because an empty list has no rows. A required field is `NOT NULL`. \
        Range, length and allowed values become a `CHECK`; patterns do not. Transient fields have no column. Indexed \
        fields and foreign keys have an index.
        """),
      ManualTerm(
        "Existing records",
        """
        pliant updates a record whose key is in the table if a column differs. Loading never deletes a record with a \
        key of its own that the document no longer contains, at any level; it keeps its owner. Records without a key, \
        or with a `$keyScope` of `owner`, are parts of their owner: loading deletes those that the document no longer \
        contains. With `$repeated` `merge`, columns missing from the document keep their values. A field with \
        `now=created` gets its value with the row, one with `now=changed` whenever another column changes; a time in \
        the document takes precedence.
        """),
      ManualTerm(
        "All or nothing",
        """
        A row that fails leaves the store unchanged, even though `sqlite3` continues after errors in its standard \
        input: the statements do nothing outside the transaction, and COMMIT fails unless all of them succeeded.
        """),
    ]),
    """
    The same mapping converts the output of `sqlite3 -json` for these tables back to XML. pliant assigns a row to a \
    table by its columns, so select all of them, those of the owner included; a column `#table` identifies the table \
    if several have the same columns. The input may contain several results. `pliant convert sql --select --mapping \
    NAME` prints statements that select everything, data as `hex(column)`. Empty data and missing data are the same.
    """,
    .literal(
      """
      pliant convert sql --select --mapping site-schedule | sqlite3 -json store.db |
          pliant convert xml --mapping site-schedule -o schedule.xml
      """),
    """
    Names that differ only in case, integers beyond 64 bits (text in a drafted mapping), infinities and NaN are errors. \
    Content that `--keep-unmapped` keeps has no column, which pliant reports.
    """,
  ]
}
