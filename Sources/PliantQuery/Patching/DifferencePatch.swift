// Differences as a JSON Patch (RFC 6902): the steps that make the new document of the old one.

import PliantCore

/// Writes the differences of two documents as the operations of a JSON Patch, one a line.
package struct DifferencePatch: ~Copyable {
  private var output: OutputBuffer
  private let new: Document
  private let options: ReplayOptions
  private var count = 0

  /// A patch whose values come from `new`; what JSON lacks is tagged where `tagsTypes` says so, as `--loss tag` does it.
  package init(to output: consuming OutputBuffer, new: Document, tagsTypes: Bool) {
    self.output = output
    self.new = new
    var options = ReplayOptions()
    options.encodesTags = tagsTypes ? .json : nil
    self.options = options
  }

  package mutating func append(_ change: DocumentChange) throws(Failure) {
    output.append(count == 0 ? "[" : ",\n ")
    count += 1
    let name = change.new == nil ? "remove" : change.old == nil ? "add" : "replace"
    output.append("{\"op\":\"\(name)\",\"path\":")
    var pointer = OutputBuffer()
    Array(change.newPath.pointer.utf8).withByteView { pointer.appendJSONString($0) }
    pointer.withHeldBytes { output.appendHarmless(json: $0) }
    if let value = change.new {
      output.append(",\"value\":")
      var writer = JSONWriter()
      var replay = Replay(new, from: value, options: options)
      try replay.run(into: &writer)
      writer.output.withHeldBytes { output.appendHarmless(json: $0) }
    }
    output.append(ASCII.rightBrace)
    try output.drainIfFull()
  }

  package consuming func finish() -> OutputBuffer {
    output.append(count == 0 ? "[]\n" : "]\n")
    return output
  }
}
