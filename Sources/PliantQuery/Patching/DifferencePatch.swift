extension DocumentDifference {
  /// Writes the differences as a JSON Patch (RFC 6902), one operation per line.
  ///
  /// `tagsTypes` tags values that JSON lacks, as `--loss tag` does; `tests` tests each value before removing
  /// it, because an index exists in any document.
  package mutating func patch(
    to output: consuming OutputBuffer, tagsTypes: Bool, tests: Bool = false
  ) throws(Failure) -> OutputBuffer {
    var options = ReplayOptions()
    options.encodesTags = tagsTypes ? .json : nil
    var patch = DifferencePatch(
      output: output, new: newDocument, old: tests ? oldDocument : nil, options: options)
    try forEach { change throws(Failure) in try patch.append(change) }
    return patch.finish()
  }
}

private struct DifferencePatch: ~Copyable {
  var output: OutputBuffer
  let new: Document
  let old: Document?
  let options: ReplayOptions
  var count = 0

  mutating func append(_ change: DocumentChange) throws(Failure) {
    if let old, let index = change.old { try test(index, of: old, at: change.newPath) }
    let name = change.new == nil ? "remove" : change.old == nil ? "add" : "replace"
    try operation(name, change.newPath, value: change.new, of: new)
  }

  /// Tests a scalar or a dictionary, or the name at the beginning of a node.
  private mutating func test(_ index: Int, of document: Document, at path: KeyPath) throws(Failure) {
    guard document.containerKind(at: index) == .array else {
      return try operation("test", path, value: index, of: document)
    }
    guard document.count(at: index) > 0 else { return }
    let first = KeyPath(components: path.components + [[ASCII.digit0]])
    try operation("test", first, value: index + 2, of: document)
  }

  private mutating func operation(
    _ name: String, _ path: KeyPath, value: Int?, of document: Document
  ) throws(Failure) {
    output.append(count == 0 ? "[" : ",\n ")
    count += 1
    output.append("{\"op\":\"\(name)\",\"path\":")
    var pointer = OutputBuffer()
    Array(path.pointer.utf8).withByteView { pointer.appendJSONString($0) }
    pointer.withHeldBytes { output.appendHarmless(json: $0) }
    if let value {
      output.append(",\"value\":")
      var writer = JSONWriter()
      try document.send(from: value, options: options, into: &writer)
      writer.output.withHeldBytes { output.appendHarmless(json: $0) }
    }
    output.append(ASCII.rightBrace)
    try output.drainIfFull()
  }

  consuming func finish() -> OutputBuffer {
    output.append(count == 0 ? "[]\n" : "]\n")
    return output
  }
}
