// convert with Foundation's engine, and verification by it.

package enum EngineChoice: String, CaseIterable, Sendable {
  case native
  case foundation
}

/// --engine, PLIANT_ENGINE and --verify.
enum EngineOptions {
  private static let names: ValueParser<EngineChoice> = .choice("ENGINE", EngineChoice.allCases)
  private static let engine = ValueOption(
    "engine", value: names,
    help: "the engine that converts among xml1, binary1 and json; `native` is the default",
    detail: """
      `foundation` lets PropertyListSerialization and JSONSerialization do the conversion, in the program
      *pliant-foundation* next to pliant. The variable PLIANT_ENGINE sets the default.
      """)
  private static let verify = Flag(
    "verify", help: "before writing, have Foundation read input and output and compare them",
    detail: """
      If the output differs, pliant reports an error and writes nothing. It warns about values of the input that
      Foundation reads differently, and about those that Foundation cannot represent.
      """)
  static let all: [any Option] = [engine, verify]

  /// Foundation's part in a conversion; nil if the native codecs do it alone.
  static func use(
    _ typed: ParsedArguments, _ route: Route, in context: CommandContext
  ) throws -> EngineUse? {
    let chosen = typed[engine]
    let isTyped = chosen != nil
    let variable = context.environment("PLIANT_ENGINE") ?? ""
    let preset =
      variable.isEmpty ? .native : try names.value(of: Argument(variable), for: "PLIANT_ENGINE")
    let converts = (chosen ?? preset) == .foundation
    let verifies = typed[verify]
    let unarchives = route.reading.archives != .asStored
    let target = route.writing.target
    if converts && isTyped && !EngineRequest.handles(target) {
      throw UsageError("the Foundation engine converts among xml1, binary1 and json, not to \(target)")
    }
    if converts && route.writing.isCanonical && target == .json {
      throw UsageError("JSONSerialization writes no canonical JSON (RFC 8785); use the native engine")
    }
    if unarchives && (converts && isTyped || verifies) {
      throw UsageError(
        "--unarchive is for the native engine, without \(verifies ? "--verify" : "--engine foundation")")
    }
    if verifies && !EngineRequest.handles(target) {
      throw UsageError("Foundation can verify xml1, binary1 and json, not \(target)")
    }
    guard route.reading.records == nil, converts && !unarchives || verifies else { return nil }
    return EngineUse(
      try FoundationEngine(), converts: converts && !unarchives, isRequired: isTyped, verifies: verifies)
  }
}
