// What the tests of mappings share: a mapping from the text of its file, both directions on texts.

import PliantCore
import PliantMapping
import TestSupport
import Testing

/// A mapping of a mapping file's text.
func compiled(_ text: String) throws -> CompiledMapping {
  let bytes = Array(text.utf8)
  let mapping = try bytes.withByteView { view throws(Diagnostic) in
    try MappingFileReader.read(try Reading().load(view))
  }
  return try CompiledMapping(mapping)
}

/// What is wrong, with its place: `LINE:COLUMN rule`, or the whole text.
func placed(_ failure: Failure, in text: ByteView) -> String {
  let diagnostic = Diagnostic(failure, in: text)
  guard case .text(let line, let column) = diagnostic.place else { return diagnostic.rule.rawValue }
  return "\(line):\(column) \(diagnostic.rule)"
}

extension CompiledMapping {
  /// The events that reading the XML gives, or where it fails.
  func events(
    _ xml: String, _ options: MappingReader.Options = MappingReader.Options()
  ) -> (text: String, report: MappingReport) {
    var report = MappingReport()
    let text = Array(xml.utf8).withByteView { view in
      var log = EventLog()
      do throws(Failure) {
        try MappingReader.read(view, by: self, options: options, report: &report, into: &log)
        return log.text
      } catch {
        return placed(error, in: view)
      }
    }
    return (text, report)
  }

  /// The same through a window of a few bytes.
  func streamedEvents(_ xml: String, _ options: MappingReader.Options, chunk: Int) throws -> String {
    try withTextFile(xml) { descriptor in
      var report = MappingReport()
      var log = EventLog()
      let window = TextWindow(InputWindow(descriptor: descriptor, chunkSize: chunk), kind: .xml)
      do throws(Diagnostic) {
        try MappingReader.stream(window, by: self, options: options, report: &report, into: &log)
        return log.text
      } catch {
        guard case .text(let line, let column) = error.place else { return error.rule.rawValue }
        return "\(line):\(column) \(error.rule)"
      }
    }
  }

  /// The document that reading the XML gives.
  func document(_ xml: String, _ options: MappingReader.Options = MappingReader.Options()) throws -> Document
  {
    var report = MappingReport()
    return try Array(xml.utf8).withByteView { view throws(Failure) in
      // Nothing refers to the text, which does not outlive this.
      var builder = DocumentBuilder(source: .empty)
      try MappingReader.read(view, by: self, options: options, report: &report, into: &builder)
      return try builder.finish()
    }
  }

  /// The XML of a document, or its failure's rule and message.
  func xml(_ document: Document) -> String {
    var index = 0
    var options = MappingWriter.Options()
    options.keepsKeyOrder = true
    do throws(Failure) {
      let output = try MappingWriter.write(
        document, by: self, options: options, index: &index, to: OutputBuffer())
      return String(decoding: output.bytes, as: UTF8.self)
    } catch {
      return "\(error.code.rule) at \(index): \(error.message)"
    }
  }

  /// The XML of a JSON text, or where it fails.
  func xml(json: String) throws -> String {
    try Array(json.utf8).withByteView { view throws(Diagnostic) in
      let loaded = try Reading().load(view)
      var index = 0
      do throws(Failure) {
        let output = try MappingWriter.write(loaded.document, by: self, index: &index, to: OutputBuffer())
        return String(decoding: output.bytes, as: UTF8.self)
      } catch {
        let diagnostic = loaded.source.diagnostic(error, at: index, of: loaded.document)
        guard case .text(let line, let column) = diagnostic.place else { return diagnostic.rule.rawValue }
        return "\(line):\(column) \(diagnostic.rule)"
      }
    }
  }

  /// What is different after XML → data → XML → data; nil where nothing is.
  func roundTripDifference(_ xml: String, _ options: MappingReader.Options = MappingReader.Options()) throws
    -> String?
  {
    let first = try document(xml, options)
    let written = self.xml(first)
    let (again, _) = events(written, options)
    let expected = try first.log()
    return again == expected ? nil : "\(expected)\n\(again)\n\(written)"
  }
}
