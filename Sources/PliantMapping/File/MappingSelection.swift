/// The mappings available for automatic selection, and the options for reading with each.
package struct MappingSelection: MappingChooser {
  package let library: MappingLibrary
  /// The place of the requested records, as typed.
  package var records: String?
  /// The maximum number of records.
  package var first: Int?
  package var keepsUnmapped = false
  /// Whether the output is in the order of the data's keys.
  package var keepsKeyOrder = false

  package init(_ library: MappingLibrary) { self.library = library }

  /// Applies the options to a mapping.
  ///
  /// Throws if it has no records at the place.
  package func applied(to use: AppliedMapping) throws(Diagnostic) -> AppliedMapping {
    var use = use
    use.options.keepsUnmapped = keepsUnmapped
    use.options.first = first
    use.writing.keepsKeyOrder = keepsKeyOrder
    guard let records, first != 0 else { return use }
    guard let place = MappingRecordPlace(records, in: use.mapping) else {
      throw Diagnostic(
        .error,
        "the mapping \(use.mapping.mapping.name) has no records at '\(records)'"
          + Self.suggestion(for: records, MappingRecordPlace.all(in: use.mapping)), rule: .mappingRecords)
    }
    use.options.records = place
    return use
  }

  /// The place that was probably meant, compared by its path or element, or the first places.
  private static func suggestion(for typed: String, _ places: [String]) -> String {
    let elements = places.map { String($0.split(separator: "/").last ?? "") }
    let meant =
      NearestSpelling.index(of: typed, among: places) ?? NearestSpelling.index(of: typed, among: elements)
    if let meant { return "; did you mean '\(places[meant])'?" }
    return places.isEmpty ? "" : "; it has \(places.prefix(8).joined(separator: ", "))"
  }

  package func mapping(for text: ByteView) throws(Diagnostic) -> AppliedMapping? {
    let chosen = try Diagnostic.of { () throws(Failure) in try library.choose(for: text) }
    guard let chosen else { return nil }
    do throws(Diagnostic) {
      return try applied(to: AppliedMapping(chosen, isChosen: true))
    } catch {
      // An automatic mapping must not hide other elements of its documents.
      if records.flatMap({ RecordPlace($0) }) != nil { return nil }
      throw error
    }
  }
}
