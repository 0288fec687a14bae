// Fixes of the declaration or of the bytes; each requires a certain encoding.

extension EncodingAnalysis {
  func declarationFix(_ encoding: TextEncoding) -> [LintFix] {
    guard makesFixes,
      encoding.unitWidth > 1 || encoding == .utf8 || input.firstInvalid(in: encoding) == nil
    else { return [] }
    let width = verdict.encoding.unitWidth
    let name = encoding.unitWidth > 1 && verdict.byteOrderMark != nil && width == 2 ? "UTF-16" : encoding.name
    if let range = declared?.inputRange {
      return [LintFix(.declaration, range, encoded(name), source: encoding)]
    }
    guard width == 1, subject.kind == .xml, let held = input.held,
      let change = DeclarationRewriter.changes(
        of: held.suffix(from: markLength), isXML: true, target: encoding, hasMark: markLength > 0
      ).first
    else { return [] }
    return [
      LintFix(
        .declaration, change.range.shifted(by: markLength), Array(change.replacement.utf8), source: encoding)
    ]
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
    guard makesFixes, let bytes = input.held, let source = trustedEncoding, source != .ascii, source != target
    else { return [] }
    var plan = Transcoder.Plan(from: source, to: target)
    plan.sourceMarkLength = markLength
    plan.writesMark = target == .utf16(nil)
    switch subject.kind {
    case .xml: plan.grammar = .xml
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
