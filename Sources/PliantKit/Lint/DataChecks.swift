// The families json/…, strings/… and binary/…, and old-style property lists: the readers' own errors as findings.

/// Checks formats whose readers tell all there is.
enum DataChecks {
  static func json(_ text: ByteView, _ places: inout LintPlaces, _ collector: inout LintCollector) {
    var builder = DocumentBuilder(source: text)
    let mistakes = JSONReader.readTolerantly(text, into: &builder)
    for mistake in mistakes { collector.add(mistake, at: places.place(mistake.offset), default: .jsonSyntax) }
    guard mistakes.isEmpty else { return }
    finish(builder, .jsonDuplicateKey, &places, &collector, fallback: .jsonSyntax)
  }

  static func jsonLines(_ text: ByteView, _ places: inout LintPlaces, _ collector: inout LintCollector) {
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
      let line = text[start..<end]
      if (0..<line.count).contains(where: { !line[$0].isWhitespace }) {
        var builder = DocumentBuilder(source: line)
        let mistakes = JSONReader.readTolerantly(line, into: &builder)
        for mistake in mistakes {
          collector.add(mistake, at: places.place(mistake.offset.map { $0 + start }), default: .jsonSyntax)
        }
      }
      start = end + 1
    }
  }

  static func openStep(
    _ text: ByteView, dialect: OpenStepReader.Dialect, _ places: inout LintPlaces,
    _ collector: inout LintCollector
  ) {
    let isStrings = dialect == .strings
    let fallback: LintRule = isStrings ? .stringsSyntax : .plistStructure
    var builder = DocumentBuilder(source: text)
    do throws(Failure) {
      try OpenStepReader.read(text, dialect: dialect, into: &builder)
    } catch {
      return collector.add(error, at: places.place(error.offset), default: fallback)
    }
    finish(
      builder, isStrings ? .stringsDuplicateKey : .plistDuplicateKey, &places, &collector, fallback: fallback)
  }

  /// Reports the keys that a dictionary has twice.
  private static func finish(
    _ builder: consuming DocumentBuilder, _ rule: LintRule, _ places: inout LintPlaces,
    _ collector: inout LintCollector, fallback: LintRule
  ) {
    do throws(Failure) {
      let document = try builder.finish(owner: nil)
      for duplicate in document.duplicateKeys {
        collector.add(
          rule, at: places.place(duplicate.offset), "the key “\(duplicate.key)” stands here again")
      }
    } catch {
      collector.add(error, at: places.place(error.offset), default: fallback)
    }
  }

  static func binary(_ bytes: ByteView, _ collector: inout LintCollector) {
    do throws(Failure) {
      var builder = DocumentBuilder(source: bytes)
      try BinaryPropertyListReader.read(bytes, into: &builder)
      let document = try builder.finish(owner: nil)
      for duplicate in document.duplicateKeys {
        collector.add(
          .plistDuplicateKey, at: duplicate.offset.map { .offset($0) } ?? .wholeFile,
          "a dictionary has the key “\(duplicate.key)” twice")
      }
    } catch {
      collector.add(error, at: error.offset.map { .offset($0) } ?? .wholeFile, default: .binaryStructure)
    }
  }
}
