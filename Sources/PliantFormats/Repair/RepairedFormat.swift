// The probable format of a text that no reader accepts, from the file name and the first characters.

package enum RepairedFormat {
  /// The number of bytes to look at.
  private static let headBytes = 64 * 1024

  /// The format of bytes whose name reveals none.
  ///
  /// Throws `format.unknown` for bytes that resemble none.
  package static func find(in bytes: ByteView, name: String) throws(Failure) -> Format {
    let head = bytes[0..<min(bytes.count, headBytes)]
    let suffix = Paths.pathExtension(name)?.lowercased()
    if suffix == "strings" { return .strings }
    if suffix == "pbxproj" { return .openstep }
    let first = head.array.first { !$0.isWhitespace && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 != 0 }
    if suffix == "json" { return .json }
    if suffix == "xml" || suffix == "rss" || suffix == "atom", head.firstIndex(of: "<plist") == nil {
      return .xml
    }
    let declaration = head.firstIndex(of: "<?xml")
    if first == ASCII.lessThan || declaration != nil {
      let isList = head.firstIndex(of: "<plist") != nil || head.firstIndex(of: "<!DOCTYPE plist") != nil
      return isList ? .xml1 : .xml
    }
    if head.starts(with: ")]}'") || isCall(head) { return .json }
    let found = FormatDetector.detect(bytes)
    // Without a name that says so, comments and single quotation marks are mistakes.
    if let found, found.isCommentedJSON { return .json }
    if let found, found != .openstep { return found }
    if head.firstIndex(of: "\n```json") != nil { return .json }
    // `{a: 1}` and `{'a': 1}` are not old-style property lists.
    if first == ASCII.leftBrace || first == ASCII.leftBracket {
      let colon = head.firstIndex(of: ASCII.colon) ?? head.count
      let equals = head.firstIndex(of: ASCII.equalsSign) ?? head.count
      return equals < colon ? .openstep : .json
    }
    guard let found else { throw Failure(.formatUnknown) }
    return found
  }

  /// Whether the text is `name({`, which a page loads as a script.
  private static func isCall(_ head: ByteView) -> Bool {
    let start = head.endOfSpace(from: 0)
    let end = XMLCharacters.nameEnd(in: head, from: start)
    guard end > start, head.byte(at: end) == ASCII.leftParenthesis else { return false }
    let next = head.byte(at: head.endOfSpace(from: end + 1))
    return next == ASCII.leftBrace || next == ASCII.leftBracket
  }

  /// The encoding of an XML declaration that is not first or lacks its `?`, and will count once repaired; nil for any
  /// other.
  package static func displacedEncoding(in bytes: ByteView) -> TextEncoding? {
    let head = bytes[0..<min(bytes.count, headBytes)]
    guard ByteOrderMark(bytes) == nil, let start = head.firstIndex(of: "<?xml") else { return nil }
    let rest = head.suffix(from: start)
    guard XMLDeclaration(rest) == nil else { return start > 0 ? encoding(declaredIn: rest) : nil }
    let end = rest.firstIndex(of: ASCII.greaterThan) ?? rest.count
    return (rest[0..<end].array + Array("?>".utf8)).withByteView { encoding(declaredIn: $0) }
  }

  private static func encoding(declaredIn text: ByteView) -> TextEncoding? {
    XMLDeclaration(text)?.encoding.flatMap { TextEncoding(name: text[$0.value].string) }
  }
}
