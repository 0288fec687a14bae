// What inputs may ask for.

import PliantCore

/// A limit of the library, such as the nesting of containers; pliant-limits(7) explains them.
///
///     DocumentLimit.named("depth")?.set(to: 1000)
///
/// Limits are of the whole process. Set them before the first document is read: nothing waits for a change.
public struct DocumentLimit: Sendable {
  private let limit: NamedLimit

  /// All limits.
  public static var all: [DocumentLimit] { NamedLimit.all.map { DocumentLimit(limit: $0) } }

  /// The limit of a name, or nil.
  public static func named(_ name: String) -> DocumentLimit? { all.first { $0.name == name } }

  /// The name, as after the program's `--limit`.
  public var name: String { limit.name }

  /// What is limited.
  public var summary: String { limit.summary }

  /// The value that applies if nobody sets another; memory has no limit in a library.
  public var defaultValue: String { name == "memory" ? "unlimited" : limit.defaultText }

  /// Changes the limit; a value beyond what the library can keep to becomes the largest that it can, and one below 0 is 0.
  public func set(to value: Int) { limit.change(to: min(max(value, 0), limit.maximum)) }
}
