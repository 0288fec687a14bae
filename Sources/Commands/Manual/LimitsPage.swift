// pliant-limits(7): the named limits.

import CommandLineKit
import PliantCore

extension Manual {
  static let limits = ManualPage(
    "pliant-limits", section: 7, summary: "the limits that --limit changes, and their defaults",
    sections: [
      ManualSection("DESCRIPTION", limitBlocks),
      ManualSection(
        "EXAMPLES",
        [
          .example(
            Example(
              "printf '[[1]]' | pliant convert json --limit depth=1",
              "What would exceed a limit is an error; the exit code is 1.", status: 1)),
          .example(
            Example(
              "pliant convert json -q --limit memory=64MB -o - settings.plist | pliant extract vat",
              "Use less memory.", output: "0.07\n")),
        ]),
    ], seeAlso: ["pliant-scale(7)"])

  /// The limits, as this page and the program's have them.
  static let limitBlocks: [ManualBlock] = [
    """
    No input makes pliant exceed a named limit; what would is an error. `--limit` *NAME*`=`*VALUE* changes one, for \
    every verb, and so does `PLIANT_LIMITS`. Sizes may have a unit: `64KB`, `512MB`, `2GB`.
    """,
    .terms(
      NamedLimit.all.map {
        ManualTerm("`\($0.name)`", "\($0.summary.capitalizedFirst) (\($0.defaultText)).")
      }),
    """
    The memory budget is one for the whole process, also under `--jobs`. It grows with what has been read of a pipe, and \
    is lowered to what `ulimit -v` leaves.
    """,
  ]
}

extension String {
  /// The text with its first letter as a capital.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
