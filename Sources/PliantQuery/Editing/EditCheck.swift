// Verifies an edited text: it is read again, and apart from the edited value it must be the same document.

package enum EditCheck {
  /// Texts of at least this size are compared without either document in memory.
  package static let comparedBytes = 16 * 1024 * 1024

  /// Whether `new` is `old` with the edit.
  ///
  /// Documents larger than `limit` are compared in constant memory.
  package static func holds(
    _ new: ByteView, _ old: ByteView, _ format: Format, _ edit: DocumentEdit, at path: KeyPath,
    limit: Int = comparedBytes
  ) -> Bool {
    do throws(Failure) {
      guard max(new.count, old.count) <= limit else { return try digestsAgree(new, old, format, edit, path) }
      return try isSameBeside(document(old, format), document(new, format), edit, path)
    } catch {
      return false
    }
  }

  /// Whether all other values are the same, in the same order.
  private static func digestsAgree(
    _ new: ByteView, _ old: ByteView, _ format: Format, _ edit: DocumentEdit, _ path: KeyPath
  ) throws(Failure) -> Bool {
    switch edit {
    case .replace:
      let after = try ValueDigest.of(new, format: format, without: path)
      if path.components.isEmpty { return true }
      let before = try ValueDigest.of(old, format: format, without: path)
      return after.skippedCount > 0 && after.state == before.state
    case .insert:
      let before = try ValueDigest.of(old, format: format)
      let after = try ValueDigest.of(new, format: format, without: path)
      return after.skippedCount == 1 && after.state == before.state
    case .append:
      let place = KeyPath(components: path.components + [[]])
      let before = try ValueDigest.of(old, format: format, without: place)
      let element = KeyPath(components: path.components + [Array(String(before.siblingCount).utf8)])
      let after = try ValueDigest.of(new, format: format, without: element)
      return after.skippedCount == 1 && after.state == before.state
    case .remove:
      let before = try ValueDigest.of(old, format: format, without: path)
      let after = try ValueDigest.of(new, format: format)
      return before.skippedCount > 0 && before.state == after.state
    }
  }

  private static func isSameBeside(
    _ old: Document, _ new: Document, _ edit: DocumentEdit, _ path: KeyPath
  ) throws(Failure) -> Bool {
    switch edit {
    case .replace:
      if path.components.isEmpty { return true }
      guard new.index(at: path) != nil else { return false }
      return isSame(try without(path, in: old), try without(path, in: new))
    case .insert:
      guard new.index(at: path) != nil else { return false }
      return isSame(old, try without(path, in: new))
    case .append:
      guard let array = old.index(at: path) else { return false }
      let count = old.count(at: old.resolved(array))
      let element = KeyPath(components: path.components + [Array(String(count).utf8)])
      guard new.index(at: element) != nil else { return false }
      return isSame(old, try without(element, in: new))
    case .remove: return isSame(try without(path, in: old), new)
    }
  }

  private static func isSame(_ old: Document, _ new: Document) -> Bool {
    DocumentDifference(from: old, to: new, comparesNumbersByValue: false).isEmpty
  }

  private static func without(_ path: KeyPath, in document: Document) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: document.source)
    try document.send(editing: path, .remove, into: &builder)
    return try builder.finish(owner: document.owner)
  }

  private static func document(_ text: ByteView, _ format: Format) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: text)
    try DocumentSource(format: format, text: text).read(into: &builder)
    return try builder.finish()
  }
}
