// The diagnostic codes of the commands, the list of all codes, and errors in expressions.

extension UsageError {
  /// The error for a text that `RecordPlace` does not take.
  static func notPlaceOfRecords(_ text: String) -> UsageError {
    let name = text.drop { $0 == "/" as Character }
    let isAnywhere = text.hasPrefix("//") && !name.isEmpty
    return UsageError(
      "'\(text)' is not a place of records",
      suggestion: isAnywhere ? "use '**/\(name)' for one at any depth" : nil)
  }

  /// An error in an expression; a short one of one line is shown with a mark below the position.
  init(_ failure: Failure, in what: String, _ expression: String) {
    guard let column = failure.column(in: expression) else {
      self.init("\(what): \(failure.message)")
      return
    }
    var message = "\(what), column \(column): \(failure.message)"
    if expression.utf8.count < 200, !expression.contains(where: \.isNewline) {
      let indent = TerminalText.indent(below: expression, scalars: column - 1)
      message += "\n  \(expression)\n  \(indent)^"
    }
    self.init(message)
  }
}

extension DiagnosticCode {
  static let workflowRoot = Self(
    "workflow.root", rule: .workflowFile, "the root element of a workflow is <workflow>")
  static let workflowUnmapped = Self(
    "workflow.unmapped", rule: .workflowFile, "unexpected '%'; pliant-workflows(7) shows a workflow in XML")

  static let mergePatchXML = Self(
    "diff.merge-xml", rule: .diffMerge,
    "--merge compares property lists, JSON and tables, not application XML",
    advice: "use --json")

  static let diffIgnoreXML = Self(
    "diff.ignore-xml", rule: .diffMerge,
    "--ignore with --json or --merge compares property lists, JSON and tables, not application XML")

  static let splitUnknownLength = Self(
    "split.length", rule: .splitParts,
    "the length of this input is unknown, so --parts cannot divide it; use --size BYTES")
  static let splitNeedsPlace = Self(
    "split.place", rule: .splitRecords, "missing --records PLACE: the elements to cut between")
  static let splitJSONPlace = Self(
    "split.json-place", rule: .splitRecords,
    "the records of JSON Lines are the lines; --records is for XML and JSON")
  static let splitOwnInput = Self(
    "split.own-input", rule: .splitParts, "the input would be replaced by its own part '%'")
  static let splitFormat = Self(
    "split.format", rule: .splitRecords, "a document of the format % cannot be split; XML and JSON can")
  static let splitNoRecords = Self("split.no-records", rule: .splitRecords, "no element at '%'")
  static let splitNoArray = Self(
    "split.no-array", rule: .splitRecords, "the document is not a top-level array, so it has no records",
    advice: "use --records PLACE for an array in it")
  static let splitTooManyParts = Self(
    "split.too-many", rule: .splitParts, "more than % parts; use larger ones")

  static let formatWithoutLayout = Self(
    "format.without-layout", rule: .formatUnwritable,
    "the format % has no layout to change; use pliant convert instead")
  static let formatNotCanonical = Self(
    "format.not-canonical", rule: .formatUnwritable, "no canonical form of the format %")

  static let fileExists = Self("file.exists", rule: .fileWrite, "file exists; use --force to replace it")

  static let workflowProblem = Self("workflow.problem", rule: .workflowFile, "%")

  static let repairTooLarge = Self(
    "repair.too-large", rule: .limitMemory, "repair takes documents of up to %")
  static let repairFormat = Self(
    "repair.format", rule: .formatUnsupported, "repair takes XML, JSON and property lists in text, not %")
  static let cdataTooLarge = Self(
    "cdata.too-large", rule: .xmlLimit, "the document is larger than %; split it first")

  static let plutilNumber = Self(
    "plutil.number", rule: .conversionLoss, "property lists cannot represent the number %")
  static let plutilRaw = Self("plutil.raw", rule: .conversionLoss, "the value has no raw form")

  static let loadWish = Self("load.wish", rule: .sqlLoad, "%")
  static let sqliteFailed = Self("sql.failed", rule: .sqlLoad, "sqlite3 failed; nothing loaded: %")

  static let gitMissing = Self("git.missing", rule: .fileRead, "git is not installed")
  static let gitFailed = Self("git.failed", rule: .fileRead, "%")
  static let gitBlock = Self(
    "git.block", rule: .fileRead, "the block of pliant in the attributes has no end; remove it by hand")

  static let mergeConflict = Self("merge.conflict", rule: .mergeConflict, "conflict at %")
}
