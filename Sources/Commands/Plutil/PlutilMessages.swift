// plutil's fixed texts, and pliant's problems in its words.

enum PlutilMessages {
  /// The text of `-help`, beginning with the program's name.
  static func help(_ name: String) -> String { name + helpBody }

  private static let helpBody = """
    : [command_option] [other_options] file...
    The file '-' means stdin
    Running in Swift mode
    Command options are (-lint is the default):
     -help                         show this message and exit
     -lint                         check the property list files for syntax errors
     -convert fmt                  rewrite property list files in format
                                   fmt is one of: xml1 binary1 json swift objc
                                   note: objc can additionally create a header by adding -header
     -insert keypath -type value   insert a value into the property list before writing it out
                                   keypath is a key-value coding key path, with one extension:
                                   a numerical path component applied to an array will act on the object at that index in the array
                                   or insert it into the array if the numerical path component is the last one in the key path
                                   type is one of: bool, integer, float, date, string, data, xml, json
                                   -bool: YES if passed "YES" or "true", otherwise NO
                                   -integer: any valid 64 bit integer
                                   -float: any valid 64 bit float
                                   -string: UTF8 encoded string
                                   -date: a date in XML property list format, not supported if outputting JSON
                                   -data: a base-64 encoded string
                                   -xml: an XML property list, useful for inserting compound values
                                   -json: a JSON fragment, useful for inserting compound values
                                   -dictionary: inserts an empty dictionary, does not use value
                                   -array: inserts an empty array, does not use value
                                  \u{20}
                                   optionally, -append may be specified if the keypath references an array to append to the
                                   end of the array
                                   value YES, NO, a number, a date, or a base-64 encoded blob of data
     -replace keypath -type value  same as -insert, but it will overwrite an existing value
     -remove keypath               removes the value at 'keypath' from the property list before writing it out
     -extract keypath fmt          outputs the value at 'keypath' in the property list as a new plist of type 'fmt'
                                   fmt is one of: xml1 binary1 json raw
                                   an additional "-expect type" option can be provided to test that
                                   the value at the specified keypath is of the specified "type", which
                                   can be one of: bool, integer, float, string, date, data, dictionary, array
                                  \u{20}
                                   when fmt is raw:\u{20}
                                       the following is printed to stdout for each value type:
                                           bool: the string "true" or "false"
                                           integer: the numeric value
                                           float: the numeric value
                                           string: as UTF8-encoded string
                                           date: as RFC3339-encoded string in UTC timezone
                                           data: as base64-encoded string
                                           dictionary: each key on a new line
                                           array: the count of items in the array
                                       by default, the output is to stdout unless -o is specified
     -type keypath                 outputs the type of the value at 'keypath' in the property list
                                   can be one of: bool, integer, float, string, date, data, dictionary, array
     -create fmt                   creates an empty plist of the specified format
                                   file may be '-' for stdout
     -p                            print property list in a human-readable fashion
                                   (not for machine parsing! this 'format' is not stable)
    There are some additional optional arguments that apply to the -convert, -insert, -remove, -replace, and -extract verbs:
     -s                            be silent on success
     -o path                       specify alternate file path name for result;
                                   the -o option is used with -convert, and is only
                                   useful with one file argument (last file overwrites);
                                   the path '-' means stdout
     -e extension                  specify alternate extension for converted files
     -r                            if writing JSON, output in human-readable form
     -n                            prevent printing a terminating newline if it is not part of the format, such as with raw
     --                            specifies that all further arguments are file names

    """

  static let emptyXML = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict/>
    </plist>

    """

  /// A binary property list that contains an empty dictionary.
  static let emptyBinary: [UInt8] =
    Array("bplist00".utf8) + [0xD0, 0x08, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    + [UInt8](repeating: 0, count: 15) + [9]

  // MARK: Problems

  /// Foundation's text for an unreadable file.
  static func fileProblem(_ failure: Failure) -> String {
    switch failure.code {
    case .noSuchFile: "(The operation could not be completed. The file doesn’t exist.)"
    case .mayNotRead: "(The operation could not be completed. You don’t have permission.)"
    case .isFolder: "(The operation could not be completed. (NSCocoaErrorDomain error 256.))"
    default: "(\(failure.message))"
    }
  }

  /// Foundation's text for a file that cannot be written.
  static func writeProblem(_ failure: Failure, _ path: String) -> String {
    if Platform.status(path)?.kind == .folder {
      return "(The operation could not be completed. (NSCocoaErrorDomain error 512.))"
    }
    let folder = Paths.split(path).folder
    if !folder.isEmpty && Platform.status(folder) == nil {
      return "(The operation could not be completed. The file doesn’t exist.)"
    }
    return "(\(failure.message))"
  }

  /// The problem with JSON, in JSONSerialization's words.
  static func jsonProblem(_ failure: Failure) -> String {
    let offset = failure.offset ?? 0
    switch failure.code {
    case .jsonUnterminatedArray, .jsonUnterminatedObject, .jsonUnterminatedString, .jsonEmpty:
      return "Unexpected end of file during JSON parse."
    case .jsonControlCharacter, .jsonLineBreakInString:
      return "Unescaped control character around character \(offset)."
    case .jsonLeadingZero: return "Number with leading zero around character \(offset + 1)."
    case .jsonBadEscape: return "Invalid escape sequence around character \(offset)."
    case .plutilNumber: return "Number \(failure.subject ?? "") is not representable in Swift."
    default: return "Invalid value around character \(offset)."
    }
  }
}
