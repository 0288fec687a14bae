// The namespaces in scope: a stack of bindings, with a small hash table of prefixes.

/// Namespace bindings, innermost last; their bytes are copied to one block, which shrinks with the stack.
@usableFromInline
package struct XMLNamespaces: ~Copyable {
  @usableFromInline
  struct Binding: BitwiseCopyable {
    @usableFromInline var start: Int32
    @usableFromInline var prefixCount: Int32
    @usableFromInline var uriCount: Int32
    /// The previous one whose prefix has the same hash.
    var next: Int32
    /// Unique among all bindings, in scope or not.
    @usableFromInline var serial: Int
  }
  @inlinable package static var xmlURI: StaticString { "http://www.w3.org/XML/1998/namespace" }
  static let xmlnsURI: StaticString = "http://www.w3.org/2000/xmlns/"
  /// The binding of the prefix `xml`, which needs no declaration.
  @inlinable static var xmlBinding: Int32 { -2 }
  /// The maximum number of bindings in scope.
  static let limit = 100_000
  private static let headCount = 1024

  package init() {}

  @usableFromInline var bindings = GrowableBuffer<Binding>(capacity: 1)
  @usableFromInline var bytes = GrowableBuffer<UInt8>(capacity: 1)
  private var heads = GrowableBuffer<Int32>(capacity: 1)

  private var lastSerial = 0
  /// The number of bindings after the current end event, or -1.
  @usableFromInline var countAfterEnd: Int32 = -1

  @inlinable package var count: Int32 { Int32(truncatingIfNeeded: bindings.count) }

  /// A number that identifies the bindings in scope; 0 without any.
  ///
  /// Bindings are a stack, so that the last one implies all before it.
  @inlinable package var state: Int { bindings.count == 0 ? 0 : bindings[bindings.count &- 1].serial }

  /// Adds a binding; false if there are too many.
  mutating func add(prefix: ByteView, uri: ByteView) -> Bool {
    guard bindings.count < Self.limit, bytes.count + prefix.count + uri.count < Int(Int32.max) else {
      return false
    }
    if heads.count == 0 { heads.append(repeating: -1, count: Self.headCount) }
    let slot = Self.slot(of: prefix)
    let start = bytes.append(prefix)
    _ = bytes.append(uri)
    lastSerial &+= 1
    bindings.append(
      Binding(
        start: Int32(start), prefixCount: Int32(prefix.count), uriCount: Int32(uri.count), next: heads[slot],
        serial: lastSerial))
    heads[slot] = count - 1
    return true
  }

  /// Removes the bindings from `kept` on.
  @usableFromInline @inline(never)
  package mutating func truncate(to kept: Int32) {
    while count > kept {
      let last = bindings.removeLast()
      let prefix = bytes.view[Int(last.start)..<Int(last.start + last.prefixCount)]
      heads[Self.slot(of: prefix)] = last.next
      bytes.truncate(to: Int(last.start))
    }
  }

  /// Removes the bindings of the element whose end was the last event.
  @inlinable @inline(__always)
  mutating func dropEnded() {
    guard countAfterEnd >= 0 else { return }
    if countAfterEnd < count { truncate(to: countAfterEnd) }
    countAfterEnd = -1
  }

  /// The reason why a prefix cannot have a namespace, or nil.
  static func problem(ofPrefix prefix: ByteView, uri: ByteView) -> DiagnosticCode? {
    let isXML = uri == xmlURI
    if prefix == "xmlns" || (prefix == "xml" && !isXML) { return .xmlReservedPrefix }
    if uri == xmlnsURI || (isXML && !(prefix == "xml")) { return .xmlReservedNamespace }
    return !prefix.isEmpty && uri.isEmpty ? .xmlEmptyNamespace : nil
  }

  /// Adds a writer's binding.
  ///
  /// Throws an error of Namespaces 1.0, and `xml.too-many-attributes`.
  package mutating func declare(_ prefix: ByteView, uri: ByteView) throws(Failure) {
    if let problem = Self.problem(ofPrefix: prefix, uri: uri) { throw Failure(problem, prefix.string) }
    guard add(prefix: prefix, uri: uri) else { throw Failure(.xmlTooManyAttributes, prefix.string) }
  }

  /// Checks the names with a colon in a writer's start tag, of which the first is the element's if it equals `element`.
  ///
  /// Throws an error of Namespaces 1.0.
  package func check(_ names: [[UInt8]], of element: [UInt8]) throws(Failure) {
    var seen = Set<[UInt8]>()
    for (index, name) in names.enumerated() {
      let isElement = index == 0 && name == element
      try name.withByteView { (name: ByteView) throws(Failure) in
        guard let length = Self.prefixLength(of: name) else {
          throw Failure(.xmlBadQualifiedName, name.string)
        }
        let binding = lookUp(name[0..<length])
        guard binding != -1 else {
          let prefix = name[0..<length].string
          throw Failure(.xmlUndeclaredPrefix, prefix).adding("' of '\(name.string)'; add xmlns:\(prefix)='…")
        }
        let expanded = uri(of: binding).array + [ASCII.space] + name.suffix(from: length + 1).array
        guard isElement || seen.insert(expanded).inserted else {
          throw Failure(.xmlDuplicateExpandedAttribute, name.string)
        }
      }
    }
  }

  /// Bytes before the colon of a qualified name, 0 without one; nil for an invalid name.
  static func prefixLength(of name: ByteView) -> Int? {
    var colon = 0
    while colon < name.count, name[colon] != ASCII.colon { colon &+= 1 }
    if colon == name.count { return 0 }
    let local = name.suffix(from: colon + 1)
    let isValid =
      colon > 0 && XMLCharacters.nameEnd(in: local, from: 0) == local.count && !local.isEmpty
      && local.firstIndex(of: ASCII.colon) == nil
    return isValid ? colon : nil
  }

  /// The innermost binding of the prefix among the first `limit` ones, `xmlBinding`, or -1.
  package func lookUp(_ prefix: ByteView, below limit: Int32 = .max) -> Int32 {
    if heads.count > 0 {
      let view = bytes.view
      var at = heads[Self.slot(of: prefix)]
      while at >= 0 {
        let found = bindings[Int(at)]
        if at < limit, view[Int(found.start)..<Int(found.start + found.prefixCount)] == prefix { return at }
        at = found.next
      }
    }
    return prefix == "xml" ? Self.xmlBinding : -1
  }

  /// The URI of a binding from `lookUp`; empty for -1.
  @inlinable @inline(__always)
  package func uri(of binding: Int32) -> ByteView {
    if binding < 0 { return binding == Self.xmlBinding ? ByteView(Self.xmlURI) : .empty }
    let found = bindings[Int(binding)]
    let start = Int(found.start + found.prefixCount)
    return bytes.view[start..<start + Int(found.uriCount)]
  }

  func binding(at index: Int) -> (prefix: ByteView, uri: ByteView) {
    let found = bindings[index]
    let start = Int(found.start)
    return (bytes.view[start..<start + Int(found.prefixCount)], uri(of: Int32(index)))
  }

  @inline(__always)
  private static func slot(of prefix: ByteView) -> Int {
    Int(truncatingIfNeeded: ByteHash.hash(prefix, seed: ByteHash.seed) & UInt64(headCount - 1))
  }
}

extension XMLReader {
  /// Adds the start tag's declarations and resolves its names (Namespaces 1.0).
  @inline(never)
  mutating func processNamespaces() throws(Failure) {
    token.binding = -1
    token.prefixCount = 0
    if attributes.count > 0 { try declareNamespaces() }
    token.prefixCount = Int32(try prefixLength(of: name, at: token.start))
    if token.prefixCount > 0 || namespaces.count > 0 {
      token.binding = try resolve(name[0..<Int(token.prefixCount)], at: token.start)
    }
    var hasPrefixed = false
    var index = 0
    while index < attributes.count {
      let prefixLength = Int(attributes[index].prefixCount)
      if prefixLength > 0 {
        hasPrefixed = true
        let prefix = attributes[index].name[0..<prefixLength]
        if !(prefix == "xmlns") {
          attributes[index].binding = try resolve(prefix, at: attributes[index].offset)
        }
      }
      index += 1
    }
    if hasPrefixed && attributes.count > 1 { try checkExpandedDuplicates() }
  }

  private mutating func declareNamespaces() throws(Failure) {
    for index in 0..<attributes.count {
      let record = attributes[index]
      let length = try prefixLength(of: record.name, at: record.offset)
      attributes[index].prefixCount = Int32(length)
      if length == 0 && record.name == "xmlns" {
        try declare(.empty, uri: attributes.value(of: record).array, at: record.offset)
      } else if length == 5 && record.name.starts(with: "xmlns") {
        try declare(record.name.suffix(from: 6), uri: attributes.value(of: record).array, at: record.offset)
      }
    }
  }

  private mutating func declare(_ prefix: ByteView, uri: [UInt8], at offset: Int) throws(Failure) {
    if let problem = uri.withByteView({ XMLNamespaces.problem(ofPrefix: prefix, uri: $0) }) {
      return try document.log.report(problem, at: offset, prefix.string)
    }
    let fits = uri.withUnsafeBytes { namespaces.add(prefix: prefix, uri: ByteView($0)) }
    if !fits { throw Failure(.xmlTooManyAttributes, at: offset, name.string) }
  }

  private mutating func resolve(_ prefix: ByteView, at offset: Int) throws(Failure) -> Int32 {
    let found = namespaces.lookUp(prefix)
    if found == -1 && !prefix.isEmpty {
      try document.log.report(.xmlUndeclaredPrefix, at: offset, prefix.string)
    }
    return found
  }

  /// Bytes before the colon of a qualified name; reports an invalid name.
  private mutating func prefixLength(of name: ByteView, at offset: Int) throws(Failure) -> Int {
    if let length = XMLNamespaces.prefixLength(of: name) { return length }
    try document.log.report(.xmlBadQualifiedName, at: offset, name.string)
    return 0
  }

  /// Reports attributes with the same local name and namespace.
  private mutating func checkExpandedDuplicates() throws(Failure) {
    var seen = Set<ExpandedName>()
    for index in 0..<attributes.count
    where attributes[index].prefixCount > 0 && attributes[index].binding != -1 {
      let record = attributes[index]
      let name = ExpandedName(
        uri: ByteKey(namespaces.uri(of: record.binding)),
        local: ByteKey(record.name.suffix(from: Int(record.prefixCount) + 1)))
      if !seen.insert(name).inserted {
        try document.log.report(.xmlDuplicateExpandedAttribute, at: record.offset, record.name.string)
      }
    }
  }
}

private struct ExpandedName: Hashable {
  package let uri: ByteKey
  let local: ByteKey
}
