// pliant(1): the rules that apply to every command.

extension Manual {
  /// The sections of pliant(1) other than the list of commands.
  package static let program = """
    # DESCRIPTION
    `pliant` converts between property lists (XML, binary and OpenStep), JSON and application XML, that is, XML in
    any other vocabulary. It also checks, queries and edits such files and detects their encodings. Conversions keep
    key order, every digit and every type, and leave the original untouched on failure.

    `pliant help` *COMMAND* explains a command; each has its own page. plutil command lines also work: `pliant
    -convert json -o - Info.plist`. Installed as plutil or PlistBuddy, the program accepts their arguments; see
    *pliant-plutil*(7) and *pliant-plistbuddy*(7).

    # INPUT
    *FILE* may be `-` for standard input. Without a *FILE*, commands read standard input unless it is a terminal;
    `lint`, `create`, `man`, `completions`, `mapping` and `workflow` read it only when asked.

    Options may come before or after files; `--` ends them. `--opt VALUE` and `--opt=VALUE` are equivalent, and
    letters combine: `-qo`. Abbreviated option names are errors.

    pliant detects the format of an input from its content, never from its name alone; `-f` *FORMAT* overrides it,
    and `--input-encoding` *NAME* overrides the encoding of its text. `--files-from` *FILE* reads the names of
    inputs, one per line, or separated by NUL with `-0`.

    # OUTPUT
    `-o` *PATH* sets the output, `-o -` writes to standard output, and `-e` *EXT* writes next to each input with
    that extension. With neither, commands that rewrite work in place, and commands that read print their result.
    Results of standard input go to standard output.

    pliant writes files atomically, once the output is complete. It keeps the mode, extended attributes and, if
    permitted, owner of the file, and any symbolic link to it. On failure the original remains. pliant writes to
    devices and pipes, and never replaces them.

    pliant flushes the output to the disk (fsync), replaces the file, and flushes the directory, so even a power
    failure leaves either the old file or the new one. `--no-sync` skips both, which is much faster for small files;
    use it for reproducible files, as in build trees.

    # MESSAGES
    Only results go to standard output. Diagnostics go to standard error, with line and column (from 1) or the
    offset in a binary file:

        FILE:LINE:COLUMN: error: TEXT [rule-id]
        FILE:@OFFSET: error: TEXT [rule-id]

    pliant-diagnostics(7) has the cause and the remedy for each rule.

    # LIMITS
    The limits are \(NamedLimit.all.map { "`\($0.name)`" }.joined(beforeLast: "and")); pliant-limits(7) explains
    them.

    # ENVIRONMENT
    `NO_COLOR` :: If set and not empty, `--color auto` means never.
    `PLIANT_ENGINE` :: The engine of `convert` without `--engine`.
    `PLIANT_LIMITS` :: Named limits: `NAME=VALUE`, separated by commas.
    `PLIANT_MAPPINGS` :: Directories that contain mappings, separated by colons.
    `COLUMNS` :: The width of help texts.

    # FILES
    `.pliant.json` :: The settings of `lint`, looked up in each parent directory; see pliant-settings(5).
    `.NAME.pliant-XXXXXX` :: A temporary output file, on file systems without unnamed files. Only SIGKILL leaves one
      behind.

    # EXIT STATUS
    | status | commands that test | all others
    | 0 | yes | success
    | 1 | no: a finding, a difference, nothing found | an input failed
    | 2 | unreadable or malformed input, usage error | usage error

    The commands that test are `lint`, `diff`, `xpath`, `query`, `extract` and `type`. With several files, pliant
    processes each and returns the highest exit status.

    # EXAMPLES
    Convert a property list to JSON in another file.
      $ pliant convert json -q -o new.json settings.plist
    Convert two files in place.
      $ pliant convert binary1 settings.plist orders.json
    Check the working directory; the exit status is 1 if there are findings.
      $ pliant lint
      [1]
    Combine commands in a pipeline.
      $ pliant xpath //note books.xml | pliant escape
      The second edition &amp; its preface

    The files of the examples are in *PREFIX*`/share/doc/pliant/examples`.
    """
}
