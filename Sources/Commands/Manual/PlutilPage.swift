// pliant-plutil(7): plutil's grammar, and where its spelling does the right thing instead of what plutil does.

import CommandLineKit
import PliantCore

extension Manual {
  static let plutil = ManualPage(
    "pliant-plutil", section: 7, summary: "plutil's own spelling, and where it differs from plutil",
    sections: [
      ManualSection("DESCRIPTION", plutilParagraphs),
      ManualSection("DIFFERENCES", [.terms(plutilDifferences)]),
    ], seeAlso: ["convert", "extract", "insert", "replace", "remove", "type", "create", "print", "lint"])

  private static let plutilParagraphs: [ManualBlock] = [
    """
    A call whose first word is one of plutil's commands is taken in plutil's grammar, and so is every call of the program \
    under the name plutil (`ln -s pliant plutil`): `-lint`, `-convert`, `-insert`, `-replace`, `-remove`, `-extract`, \
    `-type`, `-create`, `-p` and `-help`, with `-append`, `-header`, `-expect`, `-r`, `-n`, `-s`, `-o`, `-e` and `--`.
    """,
    """
    Texts, layouts, the order of keys and the exit codes 0 and 1 are those of the plutil that comes with Swift. Documents \
    are written anew as a whole, numbers as CoreFoundation spells them, and what a format cannot hold is refused.
    """,
    .literal("pliant -convert json -r -o - Info.plist\npliant -extract CFBundleVersion raw Info.plist"),
  ]

  /// Where plutil's spelling is not plutil; each has its test.
  package static let plutilDifferences = [
    ManualTerm("Files are replaced whole", "plutil empties the file first; a failure leaves half of it."),
    ManualTerm(
      "`-extract` without `-o` prints", "plutil puts the extracted value in the place of the whole document."),
    ManualTerm(
      "`-e`, swift and objc add an extension", "where a name has none; plutil overwrites the source."),
    ManualTerm("`-replace` of an array's element replaces it", "plutil inserts beside it."),
    ManualTerm("`--` ends the options", "plutil treats what follows as options anyway."),
    ManualTerm(
      "A value is taken as it is written, or is an error",
      """
      plutil takes an integer `abc` or `0x10` for 0 and one beyond 64 bits for the largest, a real `nan` for 0, and \
      crashes on a bad date.
      """),
    ManualTerm(
      "A mistake in an `-xml` or `-json` value is explained", "plutil shows its error object."),
    ManualTerm("`-append` at a missing index is an error", "plutil crashes."),
    ManualTerm(
      "Numbers keep their digits",
      "`raw`, swift and objc have six decimals as plutil's, or all digits where six would lose some."),
    ManualTerm(
      "Keyed archives, sets and 128-bit integers are read",
      "plutil fails, crashes or writes 0; a UID is written as `{CF$UID: n}`."),
    ManualTerm(
      "Signed profiles are read",
      "as the property list inside, with a note, and never rewritten; plutil finds no property list."),
    ManualTerm(
      "`-p` shows data correctly", "plutil drops leading zeros and, of long data, every other byte."),
    ManualTerm(
      "Swift literals compile",
      """
      Backslashes and control characters are escaped, empty and mixed collections name their type, Foundation is \
      imported where there are dates or data; plutil's text does not compile then.
      """),
    ManualTerm(
      "Objective-C literals have the right values",
      """
      Line ends, backslashes and trigraphs are escaped, which would end or change the string; the lowest integer is not a \
      literal of C, nor are `nan` and the infinities.
      """),
    ManualTerm(
      "Names of constants are names",
      "`2x.plist` and `int.plist` become `_2x` and `int_`; plutil's do not compile."
    ),
    ManualTerm(
      "Input that is not a property list is refused",
      """
      plutil accepts data that are not Base64, days that no month has, a `<key>` outside of a dictionary, characters \
      that XML forbids, attributes without quotes, anything after the root element and binary property lists that are \
      cut off, and drops or changes them.
      """),
    ManualTerm(
      "A document type may declare entities, and any encoding may be declared",
      "plutil refuses an internal subset, and encodings such as macintosh."),
    ManualTerm(
      "JSON is written with sorted keys", "also without `-r`; plutil's order changes from call to call."),
  ]
}
