/// A file during the checks, with its encoding and grammar: from its content, and from its name if the
/// content is ambiguous.
final class LintSubject {
  let input: LintInput
  let name: String
  let verdict: EncodingDetection
  /// The format by whose grammar it is checked; nil if only its encoding is.
  let format: Format?
  /// Every declaration that the file's readers obey, the most important first.
  let declarations: [DeclaredEncoding]
  /// The declaration to judge: the first false one, if only others are true.
  let declared: DeclaredEncoding?
  /// Whether its parts declare different encodings.
  let parts: DeclaredEncoding.Parts
  /// Whether the text declares nothing, and nothing speaks against the expected encoding.
  let isAsExpected: Bool
  /// Whether to check it even if it looks binary.
  let isIncluded: Bool
  /// The scan of a large file; nil if the bytes are in memory or UTF-8 is presumed.
  let scan: EncodingScan?
  /// Whether the decision depends only on the beginning.
  let isPresumed: Bool

  convenience init(_ input: LintInput, name: String, isIncluded: Bool, _ options: LintOptions) throws(Failure)
  {
    if let held = input.held {
      self.init(
        input, name, EncodingDetector.judge(held, in: options.language), nil, isIncluded: isIncluded, options)
    } else {
      let scan = try EncodingScan(input)
      let verdict = scan.verdict(input, in: options.language).reading { input.firstInvalid(in: $0) == nil }
      self.init(input, name, verdict, scan, isIncluded: isIncluded, options)
    }
  }

  /// Creates a large file presumed to be UTF-8; nil if it begins in another encoding or must be in another.
  convenience init?(presumingUTF8 input: LintInput, name: String, isIncluded: Bool, _ options: LintOptions) {
    guard input.held == nil, [nil, .utf8].contains(options.expectedEncoding) else { return nil }
    let head = input.head
    let end = (max(0, head.count - 3)..<head.count).first { UTF8Validation.isCutOff(head, at: $0) }
    let start = EncodingDetector.judge(head[0..<(end ?? head.count)])
    guard start.evidence == .ascii || start.encoding == .utf8 && start.evidence != .mixed else { return nil }
    let verdict = start.evidence == .byteOrderMark ? start : .presumedUTF8
    self.init(input, name, verdict, nil, isIncluded: isIncluded, isPresumed: true, options)
    guard declared.map({ $0.encoding == .utf8 }) ?? true else { return nil }
  }

  private init(
    _ input: LintInput, _ name: String, _ verdict: EncodingDetection, _ scan: EncodingScan?,
    isIncluded: Bool, isPresumed: Bool = false, _ options: LintOptions
  ) {
    self.input = input
    self.name = name
    self.scan = scan
    self.isIncluded = isIncluded
    self.isPresumed = isPresumed
    let content = FormatDetector.detect(input.head)
    let named = LintedFileTypes.format(
      of: name, content: content, head: input.head.suffix(from: verdict.byteOrderMark?.length ?? 0))
    format = named == .json ? options.dialect(of: name) : named
    var declarations =
      format?.isBinary == true || verdict.evidence == .binary
      ? [] : Self.declarations(in: input.held ?? input.head, verdict, name)
    let expected = format == nil && declarations.isEmpty ? options.expectedEncoding : nil
    isAsExpected =
      expected.map {
        verdict.mayBe($0, in: input.held) || verdict.evidence == .zeroBytes && $0 == verdict.encoding
      } ?? false
    if isAsExpected, let expected { declarations = [DeclaredEncoding(expected: expected)] }
    self.declarations = declarations
    let held = verdict.byteOrderMark == nil && verdict.encoding.unitWidth == 1 ? input.held : nil
    parts = held.map { DeclaredEncoding.parts(of: declarations, in: $0) } ?? .one
    self.verdict = verdict.beside(declarations.first?.encoding)
    let judged = self.verdict
    declared =
      declarations.first { $0.encoding.map { !judged.satisfies($0) } ?? false } ?? declarations.first
  }

  /// The declarations, even if white space precedes them.
  private static func declarations(
    in head: ByteView, _ verdict: EncodingDetection, _ name: String
  ) -> [DeclaredEncoding] {
    let found = DeclaredEncoding.all(
      in: head, actual: verdict.encoding, mark: verdict.byteOrderMark, name: name)
    guard found.isEmpty, verdict.byteOrderMark == nil, verdict.encoding.unitWidth == 1,
      let start = MisplacedDeclaration.offset(in: head)
    else { return found }
    return DeclaredEncoding.all(
      in: head.suffix(from: start), actual: verdict.encoding, mark: nil, name: name
    ).map { $0.moved(by: start) }
  }

  /// How readers determine the encoding.
  var kind: DecodedText.Kind {
    let kind = format.map { DecodedText.Kind($0) } ?? .text
    // A property list whose mark contradicts its declaration is XML that other programs reject.
    return kind == .propertyList ? .xml : kind
  }

  /// Whether control characters are meant: Vim scripts contain keys as they are typed, ANSI art the escapes of a terminal.
  var hasKeyCodes: Bool {
    [".vim", "vimrc", ".exrc", ".ans", ".ansi", ".xib", ".nib", ".storyboard"].contains { name.hasSuffix($0) }
  }

  /// The first byte that is not UTF-8, or nil.
  var firstInvalid: Int? {
    scan.map(\.firstInvalid) ?? input.held.flatMap { UTF8Validation.firstInvalidOffset(in: $0) }
  }

  /// The first byte above 0x7F, or nil.
  var firstHigh: Int? {
    scan.map(\.firstHigh) ?? input.firstHigh { _ in true }
  }
}
