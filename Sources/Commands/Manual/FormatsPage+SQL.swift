// pliant-formats(7), section SQL: what tables a mapping makes, how rows are put into them, and back.

import CommandLineKit

extension Manual {
  static let sqlBlocks: [ManualBlock] = [
    """
    `sql` is one transaction for SQLite 3.24 or later: it makes the tables that a mapping's records need where they are \
    not there yet, and puts the document's records into them. Run again it changes nothing, row numbers and times \
    included; a newer document changes what differs. Records of application XML are written while it is read, so that \
    memory does not grow with their number.
    """,
    .literal("pliant convert sql schedule.xml | sqlite3 store.db"),
    .terms([
      ManualTerm(
        "Tables",
        """
        A record type is a table by its name or `$table`, a field a column. Types that extend another share its table, \
        with the column `recordType`; those without a key do so where their owner has one field for each. The root \
        record is a table where it has columns; without a key it is one row.
        """),
      ManualTerm(
        "Keys",
        """
        Key fields are the primary key. A record without a key has its owner's key and its position in the owner's list, \
        in columns such as `Team_code` and `Contact_position`; where such records lie inside one another, a path such as \
        `0/2/1`. A record type without a key that several fields hold has a table for each, such as `Item_links`.
        """),
      ManualTerm(
        "Foreign keys",
        """
        An owner's key, and a reference to a record with one key field. `ON DELETE` follows the delete rule on the \
        owner's side: `cascade`, `nullify` (`SET NULL`), `deny` (`RESTRICT`), `none` (`NO ACTION`); a record without a \
        key goes with its owner. They are checked at the end, so that a reference may lead to what the store has already. \
        Lists of references are a table of pairs, unless the other side has a single reference back.
        """),
      ManualTerm(
        "Columns",
        """
        `TEXT`, `INTEGER` (booleans are 0 and 1), `REAL`, `BLOB`; dates are ISO 8601 text in UTC, durations seconds. A \
        list of values, and `runs`, is JSON text. A list of records or references in a container has a column by its \
        name too, 1 where the container is there, since an empty list has no rows. Required is `NOT NULL`; range, length and allowed values are a `CHECK`, a \
        pattern is not. Transient fields have no column. Indexed fields and foreign keys have an index.
        """),
      ManualTerm(
        "Known records",
        """
        A record whose key is in the table is changed where a column differs. Records that the document no longer has \
        stay if they have a key of their own, at every level, and keep their owner: loading never deletes them. Records \
        without a key, or with a `$keyScope` of `owner`, are parts of their owner and replaced with it, at every level: \
        those that the document no longer has are removed, the same ones stay. With `$repeated` `merge` columns that the document \
        leaves out are kept. A field with `now=created` is set when the row is made, one with `now=changed` when another \
        column changes; a time in the document comes first.
        """),
      ManualTerm(
        "All or nothing",
        """
        A row that fails leaves the store as it was, also through the standard input of `sqlite3`, which goes on after \
        errors: the statements do nothing outside of the transaction, and COMMIT fails unless all of them were done.
        """),
    ]),
    """
    What `sqlite3 -json` prints of these tables becomes XML again by the same mapping. Each row belongs to the table \
    whose columns it has, so all columns are to be selected; the owner's columns give its place. A column `#table` \
    names the table where several have the same columns. Several results may follow one another. `pliant convert sql \
    --select --mapping NAME` prints the statements that select everything. Data is selected as `hex(column)`. Empty data \
    and none are the same.
    """,
    .literal(
      """
      pliant convert sql --select --mapping site-schedule | sqlite3 -json store.db |
          pliant convert xml --mapping site-schedule -o schedule.xml
      """),
    """
    Names that differ only in case are one to SQLite, and are refused; so are integers beyond 64 bits and reals that are not \
    numbers. What `--keep-unmapped` keeps does not fit a table, and is noted.
    """,
  ]
}
