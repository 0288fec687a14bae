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

  static let options = [
    Option(
      "mapping", value: "NAME",
      help: "read or write application XML by this mapping; `none` by none",
      detail: [
        """
        *NAME* is one that `pliant mapping list` shows, or the path of a mapping file. Without this option XML whose \
        root element and required children fit a mapping is read by it, which is noted. See pliant-mapping(5).
        """
      ]),
    Option(
      "records", value: "PLACE",
      help: "only the records at this place, such as `channel/item`, as an array or one a line",
      detail: [
        """
        To `json` and `jsonl` they are streamed, in memory that does not grow with the document. Keys are compared as far \
        as they can be remembered, and references are not looked up; notes say so. See pliant-mapping(5).
        """
      ]),
    Option(
      "first", value: "N", help: "stop reading after *N* records; 0 gives what stands before the first one",
      detail: [
        """
        Counted are the records of `--records`, otherwise those of the last list of records that the mapping has at its \
        root: a podcast's episodes, a schedule's sites. That what follows was not read is noted.
        """
      ]),
    Option("keep-unmapped", help: "keep what the mapping has no place for, under the key `#unmapped`"),
  ]

  /// The plan for what was typed; nil where the mapping's file is broken, which has then been shown.
  ///
  /// Throws a `UsageError` for options that contradict one another, and a mapping or place that is not there.
  static func make(
    _ typed: ParsedArguments, target: Format, in context: CommandContext
  ) throws(UsageError) -> MappingPlan? {
    var plan = try MappingPlan(typed)
    let name = typed.value("mapping")
    if typed.has("xml-style") || typed.has("list") {
      let style = typed.has("xml-style") ? "xml-style" : "list"
      let own = ["mapping", "records", "first", "keep-unmapped"].first { typed.has($0) && name != "none" }
      if let own {
        throw UsageError("--\(own) goes with a mapping, --\(style) without one", verb: "convert")
      }
      return plan
    }
    if name == "none" {
      if let own = ["records", "first", "keep-unmapped"].first(where: { typed.has($0) }) {
        throw UsageError("--\(own) needs a mapping", verb: "convert")
      }
      return plan
    }
    if target == .xml && (plan.recordsText != nil || plan.first == 0) {
      throw UsageError(
        "--\(plan.recordsText == nil ? "first 0" : "records") gives no whole document, so it cannot become xml",
        verb: "convert")
    }
    let library = MappingLibrary(environment: context.environment) { context.resolve($0) }
    var selection = MappingSelection(library)
    selection.records = plan.recordsText
    selection.first = plan.first
    selection.keepsUnmapped = plan.keepsUnmapped
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

  private init(_ typed: ParsedArguments) throws(UsageError) {
    recordsText = typed.value("records")
    keepsUnmapped = typed.has("keep-unmapped")
    var first: Int?
    if let text = typed.value("first") {
      guard let number = Int(text), number >= 0 else {
        throw UsageError("'\(text)' is no number of records", verb: "convert")
      }
      first = number
    }
    self.first = first
  }

  /// Whether records are asked for, so that the input is read through a window.
  var streams: Bool { recordsText != nil || first != nil }
}
