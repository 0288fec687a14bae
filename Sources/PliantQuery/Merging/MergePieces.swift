// A text split for a merge: the entries of a container, each with its lines and comments.
//
//   /* why */          lead     white space and comments before the entry
//   a = (1, 2);        body     key and value, of which the value may be a container again
//       /* c */↵       tail     what follows the separator on the same line, with its end
//
// Comments separated by an empty line from the next entry, and the section marks of a project, are separate
// pieces.

/// A value of one side: its range in the text, and its index in the document or tree.
struct MergeValue {
  var range: Range<Int>
  var index: Int
}

struct MergePiece {
  /// Identifies the same entry on another side.
  var name: [UInt8]
  var lead: Range<Int>
  /// The range from the key to the separator.
  var body: Range<Int>
  /// The value; nil for a comment.
  var value: MergeValue?
  var hasSeparator = false
  var tail: Range<Int>
  /// The step to the entry; nil for elements, which are counted.
  var key: [UInt8]?
}

struct MergeContainer {
  /// Whether the pieces are named entries, in order: a dictionary or a set; otherwise a sequence.
  var isNamed: Bool
  /// The range from the start of the container to its first piece.
  var opening: Range<Int>
  var pieces: [MergePiece] = []
  var closing: Range<Int>
  /// The byte after an entry, or between two.
  var separator: UInt8?
  /// Whether the last entry has a separator too.
  var isTerminated = false
  /// The number of the container in the document.
  var index: Int

  /// A container without pieces or text.
  static let nothing = MergeContainer(isNamed: true, opening: 0..<0, closing: 0..<0, index: 0)

  var whole: Range<Int> { opening.lowerBound..<closing.upperBound }

  var hasUniqueNames: Bool { Set(pieces.map(\.name)).count == pieces.count }
}

extension [MergeContainer] {
  /// Adds no content to the only container, an empty-element tag, which becomes a start tag: its end is only `>`.
  mutating func openEmptyTag() {
    guard count == 1 else { return }
    self[0].closing = self[0].closing.upperBound - 1..<self[0].closing.upperBound
    append(.nothing)
  }
}

protocol MergeSource {
  var text: ByteView { get }
  var root: MergeValue { get }
  /// The containers of a value, in order; empty for a scalar. `path` leads to the value.
  func containers(of value: MergeValue, at path: [[UInt8]]) -> [MergeContainer]
  func fingerprint(of value: MergeValue) -> Fingerprint
  func content(of value: MergeValue) -> MergeConflict.Content
  /// The steps that merge the elements of a sequence, or nil if they are indistinguishable; indices are those
  /// of pieces.
  static func steps(
    _ base: (Self, MergeContainer), _ ours: (Self, MergeContainer), _ theirs: (Self, MergeContainer)
  ) -> [MergeStep]?
  /// One list on two or three sides with names that identify its pieces; nil if nothing identifies them.
  static func identified(_ sides: [(Self, MergeContainer)]) -> [MergeContainer]?
  /// Whether a named entry that replaced one of BASE, and another one in its place on the other side, conflict.
  static var pairsReplacements: Bool { get }
  /// The kind of a value with parts that exclude each other, as values of different kinds are not merged; nil for
  /// a value that is not merged at all. `path` leads to it.
  func form(of value: MergeValue, at path: [[UInt8]]) -> [UInt8]?
  /// Whether the sides changed parts of a value that belong together: a text and its translation.
  static func isTorn(
    _ base: (Self, MergeValue), _ ours: (Self, MergeValue), _ theirs: (Self, MergeValue)
  ) -> Bool
}

extension MergeSource {
  static func isTorn(
    _ base: (Self, MergeValue), _ ours: (Self, MergeValue), _ theirs: (Self, MergeValue)
  ) -> Bool { false }
}

enum MergeStep {
  case copy(MergeSide, Int)
  case merge(base: Int?, ours: Int, theirs: Int)
  case conflict(base: [Int], ours: [Int], theirs: [Int])

  var isConflict: Bool {
    if case .conflict = self { return true }
    return false
  }
}

// MARK: Property lists

/// A property list or JSON with editable text.
struct PropertyListMergeSource<Outline: TextOutline>: MergeSource {
  let outline: Outline
  let fingerprints: DocumentFingerprints
  /// Whether the document is an Xcode project, whose lists of identifiers are ordered sets.
  let isProject: Bool

  var text: ByteView { outline.text }
  private var document: Document { fingerprints.document }
  var root: MergeValue { MergeValue(range: outline.root, index: 0) }

  init(_ outline: Outline, _ fingerprints: DocumentFingerprints) {
    self.outline = outline
    self.fingerprints = fingerprints
    isProject = fingerprints.document.isProject
  }

  func fingerprint(of value: MergeValue) -> Fingerprint {
    value.index < 0 ? Fingerprint(key: text[value.range]) : fingerprints[value.index]
  }

  func content(of value: MergeValue) -> MergeConflict.Content {
    value.index < 0 ? .text(text[value.range].array, at: value.range.lowerBound) : .value(value.index)
  }

  /// The tape indices of the last of each key's values; those of its other values are negative.
  private func entries(of dictionary: Int, _ found: TextContainer) -> [([UInt8], Int)] {
    let known = DocumentValue(document, at: dictionary).entries.map { ($0.key.array, $0.value.index) }
    guard known.count < found.entries.count else { return known }
    var indices = Dictionary(known, uniquingKeysWith: { $1 })
    let keys = found.entries.map { $0.key.map(outline.key) ?? [] }
    return keys.reversed().map { ($0, indices.removeValue(forKey: $0) ?? -1) }.reversed()
  }

  func containers(of value: MergeValue, at path: [[UInt8]]) -> [MergeContainer] {
    guard value.index >= 0 else { return [] }
    let index = document.resolved(value.index)
    guard let kind = document.containerKind(at: index), kind != .set,
      let found = outline.container(value.range), found.isDictionary == (kind == .dictionary)
    else { return [] }
    let entries = found.isDictionary ? entries(of: index, found) : []
    let values = found.isDictionary ? entries.map(\.1) : document.elements(of: index)
    guard values.count == found.entries.count else { return [] }
    var container = MergeContainer(
      isNamed: found.isDictionary, opening: value.range, closing: value.range, index: index)
    container.separator = outline.separator(inDictionary: found.isDictionary)
    container.isTerminated =
      container.separator != nil && found.entries.contains { $0.separator != nil }
      && (found.isDictionary && container.separator == ASCII.semicolon
        || found.entries.last?.separator != nil)
    var cutter = PieceCutter(
      outline, found, splitsComments: found.isDictionary && container.separator != ASCII.comma)
    for (number, entry) in found.entries.enumerated() {
      let key = found.isDictionary ? entries[number].0 : nil
      let value = MergeValue(range: entry.value, index: values[number])
      cutter.add(entry, key: key, value: value, name: key ?? document.setName(at: value.index))
    }
    cutter.finish(&container)
    if isProject && Document.isSetOfProject(path) && !found.isDictionary && container.hasUniqueNames
      && container.pieces.allSatisfy({ $0.name != [] })
    {
      container.isNamed = true
    }
    return [container]
  }

  func form(of value: MergeValue, at path: [[UInt8]]) -> [UInt8]? {
    value.index < 0 ? [] : document.form(of: value.index, at: path)
  }

  static func steps(
    _ base: (Self, MergeContainer), _ ours: (Self, MergeContainer), _ theirs: (Self, MergeContainer)
  ) -> [MergeStep]? {
    guard [base, ours, theirs].allSatisfy({ !$0.1.pieces.contains { $0.key != nil } }) else { return nil }
    // Each element of an array is a piece.
    func elements(_ side: (Self, MergeContainer)) -> [Int] { side.0.document.elements(of: side.1.index) }
    func places(_ elements: [Int]) -> (Int) -> Int {
      let places = Dictionary(uniqueKeysWithValues: zip(elements, elements.indices))
      return { places[$0] ?? 0 }
    }
    let (old, own, other) = (elements(base), elements(ours), elements(theirs))
    let (inBase, inOurs, inTheirs) = (places(old), places(own), places(other))
    let merge = ArrayMerge(
      base: base.0.fingerprints, old, ours: ours.0.fingerprints, own, theirs: theirs.0.fingerprints, other)
    var at = 0
    return merge.steps.flatMap { step -> [MergeStep] in
      switch step {
      case .keep(let count):
        at += count
        return (at - count..<at).map { .copy(.ours, $0) }
      case .merge(let values):
        guard let mine = values.ours, let new = values.theirs else { return [] }
        at += 1
        return [.merge(base: values.base.map(inBase), ours: inOurs(mine), theirs: inTheirs(new))]
      case .replace(let count, let new):
        at += count
        return new.map { .copy(.theirs, inTheirs($0)) }
      case .conflict(let old, let mine, let new):
        at += mine.count
        return [.conflict(base: old.map(inBase), ours: mine.map(inOurs), theirs: new.map(inTheirs))]
      }
    }
  }
}

extension PropertyListMergeSource {
  /// Dictionaries with the field that identifies them.
  static func identified(_ sides: [(Self, MergeContainer)]) -> [MergeContainer]? {
    if sides.contains(where: { $0.1.pieces.contains { $0.key != nil } }) {
      return sides.allSatisfy(\.1.isNamed) ? sides.map(\.1) : nil
    }
    var fields: [[LearntIdentity.Fields]] = []
    for (source, container) in sides {
      var elements: [LearntIdentity.Fields] = []
      for piece in container.pieces {
        guard let value = piece.value, let found = source.fingerprints.fields(of: value.index) else {
          return nil
        }
        elements.append(found)
      }
      fields.append(elements)
    }
    guard let identity = LearntIdentity(fields) else { return nil }
    var result = sides.map(\.1)
    for (side, values) in identity.values.enumerated() {
      for (index, value) in values.enumerated() {
        result[side].pieces[index].name = value.reduce(into: []) { $0 += [0] + $1 }
      }
    }
    return result
  }

  static var pairsReplacements: Bool { false }
}

extension DocumentFingerprints {
  /// The strings and numbers of a dictionary, and those one level deeper; nil for other values.
  func fields(of index: Int) -> LearntIdentity.Fields? {
    let value = DocumentValue(document, at: document.resolved(index))
    guard value.isDictionary else { return nil }
    return fields(of: value, in: [])
      + value.entries.filter(\.value.isDictionary).flatMap {
        fields(of: $0.value, in: $0.key.array + [ASCII.solidus])
      }
  }

  /// Whether a dictionary has another value of an identifying field than one of another document.
  func identifiesOther(_ index: Int, than other: Int, of base: DocumentFingerprints) -> Bool {
    let fields = fields(of: index) ?? []
    return base.fields(of: other)?.contains { field in
      !field.isNested && LearntIdentity.isCertain(field.name)
        && fields.contains { $0.name == field.name && $0.value != field.value }
    } ?? false
  }

  private func fields(of dictionary: DocumentValue, in outer: [UInt8]) -> LearntIdentity.Fields {
    dictionary.entries.compactMap { entry in
      var field = LearntIdentity.Field(name: outer + entry.key.array, value: [], isNested: outer != [])
      if let text = entry.value.text {
        field.value = text.array
      } else if DocumentNumber(document, at: document.resolved(entry.value.index)) != nil {
        (field.value, field.isNumber) = (self[entry.value.index].bytes, true)
      } else {
        return nil
      }
      return field
    }
  }
}

extension Document {
  var isProject: Bool {
    let root = DocumentValue(self)
    return root.value(forKey: "objects")?.isDictionary == true
      && (root.value(forKey: "archiveVersion") != nil || root.value(forKey: "rootObject") != nil)
  }

  /// Whether a path leads to a list in a project that is an ordered set.
  static func isSetOfProject(_ path: [[UInt8]]) -> Bool {
    path.count > 2 && path[0] == Array("objects".utf8) && path[2] != Array("buildSettings".utf8)
  }

  /// The keys of a localisation that exclude each other; nil for a dictionary whose entries only make sense
  /// together: the state and text of a translation, the requirement for a package, its revision and version.
  func form(of index: Int, at path: [[UInt8]]) -> [UInt8]? {
    if path.last == Array("stringUnit".utf8) { return nil }
    let value = DocumentValue(self, at: resolved(index))
    guard value.isDictionary else { return [] }
    if path.last == Array("requirement".utf8) && value.value(forKey: "kind")?.text != nil { return nil }
    let isResolved =
      value.value(forKey: "revision")?.text != nil
      && value.entries.allSatisfy { $0.key == "revision" || $0.key == "version" || $0.key == "branch" }
    let keys: [StaticString] = ["stringUnit", "variations"]
    return isResolved ? nil : keys.map { value.value(forKey: $0) == nil ? 0 : 1 }
  }
}

extension Document {
  /// The identity of a member of an ordered set; empty for anything but strings.
  fileprivate func setName(at index: Int) -> [UInt8] {
    tag(at: index) == .string ? text(at: index).array : []
  }
}

// MARK: Cutting

/// Assigns the text between entries to their leads and tails, and makes pieces of separate comments.
struct PieceCutter<Outline: TextOutline> {
  private let outline: Outline
  private let found: TextContainer
  private let splitsComments: Bool
  private var pieces: [MergePiece] = []
  private var at: Int
  private var comments: [[UInt8]: Int] = [:]

  init(_ outline: Outline, _ found: TextContainer, splitsComments: Bool) {
    self.outline = outline
    self.found = found
    self.splitsComments = splitsComments
    at = found.inside.lowerBound
    // The opening includes its line end; whole lines follow.
    if found.inside != found.range { at = endOfLine(at) }
  }

  private var text: ByteView { outline.text }

  /// The end of the line if only comments and white space follow, otherwise the offset itself.
  private func endOfLine(_ place: Int) -> Int {
    var end = outline.lineTail(from: place, beforeLineBreak: true)
    end = max(end, min(text.endOfBlanks(from: end), found.inside.upperBound))
    if end < found.inside.upperBound, text[end] == ASCII.carriageReturn { end += 1 }
    guard end < found.inside.upperBound, text[end] == ASCII.lineFeed else { return place }
    return end + 1
  }

  mutating func add(_ entry: TextEntry, key: [UInt8]?, value: MergeValue, name: [UInt8]) {
    split(upTo: entry.start)
    let end = entry.separator ?? entry.end
    let tailStart = entry.end
    var tail = tailStart..<endOfLine(tailStart)
    if tail.isEmpty, entry.separator == nil {
      // A comment after the last entry, on the line of the closing bracket.
      tail =
        tailStart..<min(outline.lineTail(from: tailStart, beforeLineBreak: true), found.inside.upperBound)
    }
    pieces.append(
      MergePiece(
        name: name, lead: at..<entry.start, body: entry.start..<end, value: value,
        hasSeparator: entry.separator != nil, tail: tail, key: key))
    at = tail.upperBound
  }

  mutating func finish(_ container: inout MergeContainer) {
    split(upTo: found.inside.upperBound, isEnd: true)
    let first = pieces.first?.lead.lowerBound ?? at
    container.opening = found.range.lowerBound..<first
    container.closing = at..<found.range.upperBound
    container.pieces = pieces
  }

  /// Makes pieces of the comments before an offset that do not belong to the entry there.
  private mutating func split(upTo end: Int, isEnd: Bool = false) {
    guard splitsComments else { return }
    var start: Int?
    var place = at
    while place < end {
      if let commentEnd = outline.comment(at: place) {
        start = start ?? place
        let stop = min(max(endOfLine(commentEnd), commentEnd), end)
        let isApart = stop > commentEnd && (isEnd || isBlankLine(stop, end))
        if isApart || isSectionMark(place..<commentEnd) {
          let body = (start ?? place)..<commentEnd
          let known = comments[text[body].array, default: 0]
          comments[text[body].array] = known + 1
          // Keys never contain the byte 0xFF.
          let name = [0xFF] + Array(String(known).utf8) + [0xFF] + text[body].array
          pieces.append(
            MergePiece(name: name, lead: at..<body.lowerBound, body: body, tail: commentEnd..<stop))
          at = stop
          start = nil
        }
        place = stop
      } else {
        place += 1
      }
    }
  }

  private func isBlankLine(_ start: Int, _ end: Int) -> Bool {
    text[start..<end].array.first { !$0.isBlank && $0 != ASCII.carriageReturn } == ASCII.lineFeed
  }

  private func isSectionMark(_ range: Range<Int>) -> Bool {
    let comment = text[range]
    return comment.starts(with: "/* Begin ") || comment.starts(with: "/* End ")
  }
}
