/// The severity of a diagnostic.
package enum Severity: String, Sendable, CaseIterable {
  case error, warning, note
}

/// The position of a diagnostic in a file.
package enum Place: Hashable, Sendable {
  case wholeFile
  /// In text, both from 1, the column in Unicode scalars.
  case text(line: Int, column: Int)
  /// In a binary file, in bytes from 0.
  case offset(Int)

  package init(_ position: TextPosition) { self = .text(line: position.line, column: position.column) }

  /// The position of a byte in a binary file, if known.
  package init(offset: Int?) { self = offset.map { .offset($0) } ?? .wholeFile }
}

/// A problem or note with its position, message and rule, but without the file's name.
package struct Diagnostic: Error, Equatable, Sendable {
  package let severity: Severity
  package let place: Place
  package let sentence: String
  /// A remedy on the command line.
  package let advice: String?
  package let rule: DiagnosticRule

  /// Creates a diagnostic; `advice` is a remedy that only the program shows.
  package init(
    _ severity: Severity, at place: Place = .wholeFile, _ sentence: String, advice: String? = nil,
    rule: DiagnosticRule
  ) {
    self.severity = severity
    self.place = place
    self.sentence = sentence
    self.advice = advice
    self.rule = rule
  }

  /// Creates a diagnostic from a failure, at a position that the caller has found.
  package init(_ failure: Failure, at place: Place = .wholeFile, severity: Severity = .error) {
    self.init(
      severity, at: place, failure.sentence, advice: failure.advice, rule: failure.code.rule)
  }

  /// Runs `body`; its failure becomes a diagnostic without a position.
  package static func of<Result>(_ body: () throws(Failure) -> Result) throws(Diagnostic) -> Result {
    do throws(Failure) { return try body() } catch { throw Diagnostic(error) }
  }

  /// The sentence, with the remedy.
  package var message: String { advice.map { "\(sentence); \($0)" } ?? sentence }

  /// The same with the severity of a note.
  package var asNote: Diagnostic { Diagnostic(.note, at: place, sentence, advice: advice, rule: rule) }

  /// Creates a diagnostic from a failure in a text, with its line and column.
  package init(_ failure: Failure, in text: ByteView) {
    var failure = ConflictMarkers.cause(of: failure, in: text)
    if failure.advice == nil, let cause = LikelyCause.advice(for: failure, in: text) {
      failure = Failure(failure.code, at: failure.offset, failure.subject, advice: cause)
    }
    var index = LineIndex()
    self.init(failure, at: failure.offset.map { Place(index.position(of: $0, in: text)) } ?? .wholeFile)
  }

  /// Creates a diagnostic from a failure in a binary file, with its offset.
  package init(binary failure: Failure) {
    self.init(failure, at: Place(offset: failure.offset))
  }

  /// Returns the diagnostic with the file's name: `FILE:LINE:COLUMN: error: TEXT [rule-id]`.
  ///
  /// For a terminal it can be coloured, with the rule in faint letters if `dimsRule`.
  package func text(file: String, isColored: Bool = false, dimsRule: Bool = false) -> String {
    let position =
      switch place {
      case .wholeFile: ""
      case .text(let line, let column): "\(line):\(column):"
      case .offset(let offset): "@\(offset):"
      }
    func styled(_ text: String, _ style: String) -> String {
      isColored && !style.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
    let color =
      switch severity {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      }
    return styled("\(file):\(position)", "1") + " " + styled("\(severity.rawValue):", color)
      + " \(TerminalText.escaped(message)) " + styled("[\(rule)]", dimsRule ? "2" : "")
  }
}
