// The text of a merge: the agreed text, and regions with the bytes of either side.
//
//   "version": │ ours "1.1" · theirs "2.0" │ ,      with markers:    <<<<<<< ours
//                                                                    "version": "1.1",
//                                                                    =======
//                                                                    "version": "2.0",
//                                                                    >>>>>>> theirs

struct MergedText {
  private enum Part {
    case same([UInt8])
    case conflict(ours: [UInt8], theirs: [UInt8])
  }

  private var parts: [Part] = []
  private(set) var hasConflicts = false

  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard case .same(var before)? = parts.last else { return parts.append(.same(Array(bytes))) }
    // Removed, so that the bytes have one owner and grow in place.
    parts.removeLast()
    before += bytes
    parts.append(.same(before))
  }

  mutating func append(ours: [UInt8], theirs: [UInt8]) {
    if ours == theirs { return append(ours) }
    parts.append(.conflict(ours: ours, theirs: theirs))
    hasConflicts = true
  }

  /// The text with all conflicts resolved in favour of a side.
  func text(preferring side: MergeSide) -> [UInt8] {
    parts.flatMap { part in
      switch part {
      case .same(let bytes): bytes
      case .conflict(let ours, let theirs): side == .ours ? ours : theirs
      }
    }
  }

  // MARK: Markers

  /// A piece of whole lines; both sides are equal outside regions.
  private struct Lines {
    var ours: [UInt8] = []
    var theirs: [UInt8] = []
    var isRegion = false
    var lineCount: Int { ours.count { $0 == ASCII.lineFeed } }
    var isWhole: Bool {
      (ours.isEmpty || ours.last == ASCII.lineFeed) && (theirs.isEmpty || theirs.last == ASCII.lineFeed)
    }
  }

  /// The parts as whole lines: a region begins and ends with the lines of its conflicts.
  private var lines: [Lines] {
    var result: [Lines] = []
    var last = Lines()
    for part in parts {
      switch part {
      case .same(var bytes):
        if last.isRegion, !last.isWhole {
          let end = bytes.firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? bytes.count
          last.ours += bytes[..<end]
          last.theirs += bytes[..<end]
          bytes.removeFirst(end)
        }
        if last.isRegion, !bytes.isEmpty {
          result.append(last)
          last = Lines()
        }
        last.ours += bytes
      case .conflict(let ours, let theirs):
        if !last.isRegion {
          let start = last.ours.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
          let prefix = Array(last.ours[start...])
          last.ours.removeSubrange(start...)
          if !last.ours.isEmpty { result.append(last) }
          // Joins regions without a line between them.
          last = result.last?.isRegion == true ? result.removeLast() : Lines(isRegion: true)
          last.ours += prefix
          last.theirs += prefix
        }
        last.ours += ours
        last.theirs += theirs
      }
    }
    result.append(last)
    return result.filter { !$0.ours.isEmpty || !$0.theirs.isEmpty }
  }

  /// The lines with those between the nearest regions beyond `limit` in a region.
  private func lines(atMost limit: Int, joining: Bool) -> [Lines] {
    let lines = lines
    let excess = lines.count(where: \.isRegion) - max(limit, 1)
    guard excess > 0 || joining else { return lines }
    let gaps = lines.indices.dropFirst().dropLast().filter { !lines[$0].isRegion }
    let nearest = gaps.sorted { (lines[$0].ours.count, $0) < (lines[$1].ours.count, $1) }.prefix(
      max(excess, 0))
    let near = gaps.filter { joining && lines[$0].lineCount <= LineMerge.joinedLines }
    let joined = Set(nearest + near)
    var result: [Lines] = []
    for (index, piece) in lines.enumerated() {
      if let last = result.indices.last, joined.contains(index) || joined.contains(index - 1) {
        result[last].ours += piece.ours
        result[last].theirs += piece.isRegion ? piece.theirs : piece.ours
      } else {
        result.append(piece)
      }
    }
    return result
  }

  /// The text with git's markers around the lines of conflicts; joins the nearest regions beyond `limit`.
  ///
  /// `joining` also joins the regions that git joins.
  func marked(atMost limit: Int, joining: Bool = false) -> [UInt8] {
    let lines = lines(atMost: limit, joining: joining)
    let first = lines.first { $0.ours.contains(ASCII.lineFeed) }?.ours ?? []
    let hasReturn =
      first.firstIndex(of: ASCII.lineFeed).map { $0 > 0 && first[$0 - 1] == ASCII.carriageReturn } ?? false
    let lineBreak = hasReturn ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
    return lines.reduce(into: []) { text, piece in
      guard piece.isRegion else { return text += piece.ours }
      func add(_ marker: String, _ side: [UInt8] = []) {
        text += Array(marker.utf8) + lineBreak + side
        // The last line of a text may lack a line end.
        if let last = side.last, last != ASCII.lineFeed { text += lineBreak }
      }
      add("<<<<<<< ours", piece.ours)
      add("=======", piece.theirs)
      add(">>>>>>> theirs")
    }
  }
}
