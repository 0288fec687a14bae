// A problem as it is shown: with its place in the file, its sentence and its rule.

/// How bad a diagnostic is.
package enum Severity: String, Sendable, CaseIterable {
  case error
  case warning
  case note
}

/// Where in a file a diagnostic is.
package enum Place: Hashable, Sendable {
  case wholeFile
  /// In text, both from 1, the column in Unicode scalars.
  case text(line: Int, column: Int)
  /// In a binary file, in bytes from 0.
  case offset(Int)

  package init(_ position: TextPosition) { self = .text(line: position.line, column: position.column) }
}

/// A problem or note with everything that is shown of it but the file's name.
package struct Diagnostic: Error, Equatable, Sendable {
  package let severity: Severity
  package let place: Place
  package let sentence: String
  /// What to type about it on the command line.
  package let advice: String?
  package let rule: String

  /// A diagnostic; `advice` is what to type about it, which only the program shows.
  package init(
    _ severity: Severity, at place: Place = .wholeFile, _ sentence: String, advice: String? = nil,
    rule: String
  ) {
    self.severity = severity
    self.place = place
    self.sentence = sentence
    self.advice = advice
    self.rule = rule
  }

  /// A failure at its own place, which the caller has found.
  package init(_ failure: Failure, at place: Place = .wholeFile, severity: Severity = .error) {
    self.init(
      severity, at: place, failure.sentence, advice: failure.advice, rule: failure.code.rule.description)
  }

  /// Runs `body`; its failure becomes a diagnostic without a place.
  package static func of<Result>(_ body: () throws(Failure) -> Result) throws(Diagnostic) -> Result {
    do throws(Failure) { return try body() } catch { throw Diagnostic(error) }
  }

  /// The sentence, with what to type about it.
  package var message: String { advice.map { "\(sentence); \($0)" } ?? sentence }

  /// The same as a note.
  package var asNote: Diagnostic { Diagnostic(.note, at: place, sentence, advice: advice, rule: rule) }

  /// A failure in a text, with its line and column.
  package init(_ failure: Failure, in text: ByteView) {
    let cause = failure.advice == nil ? LikelyCause.advice(for: failure, in: text) : nil
    let failure = Failure(failure.code, at: failure.offset, failure.subject, advice: cause ?? failure.advice)
    guard let offset = failure.offset else {
      self.init(failure)
      return
    }
    var index = LineIndex()
    let position = index.position(of: offset, in: text)
    self.init(failure, at: .text(line: position.line, column: position.column))
  }

  /// A failure in a binary file, with its offset.
  package init(binary failure: Failure) {
    self.init(failure, at: failure.offset.map { .offset($0) } ?? .wholeFile)
  }

  /// The diagnostic with the file's name before it: `FILE:LINE:COLUMN: error: TEXT [rule-id]`.
  package func text(file: String) -> String {
    let position =
      switch place {
      case .wholeFile: ""
      case .text(let line, let column): "\(line):\(column):"
      case .offset(let offset): "@\(offset):"
      }
    return "\(file):\(position) \(severity.rawValue): \(TerminalText.escaped(message)) [\(rule)]"
  }
}
