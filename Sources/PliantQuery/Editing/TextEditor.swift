// Edits that keep the text: only the bytes of the edited value change, and its separators and indentation.
// Comments, order, spacing, quoting and line ends around it remain unchanged.

/// An edit of the value at a path.
package typealias PathEdit = (path: KeyPath, edit: DocumentEdit)

package enum TextEditor {
  /// Returns the splices of edits that fit the document of the text, none of them inside another's value; nil if
  /// a path is not found in the text (an entity may contain it).
  ///
  /// Throws errors in writing a value. `losses` counts values that the format cannot represent.
  package static func splices(
    for edits: [PathEdit], in text: ByteView, format: Format, losses: inout LossReport
  ) throws(Failure) -> [TextSplice]? {
    func splices<Outline: TextOutline>(_ type: Outline.Type) throws(Failure) -> [TextSplice]? {
      var maker = SpliceMaker(outline: type.init(text: text), format: format, losses: losses)
      defer { losses = maker.losses }
      return try maker.splices(for: edits)
    }
    guard let outline = format.outline else { return nil }
    return try splices(outline)
  }
}

extension SpliceMaker {
  /// Edits in one container, by the step into it.
  private struct Steps {
    private(set) var order: [[UInt8]] = []
    private var edits: [[UInt8]: [PathEdit]] = [:]

    init(_ all: [PathEdit], at depth: Int) {
      for edit in all {
        let step = edit.path.components[depth]
        if edits[step] == nil { order.append(step) }
        edits[step, default: []].append(edit)
      }
    }

    subscript(step: [UInt8]) -> [PathEdit] { edits[step] ?? [] }
  }

  fileprivate mutating func splices(for edits: [PathEdit]) throws(Failure) -> [TextSplice]? {
    if let whole = edits.first(where: { $0.path.components.isEmpty }) {
      return try splices(ofWhole: whole.edit)
    }
    var splices: [TextSplice] = []
    var open = [(range: outline.root, depth: 0, edits: edits)]
    // Each container is searched once.
    while let (range, depth, edits) = open.popLast() {
      guard let container = outline.container(range) else { return nil }
      let steps = Steps(edits, at: depth)
      let places = steps.order.count > 1 ? outline.places(in: container) : nil
      var removed: [Int] = []
      for step in steps.order {
        let found =
          container.isDictionary
          ? places?[step] ?? (places == nil ? outline.entries(step, in: container) : [])
          : outline.entry(step, in: container).map { [$0] } ?? []
        let deeper = steps[step].filter { $0.path.components.count > depth + 1 }
        for (path, edit) in steps[step] where path.components.count == depth + 1 {
          if case .remove = edit {
            if found.isEmpty { return nil }
            removed += found
          } else if let made = try self.splices(for: edit, step, found, in: container) {
            splices += made
          } else {
            return nil
          }
        }
        if deeper.isEmpty { continue }
        guard let last = found.last else { return nil }
        open.append((container.entries[last].value, depth + 1, deeper))
      }
      if !removed.isEmpty { splices += removal(of: removed.sorted(), from: container) }
    }
    return splices
  }

  private mutating func splices(ofWhole edit: DocumentEdit) throws(Failure) -> [TextSplice]? {
    switch edit {
    case .append(let value):
      guard let array = outline.container(outline.root) else { return nil }
      return try append(nil, value, to: array)
    case .replace(let value), .insert(let value): return [try replacement(of: outline.root, with: value)]
    case .remove, .rename: throw Failure(.editRoot)
    }
  }

  /// The splices of an edit at a step into a container; `found` are its entries, the last of which counts.
  private mutating func splices(
    for edit: DocumentEdit, _ step: [UInt8], _ found: [Int], in container: TextContainer
  ) throws(Failure) -> [TextSplice]? {
    switch edit {
    case .replace(let value):
      return try found.last.map { index throws(Failure) in
        [try replacement(of: container.entries[index], with: value)]
      }
    case .insert(let value):
      if !container.isDictionary, let existing = found.last {
        return [try insertion(of: value, before: existing, in: container)]
      }
      if let next = sortedIndex(of: step, in: container) {
        return [try insertion(of: value, for: step, before: next, in: container)]
      }
      return try append(container.isDictionary ? step : nil, value, to: container)
    case .append(let value):
      guard let existing = found.last, let array = outline.container(container.entries[existing].value)
      else { return nil }
      return try append(nil, value, to: array)
    case .rename(let key):
      if found.isEmpty { return nil }
      return try found.map { index throws(Failure) in try renaming(of: container.entries[index], to: key) }
    case .remove: return nil
    }
  }
}
