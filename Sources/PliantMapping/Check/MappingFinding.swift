/// A problem in a mapping, with the key or value of the file.
package struct MappingFinding: Equatable, Sendable {
  package let severity: Severity
  package let sentence: String
  /// The tape index in the mapping file's document.
  package let index: Int

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

  /// The fields of the root, if the record is that of the root and has no other.
  private func rootFields(of record: String) -> DocumentValue? {
    record == rootRecord ? root.value(forKey: "fields") : nil
  }

  func index(ofRecord name: String) -> Int {
    rootFields(of: name) == nil ? index(of: name, in: "records") : index(of: "fields")
  }

  func index(ofField field: String, record: String) -> Int {
    let fields = rootFields(of: record) ?? root.value(forKey: "records")?.value(forKey: record)
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
