// Git's merge of lines: applies changes of both sides that neither overlap nor touch (SequenceMerge.swift);
// others are conflicts, narrowed to the differing lines.

struct LineMerge {
  /// The maximum number of lines between conflicts that git joins.
  static let joinedLines = 3

  private struct Lines {
    let text: ByteView
    private var starts: [Int] = [0]
    private(set) var fingerprints: [Fingerprint] = []

    init(_ text: ByteView) {
      self.text = text
      while let start = starts.last, start < text.count {
        let end = text.firstIndex(of: ASCII.lineFeed, from: start).map { $0 + 1 } ?? text.count
        fingerprints.append(Fingerprint(key: text[start..<end]))
        starts.append(end)
      }
    }

    func bytes(_ lines: Range<Int>) -> [UInt8] {
      text[starts[lines.lowerBound]..<starts[lines.upperBound]].array
    }
  }

  private let ours: Lines
  private let theirs: Lines
  private let joinedLines: Int
  private(set) var merged = MergedText()
  /// The number of conflict regions in git's merge.
  private(set) var regionCount = 0

  /// `joinsLines` joins two conflicts with few lines between them, as git does.
  init(base: ByteView, ours: ByteView, theirs: ByteView, joinsLines: Bool = true) {
    joinedLines = joinsLines ? Self.joinedLines : 0
    let old = Lines(base)
    self.ours = Lines(ours)
    self.theirs = Lines(theirs)
    let merge = SequenceMerge(
      base: old.fingerprints, ours: self.ours.fingerprints, theirs: self.theirs.fingerprints)
    // The lines unchanged on both sides since the last conflict; nil if others are between.
    var gap: Int?
    for hunk in merge.hunks {
      switch hunk {
      case .same(let lines):
        merged.append(self.ours.bytes(lines))
        gap = gap.map { $0 + lines.count }
      case .ours(let lines):
        merged.append(self.ours.bytes(lines))
        gap = nil
      case .theirs(let lines):
        merged.append(self.theirs.bytes(lines))
        gap = nil
      case .conflict(_, let mine, let new):
        let count = conflict(mine, new)
        regionCount += count > 0 && (gap ?? .max) <= joinedLines ? count - 1 : count
        if count > 0 { gap = 0 }
      }
    }
  }

  /// Adds a conflict in lines that both sides changed, without common lines; returns the number of conflicts.
  private mutating func conflict(_ mine: Range<Int>, _ new: Range<Int>) -> Int {
    var count = 0
    let alignment = SequenceAlignment(Array(ours.fingerprints[mine]), Array(theirs.fingerprints[new]))
    let pairs = alignment.pairs.map { (old: mine.lowerBound + $0.old, new: new.lowerBound + $0.new) }
    var (x, y) = (mine.lowerBound, new.lowerBound)
    func append(_ own: Range<Int>, _ other: Range<Int>) {
      let (one, two) = (ours.bytes(own), theirs.bytes(other))
      if one != two { count += 1 }
      merged.append(ours: one, theirs: two)
    }
    var index = 0
    while index < pairs.count {
      let start = pairs[index]
      var length = 1
      while index + length < pairs.count,
        pairs[index + length] == (start.old + length, start.new + length)
      {
        length += 1
      }
      index += length
      let isAtEdge =
        start.old == mine.lowerBound && start.new == new.lowerBound
        || start.old + length == mine.upperBound && start.new + length == new.upperBound
      guard length > joinedLines || isAtEdge else { continue }
      append(x..<start.old, y..<start.new)
      merged.append(ours.bytes(start.old..<start.old + length))
      (x, y) = (start.old + length, start.new + length)
    }
    append(x..<mine.upperBound, y..<new.upperBound)
    return count
  }
}
