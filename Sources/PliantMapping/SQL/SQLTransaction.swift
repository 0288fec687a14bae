// Makes the statements one transaction, which is applied as a whole or not at all by any shell.
//
// The sqlite3 shell continues after an error, and COMMIT would keep the successful statements. Hence a guard
// in temporary tables:
//
//   pliant_run   has one row while all is well; every statement checks it, and the row breaks a
//                deferred foreign key, so that it cannot even be created outside a transaction (if BEGIN failed)
//   pliant_done  counts statements, by triggers on the tables, which also fire for rows that change nothing
//   pliant_seen_N  has the keys of a table's rows in the document, by the same triggers, if other rows are deleted
//
// At the end a CHECK compares that number with the number of statements and rolls back if they differ; only
// then is the row deleted from pliant_run, and COMMIT fails as long as it is there. `pliant load` runs the
// shell with -bail, and needs no guard.

enum SQLTransaction {
  /// The name of the table with the document's keys of a table.
  static func seen(_ number: Int) -> String { "\"pliant_seen_\(number)\"" }

  static func appendStart(_ schema: SQLSchema, to output: inout OutputBuffer) {
    // Several files are parts of one transaction.
    output.append(
      schema.load == nil ? "PRAGMA foreign_keys = ON;\nBEGIN IMMEDIATE;\n" : "SAVEPOINT \"pliant\";\n")
    if schema.isGuarded { output.append(guardStart) }
    if schema.load?.hasTables != true { schema.appendTables(to: &output) }
    if schema.load?.hasTables == false { schema.appendViews(to: &output) }
    for (number, table) in schema.tables.enumerated() where !table.columns.isEmpty {
      var actions = schema.isGuarded ? count : ""
      if table.isTracked {
        let names = SQLText.list(table.keyNames)
        output.append(
          "DROP TABLE IF EXISTS temp.\(seen(number));\nCREATE TEMP TABLE \(seen(number)) (\(names));\n")
        // Pairs are looked up one by one.
        if table.records.isEmpty {
          output.append("CREATE INDEX temp.\"pliant_seen_\(number)_index\" ON \(seen(number)) (\(names));\n")
        }
        let values = table.keyNames.map { "NEW." + SQLText.identifier($0) }.joined(separator: ", ")
        actions += "INSERT INTO \(seen(number)) VALUES (\(values)); "
      }
      if actions.isEmpty { continue }
      output.append(
        """
        CREATE TEMP TRIGGER IF NOT EXISTS "pliant_\(number)" BEFORE INSERT ON \(SQLText.identifier(table.name)) \
        BEGIN \(actions)END;

        """)
    }
  }

  /// Counts a step, in a trigger.
  static let count = "UPDATE \"pliant_done\" SET \"n\" = \"n\" + 1; "

  private static let guardStart = """
    CREATE TEMP TABLE IF NOT EXISTS "pliant_none" ("n" INTEGER PRIMARY KEY);
    CREATE TEMP TABLE IF NOT EXISTS "pliant_run" ("n" INTEGER REFERENCES "pliant_none" DEFERRABLE INITIALLY DEFERRED);
    CREATE TEMP TABLE IF NOT EXISTS "pliant_done" ("n" INTEGER, "all" INTEGER,
      CONSTRAINT "a statement failed, so nothing was kept" CHECK ("all" IS NULL OR "all" = "n"));
    DELETE FROM "pliant_run";
    DELETE FROM "pliant_done";
    INSERT INTO "pliant_run" VALUES (1);
    INSERT INTO "pliant_done" VALUES (0, NULL);

    """

  static func appendEnd(_ schema: SQLSchema, steps: Int, listRemovals: Int, to output: inout OutputBuffer) {
    if schema.isGuarded {
      output.append(
        """
        UPDATE OR ROLLBACK "pliant_done" SET "all" = \(steps);
        DELETE FROM "pliant_run" WHERE (SELECT "all" FROM "pliant_done") = \(steps);

        """)
    }
    output.append(schema.load == nil ? "COMMIT;\n" : "RELEASE \"pliant\";\n")
    for (number, table) in schema.tables.enumerated() where !table.columns.isEmpty {
      output.append("DROP TRIGGER IF EXISTS temp.\"pliant_\(number)\";\n")
      if table.isTracked { output.append("DROP TABLE IF EXISTS temp.\(seen(number));\n") }
    }
    output.append(SQLListRemoval.drops(listRemovals))
    guard schema.isGuarded else { return }
    output.append(
      """
      DROP TABLE IF EXISTS temp."pliant_run";
      DROP TABLE IF EXISTS temp."pliant_done";
      DROP TABLE IF EXISTS temp."pliant_none";

      """)
  }
}
