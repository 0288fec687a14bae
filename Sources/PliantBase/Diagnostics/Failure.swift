// What went wrong, in a form that is cheap to throw: a code, a byte offset and at most one name.
//
// Line and column are counted, and the sentence is made, only where the failure is shown (see `Diagnostic`).

/// A stable kind of problem: its lint rule and the sentence that explains it.
///
/// Each format declares its own codes as static properties in an extension, in one file of its folder.
package struct DiagnosticCode: Sendable, Equatable {
  /// The unique name of the code, for example `json.trailing-comma`; stable across versions.
  package let name: StaticString
  /// The rule it is reported under, for example `json/syntax`.
  package let rule: StaticString
  /// The sentence shown; `%` stands for the failure's subject.
  package let text: StaticString
  /// What to type about it on the command line, which only the program shows.
  package let advice: StaticString?

  package init(
    _ name: StaticString, rule: StaticString, _ text: StaticString, advice: StaticString? = nil
  ) {
    self.name = name
    self.rule = rule
    self.text = text
    self.advice = advice
  }

  package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
    left.name.description == right.name.description
  }
}

/// The one error that readers, writers and files throw.
@usableFromInline
package struct Failure: Error, Equatable, Sendable {
  package let code: DiagnosticCode
  /// Where in the reader's input, in bytes from 0.
  ///
  /// Of the decoded UTF-8 text for text formats, of the file for binary ones; nil if no place applies (a
  /// writer's refusal is given its place by whoever drives it).
  package var offset: Int?
  /// The name, value or system message that the sentence speaks of.
  package let subject: String?
  /// What to type about it on the command line, which only the program shows.
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

  /// The same at another place.
  package func at(_ offset: Int?) -> Failure { Failure(code, at: offset, subject, advice: advice) }

  /// The column of the offset in a text of one line, in Unicode scalars from 1; nil without an offset.
  package func column(in line: String) -> Int? {
    offset.map { 1 + line.utf8.prefix(max($0, 0)).count { $0 & 0xC0 != 0x80 } }
  }

  /// The sentence and what to type about it, as the program shows them.
  package var message: String { advice.map { "\(sentence); \($0)" } ?? sentence }

  /// The sentence, with the subject in its place.
  package var sentence: String {
    let text = code.text.description
    guard let mark = text.firstIndex(of: "%") else { return text }
    return text[..<mark] + Self.shown(subject ?? "") + text[text.index(after: mark)...]
  }

  /// The beginning of what is named, which may be as long as the file.
  private static func shown(_ subject: String) -> String {
    guard subject.utf8.count > 2000 else { return subject }
    return String(String.UnicodeScalarView(subject.unicodeScalars.prefix(100))) + "…"
  }
}
