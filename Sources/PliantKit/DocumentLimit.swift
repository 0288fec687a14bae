// Limits on inputs.

import PliantCore

/// A limit of the library, such as the nesting of containers; pliant-limits(7) explains them.
///
///     DocumentLimit.named("depth")?.set(to: 1000)
///
/// Limits apply to the whole process. Set them before reading the first document: changes are not
/// synchronised.
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

  /// The value that applies if nobody sets another; memory has no limit in a library.
  public var defaultValue: String { name == "memory" ? "unlimited" : limit.defaultText }

  /// Changes the limit, clamped to the range from 0 to the largest value that the library supports.
  public func set(to value: Int) { limit.change(to: min(max(value, 0), limit.maximum)) }
}
