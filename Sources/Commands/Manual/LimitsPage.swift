// pliant-limits(7): the named limits.

extension Manual {
  static let limits = ManualPage(
    "pliant-limits", section: 7, summary: "named limits and their defaults",
    text: """
      # DESCRIPTION
      pliant never exceeds a named limit; an input that needs more is an error. Every command accepts `--limit`
      *NAME*=*VALUE*; `PLIANT_LIMITS` sets limits for all commands. Sizes can have a unit: `64KB`, `512MB`, `2GB`.

      \(limitTerms)

      All jobs of a process share one memory budget. It grows with the amount of data read from a pipe, and never
      exceeds the limit of `ulimit -v`.

      # EXAMPLES
      Allow a document that is nested a thousand levels deep, and no more than 2 GB of memory:

          pliant convert json --limit depth=1000 --limit memory=2GB -o - deep.json
      """, seeAlso: ["pliant-scale(7)"])

  private static var limitTerms: String {
    NamedLimit.all.map { limit in
      "`\(limit.name)` :: \(limit.summary.prefix(1).uppercased())\(limit.summary.dropFirst()) (\(limit.defaultText))."
    }.joined(separator: "\n")
  }
}
