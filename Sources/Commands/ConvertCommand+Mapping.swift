/// The effect of --mapping, --records, --first and --keep-unmapped.
struct MappingPlan: Sendable {
  private(set) var use: AppliedMapping?
  /// Selects mappings for documents automatically; nil if no mapping applies.
  private(set) var mappings: MappingSelection?
  private let recordsText: String?
  private let first: Int?
  /// The records to read through a window, and the requested values.
  private(set) var selection: RecordSelection?
  private(set) var fields: FieldSelection?
  /// Whether the output is XML, in which `records` is the place of the records.
  private let writesXML: Bool

  static let mapping = ValueOption(
    "mapping", value: .mapping, help: "read or write application XML with a mapping; `none` uses no mapping",
    detail: """
      *NAME* is one that `pliant mapping list` shows, or the path of a mapping file. Without this option, pliant reads
      XML with the mapping that fits its root element and represents all of its content, and reports it; the example
      `users` is only for *NAME*. See pliant-mapping(5).
      """)
  private static let records = ValueOption(
    "records", value: .text("PLACE"),
    help: "convert only the records at this place, such as `channel/item`: an array, lines or rows",
    detail: """
      An element path (`channel/item`), key path (`feed.items`) or JSON Pointer (`/orders`) in XML, JSON, JSON Lines
      or a property list, with or without a mapping. `*` matches any name, `**/item` any depth, also inside other records. pliant looks inside
      arrays on the way; an array at *PLACE* is the list of records. Output to `json`, `jsonl`, `csv` and `tsv` needs
      constant memory, and goes to standard output unless you specify `-o` or `-e`. With a mapping, pliant compares
      keys as far as it can remember them and doesn't resolve references; notes report both. To `xml`, an array
      becomes the records at *PLACE*. See pliant-mapping(5) and pliant-formats(7).
      """)
  private static let firstRecords = ValueOption(
    "first", value: .integer("N"),
    help: "stop reading after *N* records; 0 prints the text before the first one",
    detail: """
      Counts the records of `--records`, otherwise those of the last list of records at the mapping's root: a
      podcast's episodes, a schedule's sites. A note reports that pliant did not read the rest.
      """)
  private static let keepUnmapped = Flag(
    "keep-unmapped", help: "keep content that the mapping does not cover, under the key `#unmapped`")
  /// The order of a mapping's XML output.
  private enum Order: String, CaseIterable, Sendable {
    case mapping
    case document
  }
  private static let order = ValueOption(
    "order", value: .choice("ORDER", Order.allCases),
    help:
      "write elements and attributes in the order of the `mapping` (the default) or of the `document`'s keys")
  private static let fieldList = ValueOption(
    "fields", value: .text("LIST"),
    help: "convert only these values of each record, such as `id,customer.name,price=@amount`",
    detail: """
      Comma-separated key paths, element paths (`enclosure/@url`) or JSON Pointers into the record, in the order of
      the output; `NAME=` before one renames it, and `.` is the record itself. Names are the document's, also with a
      mapping, whose own names are available as well. A single XML element counts as the first of its list (`.0`),
      an element without attributes as its own `#text`, and in a table an element with attributes as its text.
      `../id` is a value of the dictionary or element around the record, for which pliant reads the document whole.
      Omits missing values; a field that no record has is an error.
      """)
  static let options: [any Option] = [mapping, records, fieldList, firstRecords, keepUnmapped, order]

  /// Creates the plan for the command line; nil if the mapping file is invalid, which has been reported.
  ///
  /// Throws a `UsageError` for options that contradict one another, and an unknown mapping or place.
  static func make(_ typed: ParsedArguments, target: Format, in context: CommandContext) throws(UsageError)
    -> MappingPlan?
  {
    var plan = try MappingPlan(typed, target)
    let name = typed[Self.mapping]
    if typed.has(order) { try target.check(is: .xml, for: "--order") }
    let styles = typed.occurrences(of: [
      CommonOptions.xmlStyle, ConvertCommand.list, ConvertCommand.trim, ConvertCommand.root,
      ConvertCommand.record,
    ])
    // Without a mapping, a style writes an array unchanged.
    let ofMapping: [any Option] = [keepUnmapped, order] + (plan.writesXML ? [records, firstRecords] : [])
    if let style = styles.first {
      if name != "none", let own = typed.occurrences(of: [mapping] + ofMapping).first {
        throw .exclusive(own.typed, style.typed)
      }
      return plan
    }
    if name == "none" {
      if let own = typed.occurrences(of: ofMapping).first { throw UsageError("\(own.typed) needs a mapping") }
      return plan
    }
    if target == .xml && plan.first == 0 {
      throw UsageError("--first 0 selects no document to convert to xml")
    }
    let library = context.mappingLibrary
    var selection = MappingSelection(library)
    selection.records = plan.recordsText
    selection.first = plan.first
    selection.keepsUnmapped = typed[keepUnmapped]
    selection.keepsKeyOrder = typed[order] == .document
    plan.mappings = selection
    guard let name else { return plan }
    let mapping: CompiledMapping
    do throws(MappingLibrary.Problem) { mapping = try library.compiledMapping(name) } catch {
      context.report(error.diagnostic, file: error.file)
      return nil
    }
    do throws(Diagnostic) { plan.use = try selection.applied(to: AppliedMapping(mapping)) } catch {
      throw UsageError(error.sentence)
    }
    return plan
  }

  private init(_ typed: ParsedArguments, _ target: Format) throws(UsageError) {
    writesXML = target == .xml
    recordsText = typed[Self.records]
    first = typed[Self.firstRecords]
    if typed.occurrences(of: [Self.fieldList]).count > 1 {
      throw UsageError("--fields is given twice", suggestion: "separate the names with commas")
    }
    if let list = typed[Self.fieldList] { fields = try Self.fields(list, target) }
    guard streams else { return }
    let place = writesXML ? nil : recordsText.flatMap { RecordPlace($0) }
    if !writesXML, let recordsText, place == nil {
      throw .notPlaceOfRecords(recordsText)
    }
    selection = RecordSelection(place: place, first: first)
  }

  static func fields(_ list: String, _ target: Format) throws(UsageError) -> FieldSelection {
    if target == .xml { throw UsageError("--fields is for records, not for xml") }
    do throws(FieldSelection.Problem) { return try FieldSelection(list) } catch {
      let text =
        switch error {
        case .emptyName: "missing a name in --fields '\(list)'"
        case .path(let path): "'\(path)' in --fields is not a key path"
        case .duplicate(let name):
          "--fields has two columns '\(name)'; give one another name with NAME=\(name)"
        }
      throw UsageError(text)
    }
  }

  /// Whether to read records, through a window of the input.
  private var streams: Bool { !writesXML && recordsText != nil || first != nil || fields != nil }
}

extension Format {
  /// Throws a `UsageError` for an option of another format.
  func check(is wanted: Format, for option: String) throws(UsageError) {
    if self == wanted { return }
    throw UsageError("\(option) is for the format \(wanted.rawValue), not \(rawValue)")
  }
}
