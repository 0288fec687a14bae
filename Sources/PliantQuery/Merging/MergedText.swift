// The text of a merge: the agreed text, and regions with the bytes of either side.
//
//   "version": │ ours "1.1" · theirs "2.0" │ ,      with markers:    <<<<<<< ours
//                                                                    "version": "1.1",
//                                                                    =======
//                                                                    "version": "2.0",
//                                                                    >>>>>>> theirs
//
// A region consists of whole lines; text on a line with a conflict is each side's own.

struct MergedText {
  /// The offsets of a conflict in the texts of both sides.
  typealias Places = (ours: Range<Int>, theirs: Range<Int>)

  private enum Part {
    /// Agreed text, and whether some of it is from one side.
    case same([UInt8], isChanged: Bool)
    case conflict(ours: [UInt8], theirs: [UInt8], at: Places?)
  }

  private var parts: [Part] = []
  private(set) var hasConflicts = false

  mutating func append(_ bytes: some Sequence<UInt8>, isChanged: Bool = false) {
    guard case .same(var before, let wasChanged)? = parts.last else {
      return parts.append(.same(Array(bytes), isChanged: isChanged))
    }
    // Removed, so that the bytes have one owner and grow in place.
    parts.removeLast()
    before += bytes
    parts.append(.same(before, isChanged: wasChanged || isChanged))
  }

  mutating func append(ours: [UInt8], theirs: [UInt8], at places: Places?) {
    if ours == theirs { return append(ours) }
    // Lines of one side only have no line on the other.
    let isOneSided = (ours.isEmpty || theirs.isEmpty) && (ours + theirs).contains(ASCII.lineFeed)
    parts.append(.conflict(ours: ours, theirs: theirs, at: isOneSided ? nil : places))
    hasConflicts = true
  }

  /// The text with all conflicts resolved in favour of a side.
  func text(preferring side: MergeSide) -> [UInt8] {
    parts.flatMap { part in
      switch part {
      case .same(let bytes, _): bytes
      case .conflict(let ours, let theirs, _): side == .ours ? ours : theirs
      }
    }
  }

  // MARK: Markers

  /// A piece of whole lines; both sides are equal outside regions.
  private struct Lines {
    var ours: [UInt8] = []
    var theirs: [UInt8] = []
    var isRegion = false
    /// The places of its conflicts, if it has text between them or around them on their lines.
    var places: [Places?] = []
    var isExtended = false
    var isChanged = false
    var lineCount: Int { ours.count { $0 == ASCII.lineFeed } }
    var isWhole: Bool {
      (ours.isEmpty || ours.last == ASCII.lineFeed) && (theirs.isEmpty || theirs.last == ASCII.lineFeed)
    }

    /// The region with the lines of each side that contain its conflicts.
    func withOwnLines(_ ourText: ByteView, _ theirText: ByteView) -> Lines {
      let known = places.compactMap { $0 }
      guard isExtended, known.count == places.count else { return self }
      var result = self
      result.ours = Self.lines(of: known.map(\.ours), in: ourText, insteadOf: ours)
      result.theirs = Self.lines(of: known.map(\.theirs), in: theirText, insteadOf: theirs)
      return result
    }

    /// The lines that contain ranges, or the merged ones if only separators differ.
    private static func lines(
      of ranges: [Range<Int>], in text: ByteView, insteadOf merged: [UInt8]
    ) -> [UInt8] {
      // The place of nothing may be within the line of an empty container.
      if ranges.allSatisfy(\.isEmpty) { return merged }
      var result: [UInt8] = []
      var (start, end) = (0, 0)
      for range in ranges where range.lowerBound < start || range.upperBound > end || end == 0 {
        // Only the merged text has the conflicts in one order.
        guard range.lowerBound >= start else { return merged }
        let first = text.startOfLine(at: range.lowerBound)
        let isEnded = range.upperBound > range.lowerBound && text[range.upperBound - 1] == ASCII.lineFeed
        let next = text.firstIndex(of: ASCII.lineFeed, from: range.upperBound).map { $0 + 1 } ?? text.count
        let last = isEnded ? range.upperBound : next
        result += text[max(first, end)..<max(first, end, last)].array
        (start, end) = (first, max(end, last))
      }
      func words(_ text: [UInt8]) -> [UInt8] { text.filter { !$0.isWhitespace && $0 != ASCII.comma } }
      func count(_ text: [UInt8]) -> Int { text.count { $0 == ASCII.lineFeed } }
      if words(result) == words(merged) || count(result) != count(merged) { return merged }
      // A container that is empty on one side may be on fewer lines there, and a value may end outside.
      if open(after: result) != open(after: merged) { return merged }
      // The list may end here on this side only.
      func lastWord(_ text: [UInt8]) -> Int { text.lastIndex { !$0.isWhitespace } ?? -1 }
      let (own, other) = (lastWord(result), lastWord(merged))
      guard own >= 0, other >= 0, (result[own] == ASCII.comma) != (merged[other] == ASCII.comma) else {
        return result
      }
      if merged[other] == ASCII.comma {
        result.insert(ASCII.comma, at: own + 1)
      } else {
        result.remove(at: own)
      }
      return result
    }

    /// The brackets and tags that a text opens and does not close.
    private static func open(after text: [UInt8]) -> [UInt8] {
      var open: [UInt8] = []
      var last: UInt8 = 0
      for byte in text {
        switch byte {
        case ASCII.leftParenthesis, ASCII.leftBracket, ASCII.leftBrace, ASCII.lessThan: open.append(byte)
        case ASCII.rightParenthesis, ASCII.rightBracket, ASCII.rightBrace: _ = open.popLast()
        case ASCII.solidus where last == ASCII.lessThan: open = open.dropLast(2)
        case ASCII.greaterThan where last == ASCII.solidus: _ = open.popLast()
        default: break
        }
        last = byte
      }
      return open
    }

    /// The region between the lines that both sides have at its start and its end.
    var narrowed: [Lines] {
      guard isRegion else { return [self] }
      let shorter = min(ours.count, theirs.count)
      var start = 0
      for index in 0..<shorter {
        guard ours[index] == theirs[index] else { break }
        if ours[index] == ASCII.lineFeed { start = index + 1 }
      }
      var end = 0
      for index in 0..<(shorter - start) {
        let (own, other) = (ours[ours.count - 1 - index], theirs[theirs.count - 1 - index])
        if own == ASCII.lineFeed, other == own { end = index }
        guard own == other else { break }
        let isStart = ours.count - 1 - index == start && theirs.count - 1 - index == start
        if isStart { end = index + 1 }
      }
      var middle = self
      middle.ours = Array(ours[start..<(ours.count - end)])
      middle.theirs = Array(theirs[start..<(theirs.count - end)])
      let last = Array(ours[(ours.count - end)...])
      return [Lines(ours: Array(ours[..<start])), middle, Lines(ours: last)]
    }
  }

  /// The parts as whole lines: a region begins and ends with the lines of its conflicts.
  private func lines(_ ourText: ByteView, _ theirText: ByteView) -> [Lines] {
    var result: [Lines] = []
    var last = Lines()
    for part in parts {
      switch part {
      case .same(var bytes, let isChanged):
        if last.isRegion, !last.isWhole {
          let end = bytes.firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? bytes.count
          last.ours += bytes[..<end]
          last.theirs += bytes[..<end]
          last.isExtended = true
          bytes.removeFirst(end)
        }
        if last.isRegion, !bytes.isEmpty {
          result.append(last)
          last = Lines()
        }
        last.ours += bytes
        if !last.isRegion { last.isChanged = isChanged }
      case .conflict(let ours, let theirs, let places):
        if !last.isRegion {
          let start = last.ours.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
          let prefix = Array(last.ours[start...])
          last.ours.removeSubrange(start...)
          if !last.ours.isEmpty { result.append(last) }
          // Joins regions without a line between them.
          last = result.last?.isRegion == true ? result.removeLast() : Lines(isRegion: true)
          last.ours += prefix
          last.theirs += prefix
          if !prefix.isEmpty { last.isExtended = true }
        }
        last.ours += ours
        last.theirs += theirs
        last.places.append(places)
      }
    }
    result.append(last)
    return result.flatMap { $0.withOwnLines(ourText, theirText).narrowed }
      .filter { !$0.ours.isEmpty || !$0.theirs.isEmpty }
  }

  /// The lines with unchanged ones between near regions in a region, as git joins them.
  private static func joined(_ lines: [Lines]) -> [Lines] {
    var result: [Lines] = []
    for (index, piece) in lines.enumerated() {
      let isBetween = { (index: Int) in
        index > 0 && index + 1 < lines.count && !lines[index].isRegion && !lines[index].isChanged
          && lines[index].lineCount <= LineMerge.joinedLines
      }
      if let last = result.indices.last, isBetween(index) || isBetween(index - 1) {
        result[last].ours += piece.ours
        result[last].theirs += piece.isRegion ? piece.theirs : piece.ours
      } else {
        result.append(piece)
      }
    }
    return result
  }

  /// The text with git's markers around the lines of conflicts.
  ///
  /// Places of conflicts are offsets in `ourText` and `theirText`. `joining` also joins the regions that
  /// git joins.
  func marked(_ ourText: ByteView = .empty, _ theirText: ByteView = .empty, joining: Bool = false) -> [UInt8]
  {
    var lines = lines(ourText, theirText)
    if joining { lines = Self.joined(lines) }
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
