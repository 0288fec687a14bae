// The markers of a merge that a version control system left in a text.
//
//   <<<<<<< ours   …   =======   …   >>>>>>> theirs      each at the beginning of a line, in this order

package enum ConflictMarkers {
  /// The rules of mistakes that a conflict causes.
  package static let rules: Set<DiagnosticRule> = [
    .jsonSyntax, .plistStructure, .plistValue, .stringsSyntax, .xmlNotWellFormed, .xmlNamespace,
  ]

  private static let code = DiagnosticCode(
    "text.conflict-markers", rule: .xmlNotWellFormed,
    "unresolved merge conflict; keep one side and remove the markers")

  package static var sentence: String { code.text.description }

  /// The offset of the first conflict, or nil.
  ///
  /// Takes linear time.
  package static func first(in text: ByteView) -> Int? {
    guard let start = line("<<<<<<<", in: text, from: 0), let middle = line("=======", in: text, from: start),
      line(">>>>>>>", in: text, from: middle) != nil
    else { return nil }
    return start
  }

  /// The next line that is the marker, or begins with it and a space.
  private static func line(_ marker: StaticString, in text: ByteView, from start: Int) -> Int? {
    var place = start
    while let found = text.firstIndex(of: marker, from: place) {
      let isAtStart = found == 0 || text[found - 1] == ASCII.lineFeed
      if isAtStart, text.byte(at: found + 7).map(\.isWhitespace) ?? true { return found }
      place = found + 1
    }
    return nil
  }

  /// The failure, or the conflict before it that is its cause.
  package static func cause(of failure: Failure, in text: ByteView) -> Failure {
    guard rules.contains(failure.code.rule), let start = first(in: text), start <= failure.offset ?? start
    else { return failure }
    return Failure(code.under(failure.code.rule), at: start)
  }
}
