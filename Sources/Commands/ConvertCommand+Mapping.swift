// convert by a mapping: which one, of which records, and how it is streamed.

import CommandLineKit
import PliantCore
import PliantMapping

/// What --mapping, --records, --first and --keep-unmapped ask for.
struct MappingPlan: Sendable {
  /// The mapping that was named.
  private(set) var use: MappingUse?
  /// Chooses the mappings that documents ask for by themselves; nil where none is to be used.
  private(set) var selection: MappingSelection?
  private let recordsText: String?
  private let first: Int?
  private let keepsUnmapped: Bool
  private let keepsKeyOrder: Bool
  /// Whether XML is written, so that `records` says where records go.
  private let writesXML: Bool

  private static let mapping = ValueOption(
    "mapping", value: .mapping,
    help: "read or write application XML by this mapping; `none` uses no mapping",
    detail: [
      """
      *NAME* is one that `pliant mapping list` shows, or the path of a mapping file. Without this option XML whose \
      root element and required children fit a mapping is read by it, which is noted. See pliant-mapping(5).
      """
    ])
  private static let records = ValueOption(
    "records", value: .text("PLACE"),
    help: "only the records at this place, such as `channel/item`, as an array or one a line",
    detail: [
      """
      To `json` and `jsonl` they are streamed, in memory that does not grow with the document. Keys are compared as far \
      as they can be remembered, and references are not looked up; notes report both. To `csv` and `tsv` each is a row. To \
      `xml` an array is written as the records at this place. See pliant-mapping(5).
      """
    ])
  private static let firstRecords = ValueOption(
    "first", value: .integer("N"),
    help: "stop reading after *N* records; 0 gives what precedes the first one",
    detail: [
      """
      Counts the records of `--records`, otherwise those of the last list of records at the mapping's root: a \
      podcast's episodes, a schedule's sites. A note reports that the rest was not read.
      """
    ])
  private static let keepUnmapped = Flag(
    "keep-unmapped", help: "keep what the mapping does not cover, under the key `#unmapped`")
  /// In which order a mapping's XML is written.
  private enum Order: String, CaseIterable, Sendable {
    case mapping
    case document
  }
  private static let order = ValueOption(
    "order", value: .choice("ORDER", Order.allCases),
    help:
      "write elements and attributes in the order of the `mapping` (the default) or of the `document`'s keys"
  )
  static let options: [any Option] = [mapping, records, firstRecords, keepUnmapped, order]

  /// The plan for what was typed; nil where the mapping's file is broken, which has then been shown.
  ///
  /// Throws a `UsageError` for options that contradict one another, and a mapping or place that is not there.
  static func make(
    _ typed: ParsedArguments, target: Format, in context: CommandContext
  ) throws(UsageError) -> MappingPlan? {
    var plan = MappingPlan(typed, target)
    let name = typed[Self.mapping]
    let styles = typed.occurrences(of: [CommonOptions.xmlStyle, ConvertCommand.list, ConvertCommand.trim])
    if let style = styles.first {
      if name != "none", let own = typed.occurrences(of: options).first {
        throw .exclusive(own.typed, style.typed)
      }
      return plan
    }
    if name == "none" {
      if let own = typed.occurrences(of: [records, firstRecords, keepUnmapped, order]).first {
        throw UsageError("\(own.typed) needs a mapping", verb: "convert")
      }
      return plan
    }
    if target == .xml && plan.first == 0 {
      throw UsageError("--first 0 gives no whole document, so it cannot become xml", verb: "convert")
    }
    let library = context.mappingLibrary
    var selection = MappingSelection(library)
    selection.records = plan.recordsText
    selection.first = plan.first
    selection.keepsUnmapped = plan.keepsUnmapped
    selection.keepsKeyOrder = plan.keepsKeyOrder
    plan.selection = selection
    guard let name else { return plan }
    let mapping: CompiledMapping
    do throws(MappingLibrary.Problem) {
      mapping = try library.compiledMapping(name)
    } catch {
      context.report(error.diagnostic, file: error.file)
      return nil
    }
    do throws(MappingSelection.Problem) {
      plan.use = try selection.applied(to: MappingUse(mapping))
    } catch {
      throw UsageError(error.message, suggestion: error.suggestion, verb: "convert")
    }
    return plan
  }

  private init(_ typed: ParsedArguments, _ target: Format) {
    writesXML = target == .xml
    keepsKeyOrder = typed[Self.order] == .document
    recordsText = typed[Self.records]
    keepsUnmapped = typed[Self.keepUnmapped]
    first = typed[Self.firstRecords]
  }

  /// Whether records are asked for, so that the input is read through a window.
  var streams: Bool { !writesXML && recordsText != nil || first != nil }
}
