// JSON Merge Patch (RFC 7396): a document in the form of the result, in which null removes a key.
//
//   {"a": {"b": 1}, "c": 2}   with   {"a": {"b": null, "d": 3}}   becomes   {"a": {"d": 3}, "c": 2}

package struct MergePatch {
  private let document: Document

  /// `options` determine the treatment of tagged objects; nulls must be kept.
  package init(_ document: Document, values options: ReplayOptions = ReplayOptions()) throws(Failure) {
    self.document = try document.copy(of: 0, options)
  }

  /// A dictionary of the patch being merged into the dictionary at `path`.
  private struct Frame {
    let path: KeyPath
    var at: Int
    let end: Int
  }

  func apply(to patched: inout PatchedDocument) throws(Failure) {
    guard document.containerKind(at: 0) == .dictionary, patched.root.kind == .dictionary else {
      return try patched.replace(at: KeyPath(components: []), with: PatchNode(try withoutNulls(0)))
    }
    var frames = [Frame(path: KeyPath(components: []), at: 2, end: document.word(at: 0).end)]
    while let last = frames.indices.last {
      guard frames[last].at < frames[last].end else {
        frames.removeLast()
        continue
      }
      let key = frames[last].at
      let value = document.next(after: key)
      frames[last].at = document.next(after: value)
      let path = KeyPath(components: frames[last].path.components + [document.text(at: key).array])
      let existing = try patched.node(at: frames[last].path).child(document.text(at: key).array)
      if document.tag(at: value) == .null {
        if existing != nil { _ = try patched.remove(at: path) }
      } else if document.containerKind(at: value) == .dictionary, existing?.kind == .dictionary {
        frames.append(Frame(path: path, at: value + 2, end: document.word(at: value).end))
      } else {
        try patched.add(PatchNode(try withoutNulls(value)), at: path)
      }
    }
  }

  /// The value as a new one: dictionaries lose their nulls, except those inside arrays.
  private func withoutNulls(_ index: Int) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: document.source)
    var ends: [Int] = []
    var at = index
    let end = document.next(after: index)
    while true {
      while ends.last == at {
        builder.endDictionary()
        ends.removeLast()
      }
      if at == end { return try builder.finish(owner: document) }
      if document.tag(at: at) == .key {
        let value = document.next(after: at)
        if document.tag(at: value) == .null {
          at = document.next(after: value)
          continue
        }
        builder.key(document.text(at: at))
        at = value
      }
      if document.containerKind(at: at) == .dictionary {
        builder.beginDictionary(count: nil)
        ends.append(document.word(at: at).end)
        at += 2
      } else {
        try document.send(from: at, into: &builder)
        at = document.next(after: at)
      }
    }
  }
}
