import PliantCoding
import PliantCore

/// Re-encodes text and updates its XML declaration, `@charset` rule, coding comment or byte order mark.
///
///     let latin = try TextTranscoder(to: "ISO-8859-1").transcode(bytes)
public struct TextTranscoder: Sendable {
  /// The treatment of a character that the encoding lacks.
  public enum UnmappablePolicy: Sendable {
    case error
    /// An escape of the text's syntax, in XML `&#x20AC;`; an error in a text without escapes.
    case escape
    /// A question mark.
    case replace
  }

  private let source: TextEncoding?
  private let target: TextEncoding
  private let unmappable: PliantText.UnmappablePolicy
  private let writesMark: Bool?

  /// Creates a transcoder to an encoding.
  ///
  /// Encodings are IANA names. Without `source`, the text is decoded as its byte order mark or declaration
  /// says, else as UTF-8, else as detected. Without `byteOrderMark`, a mark is written for UTF-16 and UTF-32
  /// without a named byte order.
  ///
  /// Throws a `DocumentError` of the rule `encoding/unknown-name`.
  public init(
    from source: String? = nil, to target: String, unmappable: UnmappablePolicy = .escape,
    byteOrderMark: Bool? = nil
  ) throws(DocumentError) {
    do throws(Diagnostic) {
      self.source = try source.map { name throws(Diagnostic) in try TextEncoding(libraryName: name) }
      self.target = try TextEncoding(libraryName: target)
    } catch { throw DocumentError(error) }
    switch unmappable {
    case .error: self.unmappable = .error
    case .escape: self.unmappable = .escape
    case .replace: self.unmappable = .replace
    }
    writesMark = byteOrderMark
  }

  /// Returns the text in the other encoding, after decoding it again and comparing it.
  ///
  /// Throws a `DocumentError` of a rule `encoding/…` for invalid bytes and for characters that the encoding
  /// lacks.
  public func transcode(_ bytes: [UInt8]) throws(DocumentError) -> [UInt8] {
    try DocumentError.of { () throws(Diagnostic) in
      try bytes.withByteView { bytes throws(Diagnostic) in
        var transcoder = Transcoder(try plan(for: bytes))
        var output = OutputBuffer()
        _ = try transcoder.write(bytes, isLast: true, to: &output)
        try transcoder.finish(&output)
        return output.bytes
      }
    }
  }

  /// Re-encodes the file at a path, atomically.
  ///
  /// Throws as `transcode(_:)`, and a `DocumentError` of a rule `file/…`; then the file is untouched.
  public func transcode(contentsOf path: String) throws(DocumentError) {
    let file = try DocumentError.of(file: path) { () throws(Failure) in
      try InputFile(path: path, maps: false)
    }
    let source = InputSnapshot(path: path, status: file.status)
    try Document.write(try transcode(file.withBytes { $0.array }), to: path, source: source)
  }

  private func plan(for bytes: ByteView) throws(Diagnostic) -> Transcoder.Plan {
    let format = FormatDetector.detect(bytes)
    if format?.isBinary == true {
      throw Diagnostic(.error, "a binary property list has no text encoding", rule: .encodingUnmappable)
    }
    let isHTML = HTMLDeclaration.isHTML(bytes) && XMLDeclaration(bytes) == nil
    let decoded = DecodedText(
      bytes, kind: isHTML ? .text : format.map(DecodedText.Kind.init) ?? .text, forced: source)
    var encoding = decoded.encoding
    if decoded.evidence == .default, decoded.problem != nil {
      let verdict = EncodingDetector.judge(bytes)
      guard verdict.evidence == .letters || verdict.evidence == .escapes, verdict.confidence >= 0.9 else {
        throw Diagnostic(Failure(.invalidBytes, "unknown encoding; pass its name as the source"))
      }
      encoding = verdict.encoding
    }
    var plan = Transcoder.Plan(from: encoding, to: target)
    plan.unmappable = unmappable
    plan.sourceMarkLength = decoded.byteOrderMark?.length ?? 0
    plan.writesMark = target.isUnicode && (writesMark ?? (target == .utf16(nil) || target == .utf32(nil)))
    switch format?.traits.syntax {
    case .xml: plan.grammar = isHTML ? .html : .xml
    case .json: plan.grammar = .json
    case .openStep: plan.grammar = .openStep
    case nil: plan.grammar = .plain
    }
    return plan
  }
}
