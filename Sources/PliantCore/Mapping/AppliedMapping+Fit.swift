// A mapping that was selected automatically is used only for documents that it represents whole.

extension AppliedMapping {
  /// Returns a note on the first content of a document that an automatically selected mapping would drop or
  /// reject; nil without any, or if the mapping was requested.
  func misfit(in text: ByteView) -> Diagnostic? {
    var report = MappingReport()
    return misfit(&report, text) { options, report throws(Diagnostic) in
      try Diagnostic.of { () throws(Failure) in
        var sink = VisitorSink.discarding
        if text.count >= Route.directSize,
          try MappingReader.readDirectly(text, by: mapping, options: options, report: &report, into: &sink)
        {
          return
        }
        try MappingReader.read(text, by: mapping, options: options, report: &report, into: &sink)
      }
    }
  }

  /// The same for a document that is read through a window.
  func misfit(in window: consuming TextWindow) -> Diagnostic? {
    var report = MappingReport()
    var held = Optional(consume window)
    return misfit(&report, .empty) { options, report throws(Diagnostic) in
      guard let window = held.take() else { return }
      try MappingReader.check(window, by: mapping, options: options, report: &report)
    }
  }

  private func misfit(
    _ report: inout MappingReport, _ text: ByteView,
    _ read: (MappingReader.Options, inout MappingReport) throws(Diagnostic) -> Void
  ) -> Diagnostic? {
    // Nothing is dropped if unmapped content is kept, and only a mapping has a main list of records.
    guard isChosen, !options.keepsUnmapped, options.first == nil || options.records != nil else { return nil }
    var options = options
    options.requiresFit = true
    do throws(Diagnostic) { try read(options, &report) } catch {
      if !report.lacksContent {
        // Malformed XML is reported by the reader that follows.
        return error.rule.rawValue.hasPrefix("mapping/") ? note(error.sentence, at: error.place) : nil
      }
    }
    guard let first = report.firstDropped else { return nil }
    var lines = LineIndex()
    let position = first.position ?? (text.isEmpty ? nil : lines.position(of: first.offset, in: text))
    return note(first.message, at: position.map { Place($0) } ?? .wholeFile)
  }

  private func note(_ cause: String, at place: Place) -> Diagnostic {
    let name = mapping.mapping.name
    return Diagnostic(
      .note, at: place, "read without the mapping \(name): \(cause)",
      advice: "--mapping \(name) reads it with the mapping", rule: .mappingChosen)
  }
}
