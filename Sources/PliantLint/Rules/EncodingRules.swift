// The rules encoding/… on declarations and on the encoding of a whole file.

extension LintRule {
  static let encodingMismatch = LintRule(
    .encodingMismatch,
    check: .encoding { rule, analysis, collector in
      guard case .mismatch(let offset) = analysis.contradiction, let declared = analysis.declared else {
        return
      }
      var fixes = analysis.truthfulDeclaration()
      if let encoding = declared.encoding, encoding.unitWidth == 1 {
        fixes += analysis.bytesFix(to: encoding)
      }
      let isLikely = analysis.verdict.evidence == .letters && analysis.certainEncoding == nil
      var message = "declared '\(declared.name)', but the bytes are \(isLikely ? "probably " : "")"
      message += analysis.verdict.encoding.name
      if let offset { message += ": here \(analysis.shown(offset))" }
      if let refusal = analysis.refusal { message += "; \(refusal)" }
      collector.add(
        rule, at: offset.map(analysis.place) ?? analysis.declarationPlace, message, fixes: fixes)
    })

  static let encodingInvalidBytes = LintRule(
    .encodingInvalidBytes,
    check: .encoding { rule, analysis, collector in
      guard case .invalid(let offset, let reason) = analysis.contradiction, let name = analysis.declared?.name
      else { return }
      collector.add(
        rule, at: analysis.place(of: offset),
        "declared '\(name)', but \(reason ?? "the \(analysis.byteText(offset)) is not valid in it")")
    })

  static let encodingBOM = LintRule(
    .encodingBOM,
    check: .encoding { rule, analysis, collector in
      guard let mark = analysis.verdict.byteOrderMark, let reader = LintRule.readerWithoutMark(analysis)
      else {
        return
      }
      let subject = analysis.subject
      let isUTF8 = mark.encoding == .utf8
      // JSON in other encodings has a finding of its own.
      guard isUTF8 || subject.format != .json else { return }
      collector.add(
        rule, at: EncodingAnalysis.beginning,
        isUTF8
          ? "byte order mark, which \(reader) must not have"
          : "\(mark.encoding.name) with a byte order mark, which \(reader) must not have",
        fixes: isUTF8 && analysis.makesFixes ? [LintFix(.declaration, 0..<mark.length, [])] : [])
    })

  /// Whether a program reads a file with this name as bytes that begin with ASCII.
  private static func isScript(_ name: String) -> Bool {
    ["py", "pyw", "sh", "bash", "zsh", "pl", "pm", "rb", "lua", "tcl", "awk"].contains(
      Paths.pathExtension(name)?.lowercased())
  }

  /// The kind of a file whose reader reads a mark as text, or nil.
  private static func readerWithoutMark(_ analysis: EncodingAnalysis) -> String? {
    let subject = analysis.subject
    let mark = analysis.verdict.byteOrderMark
    if subject.input.head.starts(with: "#!", at: analysis.markLength)
      || mark.map({ $0.encoding != .utf8 }) ?? false && isScript(subject.name)
    {
      return "a script"
    }
    if subject.format == .json || subject.format == .jsonl { return "JSON" }
    let name = Paths.split(subject.name).name
    switch name {
    case ".gitignore", ".gitattributes", ".gitmodules", ".dockerignore", "Dockerfile", "Makefile": return name
    default: break
    }
    switch Paths.pathExtension(name)?.lowercased() {
    case "php": return "PHP"
    case "bat", "cmd": return "a batch file"
    case "properties": return "a .properties file"
    case "po", "pot": return "a gettext catalogue"
    case "m3u8": return "an .m3u8 playlist"
    case "desktop": return "a desktop entry"
    default: return nil
    }
  }

  static let encodingBOMMismatch = LintRule(
    .encodingBOMMismatch,
    check: .encoding { rule, analysis, collector in
      guard let mark = analysis.verdict.byteOrderMark, let declared = analysis.declared,
        let encoding = declared.encoding, !analysis.verdict.satisfies(encoding), encoding != mark.encoding
      else { return }
      collector.add(
        rule, at: analysis.declarationPlace,
        "the byte order mark is that of \(mark.encoding.name), but the declared encoding is '\(declared.name)'",
        fixes: analysis.declarationFix(mark.encoding.unitWidth == 2 ? .utf16(nil) : mark.encoding))
    })

  static let encodingMissingDeclaration = LintRule(
    .encodingMissingDeclaration,
    check: .encoding { rule, analysis, collector in
      // The policy of a project counts as a declaration, and has a finding of its own.
      guard case .undeclared(let offset) = analysis.contradiction, collector.options.policy == nil,
        !analysis.isNamedInComment
      else { return }
      var fixes = analysis.truthfulDeclaration()
      fixes += analysis.bytesFix(to: .utf8)
      collector.add(
        rule, at: analysis.place(of: offset),
        "no encoding is declared, but \(analysis.strayText(offset))", fixes: fixes)
    })

  static let encodingUnknownName = LintRule(
    .encodingUnknownName,
    check: .encoding { rule, analysis, collector in
      for declared in analysis.subject.declarations where !declared.isVariable {
        // A name of an encoding that pliant does not read may be true unless the bytes are UTF-8.
        guard declared.isUnknownName || declared.isUnreadable && analysis.hasForeignBytes,
          !declared.isPlaceholder || analysis.mayHaveHighCharacters
        else { continue }
        let mayBeTrue = analysis.hasForeignBytes && declared.mayBeSupportedElsewhere
        let known = mayBeTrue ? nil : analysis.certainEncoding ?? analysis.trustedEncoding
        collector.add(
          rule, at: analysis.place(of: declared), message(declared, analysis),
          fixes: known.map { analysis.declarationFix($0 == .ascii ? .utf8 : $0) } ?? [])
      }
    })

  /// The sentence about an unknown name, or one that only other programs know.
  private static func message(_ declared: DeclaredEncoding, _ analysis: EncodingAnalysis) -> String {
    if declared.isPlaceholder { return "the placeholder '\(declared.name)' is not the name of an encoding" }
    guard let encoding = declared.encoding else {
      return declared.unreadableSentence(isUTF8: !analysis.hasForeignBytes)
    }
    let known = declared.vocabulary.name(of: encoding).map { "; did you mean '\($0)'?" } ?? ""
    return "\(declared.vocabulary.rawValue) does not know the encoding '\(declared.name)'\(known)"
  }

  static let encodingNonstandardName = LintRule(
    .encodingNonstandardName, .warning,
    check: .encoding { rule, analysis, collector in
      // Python and browsers know many other names.
      guard let declared = analysis.declared, let meant = declared.encoding,
        declared.source == .xmlDeclaration || declared.source == .charsetRule,
        let encoding = TextEncoding(name: declared.name),
        !encoding.isStandardName(declared.name)
      else { return }
      // The rule that reports a false declaration also corrects its name.
      let isTrue =
        analysis.contradiction == .none
        && (analysis.verdict.byteOrderMark == nil || analysis.verdict.satisfies(meant))
      collector.add(
        rule, at: analysis.declarationPlace,
        "'\(declared.name)' is not the registered name, which is '\(encoding.name)'",
        fixes: isTrue ? analysis.nameFix(encoding) : [])
    })

  static let encodingMixed = LintRule(
    .encodingMixed,
    check: .encoding { rule, analysis, collector in
      guard case .mixed(let offset) = analysis.contradiction else { return }
      if let sentence = analysis.sentenceOnParts(at: offset) {
        return collector.add(rule, at: analysis.place(of: offset), sentence)
      }
      let parts = analysis.foreignParts
      let start = analysis.declared.map { "declared '\($0.name)', but " } ?? ""
      if parts.isEmpty {
        let message = start + (analysis.declared == nil ? "\(analysis.verdict.partsText): here " : "here ")
        return collector.add(
          rule, at: analysis.place(of: offset), message + "the \(analysis.byteText(offset)) is not UTF-8")
      }
      // The last finding within the limit includes the fixes of all later ones.
      for (index, part) in parts.enumerated().prefix(collector.limit) {
        let fixes = index == collector.limit - 1 ? parts[index...].flatMap(\.fixes) : part.fixes
        collector.add(rule, at: .place(part.place), start + part.sentence, fixes: fixes)
      }
    })

  static let encodingDeclarationNotFirst = LintRule(.encodingDeclarationNotFirst)

  /// Reports a declaration that is not first.
  ///
  /// Returns its offset in the text, at which reading starts.
  static func checkBeginning(
    _ text: ByteView, _ analysis: EncodingAnalysis, _ collector: inout LintCollector
  ) -> Int? {
    guard analysis.subject.kind == .xml, let start = MisplacedDeclaration.offset(in: text) else { return nil }
    var fixes: [LintFix] = []
    // White space has the same bytes in every encoding with one-byte units.
    if analysis.makesFixes, analysis.input.held != nil, analysis.verdict.encoding.unitWidth == 1,
      (0..<start).allSatisfy({
        text[$0].isWhitespace
          || analysis.verdict.encoding == .utf8 && ByteView("\u{FEFF}").array.contains(text[$0])
      })
    {
      fixes = [LintFix(.declaration, analysis.markLength..<analysis.markLength + start, [])]
    }
    collector.add(
      .encodingDeclarationNotFirst, at: .text(start),
      "the XML declaration is only valid at the very beginning", fixes: fixes)
    return start
  }

  static let jsonEncoding = LintRule(
    .jsonEncoding,
    check: .encoding { rule, analysis, collector in
      guard case .notUTF8(let offset) = analysis.contradiction else { return }
      let message = offset.map(analysis.strayText) ?? "the bytes are \(analysis.verdict.encoding.name)"
      collector.add(
        rule, at: offset.map(analysis.place) ?? EncodingAnalysis.beginning,
        "JSON must be UTF-8: \(message)",
        fixes: analysis.bytesFix(to: .utf8))
    })

  static let encodingUTF16WithoutBOM = LintRule(
    .encodingUTF16WithoutBOM,
    check: .encoding { rule, analysis, collector in
      guard analysis.contradiction == .unmarked else { return }
      let encoding = analysis.verdict.encoding
      collector.add(
        rule, at: EncodingAnalysis.beginning, "\(encoding.name) without a byte order mark",
        fixes: analysis.makesFixes
          ? [LintFix(.declaration, 0..<0, ByteOrderMark.bytes(for: encoding), source: encoding)] : [])
    })

  static let encodingUnexpected = LintRule(
    .encodingUnexpected, options: LintOptions(expecting: .utf8),
    check: .encoding { rule, analysis, collector in
      if let policy = collector.options.policy,
        let message = policy.problem(withMark: analysis.verdict.byteOrderMark),
        policy.hasMark == false || LintRule.readerWithoutMark(analysis) == nil
      {
        let mark = ByteOrderMark.bytes(for: .utf8)
        let isUTF8 = [.utf8, .ascii].contains(analysis.verdict.encoding) && analysis.contradiction == .none
        let fix = LintFix(.declaration, 0..<analysis.markLength, analysis.markLength == 0 ? mark : [])
        // Without the mark, some programs read the text in the system's code page.
        let isFixable =
          analysis.markLength == 0 || DeclaredEncoding.markOfUTF8(for: analysis.subject.name) == nil
        collector.add(
          rule, at: EncodingAnalysis.beginning, message,
          fixes: isUTF8 && isFixable && analysis.makesFixes ? [fix] : [],
          isAboutPattern: true)
      }
      guard let expected = collector.options.expectedEncoding, !analysis.verdict.satisfies(expected),
        analysis.verdict.evidence != .empty, !analysis.subject.isAsExpected
      else { return }
      let contradiction = collector.options.policy?.contradiction
      let first =
        analysis.verdict.firstStray == nil ? analysis.subject.firstHigh : analysis.subject.firstInvalid
      collector.add(
        rule, at: analysis.place(of: first ?? 0),
        actualText(analysis) + "not in \(expected.name)"
          + (collector.options.policy.map { ", which \($0.origin) requires" } ?? "")
          + (contradiction.map { "; \($0)" } ?? ""),
        fixes: contradiction == nil ? analysis.bytesFix(to: expected) : [])
    })
}

extension LintRule {
  /// `in ISO-8859-1, `; nothing if the encoding is too uncertain to be named.
  private static func actualText(_ analysis: EncodingAnalysis) -> String {
    let verdict = analysis.verdict
    if verdict.evidence == .letters && verdict.likelyEncoding == nil { return "the file is " }
    let isCertain = verdict.evidence != .letters || analysis.certainEncoding != nil
    return "the file is \(isCertain ? "" : "probably ")in \(verdict.encoding.name), "
  }
}

/// Finds an XML declaration after white space or comments.
enum MisplacedDeclaration {
  /// Its offset; nil if it is missing or first.
  static func offset(in text: ByteView) -> Int? {
    var at = text.endOfSpace(from: 0)
    while let end = text.starts(with: "\u{FEFF}", at: at)
      ? at + 3 : text.starts(with: "<!--", at: at) ? XMLMarkupScanner.end(in: text, at: at) : nil
    {
      at = text.endOfSpace(from: end)
    }
    return at > 0 && text.starts(with: "<?xml", at: at) && text.byte(at: at + 5)?.isWhitespace == true
      ? at : nil
  }
}
