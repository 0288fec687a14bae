extension Document: CustomStringConvertible {
  /// The format and the beginning of the value as a Swift literal: at most ten elements or entries of the outermost
  /// container, the number of those of inner ones, and 40 characters of each key and string.
  ///
  ///     json: ["name": "Lamp", "sizes": [3 elements], "colours": [2 entries]]
  ///
  /// `value` prints everything.
  public var description: String { "\(format?.rawValue ?? "document"): \(root.beginning)" }
}

extension Document.Node {
  /// The value as in `Document.description`.
  fileprivate var beginning: String {
    let shown: [String]
    switch kind {
    case .dictionary where count > 0:
      shown = entries.prefix(10).map { "\($0.key.beginning): \($0.value.summary)" }
    case .array where count > 0, .set where count > 0: shown = elements.prefix(10).map(\.summary)
    default: return summary
    }
    return "[\((shown + (count > 10 ? ["… \(count) in all"] : [])).joined(separator: ", "))]"
  }

  /// A scalar as a Swift literal, or the size of a container.
  private var summary: String {
    switch kind {
    case .string: string?.beginning ?? ""
    case .dictionary where count > 0: "[\(count) \(count == 1 ? "entry" : "entries")]"
    case .array where count > 0, .set where count > 0: "[\(count) element\(count == 1 ? "" : "s")]"
    default: "\(value)"
    }
  }
}

extension String {
  /// The text in quotation marks, after 40 characters an ellipsis.
  fileprivate var beginning: String {
    let start = prefix(40)
    return start.endIndex == endIndex ? debugDescription : String(start + "…").debugDescription
  }
}
