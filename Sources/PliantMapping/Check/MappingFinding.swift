/// A problem in a mapping, with the key or value of the file.
package struct MappingFinding: Equatable, Sendable {
  package let severity: Severity
  package let sentence: String
  /// The tape index in the mapping file's document.
  package let index: Int

  /// The finding with its position in the file.
  package func diagnostic(in loaded: LoadedDocument) -> Diagnostic {
    let placed = loaded.source.diagnostic(Failure(.mappingFile, sentence), at: index, of: loaded.document)
    return Diagnostic(severity, at: placed.place, sentence, rule: .mappingFile)
  }
}

/// The positions of keys in a mapping file.
struct MappingOutline {
  private let root: DocumentValue
  private let rootRecord: String

  init(_ document: Document, _ mapping: Mapping) {
    root = DocumentValue(document)
    rootRecord = mapping.records.first?.name ?? ""
  }

  func index(of key: String) -> Int { Self.keyIndex(key, in: root) ?? root.index }

  /// The index of an entry of a top-level dictionary, such as a type.
  func index(of name: String, in key: String) -> Int {
    root.value(forKey: key).flatMap { Self.keyIndex(name, in: $0) } ?? index(of: key)
  }

  func index(ofRecord name: String) -> Int {
    if root.value(forKey: "fields") != nil && name == rootRecord { return index(of: "fields") }
    return index(of: name, in: "records")
  }

  func index(ofField field: String, record: String) -> Int {
    let isRoot = root.value(forKey: "fields") != nil && record == rootRecord
    let fields =
      isRoot
      ? root.value(forKey: "fields") : root.value(forKey: "records").flatMap { $0.value(forKey: record) }
    let key = field.hasPrefix("$") ? "$" + field : field
    return fields.flatMap { Self.keyIndex(key, in: $0) } ?? index(ofRecord: record)
  }

  private static func keyIndex(_ key: String, in value: DocumentValue) -> Int? {
    Array(key.utf8).withByteView { wanted in value.entries.first { $0.key == wanted }?.keyIndex }
  }
}

extension DocumentValue {
  func value(forKey key: String) -> DocumentValue? { Array(key.utf8).withByteView { value(forKey: $0) } }
}
