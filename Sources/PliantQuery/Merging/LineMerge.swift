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

  private let base: Lines
  private let ours: Lines
  private let theirs: Lines
  private let hunks: [SequenceMerge.Hunk]
  private let joinedLines: Int
  private(set) var merged = MergedText()

  /// `joinsLines` joins two conflicts with few lines between them, as git does.
  init(base: ByteView, ours: ByteView, theirs: ByteView, joinsLines: Bool = true) {
    joinedLines = joinsLines ? Self.joinedLines : 0
    self.base = Lines(base)
    self.ours = Lines(ours)
    self.theirs = Lines(theirs)
    hunks =
      SequenceMerge(
        base: self.base.fingerprints, ours: self.ours.fingerprints, theirs: self.theirs.fingerprints
      ).hunks
    for hunk in hunks {
      switch hunk {
      case .same(let lines): merged.append(self.ours.bytes(lines))
      case .ours(let lines): merged.append(self.ours.bytes(lines), isChanged: true)
      case .theirs(let lines): merged.append(self.theirs.bytes(lines), isChanged: true)
      case .conflict(_, let mine, let new): conflict(mine, new)
      }
    }
  }

  /// The result; nil if it has a conflict, or a line that one side removed.
  var agreed: [UInt8]? { merged.hasConflicts || revivesLine ? nil : merged.text(preferring: .ours) }

  /// Whether the result has a line that one side removed, because the other side moved it: one that occurs once in BASE,
  /// not on one side, and once among the other side's changes.
  var revivesLine: Bool {
    var changed: Set<Fingerprint> = []
    for hunk in hunks {
      switch hunk {
      case .ours(let lines): changed.formUnion(ours.fingerprints[lines])
      case .theirs(let lines): changed.formUnion(theirs.fingerprints[lines])
      case .same, .conflict: break
      }
    }
    if changed.isEmpty { return false }
    let counts = [base, ours, theirs].map { side in
      side.fingerprints.reduce(into: [Fingerprint: Int]()) { counts, line in
        if changed.contains(line) { counts[line, default: 0] += 1 }
      }
    }
    return base.fingerprints.indices.contains { index in
      let line = base.fingerprints[index]
      let (own, other) = (counts[1][line] ?? 0, counts[2][line] ?? 0)
      return counts[0][line] == 1 && own + other == 1
        && base.bytes(index..<index + 1).contains { $0.isLetter || $0.isDigit }
    }
  }

  /// Adds a conflict in lines that both sides changed, without common lines.
  private mutating func conflict(_ mine: Range<Int>, _ new: Range<Int>) {
    let alignment = SequenceAlignment(Array(ours.fingerprints[mine]), Array(theirs.fingerprints[new]))
    let pairs = alignment.pairs.map { (old: mine.lowerBound + $0.old, new: new.lowerBound + $0.new) }
    var (x, y) = (mine.lowerBound, new.lowerBound)
    func append(_ own: Range<Int>, _ other: Range<Int>) {
      merged.append(ours: ours.bytes(own), theirs: theirs.bytes(other), at: nil)
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
  }
}
