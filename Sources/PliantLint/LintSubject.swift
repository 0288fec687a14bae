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
  /// What a pass over a large file found; nil where the bytes are held, and where UTF-8 is presumed.
  let survey: EncodingSurvey?
  /// Whether only the beginning was judged.
  let isPresumed: Bool
  var mark: ByteOrderMark? { verdict.byteOrderMark }

  /// Throws `file.read` for a file that is not held.
  convenience init(
    _ input: LintInput, name: String, isIncluded: Bool, _ scope: LintScope
  ) throws(Failure) {
    if let held = input.held {
      self.init(input, name, EncodingDetector.judge(held), nil, isIncluded: isIncluded, scope)
    } else {
      let survey = try EncodingSurvey(input)
      let verdict = survey.verdict(input).reading { input.firstInvalid(in: $0) == nil }
      self.init(input, name, verdict, survey, isIncluded: isIncluded, scope)
    }
  }

  /// A file that is not held, as if it were UTF-8 to its end; nil where it begins as another or must be in another.
  convenience init?(presumingUTF8 input: LintInput, name: String, isIncluded: Bool, _ scope: LintScope) {
    guard input.held == nil, [nil, .utf8].contains(scope.options.expectedEncoding) else { return nil }
    let head = input.head
    let end = (max(0, head.count - 3)..<head.count).first { UTF8Validation.isCutOff(head, at: $0) }
    let start = EncodingDetector.judge(head[0..<(end ?? head.count)])
    guard start.evidence == .ascii || start.encoding == .utf8 && start.evidence != .mixed else { return nil }
    let verdict = start.evidence == .byteOrderMark ? start : .presumedUTF8
    self.init(input, name, verdict, nil, isIncluded: isIncluded, isPresumed: true, scope)
    guard declared.map({ $0.encoding == .utf8 }) ?? true else { return nil }
  }

  private init(
    _ input: LintInput, _ name: String, _ verdict: EncodingVerdict, _ survey: EncodingSurvey?,
    isIncluded: Bool, isPresumed: Bool = false, _ scope: LintScope
  ) {
    self.input = input
    self.name = name
    self.verdict = verdict
    self.survey = survey
    self.isIncluded = isIncluded
    self.isPresumed = isPresumed
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
