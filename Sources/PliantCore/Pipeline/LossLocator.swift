// The first value of a kind of loss on a road without a document: the events are written again up to that value.

/// Writes events until the writer refuses one, and keeps the way to it.
private final class LossLocator: ValueVisitor {
  private struct Level {
    let isDictionary: Bool
    var key: [UInt8] = []
    /// The number of elements that an array has so far.
    var count = 0
  }

  private var json: JSONWriter?
  private var propertyList: XMLPropertyListWriter?
  private var levels: [Level] = []
  /// The number of values and keys before the refused one.
  private(set) var ordinal = -1

  /// Creates a locator of `loss` in a target that `Route.canStream` writes.
  init(_ loss: Loss, _ writing: Writing) {
    let losses = LossReport(LossRule(only: loss))
    if writing.target == .json {
      json = JSONWriter(to: OutputBuffer(to: .nowhere), style: writing.jsonStyle, losses: losses)
    } else {
      propertyList = XMLPropertyListWriter(to: OutputBuffer(to: .nowhere), losses: losses)
    }
  }

  var path: String {
    let components = levels.map { $0.isDictionary ? $0.key : Array(String($0.count - 1).utf8) }
    return KeyPath(components: components).dotted
  }

  func visit(_ event: ValueEvent) throws(Failure) {
    if event.beginsValue { ordinal += 1 }
    if case .key(let text) = event {
      levels[levels.count - 1].key = text.array
    } else if event.beginsValue, let last = levels.indices.last, !levels[last].isDictionary {
      levels[last].count += 1
    }
    if json != nil { try json!.send(event) } else { try propertyList!.send(event) }
    switch event {
    case .beginDictionary: levels.append(Level(isDictionary: true))
    case .beginArray, .beginSet: levels.append(Level(isDictionary: false))
    case .endDictionary, .endArray, .endSet: levels.removeLast()
    default: break
    }
  }
}

extension Writing {
  /// Finds the first value of each kind of loss that was noted while events were sent.
  func place(_ losses: inout LossReport, in source: DocumentSource) {
    for loss in losses.unplaced {
      let locator = LossLocator(loss, self)
      do throws(Failure) { try source.read(visitor: locator) } catch {
        guard error.code == .lossRefused else { continue }
        losses.count(loss, 0, first: LossPlace(place(locator.ordinal, in: source), path: locator.path))
      }
    }
  }

  private func place(_ ordinal: Int, in source: DocumentSource) -> Place {
    do throws(Failure) { try source.read(visitor: ValueLocator(stoppingAt: ordinal)) } catch {
      return source.diagnostic(error).place
    }
    return .wholeFile
  }
}

/// Finds the first repeated key of a dictionary.
final class DuplicateKeyLocator: ValueVisitor {
  private var keys: DuplicateKeySink

  init(_ rule: DiagnosticRule) { keys = DuplicateKeySink(rule) }

  func visit(_ event: ValueEvent) throws(Failure) { try keys.send(event) }
}
