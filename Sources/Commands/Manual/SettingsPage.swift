// pliant-settings(5): the files that lint is configured by.

import CommandLineKit

extension Manual {
  static let settings = ManualPage(
    "pliant-settings", section: 5, summary: "files that configure pliant lint for a project",
    sections: [
      ManualSection("DESCRIPTION", settingsIntroduction), ManualSection("SETTINGS", [settingsKeys]),
      ManualSection("TRUST", settingsTrust), ManualSection("EXAMPLES", settingsExamples),
    ], seeAlso: ["lint", "pliant-mapping(5)"])

  private static let settingsIntroduction: [ManualBlock] = [
    """
    `.pliant.json` is JSON, `.pliant.plist` a property list with the same keys. The file holds for its directory and all \
    below it. `pliant lint --init` writes one for the files at hand; it can look like this:
    """,
    .literal(
      """
      {
        "lint": {
          "ignore": ["xml/doctype", "encoding/mismatch"],
          "exclude": ["build/", "*.min.json"],
          "jsonWithComments": ["config/*.json"],
          "failOn": "error",
          "mappings": {"catalogue/*.xml": "books-mapping.json"}
        }
      }
      """),
    """
    It is looked for from the working directory upwards, to the root of the repository or the home directory and no \
    further. `--config` *FILE* names another. What is typed on the command line comes first. An unknown key or rule is an \
    error, exit status 2.
    """,
  ]

  private static let settingsKeys = ManualBlock.terms([
    ManualTerm(
      "`select`",
      "The only rules, or families of rules, to look for; an array. pliant-lint-rules(7) lists them."),
    ManualTerm("`ignore`", "Rules or families to leave out; an array."),
    ManualTerm(
      "`include`", "Patterns of files to check although they are vendored or look binary; an array."),
    ManualTerm("`only`", "Patterns of the only files to check; an array. They hold for named files too."),
    ManualTerm(
      "`exclude`",
      "Patterns of paths to leave out, as in `.gitignore`; an array. They hold for named files too."),
    ManualTerm(
      "`jsonWithComments`", "Patterns of files that are JSON with comments and trailing commas; an array."),
    ManualTerm("`expectEncoding`", "The encoding that every file must have."),
    ManualTerm(
      "`failOn`", "The lowest severity that causes exit code 1: `warning` (the default) or `error`."),
    ManualTerm("`baseline`", "The file with the findings that are accepted; `--update-baseline` writes it."),
    ManualTerm(
      "`mappings`",
      """
      The mapping for each pattern of files, by name or path. Without it, and without `--mapping`, no \
      document is checked by a mapping.
      """),
  ])

  private static let settingsTrust: [ManualBlock] = [
    """
    Settings that were found belong to whoever wrote the repository: they are only read, patterns are relative to their \
    directory, and what they name lies inside it.
    """
  ]

  private static let settingsExamples: [ManualBlock] = [
    .example(
      Example(
        "pliant lint --config lint-settings.json menu-latin1.xml",
        "Check a file with settings from another file.",
        output: "1 file checked, no findings\n"))
  ]
}
