// Records with the dictionaries or elements around them, for fields such as `../id`.
//
// A parent's values may follow the record, so the document is in memory as a whole.

extension RecordInput {
  func readWithParents(
    _ window: consuming InputWindow, into receiver: any ElementReceiver
  ) throws(Diagnostic) -> Outcome {
    var reading = reading
    reading.format = format
    let input = try Route.wholeInput(window, job, named: reading.name)
    return try input.withBytes { bytes throws(Diagnostic) in
      let loaded = try reading.load(bytes, job)
      let walk = ParentWalk(place: place, receiver: receiver)
      do throws(Failure) {
        let document = DocumentValue(loaded.document)
        if format == .xml, let root = document.entries.first(where: { _ in true }) {
          // The path may begin with the root element or below it.
          let matches = place.entering(key: root.key, from: place.start) | place.start
          try walk.visit(root.value, matches, [])
        } else {
          try walk.visit(document, place.start, [])
        }
      } catch {
        throw loaded.source.diagnostic(error, at: 0, of: loaded.document)
      }
      var outcome = Outcome(ledger: loaded.ledger)
      outcome.isFound = walk.isFound
      return outcome
    }
  }
}

/// Finds the records of a document, and sends each after the dictionaries around it.
private final class ParentWalk {
  private let place: RecordPlace
  private let receiver: any ElementReceiver
  private(set) var isFound = false

  init(place: RecordPlace, receiver: any ElementReceiver) {
    self.place = place
    self.receiver = receiver
  }

  func visit(
    _ value: DocumentValue, _ matches: RecordPlace.Matches, _ parents: [DocumentValue]
  ) throws(Failure) {
    guard place.isRecord(matches) else {
      if matches != 0 { try descend(value, matches, parents) }
      return
    }
    isFound = true
    if value.isArray {
      for element in value.elements { try send(element, matches, parents) }
    } else {
      try send(value, matches, parents)
    }
  }

  private func send(
    _ record: DocumentValue, _ matches: RecordPlace.Matches, _ parents: [DocumentValue]
  ) throws(Failure) {
    receiver.enter(parents)
    try receiver.take(try record.document.copy(of: record.index))
    if place.hasAnyDepth, place.listsInner { try descend(record, matches, parents) }
  }

  private func descend(
    _ value: DocumentValue, _ matches: RecordPlace.Matches, _ parents: [DocumentValue]
  ) throws(Failure) {
    if value.isArray {
      for (index, element) in value.elements.enumerated() {
        try visit(element, place.entering(element: index, from: matches), parents)
      }
    }
    let inner = parents + [value]
    for entry in value.entries {
      try visit(entry.value, place.entering(key: entry.key, from: matches), inner)
    }
  }
}
