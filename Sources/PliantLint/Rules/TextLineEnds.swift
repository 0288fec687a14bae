// text/line-ends: lines that end in different ways.

extension LintRule {
  static let textLineEnds: LintRule = LintRule(
    .textLineEnds, .warning, options: LintOptions(selecting: .textLineEnds), isDefault: false,
    check: .lines { rule, text, analysis, collector throws(Failure) in
      var ends = LineEnds()
      try text.eachPart { part, offset, _ in ends.look(through: part, from: offset) }
      guard let (first, name, count) = ends.exception else { return }
      var fixes: [LintFix] = []
      if analysis.makesFixes, let (places, isToBeCut) = ends.change {
        for place in places {
          guard let at = text.byteOffset(place) else { break }
          let range = isToBeCut ? at..<at + 1 : at..<at
          fixes.append(LintFix(.lineEnds, range, isToBeCut ? [] : [ASCII.carriageReturn]))
        }
      }
      collector.add(
        rule, at: .text(first),
        "mixed line ends: \(count) of \(LintCoverage.count(ends.total, "line")) \(count == 1 ? "ends" : "end") with \(name)",
        fixes: fixes)
    })
}

private struct LineEnds {
  private var first: [Int?] = [nil, nil, nil]
  private var counts = [0, 0, 0]
  private static let names = ["LF", "CR LF", "CR"]
  /// Offsets of lone line feeds, and of carriage returns before others.
  private var lineFeeds: [Int] = []
  private var returns: [Int] = []
  private static let limit = 100_000

  var total: Int { counts.reduce(0, +) }

  mutating func look(through text: ByteView, from offset: Int) {
    var at = 0
    while at < text.count {
      let end = text.endOfLine(from: at)
      guard end < text.count else { return }
      let isPair = text[end] == ASCII.carriageReturn && text.byte(at: end + 1) == ASCII.lineFeed
      let kind = isPair ? 1 : text[end] == ASCII.carriageReturn ? 2 : 0
      first[kind] = first[kind] ?? offset + end
      counts[kind] += 1
      if kind == 0, lineFeeds.count < Self.limit { lineFeeds.append(offset + end) }
      if kind == 1, returns.count < Self.limit { returns.append(offset + end) }
      at = end + (isPair ? 2 : 1)
    }
  }

  /// The first end of the rarest kind, its name, and how many there are; nil if all are the same.
  var exception: (first: Int, name: String, count: Int)? {
    let present = counts.indices.filter { counts[$0] > 0 }
    guard present.count > 1, let rarest = present.min(by: { counts[$0] < counts[$1] }),
      let place = first[rarest]
    else { return nil }
    return (place, Self.names[rarest], counts[rarest])
  }

  /// Offsets at which to insert or remove carriage returns so that all lines end like most.
  var change: (places: [Int], isToBeCut: Bool)? {
    guard counts[2] == 0, counts[0] != counts[1] else { return nil }
    let places = counts[0] > counts[1] ? returns : lineFeeds
    return places.count == min(counts[0], counts[1]) ? (places, counts[0] > counts[1]) : nil
  }
}
