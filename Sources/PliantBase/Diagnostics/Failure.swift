// Errors that are cheap to throw: a code, a byte offset and at most one name.
//
// Line, column and message are computed only for showing the failure (see `Diagnostic`).

/// A stable kind of error, with its rule and message.
///
/// Each module declares its codes in one table, an extension in `…Diagnostics.swift`.
@usableFromInline
package struct DiagnosticCode: Sendable, Equatable {
  /// The unique name of the code, for example `json.trailing-comma`; stable across versions.
  @usableFromInline package let name: StaticString
  @usableFromInline package let rule: DiagnosticRule
  /// The message; `%` represents the failure's subject.
  @usableFromInline package let text: StaticString
  /// A remedy on the command line, which only the program shows.
  @usableFromInline package let advice: StaticString?

  // Inlinable, so that codes are constants without code that creates them.
  @inlinable @inline(__always)
  package init(_ name: StaticString, rule: DiagnosticRule, _ text: StaticString, advice: StaticString? = nil)
  {
    self.name = name
    self.rule = rule
    self.text = text
    self.advice = advice
  }

  /// The same mistake under another rule.
  package func under(_ rule: DiagnosticRule) -> Self { Self(name, rule: rule, text, advice: advice) }

  @usableFromInline package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
    left.name.description == right.name.description
  }
}

/// The error that readers, writers and files throw.
@usableFromInline
package struct Failure: Error, Equatable, Sendable {
  package let code: DiagnosticCode
  /// The offset in the reader's input, in bytes from 0.
  ///
  /// For text formats in the decoded UTF-8 text, for binary ones in the file; nil without a position (the
  /// caller of a writer assigns one).
  package var offset: Int?
  /// The name, value or system message in the message.
  package let subject: String?
  /// A remedy on the command line, which only the program shows.
  package let advice: String?

  @inline(never)
  package init(
    _ code: DiagnosticCode, at offset: Int? = nil, _ subject: String? = nil, advice: String? = nil
  ) {
    self.code = code
    self.offset = offset
    self.subject = subject
    self.advice = advice ?? code.advice?.description
  }

  /// The same failure with an addition to its subject.
  package func adding(_ text: String) -> Failure {
    Failure(code, at: offset, (subject ?? "") + text, advice: advice)
  }

  /// The same failure at another offset.
  package func at(_ offset: Int?) -> Failure { Failure(code, at: offset, subject, advice: advice) }

  /// The column of the offset in a text of one line, in Unicode scalars from 1; nil without an offset.
  package func column(in line: String) -> Int? {
    offset.map { 1 + line.utf8.prefix(max($0, 0)).count { $0 & 0xC0 != 0x80 } }
  }

  /// The message with the remedy, for the program.
  package var message: String { advice.map { "\(sentence); \($0)" } ?? sentence }

  /// The message, including the subject.
  package var sentence: String {
    let text = code.text.description
    // By bytes: decoders discard most failures.
    if text.utf8.count == 1 { return Self.shown(subject ?? "") }
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "%")) else { return text }
    return text[..<mark] + Self.shown(subject ?? "") + text[text.utf8.index(after: mark)...]
  }

  /// The beginning of a subject, which may be as long as the file.
  private static func shown(_ subject: String) -> String {
    guard subject.utf8.count > 2000 else { return subject }
    return String(String.UnicodeScalarView(subject.unicodeScalars.prefix(100))) + "…"
  }
}
