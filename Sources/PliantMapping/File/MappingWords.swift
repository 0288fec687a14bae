// The words of a field's short form.
//
// a[@kind='b c']/d date format='d.M.yyyy H:mm' required   →
//
//   word   a[@kind='b c']/d
//   word   date
//   option format = d.M.yyyy H:mm
//   word   required

/// Splits the short form of fields and types, and joins them.
enum MappingWords {
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  /// Splits at white space outside quotes, keeping the words as written.
  static func split(_ text: String) throws(Failure) -> [String] {
    var isQuoted = false
    let words = text.unicodeScalars.split { scalar in
      if scalar == "'" { isQuoted.toggle() }
      return !isQuoted && isSpace(scalar)
    }
    if isQuoted { throw .mapping("a quotation mark ' is never closed; inside of quotes it is written ''") }
    return words.map { String($0) }
  }

  /// Parses a word after the place: an option with its value, or any other word.
  static func word(_ text: String) throws(Failure) -> (name: String, value: String?) {
    let scalars = text.unicodeScalars
    guard let equals = scalars.firstIndex(of: "=") else {
      if scalars.contains("'") {
        throw .mapping("\(text) is not a word of a mapping; write quotes around the value of NAME='VALUE'")
      }
      return (text, nil)
    }
    let name = String(scalars[..<equals])
    let value = String(scalars[scalars.index(after: equals)...])
    return (name, try unquoted(value, of: name))
  }

  static func unquoted(_ text: String, of name: String) throws(Failure) -> String {
    let scalars = Array(text.unicodeScalars)
    guard scalars.contains("'") else { return text }
    guard scalars.count >= 2, scalars.first == "'", scalars.last == "'" else {
      throw .mapping("quotation marks must enclose the whole value of \(name)=: \(name)='…'")
    }
    var value = String.UnicodeScalarView()
    var at = 1
    while at < scalars.count - 1 {
      if scalars[at] == "'" {
        at += 1
        guard at < scalars.count - 1, scalars[at] == "'" else {
          throw .mapping("a quotation mark inside of the value of \(name)= is written ''")
        }
      }
      value.append(scalars[at])
      at += 1
    }
    return String(value)
  }

  static func quoted(_ value: String) -> String {
    let needsQuotes = value.isEmpty || value.unicodeScalars.contains { $0 == "'" || isSpace($0) }
    return needsQuotes ? value.quoted(with: "'") : value
  }

  static func list(_ value: String) -> [String] {
    value.unicodeScalars.split(whereSeparator: isSpace).map { String($0) }
  }

  /// Whether values can be joined in one value and split at white space again.
  static func isList(_ values: [String]) -> Bool {
    !values.isEmpty && values.allSatisfy { !$0.isEmpty && !$0.unicodeScalars.contains(where: isSpace) }
  }
}

extension String {
  /// The text between quotation marks, with each such mark inside doubled.
  func quoted(with mark: Unicode.Scalar) -> String {
    let parts = unicodeScalars.split(separator: mark, omittingEmptySubsequences: false)
    return "\(mark)\(parts.map { String($0) }.joined(separator: "\(mark)\(mark)"))\(mark)"
  }
}
