// The one error of the public library.

import PliantCore

/// What is wrong with a document, a path or a file, and where.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence that explains it; it never refers to the command line.
  public let message: String
  /// The rule it is reported under, such as `json/syntax`; the program's names, stable across versions.
  public let rule: String
  /// The path of the file; nil for bytes in memory.
  public let file: String?
  /// The line in the text, from 1; nil for binary input and where no place applies.
  public let line: Int?
  /// The column in Unicode scalars, from 1; nil as `line`.
  public let column: Int?
  /// The offset in binary input, in bytes from 0; nil for text.
  public let offset: Int?

  /// The sentence with its place: `Info.plist:3:14: missing value for key 'a' [plist/structure]`.
  public var description: String {
    let place = line.map { "\($0):\(column ?? 1):" } ?? offset.map { "@\($0):" } ?? ""
    let name = file.map { "\(Platform.displayPath($0)):" } ?? ""
    return "\(name)\(place)\(name.isEmpty && place.isEmpty ? "" : " ")\(message) [\(rule)]"
  }

  /// A diagnostic in a text that begins at `start` of the file.
  init(
    _ diagnostic: Diagnostic, file: String? = nil, start: TextPosition = TextPosition(line: 1, column: 1)
  ) {
    message = diagnostic.sentence
    rule = diagnostic.rule
    self.file = file
    switch diagnostic.place {
    case .wholeFile: (line, column, offset) = (nil, nil, nil)
    case .text(let line, let column):
      self.line = line + start.line - 1
      self.column = line == 1 ? column + start.column - 1 : column
      offset = nil
    case .offset(let place): (line, column, offset) = (nil, nil, place)
    }
  }

  init(_ failure: Failure, file: String? = nil) { self.init(Diagnostic(failure), file: file) }
}
