// The three-way merge of texts by meaning: every byte of the result is from one side, in its position, with
// its comments and layout.
//
//   values      equal on two sides: the third side's; dictionaries and sets entry by entry; else a conflict
//   entries     those that a side added follow their neighbour there (EntryMerge.swift)
//   the rest    comments, spacing and tags, taken from the side that changed them

struct TextMerge<Source: MergeSource> {
  /// A value on the sides that have one.
  private typealias Triple = (base: MergeValue?, ours: MergeValue, theirs: MergeValue)

  /// The state of merging two lists of pieces.
  private struct List {
    let base: MergeContainer?
    let ours: MergeContainer
    let theirs: MergeContainer
    var steps: [MergeStep]
    var next = 0
    /// The text after the last piece and its separator.
    var tail: [UInt8] = []
    var count = 0
    /// Whether the text before the next piece ends a line.
    var endsLine = false
    /// Whether the last piece needs a separator if another one follows.
    var needsSeparator = false
    /// The ends of the last pieces of both sides.
    var ends: (ours: Int, theirs: Int)

    init(base: MergeContainer?, ours: MergeContainer, theirs: MergeContainer, steps: [MergeStep]) {
      (self.base, self.ours, self.theirs, self.steps) = (base, ours, theirs, steps)
      ends = (max(ours.opening.upperBound - 1, 0), max(theirs.opening.upperBound - 1, 0))
    }

    var nextStep: MergeStep? { next < steps.count ? steps[next] : nil }
    var isTerminated: Bool { ours.pieces.isEmpty ? theirs.isTerminated : ours.isTerminated }

    func startsLine(_ text: ByteView) -> Bool {
      ours.opening.isEmpty || text[ours.opening.upperBound - 1] == ASCII.lineFeed
    }
  }

  private enum Task {
    case text([UInt8])
    case list(List)
    case stepEnd
  }

  /// The result of merging a value.
  private enum Outcome {
    case text([UInt8])
    /// Its containers, in order.
    case lists([Task])
    case conflict
  }

  private let base: Source?
  private let ours: Source
  private let theirs: Source
  private let preference: MergeSide?
  private let joinsArrays: Bool
  /// Identifiers whose additions and removals are conflicts.
  private let contested: Set<[UInt8]>
  private var tasks: [Task] = []
  private var path: [[UInt8]] = []
  private(set) var merged = MergedText()
  private(set) var conflicts: [MergeConflict] = []

  init(
    base: Source?, ours: Source, theirs: Source, prefer preference: MergeSide?, joinsArrays: Bool = false,
    contested: Set<[UInt8]> = []
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.preference = preference
    self.joinsArrays = joinsArrays
    self.contested = contested
    let (own, other) = (ours.root, theirs.root)
    merged.append(
      bytes(
        base.map { $0.text[0..<$0.root.range.lowerBound] }, ours.text[0..<own.range.lowerBound],
        theirs.text[0..<other.range.lowerBound]))
    tasks = [
      .text(
        bytes(
          base.map { $0.text.suffix(from: $0.root.range.upperBound) },
          ours.text.suffix(from: own.range.upperBound), theirs.text.suffix(from: other.range.upperBound)))
    ]
    let values = (base: base?.root, ours: own, theirs: other)
    switch outcome(values) {
    case .text(let bytes): merged.append(bytes)
    case .lists(let lists): tasks += lists.reversed()
    case .conflict:
      conflict(
        report(values), text(own.range, .ours).array, text(other.range, .theirs).array,
        at: (own.range, other.range))
    }
    run()
  }

  private mutating func run() {
    while let task = tasks.popLast() {
      switch task {
      case .text(let bytes): merged.append(bytes)
      case .stepEnd: path.removeLast()
      case .list(let list): advance(list)
      }
    }
  }

  /// The text outside values: that of the side that changed it, OURS if both did.
  private func bytes(_ old: ByteView?, _ own: ByteView, _ other: ByteView) -> [UInt8] {
    Self.isSame(own, old) ? other.array : own.array
  }

  private static func isSame(_ one: ByteView, _ other: ByteView?) -> Bool { other.map { one == $0 } ?? false }

  private func text(_ range: Range<Int>, _ side: MergeSide) -> ByteView {
    (side == .ours ? ours : theirs).text[range]
  }

  // MARK: Values

  private func outcome(_ values: Triple) -> Outcome {
    let old = values.base.flatMap { value in base.map { $0.text[value.range] } }
    let (own, other) = (text(values.ours.range, .ours), text(values.theirs.range, .theirs))
    let isContested = isContested(own, old) || isContested(other, old)
    if own == other || Self.isSame(other, old) && !isContested { return .text(own.array) }
    if Self.isSame(own, old) && !isContested { return .text(other.array) }
    if let lists = lists(values) { return .lists(lists) }
    if isContested { return .conflict }
    let (mine, new) = (ours.fingerprint(of: values.ours), theirs.fingerprint(of: values.theirs))
    let before = values.base.flatMap { value in base?.fingerprint(of: value) }
    if mine == new || new == before { return .text(own.array) }
    return mine == before ? .text(other.array) : .conflict
  }

  /// Whether a text has other contested identifiers than another one.
  private func isContested(_ text: ByteView, _ old: ByteView? = nil) -> Bool {
    !contested.isEmpty && text.words(in: contested) != (old.map { $0.words(in: contested) } ?? [])
  }

  private func report(_ values: Triple) -> MergeConflict {
    MergeConflict(
      path: KeyPath(components: path), base: Self.content(values.base, base),
      ours: ours.content(of: values.ours), theirs: theirs.content(of: values.theirs))
  }

  private static func content(_ value: MergeValue?, _ source: Source?) -> MergeConflict.Content {
    value.flatMap { value in source?.content(of: value) } ?? .nothing
  }

  private mutating func conflict(
    _ conflict: MergeConflict, _ own: [UInt8], _ other: [UInt8], at places: MergedText.Places?
  ) {
    conflicts.append(conflict)
    switch preference {
    case nil: merged.append(ours: own, theirs: other, at: places)
    case .ours: merged.append(own)
    case .theirs: merged.append(other)
    }
  }

  /// The containers of a value; nil if it has none, or its entries are indistinguishable.
  private func lists(_ values: Triple) -> [Task]? {
    var own = ours.containers(of: values.ours, at: path)
    var other = theirs.containers(of: values.theirs, at: path)
    let old = values.base.flatMap { value in base?.containers(of: value, at: path) } ?? []
    // One side added content to an empty-element tag.
    if old.count == 1, other.count == 2 { own.openEmptyTag() }
    if old.count == 1, own.count == 2 { other.openEmptyTag() }
    guard !own.isEmpty, own.count == other.count, let form = ours.form(of: values.ours, at: path),
      form == theirs.form(of: values.theirs, at: path)
    else { return nil }
    let sides = ((ours, values.ours), (theirs, values.theirs))
    if let base, let value = values.base, Source.isTorn((base, value), sides.0, sides.1) { return nil }
    var lists: [Task] = []
    for index in own.indices {
      // The start tag of an element without content is that of one with content.
      let before = index < old.count ? old[index] : old.isEmpty ? nil : .nothing
      guard let list = list(before, own[index], other[index]) else { return nil }
      lists.append(list)
    }
    return lists
  }

  /// A list, or its merged lines; nil if it conflicts as a whole.
  private func list(_ old: MergeContainer?, _ own: MergeContainer, _ other: MergeContainer) -> Task? {
    // Text on one side and elements on the other do not merge.
    if own.isMixedText != other.isMixedText, !own.pieces.isEmpty, !other.pieces.isEmpty { return nil }
    var all = [old, own, other].compactMap { $0 }
    let isNamed = all.allSatisfy { $0.isNamed && $0.hasUniqueNames }
    let sources = old == nil ? [ours, theirs] : [base, ours, theirs].compactMap { $0 }
    let sides = Array(zip(sources, all))
    let identified = isNamed ? nil : Source.identified(sides)
    var found = identified
    if found == nil, !all.contains(where: \.isNamed), joinsArrays || old != nil && areScalars(sides) {
      let named = sides.map { source, list in list.namedByContent { source.fingerprint(of: $0) } }
      if joinsArrays || named.areRemovedAndMoved { found = named }
    }
    if let found { all = found.map(\.withNumberedDuplicates) }
    let (own, other) = (all[all.count - 2], all[all.count - 1])
    let before = old == nil ? nil : all[0]
    func list(_ steps: [MergeStep]) -> Task {
      .list(List(base: before, ours: own, theirs: other, steps: contesting(steps, before, own, other)))
    }
    let steps = isNamed || found != nil ? namedSteps(all) : nil
    let isCertain = isNamed || joinsArrays || identified != nil
    if let steps, isCertain || !steps.contains(where: \.isConflict) { return list(steps) }
    guard let source = base, let before, all.allSatisfy({ $0.separator == own.separator }),
      let sequence = Source.steps((source, before), (ours, own), (theirs, other))
    else { return steps.map(list) }
    guard sequence.contains(where: \.isConflict) else { return list(sequence) }
    if let steps { return list(steps) }
    guard Source.pairsReplacements, contested.isEmpty else { return list(sequence) }
    // Nothing identifies the elements, but their lines may be as good.
    let lines = LineMerge(
      base: source.text[before.whole], ours: ours.text[own.whole], theirs: theirs.text[other.whole])
    return lines.agreed.map { .text($0) } ?? list(sequence)
  }

  /// The steps with conflicts for additions that mention contested identifiers.
  private func contesting(
    _ steps: [MergeStep], _ old: MergeContainer?, _ own: MergeContainer, _ other: MergeContainer
  ) -> [MergeStep] {
    if contested.isEmpty { return steps }
    let known = Set(old?.pieces.map { piece in base?.text[piece.body].array ?? [] } ?? [])
    return steps.map { step in
      guard case .copy(let side, let place) = step else { return step }
      let piece = (side == .ours ? own : other).pieces[place]
      let body = text(piece.body, side)
      guard piece.value != nil, isContested(body), !known.contains(body.array) else { return step }
      return .conflict(base: [], ours: side == .ours ? [place] : [], theirs: side == .ours ? [] : [place])
    }
  }

  private func areScalars(_ sides: [(source: Source, list: MergeContainer)]) -> Bool {
    sides.allSatisfy { source, list in
      list.pieces.allSatisfy { $0.value.map { source.containers(of: $0, at: path).isEmpty } ?? true }
    }
  }

  /// The steps for two or three lists whose pieces have distinct names.
  private func namedSteps(_ all: [MergeContainer]) -> [MergeStep] {
    let old = all.count == 3 ? all[0] : nil
    let (own, other) = (all[all.count - 2], all[all.count - 1])
    func isChanged(_ side: MergeSide, _ index: Int, _ place: Int) -> Bool {
      let piece = (side == .ours ? own : other).pieces[place]
      guard let base, let value = piece.value, let before = old?.pieces[index].value else { return false }
      let source = side == .ours ? ours : theirs
      if isContested(source.text[piece.body]) { return true }
      return !(source.text[value.range] == base.text[before.range])
        && source.fingerprint(of: value) != base.fingerprint(of: before)
    }
    var (mine, new) = (own.pieces.map(\.name), other.pieces.map(\.name))
    if let old, Source.pairsReplacements || own.pieces.contains(where: { $0.key == nil }) {
      EntryMerge.pairReplacements(base: old.pieces.map(\.name), ours: &mine, theirs: &new) {
        guard let base else { return false }
        let body = text(($0 == .ours ? own : other).pieces[$2].body, $0)
        return body.isSimilar(to: base.text[old.pieces[$1].body])
      }
    }
    let hasAttributes = own.pieces.first?.key?.first == 0x40
    return EntryMerge(
      base: old?.pieces.map(\.name), ours: mine, theirs: new,
      isSequence: Source.pairsReplacements ? !hasAttributes : !own.isNamed, isChanged: isChanged
    ).steps
  }

  // MARK: Lists

  /// Performs the next step of a list and schedules the others.
  private mutating func advance(_ list: List) {
    var list = list
    if list.next == 0 { merged.append(frame(list, \.opening)) }
    guard list.next < list.steps.count else {
      if list.needsSeparator, list.isTerminated, let separator = list.ours.separator {
        merged.append([separator])
      }
      return merged.append(list.tail + frame(list, \.closing))
    }
    let step = list.steps[list.next]
    list.next += 1
    switch step {
    case .copy(let side, let place):
      merged.append(copy(place, side, &list))
      tasks.append(.list(list))
    case .merge(let old, let own, let other): merge(old, own, other, &list)
    case .conflict(let old, let own, let other):
      conflict(old, own, other, &list)
      tasks.append(.list(list))
    }
  }

  /// The text before the first piece of a list, or after its last.
  private func frame(_ list: List, _ part: (MergeContainer) -> Range<Int>) -> [UInt8] {
    // An empty container may be on one line, or one tag.
    if list.ours.pieces.isEmpty != list.theirs.pieces.isEmpty {
      let isOurs = list.ours.pieces.isEmpty == list.steps.isEmpty
      return text(part(isOurs ? list.ours : list.theirs), isOurs ? .ours : .theirs).array
    }
    return bytes(
      list.base.flatMap { old in base.map { $0.text[part(old)] } }, text(part(list.ours), .ours),
      text(part(list.theirs), .theirs))
  }

  /// The text from the end of the last piece to that of the body; keeps its own tail for later.
  private func copy(_ place: Int, _ side: MergeSide, _ list: inout List) -> [UInt8] {
    let container = side == .ours ? list.ours : list.theirs
    let piece = container.pieces[place]
    let start = start(lead(place, side, list), &list)
    finish(piece, side, &list)
    return start + text(piece.body, side).array + separator(after: piece, list)
  }

  /// The separator and tail of the preceding piece, and a lead.
  private func start(_ lead: [UInt8], _ list: inout List) -> [UInt8] {
    var result: [UInt8] = []
    if list.needsSeparator, let separator = list.ours.separator { result.append(separator) }
    result += list.tail
    list.tail = []
    return result + lead
  }

  private func separator(after piece: MergePiece, _ list: List) -> [UInt8] {
    guard let separator = list.ours.separator, list.isTerminated, piece.hasSeparator else { return [] }
    return [separator]
  }

  private func finish(_ piece: MergePiece, _ side: MergeSide, _ list: inout List) {
    list.count += 1
    if side == .ours {
      list.ends.ours = piece.body.upperBound
    } else {
      list.ends.theirs = piece.body.upperBound
    }
    list.tail = text(piece.tail, side).array
    list.endsLine = list.tail.last == ASCII.lineFeed
    list.needsSeparator = piece.value != nil && !(list.isTerminated && piece.hasSeparator)
    // The last line of a text may lack a line end.
    let isLast = piece.tail.upperBound == (side == .ours ? ours : theirs).text.count
    if isLast, list.next < list.steps.count, list.tail.last != ASCII.lineFeed {
      list.tail.append(ASCII.lineFeed)
    }
  }

  /// A piece's lead; if it was the first on its line, or no longer is, that of a neighbour.
  private func lead(_ place: Int, _ side: MergeSide, _ list: List) -> [UInt8] {
    let container = side == .ours ? list.ours : list.theirs
    let own = text(container.pieces[place].lead, side)
    guard own.array.allSatisfy({ $0 == ASCII.space || $0 == ASCII.tab }) else { return own.array }
    let isInline = list.count > 0 && !list.endsLine || list.count == 0 && !list.startsLine(ours.text)
    guard isInline, (place == 0) != (list.count == 0) else { return own.array }
    for (side, other) in [(side, container), (.ours, list.ours), (.theirs, list.theirs)] {
      let wanted = list.count == 0 ? 0 : 1
      if other.pieces.count > wanted { return text(other.pieces[wanted].lead, side).array }
    }
    return list.count == 0 || list.ours.separator == nil ? own.array : [ASCII.space]
  }

  private mutating func merge(_ old: Int?, _ own: Int, _ other: Int, _ list: inout List) {
    let (mine, new) = (list.ours.pieces[own], list.theirs.pieces[other])
    let before = old.flatMap { list.base?.pieces[$0] }
    let was = before.flatMap { piece in base.map { (text: $0.text, piece: piece) } }
    let place = list.count
    guard let value = mine.value, let newValue = new.value else {
      merged.append(copy(own, .ours, &list))
      return tasks.append(.list(list))
    }
    let ownLead = lead(own, .ours, list)
    let lead = comments(was.map { $0.text[$0.piece.lead] }, mine.lead, new.lead, ownLead)
    merged.append(start([], &list))
    switch lead {
    case .some(let lead): merged.append(lead)
    case nil:
      // Only people can choose between comments.
      conflict(
        MergeConflict(
          path: KeyPath(components: path + [step(mine, place)]), base: .comments, ours: .comments,
          theirs: .comments),
        ownLead, text(new.lead, .theirs).array, at: nil)
    }
    list.ends = (mine.body.upperBound, new.body.upperBound)
    path.append(step(mine, place))
    let values = (base: before?.value, ours: value, theirs: newValue)
    let outcome = outcome(values)
    if case .conflict = outcome {
      let found = report(values)
      path.removeLast()
      conflict(found, mine, new, &list)
      return tasks.append(.list(list))
    }
    func part(_ range: (MergePiece, MergeValue) -> Range<Int>) -> [UInt8] {
      bytes(
        was.flatMap { was in was.piece.value.map { was.text[range(was.piece, $0)] } },
        text(range(mine, value), .ours), text(range(new, newValue), .theirs))
    }
    merged.append(part { $0.body.lowerBound..<$1.range.lowerBound })
    let end = part { $1.range.upperBound..<$0.body.upperBound }
    finish(mine, .ours, &list)
    let (tail, newTail) = (text(mine.tail, .ours), text(new.tail, .theirs))
    if let was, was.text[was.piece.tail] == tail, !(tail == newTail), tail.array.last == newTail.array.last {
      list.tail = newTail.array
    }
    let after = end + separator(after: mine, list)
    tasks += [.list(list), .text(after), .stepEnd]
    switch outcome {
    case .text(let bytes): merged.append(bytes)
    case .lists(let lists): tasks += lists.reversed()
    case .conflict: break
    }
  }

  /// A conflict between the values of an entry, with the rest of it and the comment after it on each side.
  private mutating func conflict(
    _ found: MergeConflict, _ mine: MergePiece, _ new: MergePiece, _ list: inout List
  ) {
    finish(mine, .ours, &list)
    var sides = [text(mine.body, .ours).array, text(new.body, .theirs).array]
    let (tail, newTail) = (list.tail, text(new.tail, .theirs).array)
    let isSeparated = separator(after: mine, list) != []
    let isAlike = tail.drop { $0.isWhitespace } == newTail.drop { $0.isWhitespace }
    if !isAlike, tail.last == newTail.last, isSeparated || !(list.nextStep?.isConflict ?? false) {
      let isFollowed = list.needsSeparator && list.nextStep != nil
      let between = (isSeparated || isFollowed ? list.ours.separator : nil).map { [$0] } ?? []
      if isFollowed { list.needsSeparator = false }
      for (index, tail) in [tail, newTail].enumerated() { sides[index] += between + tail }
      list.tail = []
    } else if isSeparated, let separator = list.ours.separator {
      for index in sides.indices { sides[index].append(separator) }
    }
    conflict(found, sides[0], sides[1], at: (mine.body, new.body))
  }

  private func step(_ piece: MergePiece, _ place: Int) -> [UInt8] { piece.key ?? Array(String(place).utf8) }

  /// The resulting lead, or nil if both sides changed its comments differently.
  private func comments(
    _ old: ByteView?, _ own: Range<Int>, _ other: Range<Int>, _ ownLead: [UInt8]
  ) -> [UInt8]? {
    let (mine, new) = (text(own, .ours), text(other, .theirs))
    func words(_ text: ByteView) -> [UInt8] { text.array.filter { !$0.isWhitespace } }
    let (was, now, then) = (old.map(words), words(mine), words(new))
    if now == was && then == was && ownLead == mine.array { return bytes(old, mine, new) }
    if then == was || then == now || was == nil && then.isEmpty { return ownLead }
    return now == was || was == nil && now.isEmpty ? new.array : nil
  }

  private mutating func conflict(_ old: [Int], _ own: [Int], _ other: [Int], _ list: inout List) {
    func content(_ places: [Int], _ container: MergeContainer?, _ source: Source?) -> MergeConflict.Content {
      let values = places.compactMap { container?.pieces[$0].value }
      guard list.ours.separator != nil && container?.isNamed == false else {
        return Self.content(values.first, source)
      }
      return .elements(values.map(\.index))
    }
    let named = own.first.map { list.ours.pieces[$0] } ?? other.first.map { list.theirs.pieces[$0] }
    let last = named?.key ?? Array(String(list.count).utf8)
    let found = MergeConflict(
      path: KeyPath(components: path + [last]), base: content(old, list.base, base),
      ours: content(own, list.ours, ours),
      theirs: content(other, list.theirs, theirs))
    let isFollowed = list.next < list.steps.count
    // Both sides share the preceding separator unless one of them ends the list here.
    if !list.needsSeparator || isFollowed || own.isEmpty == other.isEmpty {
      merged.append(start([], &list))
      list.needsSeparator = false
    }
    let texts = [(own, MergeSide.ours), (other, .theirs)].map { places, side in
      var alternative = list
      guard !places.isEmpty else { return list.tail }
      var text = places.flatMap { copy($0, side, &alternative) }
      list.endsLine = alternative.endsLine
      if alternative.needsSeparator && isFollowed, let separator = list.ours.separator {
        text.append(separator)
      }
      return text + alternative.tail
    }
    func range(_ places: [Int], _ container: MergeContainer, _ end: Int) -> Range<Int> {
      guard let first = places.first, let last = places.last else { return end..<end }
      return container.pieces[first].lead.upperBound..<container.pieces[last].tail.upperBound
    }
    conflict(
      found, texts[0], texts[1],
      at: (range(own, list.ours, list.ends.ours), range(other, list.theirs, list.ends.theirs)))
    if let last = own.last { list.ends.ours = list.ours.pieces[last].body.upperBound }
    if let last = other.last { list.ends.theirs = list.theirs.pieces[last].body.upperBound }
    list.count += max(own.count, other.count)
    list.tail = []
    list.needsSeparator = false
  }
}
