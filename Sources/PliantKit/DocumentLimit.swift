// Limits on inputs.

import PliantCore

/// A limit of the process, such as the nesting of containers; pliant-limits(7) explains them.
///
/// Pass `DocumentLimits` to a call that needs others.
public struct DocumentLimit: Sendable {
  private let limit: NamedLimit

  /// All limits.
  public static var all: [DocumentLimit] { NamedLimit.all.map { DocumentLimit(limit: $0) } }

  /// Returns the limit with a name, or nil.
  public static func named(_ name: String) -> DocumentLimit? { all.first { $0.name == name } }

  /// The name, as after the program's `--limit`.
  public var name: String { limit.name }

  /// A description of the limit.
  public var summary: String { limit.summary }

  /// The value that applies if nobody sets another; for memory in a library, a share of
  /// what the process may use.
  public var defaultValue: String {
    name == "memory" ? "three quarters of what the process may use" : limit.defaultText
  }

  /// Changes the limit for the whole process, clamped to the range from 0 to the largest value that the library supports.
  @available(*, deprecated, message: "pass DocumentLimits to the call, in its options")
  public func set(to value: Int) { limit.change(to: min(max(value, 0), limit.maximum)) }
}
