// What is to be linted, and by which grammar: by content, and by the name where the content leaves it open.

import PliantCore

/// The grammar that a file is checked against.
enum LintGrammar: Sendable {
  case xml
  case propertyList
  case json
  case jsonLines
  case openStep
  case strings
  case binary
  /// JSON with comments and trailing commas.
  case commentedJSON
  case json5
  /// Only its encoding is checked.
  case text
}

/// One file on its way through the checks.
final class LintSubject {
  let input: LintInput
  let name: String
  let verdict: EncodingVerdict
  let grammar: LintGrammar
  let declared: DeclaredEncoding?
  /// Whether it is to be checked even if it looks binary.
  let isIncluded: Bool
  /// What a pass over a large file found; nil where the bytes are held.
  let survey: EncodingSurvey?
  var mark: ByteOrderMark? { verdict.byteOrderMark }

  /// Throws `file.read` for a file that is not held.
  init(_ input: LintInput, name: String, isIncluded: Bool, _ scope: LintScope) throws(Failure) {
    self.input = input
    self.name = name
    self.isIncluded = isIncluded
    if let held = input.held {
      survey = nil
      verdict = EncodingDetector.judge(held)
    } else {
      let found = try EncodingSurvey(input)
      survey = found
      verdict = found.verdict(input).reading { input.firstInvalid(in: $0) == nil }
    }
    let content = FormatDetector.detect(input.head)
    let named = LintNames.grammar(
      of: name, content: content, head: input.head.suffix(from: verdict.byteOrderMark?.length ?? 0))
    grammar = named == .json ? scope.options.dialect(of: name) : named
    declared =
      grammar == .binary || verdict.evidence == .binary
      ? nil : Self.declaration(in: input.head, verdict)
  }

  /// What the file declares, also where white space precedes the declaration.
  private static func declaration(in head: ByteView, _ verdict: EncodingVerdict) -> DeclaredEncoding? {
    let found = DeclaredEncoding.find(in: head, actual: verdict.encoding, mark: verdict.byteOrderMark)
    guard found == nil, verdict.byteOrderMark == nil, verdict.encoding.unitWidth == 1,
      let start = MisplacedDeclaration.offset(in: head)
    else { return found }
    return DeclaredEncoding.find(in: head.suffix(from: start), actual: verdict.encoding, mark: nil)?
      .moved(by: start)
  }

  /// How the readers find the encoding.
  var kind: DecodedText.Kind {
    switch grammar {
    case .xml, .propertyList: .xml
    case .json, .jsonLines, .commentedJSON, .json5: .json
    case .openStep, .strings: .openStep
    case .text, .binary: .text
    }
  }

  /// The first byte that is not UTF-8, or nil.
  var firstInvalid: Int? {
    if let survey { return survey.firstInvalid }
    return input.held.flatMap { UTF8Validation.firstInvalidOffset(in: $0) }
  }

  /// The first byte above 0x7F, or nil.
  var firstHigh: Int? {
    if let survey { return survey.firstHigh }
    return input.firstHigh { _ in true }
  }

  /// The first byte from 0x80 to 0x9F, or nil.
  var firstControl: Int? { input.firstHigh { $0 < 0xA0 } }

  /// What the encoding cannot decode, with its offset; nil if it decodes all.
  func firstInvalid(in encoding: TextEncoding) -> Failure? { input.firstInvalid(in: encoding) }
}
