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
    try Self.replace(path) { descriptor throws(DocumentError) in
      try written(as: format, options, to: OutputBuffer(to: .descriptor(descriptor)), note: note)
    }
  }

  /// Writes bytes to a path in one step.
  static func write(_ bytes: [UInt8], to path: String) throws(DocumentError) {
    try replace(path) { descriptor throws(DocumentError) in
      var output = OutputBuffer(to: .descriptor(descriptor))
      bytes.withByteView { output.append($0) }
      return output
    }
  }

  private static func replace(
    _ path: String, _ write: (Int32) throws(DocumentError) -> OutputBuffer
  ) throws(DocumentError) {
    let file: AtomicFile
    do throws(Failure) { file = try AtomicFile(path: path) } catch { throw DocumentError(error, file: path) }
    defer { file.discard() }
    var output = try write(file.descriptor)
    do throws(Failure) {
      try output.drain()
      try file.commit()
    } catch {
      throw DocumentError(error, file: path)
    }
  }

  /// The bytes of a document that a type has encoded: what the type reads back is no loss.
  func encodedBytes(as format: Format, _ options: WritingOptions) throws(DocumentError) -> [UInt8] {
    var losses = LossReport()
    var lenient = options
    if options.loss == .refuse { lenient.loss = .note }
    let output = try written(as: format, lenient, to: OutputBuffer(), losses: &losses)
    if options.loss == .refuse {
      for loss in Loss.allCases where losses.counts[loss.rawValue] > 0 && !loss.isRestoredByType {
        throw DocumentError(loss.refused(count: losses.counts[loss.rawValue]))
      }
    }
    return output.withHeldBytes { $0.array }
  }

  private func written(
    as format: Format, _ options: WritingOptions, to output: consuming OutputBuffer, note: (String) -> Void
  ) throws(DocumentError) -> OutputBuffer {
    var losses = LossReport()
    let output = try written(as: format, options, to: output, losses: &losses)
    for text in losses.notes { note(text) }
    return output
  }

  private func written(
    as format: Format, _ options: WritingOptions, to output: consuming OutputBuffer,
    losses: inout LossReport
  ) throws(DocumentError) -> OutputBuffer {
    let route = Route(to: format, options)
    losses = route.makeLossReport()
    let loaded = LoadedDocument(documentSource, document: self, ledger: origin.ledger)
    do throws(Diagnostic) {
      return try route.write(loaded, to: output, losses: &losses)
    } catch {
      // A document that was changed has no places in what it was read from.
      let hasPlaces = origin.format != nil && !self.source.isEmpty
      throw hasPlaces
        ? DocumentError(error, file: origin.name)
        : DocumentError(
          Diagnostic(error.severity, error.sentence, advice: error.advice, rule: error.rule))
    }
  }
}

extension Route {
  /// The route to a format as the library's options describe it.
  init(to format: Format, _ options: WritingOptions) {
    self.init(to: format)
    loss = options.loss
    refusesAnnotations = false
    null = options.null
    sortsKeys = options.sortsKeys
    isPretty = options.isPretty
    isCanonical = options.isCanonical
    endsLine = !options.isCanonical
    xmlStyle = options.xmlStyle
  }
}

extension Loss {
  /// Whether `DocumentDecoder` makes the value of what stands for it, since the type says what it is to be.
  var isRestoredByType: Bool {
    switch self {
    case .dateAsString, .dataAsString, .nonFiniteAsString, .setAsArray, .numberAsString, .booleanAsString,
      .uidAsDictionary, .integerBeyond64Bits:
      true
    default: false
    }
  }
}
