extension DocumentDifference {
  /// A dictionary of the new document being written.
  private struct Open {
    let end: Int
    /// The next key.
    var at: Int
    /// The entries of the old dictionary that the new one has not shown yet, by key.
    var rest: [Fingerprint: (key: Int, value: Int)] = [:]
    let olds: [Int]
    /// Whether the old document has a dictionary here, whose ignored entries the patch keeps.
    let isPaired: Bool
  }

  /// Writes the differences as a merge patch (RFC 7396), in which null removes a key.
  ///
  /// `tagsTypes` tags values that JSON lacks. Throws `diff.merge-null` for a null in a new value, which no merge
  /// patch can set.
  package func mergePatch(
    to output: consuming OutputBuffer, tagsTypes: Bool
  ) throws(Failure) -> OutputBuffer {
    var options = ReplayOptions()
    options.encodesTags = tagsTypes ? .json : nil
    var writer = JSONWriter(to: output)
    if newDocument.containerKind(at: 0) == .dictionary {
      try writeEntries(options, to: &writer)
    } else {
      try newDocument.send(options: options, into: &writer)
    }
    try writer.endLine()
    return writer.finish()
  }

  private func writeEntries(_ options: ReplayOptions, to writer: inout JSONWriter) throws(Failure) {
    var open = [opened(oldDocument.containerKind(at: 0) == .dictionary ? 0 : nil, 0)]
    writer.beginDictionary(count: nil)
    while let last = open.indices.last {
      let key = open[last].at
      guard key < open[last].end else {
        let dictionary = open.removeLast()
        for key in dictionary.olds where dictionary.rest[old.key(at: key)] != nil {
          writer.key(oldDocument.text(at: key))
          try writer.null()
        }
        try writer.endDictionary()
        continue
      }
      let value = newDocument.next(after: key)
      open[last].at = newDocument.next(after: value)
      if open[last].isPaired && new.isIgnored(key) { continue }
      let existing = open[last].rest.removeValue(forKey: new.key(at: key))?.value
      if let existing, old[existing] == new[value] { continue }
      writer.key(newDocument.text(at: key))
      let (left, right) = (existing.map(oldDocument.resolved), newDocument.resolved(value))
      if newDocument.containerKind(at: right) == .dictionary {
        open.append(
          opened(left.flatMap { oldDocument.containerKind(at: $0) == .dictionary ? $0 : nil }, right))
        writer.beginDictionary(count: nil)
      } else if newDocument.tag(at: value) == .null {
        throw Failure(.diffMergeNull, newDocument.text(at: key).string)
      } else {
        try newDocument.send(from: value, options: options, into: &writer)
      }
    }
  }

  private func opened(_ left: Int?, _ right: Int) -> Open {
    let olds = left.map {
      DocumentValue(oldDocument, at: $0).entries.map(\.keyIndex).filter { !old.isIgnored($0) }
    }
    var result = Open(
      end: newDocument.word(at: right).end, at: right + 2, olds: olds ?? [], isPaired: olds != nil)
    for key in result.olds { result.rest[old.key(at: key)] = (key, oldDocument.next(after: key)) }
    return result
  }
}
