// Selects the records of JSON or of a property list from a reader's events.

/// A visitor that sends each complete record at a place to a receiver.
final class RecordSelector: ValueVisitor {
  private struct Level {
    let kind: ContainerKind
    let matches: RecordPlace.Matches
    /// Whether every element is a record.
    let isList: Bool
    /// The next element's index in an array.
    var next = 0
    /// The matches of the last key.
    var keyed: RecordPlace.Matches = 0
  }

  private let place: RecordPlace
  private let receiver: any ElementReceiver
  private let builder = UncheckedBox(DocumentBuilder(source: .empty))
  /// The open containers around the records.
  private var levels: [Level] = []
  /// Open containers that have no records.
  private var skipped = 0
  /// Open containers of the record being read.
  private var captured = 0
  /// The matches of that record.
  private var capturedMatches: RecordPlace.Matches = 0
  /// The shared containers around records so far.
  private var met: Set<Int> = []
  private var repeats = 0
  /// Whether there is a value at the place, which may be an empty list.
  private(set) var isFound = false
  /// Whether a record was the value of a key that `*` matched.
  private(set) var dropsKeys = false
  /// The first keys that lead to no record, for a suggestion.
  private(set) var otherKeys: [String] = []

  private static let maximumOtherKeys = 100

  init(_ place: RecordPlace, _ receiver: any ElementReceiver) {
    self.place = place
    self.receiver = receiver
  }

  /// The matches of the next value, and whether it is an element of the list of records.
  private func enter() -> (matches: RecordPlace.Matches, isElement: Bool) {
    guard let last = levels.indices.last else { return (place.start, false) }
    if levels[last].kind == .dictionary { return (levels[last].keyed, false) }
    defer { levels[last].next += 1 }
    if levels[last].isList { return (levels[last].matches, true) }
    return (place.entering(element: levels[last].next, from: levels[last].matches), false)
  }

  func visit(_ event: ValueEvent) throws(Failure) {
    if captured > 0 { return try capture(event) }
    switch event {
    case .endDictionary, .endArray, .endSet:
      if skipped > 0 { skipped -= 1 } else { levels.removeLast() }
    case .key(let text):
      guard skipped == 0, let last = levels.indices.last else { return }
      levels[last].keyed = place.entering(text, from: levels[last].matches)
      if levels[last].keyed == 0, !isFound, otherKeys.count < Self.maximumOtherKeys {
        otherKeys.append(text.string)
      }
    case .beginDictionary: try begin(.dictionary, event)
    case .beginArray: try begin(.array, event)
    case .beginSet: try begin(.set, event)
    default:
      guard skipped == 0 else { return }
      let (matches, isElement) = enter()
      capturedMatches = matches
      if isElement || place.isRecord(matches) {
        noteKey(isElement)
        try capture(event)
      }
    }
  }

  private func begin(_ kind: ContainerKind, _ event: ValueEvent) throws(Failure) {
    guard skipped == 0 else {
      skipped += 1
      return
    }
    let (matches, isElement) = enter()
    let isRecord = place.isRecord(matches)
    capturedMatches = matches
    if isElement || isRecord && kind == .dictionary {
      noteKey(isElement)
      return try capture(event)
    }
    if isRecord { isFound = true }
    // Nothing below can be a record.
    if matches == 0 {
      skipped = 1
    } else {
      levels.append(Level(kind: kind, matches: matches, isList: isRecord))
    }
  }

  private func noteKey(_ isElement: Bool) {
    if !isElement, place.name == nil, levels.last?.kind == .dictionary { dropsKeys = true }
  }

  private func capture(_ event: ValueEvent) throws(Failure) {
    captured += event.nesting
    try builder.value.send(event)
    guard captured == 0 else { return }
    isFound = true
    try place.send(try builder.value.takeDocument(), capturedMatches, to: receiver)
  }

  /// A repeated container that may have records is sent again, within a budget.
  func reuse(_ identity: Int) throws(Failure) -> Bool {
    if captured > 0 { return builder.value.reuse(identity) }
    if skipsNext { return true }
    if !met.insert(identity).inserted { repeats += 1 }
    if repeats > Limits.expandedValues { throw Failure(.expansionTooLarge) }
    return false
  }

  var wantsEveryContainer: Bool { skipsNext }

  /// Skips the value of a key without matches.
  var skipsNext: Bool {
    guard captured == 0, skipped == 0, let last = levels.last else { return captured == 0 && skipped > 0 }
    return last.kind == .dictionary && last.keyed == 0
  }
}
