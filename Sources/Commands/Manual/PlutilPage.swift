// pliant-plutil(7): plutil's command line, and the differences from plutil.

extension Manual {
  static let plutil = ManualPage(
    "pliant-plutil", section: 7, summary: "plutil command lines, and the differences from plutil",
    text: """
      # DESCRIPTION
      pliant parses a command line as plutil does if its first word is a plutil command, or if the program is
      installed as plutil (`ln -s pliant plutil`). The commands are `-lint`, `-convert`, `-insert`, `-replace`,
      `-remove`, `-extract`, `-type`, `-create`, `-p` and `-help`; the options `-append`, `-header`, `-expect`, `-r`,
      `-n`, `-s`, `-o`, `-e` and `--`.

      Messages, layouts, key order and the exit statuses 0 and 1 match the plutil that comes with Swift. It rewrites
      whole documents, spells numbers as CoreFoundation does, and fails for values that the output format cannot
      represent.

          pliant -convert json -r -o - Info.plist
          pliant -extract CFBundleVersion raw Info.plist

      # READERS
      Readers of XML property lists differ in the following. The lint rule `plist/readers` reports what Apple's readers
      lose or reject, and with `--readers` also the other differences.

      \(readerDifferences)

      # DIFFERENCES
      pliant writes atomically :: plutil truncates the file first; a failure leaves half of it.
      `-extract` without `-o` prints :: plutil replaces the whole document with the extracted value.
      `-e`, swift and objc add an extension to a name without one :: plutil overwrites the source.
      `-replace` replaces an array's element :: plutil inserts another one.
      `--` ends the options :: plutil treats the following words as options.
      An invalid value is an error :: plutil reads the integers `abc` and `0x10` as 0, one beyond 64 bits as the
        largest, and the real `nan` as 0, and crashes on an invalid date.
      Errors in `-xml` and `-json` values are explained :: plutil prints its error object.
      `-append` at a missing index is an error :: plutil crashes.
      Numbers keep their digits :: `raw`, swift and objc use six decimals as plutil does, or all digits if six would
        lose some.
      Keyed archives, sets and 128-bit integers are read :: plutil fails, crashes or writes 0. pliant writes a UID as
        `{CF$UID: n}`.
      Signed profiles are read :: as the property list that they contain, with a note, and never rewritten; plutil
        fails.
      `-p` shows data correctly :: plutil drops leading zeros and, of long data, every other byte.
      Swift literals compile :: pliant escapes backslashes and control characters, annotates empty and mixed
        collections with their type, and imports Foundation for dates and data. plutil's text does not compile in
        these cases.
      Objective-C literals have the right values :: pliant escapes line ends, backslashes and trigraphs, which would
        end or change the string, and writes expressions for the lowest integer, `nan` and the infinities, which have
        no literal in C.
      Names of constants are valid identifiers :: `2x.plist` and `int.plist` become `_2x` and `int_`; plutil's do not
        compile.
      Invalid property lists are errors :: plutil accepts invalid Base64, invalid days of a month, a `<key>` outside a
        dictionary, characters that XML forbids, attributes without quotes, anything after the root element and
        truncated binary property lists, and drops or changes them.
      Entity declarations and all encodings are supported :: plutil rejects an internal subset, and encodings such as
        macintosh.
      Carriage returns are written as `&#13;` :: plutil writes them raw; every reader converts them to line feeds.
      JSON has sorted keys without `-r` too :: plutil's order changes from run to run.
      """, seeAlso: ["convert", "extract", "insert", "replace", "remove", "type", "create", "print", "lint"])

  private static var readerDifferences: String {
    ReaderDifference.allCases.map { difference in
      let explanation = difference.explanation
      let readers = PropertyListConsumer.allCases.filter(explanation.readers.contains).map(\.rawValue)
      let concerned = "; `--readers` \(readers.joined(separator: ", "))"
      return "\(explanation.name) :: \(explanation.message)\(explanation.isDefault ? "" : concerned)."
    }.joined(separator: "\n")
  }

  /// The differences from plutil; each has a test.
  package static var plutilDifferences: [ManualTerm] {
    guard case .terms(let terms)? = plutil.sections.last?.blocks.first else { return [] }
    return terms
  }
}
