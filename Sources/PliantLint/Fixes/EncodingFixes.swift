// Fixes of the declaration or of the bytes; each requires a certain encoding.

extension EncodingAnalysis {
  func declarationFix(_ encoding: TextEncoding) -> [LintFix] {
    guard makesFixes, subject.parts == .one,
      encoding.unitWidth > 1 || encoding == .utf8 || input.firstInvalid(in: encoding) == nil
    else { return [] }
    let width = verdict.encoding.unitWidth
    let named = encoding.unitWidth > 1 && verdict.byteOrderMark != nil && width == 2 ? .utf16(nil) : encoding
    // Two fields of OFX are one declaration.
    if subject.declarations.contains(where: { $0.source == .bankStatement }), let held = input.held {
      let changes = try? DeclarationRewriter.changes(
        of: held, name: subject.name, isXML: false, target: encoding, hasMark: false)
      return (changes ?? []).map {
        LintFix(.declaration, $0.range, Array($0.replacement.utf8), source: encoding)
      }
    }
    if subject.declarations.contains(where: { $0.inputRange != nil }) {
      var fixes: [LintFix] = []
      for declared in subject.declarations where declared.encoding != encoding || declared.isUnknownName {
        guard let range = declared.inputRange else { continue }
        guard let name = declared.vocabulary.name(of: named) else { return [] }
        fixes.append(LintFix(.declaration, range, encoded(name), source: encoding))
      }
      return fixes
    }
    guard width == 1, subject.kind == .xml || subject.kind == .text, let held = input.held,
      let change = try? DeclarationRewriter.changes(
        of: held.suffix(from: markLength), name: subject.name, isXML: subject.kind == .xml, target: encoding,
        hasMark: markLength > 0
      ).first
    else { return [] }
    return [
      LintFix(
        .declaration, change.range.shifted(by: markLength), Array(change.replacement.utf8), source: encoding)
    ]
  }

  /// Why no declaration of the file can be made true; nil if all can.
  var refusal: String? {
    guard let encoding = certainEncoding else { return nil }
    let named = encoding.unitWidth > 1 && verdict.byteOrderMark != nil ? .utf16(nil) : encoding
    return subject.declarations.lazy.filter { $0.range != nil && $0.vocabulary.name(of: named) == nil }
      .map { $0.refusal(of: encoding) }.first
  }

  func nameFix(_ encoding: TextEncoding) -> [LintFix] {
    guard makesFixes, let range = declared?.inputRange else { return [] }
    return [LintFix(.declaration, range, encoded(encoding.name))]
  }

  private func encoded(_ name: String) -> [UInt8] {
    let text = Array(name.utf8)
    if verdict.encoding.keepsDeclarationInASCII { return text }
    return text.withByteView { verdict.encoding.encoded($0) } ?? []
  }

  func truthfulDeclaration() -> [LintFix] {
    certainEncoding.map { declarationFix($0 == .ascii ? .utf8 : $0) } ?? []
  }

  /// Encodes the text as `target`; empty if the encoding lacks a character.
  func bytesFix(to target: TextEncoding) -> [LintFix] {
    guard makesFixes, let bytes = input.held, let source = trustedEncoding, source != .ascii,
      source != target, subject.parts == .one,
      !hasForeignBytes || !subject.declarations.contains(where: \.isUnreadable),
      DeclaredEncoding.refusal(of: target, for: subject.name) == nil
    else { return [] }
    var plan = Transcoder.Plan(from: source, to: target)
    plan.name = subject.name
    plan.sourceMarkLength = markLength
    plan.writesMark = target == .utf16(nil)
    switch subject.kind {
    case .xml, .propertyList: plan.grammar = .xml
    case .json: plan.grammar = .json
    case .openStep: plan.grammar = .openStep
    case .text, .table: plan.grammar = .plain
    }
    var output = OutputBuffer()
    do throws(Diagnostic) {
      var transcoder = Transcoder(plan)
      guard try transcoder.write(bytes, isLast: true, to: &output) == bytes.count else { return [] }
      try transcoder.finish(&output)
    } catch { return [] }
    return [LintFix(.bytes, 0..<bytes.count, output.bytes, source: source)]
  }
}
