// What a key path that leads nowhere was probably meant to be.
//
//   com.apple.security      the key `com.apple.security` is there:  com\.apple\.security
//   CFBundelName            a near key is there:                    CFBundleName
//   list.7                  the array is shorter:                   the array at 'list' has 3 elements

import PliantCore

/// Finds the path that somebody may have meant.
package struct KeyPathSuggestion {
  private let document: Document
  private let path: KeyPath
  private let isPointer: Bool

  /// Looks for what the path, which was typed as `text`, may mean in a document.
  package init(for path: KeyPath, typedAs text: String, in document: Document) {
    self.document = document
    self.path = path
    isPointer = text.utf8.first == ASCII.solidus
  }

  /// A clause that goes after the message that nothing is there, such as `did you mean 'a'?`; nil for none.
  package var text: String? {
    if let joined { return Self.question(joined.spelled(asPointer: isPointer)) }
    return nearest
  }

  private static func question(_ path: String) -> String { "did you mean '\(path)'?" }

  // MARK: Keys with dots

  /// A path on the way to a value.
  private struct Way {
    let at: Int
    let components: [[UInt8]]
    /// How many of the typed path's steps it has taken.
    let taken: Int
  }

  /// The path in which neighbouring steps are one key with dots, where that leads to a value.
  private var joined: KeyPath? {
    guard !isPointer, path.components.count > 1 else { return nil }
    var ways = [Way(at: 0, components: [], taken: 0)]
    var steps = 0
    while let way = ways.popLast() {
      if way.taken == path.components.count { return KeyPath(components: way.components) }
      steps += 1
      guard steps <= Limits.suggestionSteps else { return nil }
      ways += next(after: way)
    }
    return nil
  }

  /// The ways that go on from one, the one with the shortest key last.
  private func next(after way: Way) -> [Way] {
    let container = document.resolved(way.at)
    let rest = path.components[way.taken...]
    guard document.containerKind(at: container) == .dictionary else {
      return rest.first.flatMap { step in
        document.child(step, of: container).map {
          [Way(at: $0, components: way.components + [step], taken: way.taken + 1)]
        }
      } ?? []
    }
    return (1...rest.count).reversed().compactMap { count in
      let key = Array(rest.prefix(count).joined(separator: [ASCII.fullStop]))
      return document.value(forKey: key, in: container).map {
        Way(at: $0, components: way.components + [key], taken: way.taken + count)
      }
    }
  }

  // MARK: Near keys

  /// What is near where the path leads nowhere any more.
  private var nearest: String? {
    var at = 0
    for (depth, step) in path.components.enumerated() {
      let container = document.resolved(at)
      if let child = document.child(step, of: container) {
        at = child
        continue
      }
      let start = Array(path.components.prefix(depth))
      switch document.containerKind(at: container) {
      case .dictionary: return nearKey(in: container, after: start, step: depth)
      case .array, .set: return length(of: container, at: KeyPath(components: start))
      case nil: return nil
      }
    }
    return nil
  }

  private func nearKey(in container: Int, after start: [[UInt8]], step: Int) -> String? {
    let keys = keys(of: container)
    let rest = Array(path.components[step...])
    let whole = String(decoding: Array(rest.joined(separator: [ASCII.fullStop])), as: UTF8.self)
    if !isPointer, rest.count > 1, let key = Self.near(whole, among: keys) {
      return Self.question(KeyPath(components: start + [Array(key.utf8)]).spelled(asPointer: false))
    }
    guard let key = Self.near(String(decoding: rest[0], as: UTF8.self), among: keys) else { return nil }
    let found = start + [Array(key.utf8)]
    let full = KeyPath(components: found + rest.dropFirst())
    let meant = document.index(at: full) == nil ? KeyPath(components: found) : full
    return Self.question(meant.spelled(asPointer: isPointer))
  }

  /// The key that differs in case only, or else the one with the fewest slips.
  private static func near(_ name: String, among keys: [String]) -> String? {
    guard !name.isEmpty else { return nil }
    let folded = name.lowercased()
    if let key = keys.first(where: { $0.lowercased() == folded }) { return key }
    // Of one or two letters each is as near as any other.
    guard name.utf8.count > 2 else { return nil }
    return NearestSpelling.index(of: name, among: keys).map { keys[$0] }
  }

  private func keys(of container: Int) -> [String] {
    var keys: [String] = []
    for entry in DocumentValue(document, at: container).entries.prefix(Limits.suggestionSteps) {
      // A longer key is nothing that one would mistype.
      if entry.key.count <= 256 { keys.append(entry.key.string) }
    }
    return keys
  }

  private func length(of array: Int, at path: KeyPath) -> String {
    let count = document.count(at: array)
    let name = path.components.isEmpty ? "" : " at '\(path.spelled(asPointer: isPointer))'"
    return "the array\(name) has \(count) element\(count == 1 ? "" : "s")"
  }
}
