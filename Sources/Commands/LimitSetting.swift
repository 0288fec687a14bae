// Named limits on the command line: --limit memory=2GB, or PLIANT_LIMITS=memory=2GB,depth=1000.

package struct LimitSetting: Sendable {
  private let limit: NamedLimit
  private let value: Int

  /// The environment variable with settings, separated by commas.
  package static let variable = "PLIANT_LIMITS"

  package static let parser = ValueParser<LimitSetting>("NAME=VALUE") { text throws(ValueError) in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw .expected("NAME=VALUE") }
    guard let limit = NamedLimit.named(parts[0]) else {
      throw .unknown(
        "limit", name: parts[0],
        suggestion: NearestName.suggestion(for: parts[0], among: NamedLimit.all.map(\.name)))
    }
    let number = limit.isByteCount ? ByteCount.value(parts[1]) : Int(parts[1])
    guard let number, number > 0 else {
      throw .expected(
        limit.isByteCount ? "a size such as 64KB, 512MB or 2GB" : "a whole number of at least 1")
    }
    guard number <= limit.maximum else { throw .expected("at most \(limit.maximum)") }
    return LimitSetting(limit: limit, value: number)
  }

  /// The settings of the environment; throws a `UsageError` for an invalid setting.
  package static func settings(in environment: (String) -> String?) throws(UsageError) -> [LimitSetting] {
    try (environment(variable) ?? "").split(separator: ",").map { text throws(UsageError) in
      try parser.value(of: Argument(String(text)), for: variable)
    }
  }

  /// Changes the limit for the whole process.
  package func apply() { limit.change(to: value) }
}
