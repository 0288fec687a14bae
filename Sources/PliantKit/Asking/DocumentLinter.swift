// The rules of `pliant lint` for texts and files.

import PliantCoding
import PliantCore
import PliantLint

import struct PliantCoding.Document

/// A problem that a rule found, with its position.
public struct LintFinding: Equatable, Sendable, CustomStringConvertible {
  /// The severity of a finding.
  public enum Severity: String, Sendable {
    case error
    case warning
  }

  /// The rule, such as `encoding/mismatch`; stable across versions.
  public let rule: Rule
  /// The severity.
  public let severity: Severity
  /// The message.
  public let message: String
  /// The name of the file; empty if it has no name.
  public let file: String
  /// The line, from 1; nil for binary input and if no position applies.
  public let line: Int?
  /// The column in Unicode scalars, from 1; nil as `line`.
  public let column: Int?
  /// The offset in binary input, in bytes from 0; nil for text.
  public let offset: Int?
  /// Whether `DocumentLinter.fixed(bytes:name:)` fixes it.
  public let isFixable: Bool

  /// The finding on a line: `Info.plist:3:14: error: duplicate key 'a' [plist/duplicate-key]`.
  public var description: String {
    let place = line.map { "\($0):\(column ?? 1):" } ?? offset.map { "@\($0):" } ?? ""
    let name = file.isEmpty ? "" : "\(Platform.displayPath(file)):"
    return
      "\(name)\(place)\(name.isEmpty && place.isEmpty ? "" : " ")\(severity.rawValue): \(message) [\(rule)]"
  }

  fileprivate init(_ finding: Finding, file: String) {
    let error = DocumentError(finding.diagnostic)
    rule = error.rule
    severity = finding.severity == .error ? .error : .warning
    message = error.message
    self.file = file
    (line, column, offset) = (error.line, error.column, error.offset)
    isFixable = finding.fixes.contains { $0.kind == .declaration }
  }
}

/// Checks that files match their declarations and their grammar.
public struct DocumentLinter: Sendable {
  private let options: LintOptions

  /// Creates a linter for the rules or families of rules (such as `json`) in `select`, or all if it is empty,
  /// except those in `ignore`.
  ///
  /// With `expectedEncoding`, an IANA name, every text should be in that encoding. Throws a `DocumentError` of
  /// the rule `lint/options` for an unknown rule or encoding.
  public init(
    select: [String] = [], ignore: [String] = [], expectedEncoding: String? = nil
  ) throws(DocumentError) {
    var options = LintOptions()
    options.select = try select.map { name throws(DocumentError) in try Self.selector(name) }
    options.ignore = try ignore.map { name throws(DocumentError) in try Self.selector(name) }
    options.expectedEncoding = try expectedEncoding.map { name throws(DocumentError) in
      try DocumentError.of { () throws(Diagnostic) in try TextEncoding(libraryName: name) }
    }
    self.options = options
  }

  /// Creates a linter for all rules.
  public init() { options = LintOptions() }

  private static func selector(_ name: String) throws(DocumentError) -> LintSelector {
    guard let selector = LintSelector(name) else {
      throw DocumentError(Diagnostic(.error, "unknown rule '\(name)'", rule: .lintOptions))
    }
    return selector
  }

  /// Checks the bytes of a file; its name selects the grammar if the content does not.
  public func lint(bytes: [UInt8], name: String = "") -> [LintFinding] {
    bytes.withByteView { findings(in: $0, name: name) }
  }

  /// Checks a text, whatever encoding it declares: a `String` has none.
  public func lint(_ text: String, name: String = "") -> [LintFinding] {
    lint(bytes: Array(text.utf8), name: name).filter { !Self.rulesOfBytes.contains($0.rule) }
  }

  /// The rules for the encoding of bytes.
  private static let rulesOfBytes: Set<Rule> = [
    .encodingMismatch, .encodingBOMMismatch, .encodingMissingDeclaration, .encodingMixed, .encodingUnexpected,
    .encodingUTF16WithoutBOM,
  ]

  /// Checks the file at a path.
  ///
  /// Throws a `DocumentError` of a rule `file/…` if it cannot be read.
  public func lint(contentsOf path: String) throws(DocumentError) -> [LintFinding] {
    try DocumentError.of(file: path) { () throws(Failure) in
      try InputFile(path: path, maps: false).withBytes { findings(in: $0, name: path) }
    }
  }

  /// Returns the bytes with corrected declarations, if the correction provably preserves the text; nil if
  /// there is nothing to fix.
  public func fixed(bytes: [UInt8], name: String = "") -> [UInt8]? {
    LintFixer(options, kind: .declaration).fix(bytes, name: name)?.bytes
  }

  private func findings(in bytes: ByteView, name: String) -> [LintFinding] {
    Linter(options, makesFixes: true).lint(bytes, name: name).findings.map { LintFinding($0, file: name) }
  }
}
