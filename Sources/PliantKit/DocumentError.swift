// The one error of the public library.

import PliantCore

/// What is wrong with a document, a path or a file, and where.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence that says it.
  public let message: String
  /// The rule it is reported under, such as `json/syntax`; the program's names, stable across versions.
  public let rule: String
  /// The line in the text, from 1; nil for binary input and where no place applies.
  public let line: Int?
  /// The column in Unicode scalars, from 1; nil as `line`.
  public let column: Int?
  /// The offset in binary input, in bytes from 0; nil for text.
  public let offset: Int?

  /// The sentence with its place: `3:14: a key without a value [json/syntax]`.
  public var description: String {
    let place = line.map { "\($0):\(column ?? 1): " } ?? offset.map { "@\($0): " } ?? ""
    return "\(place)\(message) [\(rule)]"
  }

  init(_ diagnostic: Diagnostic) {
    message = diagnostic.message
    rule = diagnostic.rule
    switch diagnostic.place {
    case .wholeFile: (line, column, offset) = (nil, nil, nil)
    case .text(let line, let column): (self.line, self.column, offset) = (line, column, nil)
    case .offset(let place): (line, column, offset) = (nil, nil, place)
    }
  }

  init(_ failure: Failure) { self.init(Diagnostic(failure)) }
}
