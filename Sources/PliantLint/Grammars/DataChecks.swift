// The rules json/…, strings/… and binary/…, and old-style property lists.

/// Checks formats whose readers report all errors.
enum DataChecks {
  static func json(
    _ window: consuming TextWindow, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    var keys = DuplicateKeySink(.jsonDuplicateKey)
    let outcome = try JSONReader.check(window.streamed(), limit: collector.limit, keys: &keys)
    for mistake in outcome.mistakes { collector.add(mistake, default: .jsonSyntax) }
    return GrammarChecks.Outcome(outcome.textProblem, isIncomplete: keys.isIncomplete)
  }

  /// Reads a dialect up to its first error.
  static func json(
    _ window: consuming TextWindow, dialect: JSONReader.Dialect, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    let window = try whole(window)
    var keys = DuplicateKeySink(.jsonDuplicateKey)
    // Truncated text would only cause spurious findings.
    if window.problem == nil, let mistake = JSONReader.check(window.text, dialect: dialect, keys: &keys) {
      collector.add(mistake, default: .jsonSyntax)
    }
    return GrammarChecks.Outcome(window.problem, isIncomplete: keys.isIncomplete)
  }

  static func jsonLines(
    _ window: consuming TextWindow, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    var isIncomplete = false
    while true {
      let text = window.text
      guard let end = text.firstIndex(of: ASCII.lineFeed) ?? (window.isAtEnd ? text.count : nil) else {
        _ = try window.refill()
        continue
      }
      let line = text[0..<end]
      if !line.isWhitespaceOnly {
        var keys = DuplicateKeySink(.jsonDuplicateKey)
        for mistake in JSONReader.checkLine(line, limit: collector.limit, keys: &keys) {
          collector.add(mistake, base: window.offset, default: .jsonSyntax)
        }
        isIncomplete = isIncomplete || keys.isIncomplete
      }
      if end == text.count && window.isAtEnd { break }
      window.consume(min(end + 1, text.count))
    }
    return GrammarChecks.Outcome(window.problem, isIncomplete: isIncomplete)
  }

  static func openStep(
    _ window: consuming TextWindow, dialect: OpenStepReader.Dialect, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    if dialect == .strings && !window.isAtEnd { return try strings(window, &collector) }
    let window = try whole(window)
    let isStrings = dialect == .strings
    var keys = DuplicateKeySink(isStrings ? .stringsDuplicateKey : .plistDuplicateKey)
    let mistakes = OpenStepReader.check(window.text, dialect: dialect, limit: collector.limit, keys: &keys)
    for mistake in mistakes { collector.add(mistake, default: isStrings ? .stringsSyntax : .plistStructure) }
    return GrammarChecks.Outcome(window.problem, isIncomplete: keys.isIncomplete)
  }

  /// Checks a large .strings file entry by entry.
  private static func strings(
    _ window: consuming TextWindow, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    var entries = StringsEntries()
    var keys = DuplicateKeySink(.stringsDuplicateKey, isInParts: true)
    while true {
      entries.advance(over: window.text)
      let end = window.isAtEnd ? window.text.count : entries.end
      if end > 0 {
        let part = window.text[0..<end]
        let mistakes = OpenStepReader.check(part, dialect: .strings, limit: collector.limit, keys: &keys)
        for mistake in mistakes { collector.add(mistake, base: window.offset, default: .stringsSyntax) }
        if window.isAtEnd || mistakes.contains(where: { LintRule.reporting($0.code) == .stringsIgnoredTail })
        {
          break
        }
        window.consume(end)
        entries = StringsEntries()
      } else if window.isAtEnd {
        break
      }
      _ = try window.refill()
    }
    return GrammarChecks.Outcome(window.problem, isIncomplete: keys.isIncomplete)
  }

  /// The text in one piece.
  static func whole(_ window: consuming TextWindow) throws(Failure) -> TextWindow {
    while !window.isAtEnd { _ = try window.refill() }
    return window
  }

  /// Checks a format without a grammar of its own: its reader reports one error.
  static func document(
    _ format: Format, _ window: consuming TextWindow, base: Int, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    let window = try whole(window)
    let source = DocumentSource(format: format, text: window.text)
    check(format, &collector, position: { .text(($0 ?? 0) + base) }) { () throws(Failure) in
      try source.document()
    }
    return GrammarChecks.Outcome(window.problem)
  }

  static func binary(_ bytes: ByteView, _ collector: inout LintCollector) {
    check(.binary1, &collector, position: { .place(Place(offset: $0)) }) { () throws(Failure) in
      var builder = DocumentBuilder(source: bytes)
      try BinaryPropertyListReader.read(bytes, into: &builder)
      return try builder.finish()
    }
  }

  private static func check(
    _ format: Format, _ collector: inout LintCollector, position: (Int?) -> LintPosition,
    read: () throws(Failure) -> Document
  ) {
    let traits = format.traits
    do throws(Failure) {
      let keyRule = LintRule.named(traits.duplicateKeyRule) ?? .plistDuplicateKey
      for duplicate in try read().duplicateKeys {
        collector.add(keyRule, at: position(duplicate.offset), "duplicate key '\(duplicate.key)'")
      }
    } catch {
      let rule = LintRule.reporting(error.code) ?? traits.syntaxRule.flatMap { LintRule.named($0) }
      collector.add(rule ?? .plistStructure, at: position(error.offset), error.sentence)
    }
  }
}

/// Finds the last semicolon that ends an entry of a .strings file, in a growing text.
///
///     "a" = "b;";  /* ; */  "c" = {d = e;};  "f" = "g
///                ^                         ^ end
struct StringsEntries {
  /// The offset after that semicolon; 0 before the first.
  private(set) var end = 0
  /// The offset of the next token.
  private var at = 0
  private var depth = 0

  /// Continues with a text that extends the previous one; leaves a token that may be incomplete for the next
  /// call.
  mutating func advance(over text: ByteView) {
    while let token = OpenStepScanner.nextToken(in: text, from: at) {
      switch token.kind {
      case .open: depth += 1
      case .close: depth -= 1
      case .separator:
        if depth <= 0, text[token.range] == ";" { end = token.end }
      default: guard token.isTerminated, token.end < text.count else { return }
      }
      at = token.end
    }
  }
}
