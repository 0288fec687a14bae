// The family encoding/…: what a file says of its encoding against what its bytes are.

/// Checks the encoding of one file.
struct EncodingChecks {
  private let subject: LintSubject
  private let options: LintOptions
  private let makesFixes: Bool
  private var bytes: ByteView { subject.bytes }
  private var verdict: EncodingVerdict { subject.verdict }
  private var declared: DeclaredEncoding? { subject.declared }

  /// From this probability on an encoding is called by its name.
  private static let likely = 0.8
  /// From this probability on a declaration that could be true is called false.
  private static let sure = 0.97

  init(_ subject: LintSubject, options: LintOptions, makesFixes: Bool) {
    self.subject = subject
    self.options = options
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

  func run(_ collector: inout LintCollector) {
    checkExpected(&collector)
    if subject.kind == .json { return checkJSON(&collector) }
    checkName(&collector)
    if let mark = verdict.byteOrderMark { return checkMarked(mark, &collector) }
    if verdict.evidence == .zeroBytes { return checkWide(&collector) }
    checkBytes(&collector)
  }

  // MARK: Names and marks

  private var declarationPlace: Place {
    guard let range = declared?.range else { return .text(line: 1, column: 1) }
    var head = bytes.suffix(from: verdict.byteOrderMark?.length ?? 0)
    if verdict.encoding.unitWidth > 1 { return .text(line: 1, column: range.lowerBound + 1) }
    head = head[0..<min(head.count, range.upperBound)]
    var places = LintPlaces(text: head)
    return places.place(range.lowerBound)
  }

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
    guard verdict.evidence == .mixed, let stray = verdict.firstStray else { return }
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
      .encodingUTF16WithoutBOM, at: .text(line: 1, column: 1),
      "\(verdict.encoding.name) without a byte order mark",
      fixes: makesFixes ? [LintFix(.declaration, 0..<0, ByteOrderMark.bytes(for: verdict.encoding))] : [])
  }

  private func checkExpected(_ collector: inout LintCollector) {
    guard let expected = options.expectedEncoding, !verdict.satisfies(expected), verdict.evidence != .empty
    else {
      return
    }
    let place = place(of: verdict.firstStray ?? firstHigh ?? 0)
    collector.add(
      .encodingUnexpected, at: place, "the file is in \(verdict.encoding.name), not in \(expected.name)",
      fixes: readableEncoding == nil ? [] : bytesFix(to: expected, declaring: true))
  }

  // MARK: Eight bits

  private func checkJSON(_ collector: inout LintCollector) {
    switch verdict.evidence {
    case .letters, .mixed:
      guard let stray = UTF8Validation.firstInvalidOffset(in: bytes) else { return }
      collector.add(
        .jsonEncoding, at: place(of: stray), "JSON is UTF-8, but \(strayText(stray))",
        fixes: likelyEncoding == nil ? [] : bytesFix(to: .utf8))
    case .zeroBytes:
      collector.add(
        .jsonEncoding, at: .text(line: 1, column: 1),
        "JSON is UTF-8, but the bytes are \(verdict.encoding.name)",
        fixes: bytesFix(to: .utf8))
    case .byteOrderMark where verdict.encoding != .utf8:
      collector.add(
        .jsonEncoding, at: .text(line: 1, column: 1),
        "JSON is UTF-8, but the bytes are \(verdict.encoding.name)",
        fixes: bytesFix(to: .utf8))
    default: break
    }
  }

  private func checkBytes(_ collector: inout LintCollector) {
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
    guard let stray = strayOffset else { return }
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
    guard case .singleByte(let found) = verdict.encoding, found != table else { return }
    let foundIsWindows = found == .iso8859_1 || found == .windows1252
    guard foundIsWindows || found == .macRoman else { return }
    let isISO = table.scalar(of: 0x92) == 0x92
    if verdict.hasControlBytes && isISO, let control = firstControl {
      return mismatch(name, at: control, &collector)
    }
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
    var output = OutputBuffer()
    do throws(Failure) {
      var decoder = try TextDecoder(encoding)
      _ = try decoder.decode(bytes, isLast: true, into: &output)
    } catch {
      collector.add(
        .encodingInvalidBytes, at: place(of: error.offset ?? 0), "declared “\(name)”, but \(error.message)")
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

  /// What shows only in the decoded text: a declaration that is not first, UTF-8 encoded twice, and any problem that
  /// no rule has told yet.
  func checkText(_ text: ByteView, _ decoded: DecodedText, _ collector: inout LintCollector) {
    var places = LintPlaces(text: text)
    if subject.kind == .xml, let start = misplacedDeclaration(in: text) {
      let mark = decoded.byteOrderMark?.length ?? 0
      let isSpace = (0..<start).allSatisfy { text[$0].isWhitespace }
      let fixes =
        makesFixes && decoded.isView && isSpace ? [LintFix(.declaration, mark..<mark + start, [])] : []
      collector.add(
        .encodingDeclarationNotFirst, at: places.place(start),
        "the XML declaration can only stand at the very beginning", fixes: fixes)
    }
    if let problem = decoded.problem, !collector.hasEncodingProblem, subject.kind != .json {
      collector.add(problem, at: places.place(problem.offset), default: .encodingInvalidBytes)
    }
    guard verdict.highCount > 0 || !decoded.isView, decoded.problem == nil,
      let double = DoubleEncoding.find(in: text)
    else { return }
    let mark = decoded.byteOrderMark?.length ?? 0
    let fixes =
      makesFixes && decoded.isView
      ? double.sequences.map {
        LintFix(.bytes, $0.range.lowerBound + mark..<$0.range.upperBound + mark, $0.bytes)
      } : []
    let first = double.sequences[0]
    collector.add(
      .encodingDoubleEncoded, at: places.place(first.range.lowerBound),
      "“\(text[first.range].string)” is “\(String(decoding: first.bytes, as: UTF8.self))” encoded twice",
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

  private var strayOffset: Int? { UTF8Validation.firstInvalidOffset(in: bytes) }

  private var firstHigh: Int? {
    let end = UTF8Validation.endOfASCII(in: bytes, from: 0)
    return end < bytes.count ? end : nil
  }

  private var firstControl: Int? {
    var at = 0
    while true {
      at = UTF8Validation.endOfASCII(in: bytes, from: at)
      guard at < bytes.count else { return nil }
      if bytes[at] < 0xA0 { return at }
      at += 1
    }
  }

  private func firstUndefined(in table: SingleByteEncoding) -> Int? {
    let isDefined = (0...255).map { table.scalar(of: UInt8($0)) != nil }
    if !isDefined.contains(false) { return nil }
    var at = 0
    while true {
      at = UTF8Validation.endOfASCII(in: bytes, from: at)
      guard at < bytes.count else { return nil }
      if !isDefined[Int(bytes[at])] { return at }
      at += 1
    }
  }

  /// The place of a byte; what precedes is counted as UTF-8 where it is, otherwise byte by byte.
  private func place(of offset: Int) -> Place {
    let start = min(verdict.byteOrderMark?.length ?? 0, offset)
    let before = bytes[start..<offset]
    if verdict.encoding.unitWidth > 1 { return .text(line: 1, column: 1) }
    if UTF8Validation.validEnd(of: before) == before.count {
      var places = LintPlaces(text: before)
      return places.place(before.count)
    }
    var line = 1
    var lineStart = 0
    for at in 0..<before.count where before[at] == ASCII.lineFeed {
      line += 1
      lineStart = at + 1
    }
    return .text(line: line, column: before.count - lineStart + 1)
  }

  // MARK: Words

  /// The encoding to name, where it is likely enough.
  private var likelyEncoding: TextEncoding? {
    verdict.evidence == .letters && verdict.confidence >= Self.likely ? verdict.encoding : nil
  }

  private func byteText(_ offset: Int) -> String {
    let digits = String(bytes[offset], radix: 16, uppercase: true)
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
      guard let value = table.scalar(of: bytes[offset]), let scalar = Unicode.Scalar(value), value >= 0xA0
      else {
        return byte
      }
      return "\(byte) is “\(Character(scalar))”"
    case .utf8:
      let length = UTF8Validation.sequenceLength(in: bytes, at: offset)
      guard length > 1 else { return byte }
      return "\(byte) begins “\(bytes[offset..<offset + length].string)”"
    default: return byte
    }
  }

  // MARK: Fixes

  /// Makes the declaration say `encoding`.
  private func declarationFix(_ encoding: TextEncoding) -> [LintFix] {
    guard makesFixes else { return [] }
    let width = verdict.encoding.unitWidth
    let name = encoding.unitWidth > 1 && verdict.byteOrderMark != nil && width == 2 ? "UTF-16" : encoding.name
    if let range = declared?.inputRange {
      return [LintFix(.declaration, range, encoded(name))]
    }
    guard width == 1, subject.kind == .xml else { return [] }
    let mark = verdict.byteOrderMark?.length ?? 0
    guard
      let change = DeclarationRewriter(
        bytes.suffix(from: mark), isXML: true, target: encoding, hasMark: mark > 0)
    else { return [] }
    let range = change.range.lowerBound + mark..<change.range.upperBound + mark
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
    guard makesFixes, let source = readableEncoding, source != .ascii, source != target else { return [] }
    var plan = Transcoder.Plan(from: source, to: target)
    plan.sourceMarkLength = verdict.byteOrderMark?.length ?? 0
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
