// What an edit asks for, and whether a document allows it.

import PliantCore

/// An edit of one value by its path.
package struct EditRequest: Sendable {
  package enum Operation: Sendable {
    /// A new key or element; `isAppending` puts the value at the end of the array that the path leads to.
    case insert(Document, isAppending: Bool)
    /// The value, or a new key where there is none yet.
    case replace(Document)
    case remove
  }

  package let operation: Operation
  package let path: KeyPath
  /// The path as the user wrote it, for messages.
  package let shownPath: String

  package init(_ operation: Operation, path: KeyPath, shownPath: String) {
    self.operation = operation
    self.path = path
    self.shownPath = shownPath.isEmpty ? "the empty key" : shownPath
  }

  /// The change of the document that the request comes to, and the path with `-` made an index.
  ///
  /// Throws an `edit/path` failure where the document does not allow it.
  package func resolve(in document: Document) throws(Failure) -> (path: KeyPath, edit: DocumentEdit) {
    guard let last = path.components.last else {
      switch operation {
      case .replace(let value): return (path, .replace(with: value))
      case .insert(let value, isAppending: true) where document.containerKind(at: 0) == .array:
        return (path, .append(value))
      default: throw Failure(.editRoot)
      }
    }
    let container = try container(in: document)
    if document.containerKind(at: container) == .dictionary {
      return (path, try entryEdit(document.value(forKey: last, in: container), document))
    }
    return try elementEdit(last, container, document)
  }

  /// The container that the path's last step enters.
  private func container(in document: Document) throws(Failure) -> Int {
    var at = 0
    for (depth, component) in path.components.dropLast().enumerated() {
      let container = document.resolved(at)
      guard document.containerKind(at: container) != nil else { throw Failure(.editScalar, shownPath) }
      guard let child = document.child(component, of: container) else {
        if case .remove = operation { throw Failure(.editNotFound, shownPath) }
        throw Failure(.editNoContainer, shownStart(depth + 1))
      }
      at = child
    }
    let container = document.resolved(at)
    guard document.containerKind(at: container) != nil else { throw Failure(.editScalar, shownPath) }
    return container
  }

  /// The first steps of the path, in its spelling.
  private func shownStart(_ count: Int) -> String {
    if shownPath.utf8.first == ASCII.solidus {
      let steps = shownPath.split(separator: "/", omittingEmptySubsequences: false)
      return steps.prefix(count + 1).joined(separator: "/")
    }
    return KeyPath(components: Array(path.components.prefix(count))).dotted
  }

  private func entryEdit(_ existing: Int?, _ document: Document) throws(Failure) -> DocumentEdit {
    switch operation {
    case .replace(let value): return existing == nil ? .insert(value) : .replace(with: value)
    case .remove:
      guard existing != nil else { throw Failure(.editNotFound, shownPath) }
      return .remove
    case .insert(let value, let isAppending):
      guard let existing else {
        if isAppending { throw Failure(.editNotFound, shownPath) }
        return .insert(value)
      }
      guard isAppending else { throw Failure(.editExists, shownPath) }
      return .append(try appended(value, existing, document))
    }
  }

  private func appended(_ value: Document, _ existing: Int, _ document: Document) throws(Failure) -> Document
  {
    guard document.containerKind(at: document.resolved(existing)) == .array else {
      throw Failure(.editNoArray, shownPath)
    }
    return value
  }

  private func elementEdit(
    _ component: [UInt8], _ container: Int, _ document: Document
  ) throws(Failure) -> (path: KeyPath, edit: DocumentEdit) {
    let count = document.count(at: container)
    let isEnd = component == [ASCII.hyphen]
    guard let index = isEnd ? count : KeyPath.index(component) else { throw Failure(.editNoIndex, shownPath) }
    let path = KeyPath(components: path.components.dropLast() + [Array(String(index).utf8)])
    switch operation {
    case .insert(let value, isAppending: true):
      guard let existing = document.element(index, of: container) else {
        throw Failure(.editNotFound, shownPath)
      }
      return (path, .append(try appended(value, existing, document)))
    case .insert(let value, isAppending: false):
      guard index <= count else { throw Failure(.editBounds, shownPath) }
      return (path, .insert(value))
    case .replace(let value):
      guard index < count else { throw Failure(.editNotFound, shownPath) }
      return (path, .replace(with: value))
    case .remove:
      guard index < count else { throw Failure(.editNotFound, shownPath) }
      return (path, .remove)
    }
  }
}

extension DiagnosticCode {
  private static func edit(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "edit/path", text)
  }

  package static var editRoot: DiagnosticCode {
    edit("edit.root", "the document itself cannot be inserted or removed")
  }
  package static var editNotFound: DiagnosticCode { edit("edit.not-found", "there is nothing at %") }
  package static var editNoContainer: DiagnosticCode {
    edit("edit.no-container", "there is nothing at % that the value could be put into")
  }
  package static var editScalar: DiagnosticCode {
    edit("edit.scalar", "% leads into a value that is neither a dictionary nor an array")
  }
  package static var editExists: DiagnosticCode {
    DiagnosticCode(
      "edit.exists", rule: "edit/path", "there is a value at % already",
      advice: "use replace, or --append for an array")
  }
  package static var editNoArray: DiagnosticCode {
    edit("edit.no-array", "the value at % is no array to append to")
  }
  package static var editNoIndex: DiagnosticCode {
    edit("edit.no-index", "% needs a number where it enters an array")
  }
  package static var editBounds: DiagnosticCode { edit("edit.bounds", "% is beyond the end of its array") }
  package static var editUnsafe: DiagnosticCode {
    edit(
      "edit.unsafe", "the text around % cannot be changed in place; convert the file to its own format first")
  }
}
