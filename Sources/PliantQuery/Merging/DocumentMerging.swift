// A merge of whole inputs, from bytes to bytes: the edits of both sides in the text of OURS, with conflict markers on
// request.
//
//   <<<<<<< ours
//   	<string>2</string>
//   =======
//   	<string>3</string>
//   >>>>>>> theirs
//
// The markers lie around the lines in which the merge that prefers OURS differs from the one that prefers THEIRS; so each
// of these two is what taking that side everywhere makes of the text.

import PliantCore

package enum DocumentMerging {
  /// A merged document.
  package struct Merged: ~Copyable {
    package let bytes: OutputBuffer
    package let conflicts: [MergeConflict]
    /// Whether a text was written anew although texts of its format are kept.
    package let isRewritten: Bool
  }

  /// Merges what `theirs` changed of `base` into the document of a session.
  ///
  /// Throws what is wrong with writing, `merge.markers` where there are conflicts to be marked in a binary document, or in
  /// a text that cannot be edited.
  package static func merge(
    base: Document, theirs: Document, into ours: EditingSession, prefer preference: MergeSide?, marks: Bool,
    losses: inout LossReport
  ) throws(Diagnostic) -> Merged {
    // The session of OURS is left as it is: its nodes are shared with every copy.
    var session = ours.reopened()
    let conflicts = try edit(&session, base, theirs, prefer: preference)
    guard marks && preference == nil && !conflicts.isEmpty else {
      let written = try session.write(losses: &losses)
      return Merged(bytes: written.bytes, conflicts: conflicts, isRewritten: written.isRewritten)
    }
    var other = ours.reopened()
    _ = try edit(&other, base, theirs, prefer: .theirs)
    // What the format cannot hold is told once.
    var otherLosses = losses
    guard let own = try session.editedText(losses: &losses),
      let new = try other.editedText(losses: &otherLosses)
    else { throw Diagnostic(Failure(.mergeMarkers)) }
    return Merged(
      bytes: try ours.encoded(MarkedLines(own, new).text), conflicts: conflicts, isRewritten: false)
  }

  private static func edit(
    _ session: inout EditingSession, _ base: Document, _ theirs: Document, prefer preference: MergeSide?
  ) throws(Diagnostic) -> [MergeConflict] {
    let ours = session.loaded.document
    let isTyped = [base, ours, theirs].allSatisfy { $0.origin.format?.traits.values == .propertyList }
    do throws(Failure) {
      var merge = ThreeWayMerge(
        base: base, ours: ours, theirs: theirs, comparesNumbersByValue: !isTyped, prefer: preference)
      try merge.run { edit throws(Failure) in
        switch edit {
        case .add(let path, let value): try session.add(try theirs.copy(of: value), at: path)
        case .replace(let path, let value): try session.replace(at: path, with: try theirs.copy(of: value))
        case .remove(let path): try session.remove(at: path)
        }
      }
      return merge.conflicts
    } catch {
      throw Diagnostic(error)
    }
  }
}

/// Two texts as one, with git's markers around the lines that differ.
struct MarkedLines {
  private(set) var text: [UInt8] = []

  init(_ ours: [UInt8], _ theirs: [UInt8]) {
    let (own, other) = (Self.lines(ours), Self.lines(theirs))
    let alignment = SequenceAlignment(own.map(Self.fingerprint), other.map(Self.fingerprint))
    let breakLength = own.first { $0.last == ASCII.lineFeed }?.suffix(2).first == ASCII.carriageReturn ? 2 : 1
    let lineBreak = breakLength == 2 ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
    var (x, y) = (0, 0)
    for pair in alignment.pairs + [(own.count, other.count)] {
      mark(own[x..<pair.old], other[y..<pair.new], lineBreak)
      if pair.old < own.count { text += own[pair.old] }
      (x, y) = (pair.old + 1, pair.new + 1)
    }
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte == ASCII.lineFeed {
      lines.append(text[start...index])
      start = index + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  private static func fingerprint(_ line: ArraySlice<UInt8>) -> Fingerprint {
    Array(line).withByteView { Fingerprint(key: $0) }
  }

  private mutating func mark(
    _ own: ArraySlice<ArraySlice<UInt8>>, _ other: ArraySlice<ArraySlice<UInt8>>, _ lineBreak: [UInt8]
  ) {
    guard !own.isEmpty || !other.isEmpty else { return }
    func add(_ lines: ArraySlice<ArraySlice<UInt8>>) {
      for line in lines { text += line }
      // The last line of a text may have no end.
      if let last = text.last, last != ASCII.lineFeed { text += lineBreak }
    }
    add([])
    text += Array("<<<<<<< ours".utf8) + lineBreak
    add(own)
    text += Array("=======".utf8) + lineBreak
    add(other)
    text += Array(">>>>>>> theirs".utf8) + lineBreak
  }
}

extension DiagnosticCode {
  package static var mergeMarkers: DiagnosticCode {
    DiagnosticCode(
      "merge.markers", rule: "merge/markers",
      "conflict markers need a text whose format can be edited", advice: "use --prefer ours or theirs")
  }
}
