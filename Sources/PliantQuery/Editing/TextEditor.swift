// Edits that keep the text: only the bytes of the edited value change, and its separators and indentation.
// Comments, order, spacing, quoting and line ends around it remain unchanged.

package struct TextSplice: Equatable, Sendable {
  package let range: Range<Int>
  package let text: [UInt8]

  package init(_ range: Range<Int>, _ text: [UInt8] = []) {
    self.range = range
    self.text = text
  }

  /// The shortest splice of whole characters that turns one text into another.
  init(from old: ByteView, to new: ByteView) {
    let common = min(old.count, new.count)
    let start = old.startOfCharacter(at: (0..<common).first { old[$0] != new[$0] } ?? common)
    var tail = 0
    while tail < common - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    while tail > 0, old[old.count - tail] & 0xC0 == 0x80 { tail -= 1 }
    self.init(start..<old.count - tail, new[start..<new.count - tail].array)
  }

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

package enum TextEditor {
  /// Returns the splices of an edit that fits the document of the text; nil if the path is not found in the
  /// text (an entity may contain it).
  ///
  /// Throws errors in writing the value. `losses` counts values that the format cannot represent.
  package static func splices(
    for edit: DocumentEdit, at path: KeyPath, in text: ByteView, format: Format, losses: inout LossReport
  ) throws(Failure) -> [TextSplice]? {
    func splices<Outline: TextOutline>(_ type: Outline.Type) throws(Failure) -> [TextSplice]? {
      var maker = SpliceMaker(outline: type.init(text: text), format: format, losses: losses)
      defer { losses = maker.losses }
      return try maker.splices(for: edit, at: path)
    }
    guard let outline = format.outline else { return nil }
    return try splices(outline)
  }
}

extension SpliceMaker {
  fileprivate mutating func splices(
    for edit: DocumentEdit, at path: KeyPath
  ) throws(Failure) -> [TextSplice]? {
    guard let last = path.components.last else {
      switch edit {
      case .append(let value):
        guard let array = outline.container(outline.root) else { return nil }
        return try append(nil, value, to: array)
      case .replace(let value), .insert(let value): return [try replacement(of: outline.root, with: value)]
      case .remove: throw Failure(.editRoot)
      }
    }
    guard let range = outline.find(path.components.dropLast()), let container = outline.container(range)
    else { return nil }
    let existing = outline.entry(last, in: container)
    switch edit {
    case .replace(let value):
      return try existing.map { index throws(Failure) in
        [try replacement(of: container.entries[index], with: value)]
      }
    case .insert(let value):
      if !container.isDictionary, let existing {
        return [try insertion(of: value, before: existing, in: container)]
      }
      return try append(container.isDictionary ? last : nil, value, to: container)
    case .append(let value):
      guard let existing, let array = outline.container(container.entries[existing].value) else { return nil }
      return try append(nil, value, to: array)
    case .remove:
      let removed =
        container.isDictionary ? outline.entries(last, in: container) : existing.map { [$0] } ?? []
      return removed.isEmpty ? nil : removal(of: removed, from: container)
    }
  }
}
