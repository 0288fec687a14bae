// The family encoding/…: what a file says of its encoding against what its bytes are.

import PliantCore

/// Checks the encoding of one file.
struct EncodingChecks {
  private let subject: LintSubject
  private let scope: LintScope
  private let makesFixes: Bool
  private var input: LintInput { subject.input }
  private var verdict: EncodingVerdict { subject.verdict }
  private var declared: DeclaredEncoding? { subject.declared }

  /// From this probability on an encoding is called by its name.
  private static let likely = 0.8
  /// From this probability on a declaration that could be true is called false.
  private static let sure = 0.97

  init(_ subject: LintSubject, _ scope: LintScope, makesFixes: Bool) {
    self.subject = subject
    self.scope = scope
    self.makesFixes = makesFixes
  }

  /// The encoding by which the text can be read although what it declares is wrong; nil to believe it.
  var readableEncoding: TextEncoding? {
    switch verdict.evidence {
    case .letters: verdict.confidence >= Self.likely ? verdict.encoding : nil
    case .mixed, .binary, .empty: nil
    default: verdict.encoding
    }
  }

  /// By what the text is read on after a mistake in its encoding, and whether what is not UTF-8 is passed over: the
  /// grammar's characters are the same in all that is possible.
  var textEncoding: (TextEncoding?, repairs: Bool) {
    if let encoding = readableEncoding {
      return (Self.supersets.first { $0.of == encoding }?.superset ?? encoding, false)
    }
    switch verdict.evidence {
    case .letters:
      if case .singleByte = verdict.encoding { return (.latin1, false) }
      return (.utf8, true)
    case .mixed: return (.utf8, true)
    default: return (nil, false)
    }
  }

  /// What decodes also the characters that vendors added.
  private static let supersets: [(of: TextEncoding, superset: TextEncoding)] = [
    (.system("SHIFT_JIS"), .system("CP932")), (.system("EUC-KR"), .system("CP949")),
    (.system("EUC-CN"), .system("GB18030")), (.system("BIG5"), .system("BIG5-HKSCS")),
  ]

  func run(_ collector: inout LintCollector) {
    checkExpected(&collector)
    if subject.kind == .json { return checkJSON(&collector) }
    checkName(&collector)
    if let mark = verdict.byteOrderMark { return checkMarked(mark, &collector) }
    if verdict.evidence == .zeroBytes { return checkWide(&collector) }
    checkBytes(&collector)
  }

  // MARK: Names and marks

  private var markLength: Int { verdict.byteOrderMark?.length ?? 0 }

  private var declarationPlace: LintPosition {
    guard let range = declared?.range else { return Self.beginning }
    if verdict.encoding.unitWidth > 1 { return .place(.text(line: 1, column: range.lowerBound + 1)) }
    return place(of: range.lowerBound + markLength)
  }

  private static let beginning = LintPosition.place(.text(line: 1, column: 1))

  private func checkName(_ collector: inout LintCollector) {
    guard let declared else { return }
    guard let encoding = declared.encoding else {
      let failure = EncodingFinder.unknownName(declared.name, at: 0)
      let fixes = readableEncoding.map { declarationFix($0 == .ascii ? .utf8 : $0) } ?? []
      return collector.add(.encodingUnknownName, at: declarationPlace, failure.message, fixes: fixes)
    }
    if !encoding.isStandardName(declared.name) {
      collector.add(
        .encodingNonstandardName, at: declarationPlace,
        "“\(declared.name)” is not the registered name, which is “\(encoding.name)”",
        fixes: declarationFix(encoding))
    }
  }

  private func checkMarked(_ mark: ByteOrderMark, _ collector: inout LintCollector) {
    if let encoding = declared?.encoding, let name = declared?.name, !verdict.satisfies(encoding),
      encoding != mark.encoding
    {
      collector.add(
        .encodingBOMMismatch, at: declarationPlace,
        "the byte order mark says \(mark.encoding.name), but the declaration says “\(name)”",
        fixes: declarationFix(mark.encoding.unitWidth == 2 ? .utf16(nil) : mark.encoding))
    }
    guard verdict.evidence == .mixed, let stray = strayOffset else { return }
    collector.add(
      .encodingMixed, at: place(of: stray),
      "the text begins with a mark of UTF-8, but the \(byteText(stray)) is not UTF-8")
  }

  private func checkWide(_ collector: inout LintCollector) {
    if let encoding = declared?.encoding, let name = declared?.name, !verdict.satisfies(encoding) {
      collector.add(
        .encodingMismatch, at: declarationPlace,
        "declared “\(name)”, but the bytes are \(verdict.encoding.name)",
        fixes: declarationFix(verdict.encoding))
      return
    }
    // RFC 2781: a name that tells the byte order goes without a mark.
    guard case .utf16 = verdict.encoding, declared?.encoding != verdict.encoding else { return }
    collector.add(
      .encodingUTF16WithoutBOM, at: Self.beginning,
      "\(verdict.encoding.name) without a byte order mark",
      fixes: makesFixes ? [LintFix(.declaration, 0..<0, ByteOrderMark.bytes(for: verdict.encoding))] : [])
  }

  private func checkExpected(_ collector: inout LintCollector) {
    guard let expected = scope.options.expectedEncoding, !verdict.satisfies(expected),
      verdict.evidence != .empty
    else {
      return
    }
    let first = verdict.firstStray == nil ? firstHigh : strayOffset
    collector.add(
      .encodingUnexpected, at: place(of: first ?? 0),
      "the file is in \(verdict.encoding.name), not in \(expected.name)",
      fixes: readableEncoding == nil ? [] : bytesFix(to: expected, declaring: true))
  }

  // MARK: Eight bits

  private func checkJSON(_ collector: inout LintCollector) {
    switch verdict.evidence {
    case .letters, .mixed, .binary:
      guard let stray = strayOffset else { return }
      collector.add(
        .jsonEncoding, at: place(of: stray), "JSON is UTF-8, but \(strayText(stray))",
        fixes: likelyEncoding == nil ? [] : bytesFix(to: .utf8))
    case .zeroBytes:
      collector.add(
        .jsonEncoding, at: Self.beginning,
        "JSON is UTF-8, but the bytes are \(verdict.encoding.name)",
        fixes: bytesFix(to: .utf8))
    case .byteOrderMark where verdict.encoding != .utf8:
      collector.add(
        .jsonEncoding, at: Self.beginning,
        "JSON is UTF-8, but the bytes are \(verdict.encoding.name)",
        fixes: bytesFix(to: .utf8))
    default: break
    }
  }

  private func checkBytes(_ collector: inout LintCollector) {
    // ASCII, and UTF-8 that declares nothing else, need no further look.
    let isUTF8 = verdict.evidence == .ascii || verdict.evidence == .utf8
    if isUTF8, declared == nil || declared?.encoding == .utf8 { return }
    guard let declared else { return checkUndeclared(&collector) }
    guard let encoding = declared.encoding else { return }
    switch encoding {
    case .utf8: checkUTF8(declared.name, &collector)
    case .ascii:
      if let high = firstHigh { mismatch(declared.name, at: high, &collector) }
    case .singleByte(let table): checkTable(table, declared.name, &collector)
    case .utf16, .utf32:
      collector.add(
        .encodingMismatch, at: declarationPlace,
        "declared “\(declared.name)”, but the bytes are \(verdict.encoding.name)",
        fixes: readableEncoding.map { declarationFix($0 == .ascii ? .utf8 : $0) } ?? [])
    case .system: checkSystem(encoding, declared.name, &collector)
    }
  }

  private func checkUTF8(_ name: String, _ collector: inout LintCollector) {
    guard let stray = strayOffset else { return }
    if verdict.evidence == .mixed {
      collector.add(
        .encodingMixed, at: place(of: stray),
        "most of the text is UTF-8 as declared, but the \(byteText(stray)) is not")
    } else if likelyEncoding != nil {
      mismatch(name, at: stray, &collector)
    } else {
      collector.add(
        .encodingInvalidBytes, at: place(of: stray),
        "declared “\(name)”, but the \(byteText(stray)) is not valid in it")
    }
  }

  private func checkUndeclared(_ collector: inout LintCollector) {
    guard let stray = strayOffset, !subject.declaresElsewhere else { return }
    if verdict.evidence == .mixed {
      collector.add(
        .encodingMixed, at: place(of: stray), "most of the text is UTF-8, but the \(byteText(stray)) is not")
      return
    }
    var fixes: [LintFix] = []
    if let likely = likelyEncoding, subject.kind == .xml {
      fixes = declarationFix(likely) + bytesFix(to: .utf8)
    }
    if likelyEncoding != nil, subject.kind != .xml { fixes = bytesFix(to: .utf8) }
    collector.add(
      .encodingMissingDeclaration, at: place(of: stray), "no encoding is declared, but \(strayText(stray))",
      fixes: fixes)
  }

  /// A declared encoding of one byte a character against what the bytes are.
  private func checkTable(_ table: SingleByteEncoding, _ name: String, _ collector: inout LintCollector) {
    if let undefined = firstUndefined(in: table) {
      if likelyEncoding != nil || verdict.evidence == .utf8 {
        return mismatch(name, at: verdict.evidence == .utf8 ? firstHigh ?? undefined : undefined, &collector)
      }
      return collector.add(
        .encodingInvalidBytes, at: place(of: undefined),
        "declared “\(name)”, but the \(byteText(undefined)) stands for nothing in it")
    }
    switch verdict.evidence {
    case .utf8:
      // Two letters of another script may look like one of UTF-8, but hardly all of a text.
      let isWestern = Self.western.contains(table)
      if let high = firstHigh, isWestern || verdict.highCount >= 8 { mismatch(name, at: high, &collector) }
    case .letters where Self.western.contains(table): checkWestern(table, name, &collector)
    default: break
    }
  }

  private static let western: Set<SingleByteEncoding> = [
    .iso8859_1, .iso8859_15, .windows1252, .macRoman, .iso8859_9, .windows1254, .iso8859_14, .nextStep,
    .ibm850,
    .ibm858, .ibm437,
  ]

  private func checkWestern(_ table: SingleByteEncoding, _ name: String, _ collector: inout LintCollector) {
    let isISO = table.scalar(of: 0x92) == 0x92
    if verdict.hasControlBytes && isISO, let control = firstControl {
      return mismatch(name, at: control, &collector)
    }
    guard case .singleByte(let found) = verdict.encoding, found != table else { return }
    let foundIsWindows = found == .iso8859_1 || found == .windows1252
    guard foundIsWindows || found == .macRoman else { return }
    guard verdict.confidence >= Self.sure, let high = firstHigh else { return }
    switch table {
    case .macRoman, .nextStep, .ibm850, .ibm858, .ibm437: mismatch(name, at: high, &collector)
    default:
      if found == .macRoman { mismatch(name, at: high, &collector) }
    }
  }

  private func checkSystem(_ encoding: TextEncoding, _ name: String, _ collector: inout LintCollector) {
    if verdict.evidence == .utf8, verdict.highCount >= 9, let high = firstHigh {
      return mismatch(name, at: high, &collector)
    }
    guard verdict.evidence != .ascii, verdict.evidence != .escapes else { return }
    if let failure = input.firstInvalid(in: encoding) {
      collector.add(
        .encodingInvalidBytes, at: place(of: failure.offset ?? 0),
        "declared “\(name)”, but \(failure.message)")
    }
  }

  private func mismatch(_ name: String, at offset: Int, _ collector: inout LintCollector) {
    var fixes: [LintFix] = []
    if let actual = readableEncoding {
      fixes = declarationFix(actual)
      if let encoding = declared?.encoding { fixes += bytesFix(to: encoding) }
    }
    let share = verdict.confidence >= 0.995 ? "" : "probably "
    collector.add(
      .encodingMismatch, at: place(of: offset),
      "declared “\(name)”, but the bytes are \(share)\(verdict.encoding.name): here \(shown(offset))",
      fixes: fixes)
  }

  // MARK: Text

  /// What shows only at the decoded text's beginning: a declaration that is not first.
  ///
  /// Returns where the declaration stands.
  func checkBeginning(_ text: ByteView, _ source: LintText, _ collector: inout LintCollector) -> Int? {
    guard subject.kind == .xml, let start = misplacedDeclaration(in: text) else { return nil }
    var fixes: [LintFix] = []
    if makesFixes, let from = source.byteOffset(0), (0..<start).allSatisfy({ text[$0].isWhitespace }) {
      fixes = [LintFix(.declaration, from..<from + start, [])]
    }
    collector.add(
      .encodingDeclarationNotFirst, at: .text(start),
      "the XML declaration can only stand at the very beginning", fixes: fixes)
    return start
  }

  /// A problem of decoding that no rule has told yet.
  func checkProblem(_ problem: Failure, _ collector: inout LintCollector) {
    if collector.hasEncodingProblem || subject.kind == .json || subject.declaresElsewhere { return }
    collector.add(problem, default: .encodingInvalidBytes)
  }

  /// UTF-8 that was encoded twice; reads the whole text.
  ///
  /// Throws `file.read`.
  func checkDoubleEncoding(_ source: LintText, _ collector: inout LintCollector) throws(Failure) {
    guard verdict.highCount > 0 || verdict.encoding.unitWidth > 1,
      scope.options.wants("encoding/double-encoded")
    else { return }
    // By a guess many a text looks like it.
    if collector.hasEncodingProblem && readableEncoding == nil { return }
    if let text = source.plainText, !DoubleEncoding.mayOccur(in: text) { return }
    var search = DoubleEncoding.Search(keepsSequences: makesFixes)
    var window = try source.open()
    repeat {
      _ = try window.refill()
      window.consume(search.advance(over: window.text, isLast: window.isAtEnd))
    } while !window.isAtEnd
    guard window.problem == nil, let double = search.result, let first = double.sequences.first else {
      return
    }
    var fixes: [LintFix] = []
    if makesFixes, let base = source.byteOffset(0) {
      fixes = double.sequences.map {
        LintFix(.bytes, $0.range.lowerBound + base..<$0.range.upperBound + base, $0.bytes)
      }
    }
    collector.add(
      .encodingDoubleEncoded, at: .text(first.range.lowerBound),
      "“\(first.shown)” is “\(String(decoding: first.bytes, as: UTF8.self))” encoded twice",
      fixes: fixes)
  }

  /// Where a declaration stands that white space or comments precede; nil where there is none or it is first.
  func misplacedDeclaration(in text: ByteView) -> Int? {
    var at = 0
    while at < text.count {
      if text[at].isWhitespace {
        at += 1
      } else if text.starts(with: "\u{FEFF}", at: at) {
        at += 3
      } else if text.starts(with: "<!--", at: at), let end = text.firstIndex(of: "-->", from: at + 4) {
        at = end + 3
      } else {
        break
      }
    }
    return at > 0 && text.starts(with: "<?xml", at: at) && text.byte(at: at + 5)?.isWhitespace == true
      ? at : nil
  }

  // MARK: Places

  private var strayOffset: Int? { subject.firstInvalid }

  private var firstHigh: Int? {
    if let survey = subject.survey { return survey.firstHigh }
    return input.firstHigh { _ in true }
  }

  private var firstControl: Int? { input.firstHigh { $0 < 0xA0 } }

  private func firstUndefined(in table: SingleByteEncoding) -> Int? {
    let isDefined = (0...255).map { table.scalar(of: UInt8($0)) != nil }
    return isDefined.contains(false) ? input.firstHigh { !isDefined[Int($0)] } : nil
  }

  /// The place of a byte: what precedes is counted in letters of UTF-8 where it is, otherwise of the declared encoding
  /// or of the one found, or else byte by byte.
  private func place(of offset: Int) -> LintPosition {
    if verdict.encoding.unitWidth > 1 { return Self.beginning }
    let isUTF8 = strayOffset.map { offset <= $0 } ?? true
    var encodings: [TextEncoding] = isUTF8 ? [.utf8] : []
    for case .system(let name)? in [declared?.encoding, verdict.encoding] { encodings.append(.system(name)) }
    encodings.append(.singleByte(.iso8859_1))
    for encoding in encodings {
      if let place = input.place(of: offset, behindMark: markLength, in: encoding) { return .place(place) }
    }
    return Self.beginning
  }

  // MARK: Words

  /// The encoding to name, where it is likely enough.
  private var likelyEncoding: TextEncoding? {
    verdict.evidence == .letters && verdict.confidence >= Self.likely ? verdict.encoding : nil
  }

  private func byteText(_ offset: Int) -> String {
    guard let byte = input.bytes(at: offset, count: 1).first else { return "end" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte " + (digits.count < 2 ? "0" : "") + digits
  }

  private func strayText(_ offset: Int) -> String {
    guard let likely = likelyEncoding else { return "the \(byteText(offset)) is not UTF-8" }
    return "the bytes are probably \(likely.name): here \(shown(offset))"
  }

  /// A byte and what it is in the encoding found: `8A is “ä”`.
  private func shown(_ offset: Int) -> String {
    let byte = byteText(offset)
    switch verdict.encoding {
    case .singleByte(let table):
      guard let first = input.bytes(at: offset, count: 1).first, let value = table.scalar(of: first),
        let scalar = Unicode.Scalar(value), value >= 0xA0
      else {
        return byte
      }
      return "\(byte) is “\(Character(scalar))”"
    case .utf8:
      let letter = input.bytes(at: offset, count: 4).withByteView { bytes in
        bytes[0..<(bytes.isEmpty ? 0 : UTF8Validation.sequenceLength(in: bytes, at: 0))].string
      }
      return letter.utf8.count < 2 ? byte : "\(byte) begins “\(letter)”"
    default: return byte
    }
  }

  // MARK: Fixes

  /// Makes the declaration say `encoding`, where all bytes are that.
  private func declarationFix(_ encoding: TextEncoding) -> [LintFix] {
    guard makesFixes, encoding == .utf8 || encoding.unitWidth > 1 || input.firstInvalid(in: encoding) == nil
    else { return [] }
    let width = verdict.encoding.unitWidth
    let name = encoding.unitWidth > 1 && verdict.byteOrderMark != nil && width == 2 ? "UTF-16" : encoding.name
    if let range = declared?.inputRange {
      return [LintFix(.declaration, range, encoded(name))]
    }
    guard width == 1, subject.kind == .xml else { return [] }
    guard let held = input.held,
      let change = DeclarationRewriter(
        held.suffix(from: markLength), isXML: true, target: encoding, hasMark: markLength > 0)
    else { return [] }
    let range = change.range.lowerBound + markLength..<change.range.upperBound + markLength
    return [LintFix(.declaration, range, Array(change.replacement.utf8))]
  }

  private func encoded(_ name: String) -> [UInt8] {
    var output = OutputBuffer()
    guard verdict.encoding.unitWidth > 1, var encoder = try? TextEncoder(verdict.encoding) else {
      return Array(name.utf8)
    }
    _ = Array(name.utf8).withByteView { encoder.encode($0, into: &output) }
    return output.bytes
  }

  /// Makes the bytes what `target` says, or nothing where the text cannot be written in it.
  private func bytesFix(to target: TextEncoding, declaring: Bool = false) -> [LintFix] {
    guard makesFixes, let bytes = input.held, let source = readableEncoding, source != .ascii,
      source != target
    else { return [] }
    var plan = Transcoder.Plan(from: source, to: target)
    plan.sourceMarkLength = markLength
    plan.writesMark = target == .utf16(nil)
    switch subject.grammar {
    case .xml, .propertyList: plan.grammar = .xml
    case .json, .jsonLines: plan.grammar = .json
    case .strings, .openStep: plan.grammar = .openStep
    case .text, .binary: plan.grammar = .plain
    }
    var output = OutputBuffer()
    do throws(Diagnostic) {
      var transcoder = try Transcoder.make(plan)
      guard try transcoder.write(bytes, isLast: true, to: &output) == bytes.count else { return [] }
      transcoder.finish(&output)
    } catch {
      return []
    }
    return [LintFix(.bytes, 0..<bytes.count, output.bytes)]
  }
}
