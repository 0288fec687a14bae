// What is wrong with a mapping file: a sentence and the value of the file that it is about.

import PliantCore

/// A mistake in a mapping file, with the tape index of the value or key where it is.
package struct MappingFileProblem: Error, Equatable, Sendable {
  package var sentence: String
  package var index: Int

  package init(_ sentence: String, at index: Int) {
    self.sentence = sentence
    self.index = index
  }

  /// The failure, without a place.
  package var failure: Failure { Failure(.mappingFile, sentence) }
}

extension DiagnosticCode {
  /// A mapping file that says what cannot be meant.
  package static var mappingFile: DiagnosticCode {
    DiagnosticCode("mapping.file", rule: "mapping/file", "%")
  }
}

/// The words that explain a mistake in a mapping file.
enum MappingFileText {
  /// ` did you mean “x”?` if a candidate is close, otherwise the candidates themselves where they are few.
  static func suggestion(for word: String, among candidates: [String]) -> String {
    if let nearest = nearest(to: word, among: candidates) { return "; did you mean '\(nearest)'?" }
    guard !candidates.isEmpty, candidates.count <= 12 else { return "" }
    return "; there \(candidates.count == 1 ? "is" : "are") \(candidates.joined(separator: ", "))"
  }

  /// The candidate that may have been meant.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let lowered = candidates.map { $0.lowercased() }
    let wanted = word.lowercased()
    let found = lowered.firstIndex(of: wanted) ?? NearestSpelling.index(of: wanted, among: lowered)
    return found.map { candidates[$0] }
  }

  /// A text as it is shown in a sentence: quoted, and shortened where it is long.
  static func quoted(_ text: String) -> String {
    text.count <= 60 ? "'\(text)'" : "'\(text.prefix(40))…'"
  }
}
