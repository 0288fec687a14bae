// pliant-plistbuddy(7): PlistBuddy's grammar, and where it does the right thing instead of what PlistBuddy does.

import CommandLineKit
import PliantCore

extension Manual {
  static let plistBuddy = ManualPage(
    "pliant-plistbuddy", section: 7, summary: "PlistBuddy's commands, and where they differ from PlistBuddy",
    sections: [
      ManualSection("DESCRIPTION", plistBuddyParagraphs),
      ManualSection("COMMANDS", [.terms(plistBuddyCommands), .paragraph(plistBuddyNames)]),
      ManualSection("ENTRIES AND VALUES", plistBuddyEntries),
      ManualSection("EXIT STATUS", [.paragraph(plistBuddyStatus)]),
      ManualSection("EXAMPLES", plistBuddyExamples),
      ManualSection("DIFFERENCES", [.terms(plistBuddyDifferences)]),
    ], seeAlso: ["extract", "insert", "replace", "remove", "merge", "print", "pliant-plutil(7)"])

  private static let plistBuddyParagraphs: [ManualBlock] = [
    """
    `pliant PlistBuddy` reads and changes values of property lists with the commands of macOS's PlistBuddy, and under that \
    name (`ln -s pliant PlistBuddy`) the program is PlistBuddy.
    """,
    .literal("PlistBuddy [-x] [-l] [-c COMMAND]... FILE"),
    """
    With `-c`, which may be repeated, all commands are checked, then run in order; a command that fails does not \
    stop the others. If one of them changed the document, *FILE* is saved once, after the last. Without `-c` \
    commands are read from standard input, a line each, after the prompt `Command:`; changes are saved by Save alone.
    """,
    """
    A *FILE* that does not exist is created as an XML property list when it is saved. In an XML or old-style property list, \
    JSON or .strings only the bytes of what changes are changed, as with `pliant replace`; a binary property list stays \
    binary. The file is replaced in one step and read back.
    """,
    .terms([
      ManualTerm("`-c` *COMMAND*", "carry out *COMMAND*"),
      ManualTerm("`-x`", "Print writes an XML property list, byte for byte as CoreFoundation does"),
      ManualTerm("`-l`", "refuse a *FILE* whose path has symbolic links"),
      ManualTerm("`-h`", "show a summary of the commands"),
    ]),
  ]

  private static let plistBuddyCommands = [
    ManualTerm("`Print` [*ENTRY*]", "Shows the value of *ENTRY*, or of the working container."),
    ManualTerm("`Set` *ENTRY* *VALUE*", "Changes a string, number, boolean, date or data; its type stays."),
    ManualTerm(
      "`Add` *ENTRY* *TYPE* [*VALUE*]",
      """
      Adds an entry or element. *TYPE* is string, array, dict, bool, real, integer, date or data; without *VALUE* the \
      value is empty, false or 0. Missing dictionaries on the way to it are created.
      """),
    ManualTerm("`Copy` *ENTRY* *ENTRY*", "Adds a copy of the first entry's value as the second."),
    ManualTerm("`Delete` *ENTRY*", "Removes an entry or element."),
    ManualTerm(
      "`Merge` [`-r`] *FILE* [*ENTRY*]",
      """
      Adds the entries of another property list that are not there yet to a dictionary, or its elements to the end of an \
      array. With `-r` containers that are there in both are merged too.
      """),
    ManualTerm(
      "`Import` *ENTRY* *FILE*",
      "Sets *ENTRY* to the bytes of a file, as data or in the type that it already has."),
    ManualTerm(
      "`Clear` [*TYPE*]", "Removes everything; the root becomes an empty value of *TYPE*, or a dictionary."),
    ManualTerm(
      "`CD` *ENTRY*", "Makes a container the working container, where entries without a first colon begin."),
    ManualTerm("`Save`, `Revert`", "Writes the file; reads it again and forgets all changes."),
    ManualTerm("`Exit`, `Help`", "Ends without saving; shows a summary of the commands."),
  ]

  private static let plistBuddyNames = """
    Names of commands and types are not case-sensitive. Other names are `?` for Help, `Quit` and `Bye` for \
    Exit, `ls`, `=`, `+`, `cp`, `rm`, `Remove` and `-` for Print, Set, Add, Copy and Delete.
    """

  private static let plistBuddyEntries: [ManualBlock] = [
    """
    An entry is keys and indices, from 0, with a colon before each: `:CFBundleDocumentTypes:2:CFBundleTypeExtensions`. \
    `\\:` is a colon in a key. An empty last step appends to an array: `Add :Tags: string new`; an \
    index puts the element before the one that is there.
    """,
    """
    Words are separated by blanks; single or double quotation marks hold words together, `\\n` and `\\t` are a line feed and \
    a tab, and a backslash takes any other character as it is. The value of Set and Add is the rest of the line. A boolean is \
    true for `true`, `yes` and `1`. A date is as Print shows it, `Mon Jan 01 00:00:00 UTC 2024`, in UTC or local time, or as \
    in XML, `2024-01-01T00:00:00Z`. Data are the text's bytes.
    """,
  ]

  private static let plistBuddyStatus = """
    0 if all commands succeeded, 1 if one of them, reading or saving failed.
    """

  private static let plistBuddyExamples: [ManualBlock] = [
    .example(
      Example(
        "pliant PlistBuddy -c 'Print :owner:name' settings.plist",
        "Show a value.",
        output: "Ada Byron\n")),
    .example(
      Example(
        "pliant PlistBuddy -c 'Set :name Harbour' -c 'Add :Tags array' -c 'Add :Tags: string new' -c 'Print :Tags' settings.plist",
        "Change a file and show a part of it.", output: "Array {\n    new\n}\n")),
    .example(
      Example(
        "pliant PlistBuddy -c 'Set :NoSuchKey 1' settings.plist",
        "Report a missing entry; the exit code is 1.",
        output: "Set: Entry, \":NoSuchKey\", Does Not Exist\n", status: 1)),
    .example(
      Example(
        "pliant PlistBuddy -c 'Add :server:port integer 8080' -c Print new.plist", "Make a new file.",
        output: """
          File Doesn't Exist, Will Create: new.plist
          Dict {
              server = Dict {
                  port = 8080
              }
          }

          """)),
  ]

  /// Where the commands are not PlistBuddy's; each has its test.
  package static let plistBuddyDifferences = [
    ManualTerm(
      "Only what changes is written",
      """
      PlistBuddy writes the whole file anew, in XML, with its keys sorted; it also writes when a command failed, so \
      that a missing file is created.
      """),
    ManualTerm(
      "The file is replaced in one step", "and a failure to write it is an error; PlistBuddy exits 0."),
    ManualTerm(
      "Every command that fails gives exit status 1",
      "PlistBuddy exits 0 after unclosed quotes, a value that is not an integer, real or date, and an unknown parent."
    ),
    ManualTerm(
      "A value is taken as it is written, or is refused",
      """
      PlistBuddy takes `12abc` for 12 and `0x10` for 0, keeps 24 bits of a real and shifts a date of another zone. Integers \
      have up to 128 bits; hexadecimal digits follow `0x`.
      """),
    ManualTerm(
      "Set without a value is an error",
      "as in PlistBuddy up to macOS 13; `Set :key \"\"` makes the string empty."),
    ManualTerm(
      "Add without a value adds an empty one",
      "as newer PlistBuddies do; older ones add nothing and report nothing."),
    ManualTerm(
      "An index is a number",
      """
      PlistBuddy takes any other step in an array for 0, a number with a leading zero for an octal one, and deletes the \
      first element for an empty step; a negative index crashes it.
      """),
    ManualTerm(
      "Keys and elements are shown in the file's order", "PlistBuddy shows keys in the order of a hash table."
    ),
    ManualTerm(
      "Print shows what is there",
      """
      PlistBuddy shows nothing for strings of 4,096 bytes and more, six decimals where more are needed, the zone's \
      standard name in summer time, and no UIDs.
      """),
    ManualTerm(
      "Clear with an unknown type changes nothing", "PlistBuddy makes the root an empty dictionary."),
    ManualTerm(
      "A quotation mark of the other kind is literal",
      "inside quotation marks; PlistBuddy answers `Parse Error: Unclosed Quotes` to `\"it's\"`."),
    ManualTerm("`\\:` is a colon in a value too", "PlistBuddy keeps the backslash."),
    ManualTerm(
      "Any number of commands of any length", "PlistBuddy has room for 14 of `-c`, and 511 bytes a line."),
    ManualTerm(
      "A command's name ends at a blank, a colon or a quotation mark",
      "`Printed` is unknown; PlistBuddy takes it for Print. Blanks before the name do not matter."),
    ManualTerm("Unknown options are refused", "PlistBuddy takes them for the file. `-h` exits 0."),
    ManualTerm(
      "The working container stays where it is",
      "when elements before it come or go, and falls back to the root when a container around it goes; PlistBuddy crashes."
    ),
    ManualTerm(
      "JSON, .strings and old-style property lists keep their format",
      "and what the format cannot hold is refused; PlistBuddy reads no JSON and turns the others into XML."),
    ManualTerm(
      "Merge of a single value into a dictionary is refused", "PlistBuddy adds it under an empty key."),
  ]
}
