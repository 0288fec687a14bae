// Diagnostics as lines on standard error, coloured for terminals, and failures with their positions.

package enum DiagnosticText {
  private static let bold = "\u{1B}[1m"
  private static let plain = "\u{1B}[0m"

  /// `FILE:LINE:COLUMN: error: TEXT [rule-id]`, without a line end.
  package static func line(_ diagnostic: Diagnostic, file: String, colored: Bool) -> String {
    let text = diagnostic.text(file: file)
    guard colored else { return text }
    let word = " \(diagnostic.severity.rawValue): "
    guard let place = text.range(of: word, after: file.utf8.count) else { return text }
    let head = bold + String(text[..<place.lowerBound]) + plain
    let severity = color(diagnostic.severity) + diagnostic.severity.rawValue + ":" + plain
    return "\(head) \(severity) \(text[place.upperBound...])"
  }

  private static func color(_ severity: Severity) -> String {
    switch severity {
    case .error: "\u{1B}[1;31m"
    case .warning: "\u{1B}[1;33m"
    case .note: "\u{1B}[1;36m"
    }
  }
}

extension String {
  /// The first occurrence of `word` that begins at or after this many UTF-8 bytes.
  fileprivate func range(of word: String, after skipped: Int) -> Range<String.Index>? {
    var at = utf8.index(startIndex, offsetBy: skipped, limitedBy: endIndex) ?? endIndex
    while at < endIndex {
      if utf8[at...].starts(with: word.utf8) { return at..<utf8.index(at, offsetBy: word.utf8.count) }
      at = utf8.index(after: at)
    }
    return nil
  }
}

extension Diagnostic {
  /// The same with a cause that the input suggests: an empty pipe, or the name of a format as a file.
  func explained(for input: InputOperand) -> Diagnostic {
    if rule == .formatUnknown, input.path == nil {
      return Diagnostic(
        severity, "standard input is empty", advice: "check the command before the pipe", rule: rule)
    }
    guard sentence == Failure(.noSuchFile).sentence, Format(rawValue: input.name) != nil else { return self }
    return Diagnostic(
      severity, at: place, sentence,
      advice:
        "'\(input.name)' is a format: -f \(input.name) reads it, 'pliant convert \(input.name) FILE' writes it",
      rule: rule)
  }

  /// A failure in a decoded text, with its line and column.
  init(_ failure: Failure, in text: DecodedText) {
    self.init(failure, at: failure.offset.map { Place(text.position(of: $0)) } ?? .wholeFile)
  }

  /// The diagnostic for an error of a command's work, which is one, or a failure without a position.
  init(of error: any Error) {
    switch error {
    case let diagnostic as Diagnostic: self = diagnostic
    case let failure as Failure: self.init(failure)
    default: self.init(.error, "\(error)", rule: .fileRead)
    }
  }
}

extension Error {
  /// Whether the only problem is a closed output pipe.
  package var isBrokenPipe: Bool { Diagnostic(of: self).message == Failure(.brokenPipe).message }
}
