// Writes a project as Xcode does: a sorted section for each kind of object; `isa` before the other keys;
// build files and file references on one line each; a comment after each identifier.

package struct XcodeProjectWriter: ~Copyable {
  private struct Frame {
    /// The tape indices of the remaining keys or elements, the last one first.
    var rest: [Int]
    let isDictionary: Bool
    let isOneLine: Bool
    /// Whether strings may be identifiers with comments.
    let hasComments: Bool
  }

  private let project: XcodeProject
  private let document: Document
  private var output: OutputBuffer
  private var losses: LossReport
  private var frames: [Frame] = []
  /// The tape index of the current value.
  private var index = 0

  /// Appends the project, in the layout of an old-style text if given; `index` is the tape index of a value
  /// that could not be written.
  ///
  /// Throws `xcode.no-project`, and an error for a value that an old-style property list cannot represent.
  package static func write(
    _ document: Document, name: [UInt8]?, like text: ByteView?, losses: inout LossReport, index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    index = 0
    guard let project = XcodeProject(document, name: name, like: text) else { throw Failure(.xcodeNoProject) }
    var writer = XcodeProjectWriter(project: project, document: document, output: output, losses: losses)
    do throws(Failure) { try writer.run() } catch {
      index = writer.index
      throw error
    }
    losses = writer.losses
    return writer.output
  }

  private mutating func run() throws(Failure) {
    output.append(XcodeProject.header)
    output.append("\n{\n")
    for key in sortedKeys(of: project.root) {
      output.append(ASCII.tab)
      output.appendXcodeString(document.text(at: key))
      output.append(" = ")
      if document.text(at: key) == "objects" {
        try sections()
      } else {
        try value(at: document.next(after: key), key: document.text(at: key), level: 1)
      }
      output.append(";\n")
    }
    output.append("}\n")
  }

  private mutating func sections() throws(Failure) {
    output.append("{\n")
    for (kind, objects) in project.sections {
      let isOneLine = project.layout.oneLineKinds.contains(kind)
      sectionMark("\n/* Begin ", kind)
      for identifier in objects {
        guard let object = project.object(identifier) else { continue }
        output.append("\t\t")
        identifier.withByteView { reference($0, hasComment: true) }
        output.append(" = ")
        try value(at: object.index, level: 2, isOneLine: isOneLine)
        output.append(";\n")
      }
      sectionMark("/* End ", kind)
    }
    output.append("\t}")
  }

  private mutating func sectionMark(_ beginning: StaticString, _ kind: [UInt8]) {
    output.append(beginning)
    kind.withByteView { output.append($0) }
    output.append(" section */\n")
  }

  /// The tape indices of a dictionary's keys in Xcode's order.
  private func sortedKeys(of dictionary: DocumentValue) -> [Int] {
    dictionary.entries.map { (isKind: $0.key == "isa", key: $0.key.array, index: $0.keyIndex) }
      .sorted { $0.isKind != $1.isKind ? $0.isKind : $0.key.lexicographicallyPrecedes($1.key) }
      .map(\.index)
  }

  // MARK: Values

  private mutating func value(
    at start: Int, key: ByteView = .empty, level: Int, isOneLine: Bool = false
  ) throws(Failure) {
    try begin(DocumentValue(document, at: start), key: key, isOneLine: isOneLine, hasComments: true)
    while let top = frames.indices.last {
      guard let next = frames[top].rest.popLast() else {
        close(level: level)
        continue
      }
      let frame = frames[top]
      indent(level + frames.count, frame.isOneLine)
      let key = frame.isDictionary ? document.text(at: next) : .empty
      if frame.isDictionary {
        output.appendXcodeString(key)
        output.append(" = ")
      }
      let place = frame.isDictionary ? document.next(after: next) : next
      try begin(
        DocumentValue(document, at: place), key: key, isOneLine: frame.isOneLine,
        hasComments: frame.hasComments)
      try output.drainIfFull()
    }
  }

  /// Writes a scalar with its end, or the bracket that opens a container.
  private mutating func begin(
    _ value: DocumentValue, key: ByteView, isOneLine: Bool, hasComments: Bool
  ) throws(Failure) {
    index = value.index
    // Identifiers of targets in attributes have no comments.
    let isExplained = hasComments && !(key == "attributes")
    guard value.container != nil else {
      let isForeign = key == "remoteGlobalIDString" || key == "TestTargetID"
      try scalar(value, of: key, hasComment: isExplained && !isForeign)
      return endValue()
    }
    if value.container == .set { try losses.record(.setAsArray) }
    output.append(value.isDictionary ? ASCII.leftBrace : ASCII.leftParenthesis)
    if !isOneLine { output.append(ASCII.lineFeed) }
    let children = value.isDictionary ? sortedKeys(of: value) : value.elements.map(\.index)
    frames.append(
      Frame(
        rest: children.reversed(), isDictionary: value.isDictionary, isOneLine: isOneLine,
        hasComments: isExplained))
  }

  private mutating func close(level: Int) {
    let frame = frames.removeLast()
    indent(level + frames.count, frame.isOneLine)
    output.append(frame.isDictionary ? ASCII.rightBrace : ASCII.rightParenthesis)
    endValue()
  }

  /// Writes the text after a value in a container.
  private mutating func endValue() {
    guard let frame = frames.last else { return }
    output.append(frame.isDictionary ? ASCII.semicolon : ASCII.comma)
    output.append(frame.isOneLine ? ASCII.space : ASCII.lineFeed)
  }

  private mutating func indent(_ level: Int, _ isOneLine: Bool) {
    if !isOneLine { output.append(repeating: ASCII.tab, count: level) }
  }

  private mutating func reference(_ text: ByteView, hasComment: Bool, isQuoted: Bool = false) {
    output.appendXcodeString(text, isQuoted: isQuoted)
    guard hasComment, let comment = project.comment(of: text.array),
      Array(comment.utf8).withByteView({ $0.firstIndex(of: "*/") }) == nil
    else { return }
    output.append(" /* \(comment) */")
  }

  private mutating func scalar(_ value: DocumentValue, of key: ByteView, hasComment: Bool) throws(Failure) {
    if let text = value.text {
      let isQuoted = !project.layout.quotedKeys.isEmpty && project.layout.quotedKeys.contains(key.array)
      return reference(text, hasComment: hasComment, isQuoted: isQuoted)
    }
    if value.tag == .data { return output.appendOpenStepData(document.text(at: value.index)) }
    // Other values become strings as in any old-style property list.
    var writer = OpenStepWriter(losses: losses)
    try document.send(from: value.index, into: &writer)
    losses = writer.losses
    let text = writer.finish()
    text.withHeldBytes { output.append($0[0..<max(0, $0.count - 1)]) }
  }
}

extension OutputBuffer {
  /// Appends a string as Xcode does, or always in quotation marks.
  fileprivate mutating func appendXcodeString(_ text: ByteView, isQuoted: Bool = false) {
    if !isQuoted && XcodeWord.isWord(text) {
      append(text)
    } else {
      appendQuotedOpenStepString(text, keepsUnicode: true, keepsDelete: true)
    }
  }
}
