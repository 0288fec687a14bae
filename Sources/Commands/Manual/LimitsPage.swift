// pliant-limits(7): the named limits.

extension Manual {
  static let limits = ManualPage(
    "pliant-limits", section: 7, summary: "named limits and their defaults",
    sections: [
      ManualSection("DESCRIPTION", limitBlocks),
      ManualSection(
        "EXAMPLES",
        [
          // A limit applies to a whole process, so tests do not run this example.
          "Allow a document that is nested a thousand levels deep, and no more than 2 GB of memory:",
          .literal("pliant convert json --limit depth=1000 --limit memory=2GB -o - deep.json"),
        ]),
    ], seeAlso: ["pliant-scale(7)"])

  /// The limits, for this page and the program's.
  static let limitBlocks: [ManualBlock] = [
    """
    pliant never exceeds a named limit; an input that needs more is an error. Every command accepts `--limit` \
    *NAME*=*VALUE*; `PLIANT_LIMITS` sets limits for all commands. Sizes can have a unit: `64KB`, `512MB`, `2GB`.
    """,
    .terms(
      NamedLimit.all.map { ManualTerm("`\($0.name)`", "\($0.summary.capitalizedFirst) (\($0.defaultText)).") }
    ),
    """
    All jobs of a process share one memory budget. It grows with the amount of data read from a pipe, and never exceeds \
    the limit of `ulimit -v`.
    """,
  ]
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
