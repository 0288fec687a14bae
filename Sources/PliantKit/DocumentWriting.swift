// Writing a document in any format.

import PliantCore

/// How a document is written.
public struct WritingOptions: Sendable {
  /// What is done about values that the format cannot hold.
  public var loss = LossPolicy.refuse
  /// What becomes of a null in a property list.
  public var null = JSONNullPolicy.refuse
  /// Sort each dictionary's keys as CoreFoundation does.
  public var sortsKeys = false
  /// Indent JSON.
  public var isPretty = false
  /// The format's canonical bytes: for `xml1` what PropertyListSerialization writes, for `json` RFC 8785.
  public var isCanonical = false
  /// How `xml` is written, which needs one; the style says what the document must look like.
  public var xmlStyle: XMLStyle?

  /// Nothing may be lost; order is kept; compact.
  public init() {}
}

extension Document {
  /// The document's bytes in a format.
  ///
  /// Throws a `DocumentError` of the rule `conversion/loss` for what the format cannot hold, unless the options say
  /// otherwise; then `note` is called with one sentence for each kind of change. `sql` needs a mapping and is written by
  /// the program only.
  public func bytes(
    as format: Format, options: WritingOptions = WritingOptions(), note: (String) -> Void = { _ in }
  ) throws(DocumentError) -> [UInt8] {
    let output = try written(as: format, options, to: OutputBuffer(), note: note)
    return output.withHeldBytes { $0.array }
  }

  /// The document's text in a text format.
  ///
  /// Throws as `bytes(as:options:note:)`; `binary1` has no text and gives U+FFFD for most of its bytes.
  public func text(
    as format: Format, options: WritingOptions = WritingOptions(), note: (String) -> Void = { _ in }
  ) throws(DocumentError) -> String {
    String(decoding: try bytes(as: format, options: options, note: note), as: UTF8.self)
  }

  /// Writes the document to a path, in one step: after any failure the file there is the old one, whole.
  ///
  /// Throws a `DocumentError` as `bytes(as:options:note:)`, and of the rule `file/…` where the file cannot be written.
  public func write(
    to path: String, as format: Format, options: WritingOptions = WritingOptions(),
    note: (String) -> Void = { _ in }
  ) throws(DocumentError) {
    let file: AtomicFile
    do throws(Failure) { file = try AtomicFile(path: path) } catch { throw DocumentError(error) }
    defer { file.discard() }
    var output = try written(
      as: format, options, to: OutputBuffer(to: .descriptor(file.descriptor)), note: note)
    do throws(Failure) {
      try output.drain()
      try file.commit()
    } catch {
      throw DocumentError(error)
    }
  }

  private func written(
    as format: Format, _ options: WritingOptions, to output: consuming OutputBuffer, note: (String) -> Void
  ) throws(DocumentError) -> OutputBuffer {
    var conversion = Route(to: format)
    conversion.loss = options.loss
    conversion.refusesAnnotations = false
    conversion.null = options.null
    conversion.sortsKeys = options.sortsKeys
    conversion.isPretty = options.isPretty
    conversion.isCanonical = options.isCanonical
    conversion.endsLine = !options.isCanonical
    conversion.xmlStyle = options.xmlStyle
    var losses = conversion.makeLossReport()
    let source = DocumentSource(format: origin.format ?? .json, text: source)
    let loaded = LoadedDocument(source, document: self, ledger: origin.ledger)
    do throws(Diagnostic) {
      let output = try conversion.write(loaded, to: output, losses: &losses)
      for text in losses.notes { note(text) }
      return output
    } catch {
      // A place would be one in a text that the caller does not have.
      throw DocumentError(Diagnostic(error.severity, error.message, rule: error.rule))
    }
  }
}
