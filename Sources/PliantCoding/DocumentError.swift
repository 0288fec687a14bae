import PliantCodecs

/// An error in a document, an expression or a file, with its position.
///
/// Show `description` or `message`. Foundation's `localizedDescription` is the same sentence only in a program that links
/// PliantFoundation: it uses `LocalizedError`, which belongs to Foundation, and without it says only "The operation could
/// not be completed".
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The message; it never refers to the command line.
  public let message: String
  /// The rule, such as `json/syntax`.
  public let rule: Rule
  /// The path of the file; nil for a document in memory.
  public let file: String?
  /// The expression that the column is in, such as an XPath; nil for an error in a document.
  public let expression: String?
  /// The line in the text, from 1; nil for binary input and if no place applies.
  ///
  /// While a type decodes itself, this and `column` count the lines of the document each time.
  public var line: Int? { position.line }
  /// The column in Unicode scalars, from 1; nil as `line`.
  public var column: Int? { position.column }
  /// The offset in binary input, in bytes from 0; nil for text.
  public var offset: Int? { position.offset }

  private struct Position: Equatable {
    var line: Int?
    var column: Int?
    var offset: Int?
  }

  private enum Location {
    case known(Position)
    /// At an index of a document.
    case value(Int, PliantCodecs.Document, Failure)
  }

  private let location: Location

  private var position: Position {
    switch location {
    case .known(let position): position
    case .value(let index, let document, let failure): document.error(failure, at: index).position
    }
  }

  /// The message with its position: `Info.plist:3:14: missing value for key 'a' [plist/structure]`.
  public var description: String {
    let position = position
    let place =
      position.line.map { "\($0):\(position.column ?? 1):" } ?? position.offset.map { "@\($0):" } ?? ""
    let name = (expression ?? file.map { Platform.displayPath($0) }).map { "\($0):" } ?? ""
    return "\(name)\(place)\(name.isEmpty && place.isEmpty ? "" : " ")\(message) [\(rule)]"
  }

  /// A diagnostic in a text that begins at `start` of the file.
  package init(
    _ diagnostic: Diagnostic, file: String? = nil, start: TextPosition = TextPosition(line: 1, column: 1)
  ) {
    message = diagnostic.sentence
    rule = Rule(diagnostic.rule)
    self.file = file
    expression = nil
    switch diagnostic.place {
    case .wholeFile: location = .known(Position())
    case .text(let line, let column):
      location = .known(
        Position(
          line: line + start.line - 1, column: line == 1 ? column + start.column - 1 : column, offset: nil))
    case .offset(let place): location = .known(Position(offset: place))
    }
  }

  /// A failure at a value, whose place is computed on access.
  init(_ failure: Failure, at index: Int, of document: PliantCodecs.Document) {
    message = failure.sentence
    rule = Rule(failure.code.rule)
    file = document.origin.name
    expression = nil
    location = .value(index, document, failure)
  }

  /// The error without its document; nil if placing it would read the document once too often.
  var placed: DocumentError? {
    guard case .value(let index, let document, let failure) = location else { return self }
    guard document.allowsPlacing() else { return nil }
    return document.error(failure, at: index)
  }

  /// Whether two errors are the same, at the same place.
  public static func == (left: DocumentError, right: DocumentError) -> Bool {
    left.message == right.message && left.rule == right.rule && left.file == right.file
      && left.expression == right.expression && left.position == right.position
  }

  /// The error in the form of the lower modules, without its file.
  package var asDiagnostic: Diagnostic {
    let place: Place =
      line.map { .text(line: $0, column: column ?? 1) } ?? offset.map { .offset($0) } ?? .wholeFile
    return Diagnostic(
      .error, at: place, message, rule: DiagnosticRule(rawValue: rule.rawValue) ?? .unspecified)
  }

  package init(_ failure: Failure, file: String? = nil) { self.init(Diagnostic(failure), file: file) }

  /// Runs `body`; its failure becomes an error of the file.
  package static func of<Result>(
    file: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(DocumentError) -> Result {
    do throws(Failure) { return try body() } catch { throw DocumentError(error, file: file) }
  }

  package static func of<Result>(
    file: String? = nil, _ body: () throws(Diagnostic) -> Result
  ) throws(DocumentError) -> Result {
    do throws(Diagnostic) { return try body() } catch { throw DocumentError(error, file: file) }
  }

  package static func of<Result>(
    expression: String, _ body: () throws(Failure) -> Result
  ) throws(DocumentError) -> Result {
    do throws(Failure) { return try body() } catch { throw DocumentError(error, in: expression) }
  }

  package init(_ failure: Failure, in expression: String) {
    message = failure.sentence
    rule = Rule(failure.code.rule)
    file = nil
    let column = failure.column(in: expression)
    self.expression = column == nil ? nil : expression
    location = .known(Position(line: column == nil ? nil : 1, column: column))
  }
}
