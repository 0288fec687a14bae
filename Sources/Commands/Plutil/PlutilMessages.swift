// plutil's fixed texts, and pliant's problems in its words.

enum PlutilMessages {
  /// The text of `-help`, beginning with the program's name.
  static func help(_ name: String) -> String { name + Manual.text(PackageResources.plutil_help_txt) }

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
