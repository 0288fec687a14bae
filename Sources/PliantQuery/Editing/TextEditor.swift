// Edits that keep the text: only the bytes of the edited value change, and its separators and indentation.
// Comments, order, spacing, quoting and line ends around it remain unchanged.

/// A replacement of a range of text.
package struct TextSplice: Equatable, Sendable {
  package let range: Range<Int>
  package let text: [UInt8]

  package init(_ range: Range<Int>, _ text: [UInt8] = []) {
    self.range = range
    self.text = text
  }

  /// The text with all splices, which do not overlap, applied.
  package static func apply(_ splices: [TextSplice], to text: ByteView) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += text[at..<max(at, splice.range.lowerBound)].array + splice.text
      at = max(at, splice.range.upperBound)
    }
    return result + text.suffix(from: at).array
  }
}

/// Makes the splices of an edit.
package enum TextEditor {
  /// Returns the splices of an edit that fits the document of the text.
  ///
  /// Throws `edit.unsafe` if the path is not found in the text (an entity may contain it), and errors in
  /// writing the value. `losses` counts values that the format cannot represent.
  package static func splices(
    for edit: DocumentEdit, at path: KeyPath, shownPath: String, in text: ByteView, format: Format,
    losses: inout LossReport
  ) throws(Failure) -> [TextSplice] {
    switch format {
    case .xml1:
      return try splices(edit, path, shownPath, XMLPropertyListOutline(text: text), format, &losses)
    case .json: return try splices(edit, path, shownPath, JSONOutline(text: text), format, &losses)
    default: return try splices(edit, path, shownPath, OpenStepOutline(text: text), format, &losses)
    }
  }

  private static func splices(
    _ edit: DocumentEdit, _ path: KeyPath, _ shownPath: String, _ outline: some TextOutline, _ format: Format,
    _ losses: inout LossReport
  ) throws(Failure) -> [TextSplice] {
    var maker = SpliceMaker(outline: outline, format: format, losses: losses)
    defer { losses = maker.losses }
    guard let last = path.components.last else {
      switch edit {
      case .append(let value):
        guard let array = outline.container(outline.root) else { throw Failure(.editUnsafe, shownPath) }
        return try maker.append(nil, value, to: array)
      case .replace(let value), .insert(let value):
        return [try maker.replacement(of: outline.root, with: value)]
      case .remove: throw Failure(.editRoot)
      }
    }
    guard let range = outline.find(path.components.dropLast()), let container = outline.container(range)
    else {
      throw Failure(.editUnsafe, shownPath)
    }
    let existing = outline.entry(last, in: container)
    switch edit {
    case .replace(let value):
      guard let existing else { throw Failure(.editUnsafe, shownPath) }
      return [try maker.replacement(of: container.entries[existing], with: value)]
    case .insert(let value):
      if container.isDictionary || existing == nil {
        return try maker.append(container.isDictionary ? last : nil, value, to: container)
      }
      return [try maker.insertion(of: value, before: existing ?? 0, in: container)]
    case .append(let value):
      guard let existing, let array = outline.container(container.entries[existing].value) else {
        throw Failure(.editUnsafe, shownPath)
      }
      return try maker.append(nil, value, to: array)
    case .remove:
      let removed =
        container.isDictionary ? outline.entries(last, in: container) : existing.map { [$0] } ?? []
      guard !removed.isEmpty else { throw Failure(.editUnsafe, shownPath) }
      return maker.removal(of: removed, from: container)
    }
  }
}
