// Edits of which each follows the one before it, in rounds of those that do not depend on one another, since each round
// reads the text again.

struct EditRounds {
  private var paths: Set<String> = []
  /// The containers around those paths.
  private var containers: Set<String> = []
  /// The arrays whose elements have moved.
  private var shifted: Set<String> = []

  /// The edits in order, in as few rounds as their order allows.
  static func rounds(of edits: [PathEdit]) -> [[PathEdit]] {
    var rounds: [[PathEdit]] = []
    var round = EditRounds()
    for edit in edits {
      if !rounds.isEmpty, round.take(edit) {
        rounds[rounds.count - 1].append(edit)
      } else {
        round = EditRounds()
        _ = round.take(edit)
        rounds.append([edit])
      }
    }
    return rounds
  }

  /// Adds an edit; false if it depends on one of the round.
  private mutating func take(_ edit: PathEdit) -> Bool {
    let steps = edit.path.components
    let around = steps.indices.map { KeyPath(components: Array(steps[..<$0])).pointer }
    let path = edit.path.pointer
    guard !paths.contains(path), !containers.contains(path), paths.isDisjoint(with: around),
      shifted.isDisjoint(with: around)
    else { return false }
    // A numeric key may be an index.
    let mayShift = steps.last.map { KeyPath.index($0) != nil } ?? true
    switch edit.edit {
    case .replace: break
    case .insert, .remove:
      if mayShift, !paths.isEmpty { return false }
      if mayShift, let parent = around.last { shifted.insert(parent) }
    default:
      if !paths.isEmpty { return false }
      shifted.insert("")
    }
    paths.insert(path)
    containers.formUnion(around)
    return true
  }
}
