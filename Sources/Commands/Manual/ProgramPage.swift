// pliant(1): the rules that hold for every verb.

import CommandLineKit
import PliantCore

extension Manual {
  /// What pliant(1) says beside the list of verbs.
  package static let program: [ManualSection] = [
    ManualSection(
      "DESCRIPTION",
      [
        """
        `pliant` converts property lists (XML, binary and OpenStep), JSON and application XML into one another, checks \
        them and their encodings, queries and edits them. A conversion keeps the order of keys, every digit and \
        every type, and leaves the file alone when something goes wrong.
        """,
        """
        `pliant help` *VERB* explains a verb, and so does its own page. The whole of plutil's grammar works too: \
        `pliant -convert json -o - Info.plist`, and under the name plutil the program is plutil. The same \
        is true of PlistBuddy, see *pliant-plistbuddy*(7).
        """,
      ]),
    ManualSection(
      "INPUT",
      [
        """
        *FILE* may be `-` for standard input. Without a *FILE*, standard input is read where it is not a terminal; \
        `lint`, `create`, `man`, `completions`, `mapping` and `workflow` do so only when asked.
        """,
        """
        Options may come before or after files, and `--` ends them. `--opt VALUE` and `--opt=VALUE` mean the same; \
        letters may be joined, as in `-qo`. Names of options are never abbreviated.
        """,
        """
        The format of an input is recognised by its content, never by its name alone; `-f` *FORMAT* forces it, \
        and `--input-encoding` *NAME* forces the encoding of its text. `--files-from` *FILE* reads the names of inputs, \
        one a line, or with `-0` separated by NUL.
        """,
      ]),
    ManualSection(
      "OUTPUT",
      [
        """
        `-o` *PATH* names the output, `-o -` is standard output, `-e` *EXT* writes beside each input with that \
        extension. With neither, a verb that rewrites does so in place, and a verb that reads prints. What was read from \
        standard input goes to standard output.
        """,
        """
        A file is replaced in one step, and only after the whole output was made. Its mode, extended attributes and, \
        where permitted, owner are kept, and so is a symbolic link that leads to it. On any failure the old file is \
        whole. Devices and pipes are written to, never replaced.
        """,
      ]),
    ManualSection(
      "MESSAGES",
      [
        """
        Standard output carries results only. Diagnostics go to standard error, with the line and column counted \
        from 1, or the offset in a binary file:
        """,
        .literal("FILE:LINE:COLUMN: error: TEXT [rule-id]\nFILE:@OFFSET: error: TEXT [rule-id]"),
        "`-q` silences notes. `--color` *WHEN* decides about colour; `auto` means on a terminal, unless `NO_COLOR` is set.",
      ]),
    ManualSection("LIMITS", limitBlocks),
    ManualSection(
      "ENVIRONMENT",
      [
        .terms([
          ManualTerm("`NO_COLOR`", "Where it is set and not empty, `--color auto` means never."),
          ManualTerm("`PLIANT_ENGINE`", "The engine that `convert` uses where `--engine` is not given."),
          ManualTerm("`PLIANT_LIMITS`", "Named limits, as `NAME=VALUE` separated by commas."),
          ManualTerm("`PLIANT_MAPPINGS`", "Directories with mappings, separated by colons."),
          ManualTerm("`COLUMNS`", "The width of help texts."),
        ])
      ]),
    ManualSection(
      "FILES",
      [
        .terms([
          ManualTerm(
            "`.pliant.json`", "The settings of `lint`, searched for upwards; see pliant-settings(5)."),
          ManualTerm(
            "`.NAME.pliant-XXXXXX`",
            "A temporary output file, on file systems without unnamed files; only a SIGKILL leaves one behind."
          ),
        ])
      ]),
    ManualSection(
      "EXIT STATUS",
      [
        .table([
          ["code", "verbs that answer", "all others"], ["0", "yes", "done"],
          ["1", "no: a finding, a difference, nothing there", "an input failed"],
          ["2", "unreadable or malformed input, wrong usage", "wrong usage"],
        ]),
        """
        The verbs that answer are `lint`, `diff`, `xpath`, `query`, `extract` and `type`. With several files \
        each is tried, and the worst code wins.
        """,
      ]),
    ManualSection(
      "EXAMPLES",
      [
        .example(
          Example(
            "pliant convert json -q -o new.json settings.plist",
            "Convert a property list to JSON in another file.", output: "")),
        .example(
          Example(
            "pliant convert binary1 settings.plist orders.json",
            "Rewrite two files in place, each in one step.", output: "")),
        .example(
          Example(
            "pliant lint", "Check the working directory; the exit code is 1 where there is a finding.",
            status: 1)),
        .example(
          Example(
            "pliant xpath //note books.xml | pliant escape",
            "What one verb prints, another can read.", output: "The second edition &amp; its preface\n")),
        .paragraph(
          """
          The files of all examples are installed in `share/doc/pliant/examples` below the prefix of the installation.
          """),
      ]),
    ManualSection(
      "COMPATIBILITY",
      [
        """
        Under plutil's own spelling, or the name plutil, texts, layouts and exit codes are those of the plutil that \
        comes with Swift. Where that loses data, crashes or is plainly wrong, pliant does the right thing:
        """,
        .terms([
          ManualTerm("`-extract`", "Without `-o` the result is printed, and the source stays as it is."),
          ManualTerm("`-e`", "A name without an extension gets one; its source is not overwritten."),
          ManualTerm("`--`", "Ends the options."),
          ManualTerm("`-replace`", "With an index it replaces the element instead of inserting one."),
          ManualTerm(
            "`-append`", "At an index that is not there it fails with a message instead of crashing."),
          ManualTerm("`-integer`, `-float`, `-date`", "A value that does not parse is an error, never 0."),
          ManualTerm("`raw`", "Reals keep their digits."),
          ManualTerm("`-p`", "Data is shown whole, byte for byte."),
          ManualTerm("`swift`, `objc`", "The literals compile."),
          ManualTerm("`-convert`", "A file is replaced in one step, where plutil truncates it first."),
        ]),
      ]),
  ]
}
