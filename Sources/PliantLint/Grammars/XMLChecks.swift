// The rules xml/… and plist/…: well-formedness, namespaces, the elements of property lists, and document types.

/// Checks XML of any kind.
enum XMLChecks {
  /// Reads the whole document, recovering from errors if possible.
  static func run(
    _ window: consuming TextWindow, base: Int, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    var options = XMLReader.Options()
    options.processesNamespaces = collector.options.wants(.xmlNamespace)
    options.collectsProblems = true
    options.skipsWhitespace = true
    options.dropsGatheredText = true
    var reader = XMLReader(window.text, options: options, isFinal: window.isAtEnd)
    var typeOffset = 0
    reading: while true {
      let event: XMLEvent
      do throws(Failure) {
        event = try reader.next()
      } catch {
        collector.add(error, base: base, default: .xmlNotWellFormed)
        break reading
      }
      switch event {
      case .doctype: typeOffset = reader.tokenStart
      case .needsInput:
        window.consume(reader.prepareToRefill(countingPlaces: false))
        _ = try window.refill()
        reader.refill(window.text, isFinal: window.isAtEnd)
      case .endDocument: break reading
      default: break
      }
    }
    let mayBeDeclaredElsewhere = reader.standalone != true && hasForeignAttributes(reader.documentType)
    for problem in reader.problems
    where problem.code != .xmlUnreadEntity
      && (!mayBeDeclaredElsewhere || problem.code != .xmlUndeclaredPrefix)
    {
      collector.add(problem, base: base, default: .xmlNotWellFormed)
    }
    if let type = reader.documentType {
      let unread = reader.problems.filter { $0.code == .xmlUnreadEntity }
      LintRule.report(references: unread, base: base, type, &collector)
      LintRule.check(documentType: type, at: typeOffset + base, &collector)
    }
    return GrammarChecks.Outcome(window.problem)
  }

  /// Whether a document type outside the document may have default attributes that declare prefixes, as GDB's
  /// does.
  private static func hasForeignAttributes(_ type: XMLDocumentType?) -> Bool {
    guard let type, let place = type.systemID, !place.isEmpty else { return false }
    return type.publicID?.firstIndex(of: "DTD XHTML ") == nil
  }
}

enum PropertyListChecks {
  /// Reads the whole document, recovering from errors if possible.
  static func run(
    _ window: consuming TextWindow, base: Int, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    var keys = DuplicateKeySink(.plistDuplicateKey)
    let outcome = try XMLPropertyListReader.check(window.streamed(), limit: collector.limit, keys: &keys)
    for mistake in outcome.mistakes { collector.add(mistake, base: base, default: .plistStructure) }
    if let type = outcome.documentType, let offset = outcome.documentTypeOffset {
      LintRule.check(propertyListType: type, at: offset + base, &collector)
    }
    LintRule.check(outcome.differences, base: base, &collector)
    return GrammarChecks.Outcome(outcome.textProblem, isIncomplete: keys.isIncomplete)
  }
}
