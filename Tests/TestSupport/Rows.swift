// Tables of cases inside one test: a run of all tests prints a line per test, not one per row.

import Testing

/// Runs `body` for every row; an issue shows its row, and the rows after one that fails run as well.
public func forEachRow<Row>(
  of table: some Sequence<Row>, _ body: @escaping (Row) async throws -> Void
) async throws {
  let test = try #require(Test.current)
  for (index, row) in table.enumerated() {
    let shown = String(describing: row)
    let naming = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.append("row \(index + 1): \(shown)")
      return issue
    }
    nonisolated(unsafe) let run = { try await body(row) }
    try await naming.provideScope(for: test, testCase: Test.Case.current) {
      do { try await run() } catch {
        // `Test.cancel` in a row skips the test.
        if Task.isCancelled { throw error }
        Issue.record(error)
      }
    }
  }
}

/// Runs `body` for every pair of the two tables' rows.
public func forEachRow<First, Second>(
  of first: some Sequence<First>, _ second: some Collection<Second>,
  _ body: @escaping (First, Second) async throws -> Void
) async throws {
  try await forEachRow(of: first.flatMap { row in second.map { (row, $0) } }) { try await body($0.0, $0.1) }
}
