extension Failure {
  /// An error in a mapping file; until it is reported, its offset is the tape index of the value or key.
  static func mapping(_ sentence: String, at index: Int? = nil) -> Failure {
    Failure(.mappingFile, at: index, sentence)
  }
}

enum MappingFileText {
  /// ` did you mean “x”?` if a candidate is close, otherwise the candidates if they are few.
  static func suggestion(for word: String, among candidates: [String]) -> String {
    if let nearest = nearest(to: word, among: candidates) { return "; did you mean '\(nearest)'?" }
    guard !candidates.isEmpty, candidates.count <= 12 else { return "" }
    return "; there \(candidates.count == 1 ? "is" : "are") \(candidates.joined(separator: ", "))"
  }

  static func nearest(to word: String, among candidates: [String]) -> String? {
    let lowered = candidates.map { $0.lowercased() }
    let wanted = word.lowercased()
    let found = lowered.firstIndex(of: wanted) ?? NearestSpelling.index(of: wanted, among: lowered)
    return found.map { candidates[$0] }
  }

  /// A text for a message: quoted, and shortened if it is long.
  static func quoted(_ text: String) -> String { text.count <= 60 ? "'\(text)'" : "'\(text.prefix(40))…'" }
}
