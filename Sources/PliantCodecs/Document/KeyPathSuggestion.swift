//   com.apple.security      the key `com.apple.security` is there:  com\.apple\.security
//   CFBundelName            a near key is there:                    CFBundleName
//   list.7                  the array is shorter:                   the array at 'list' has 3 elements
//   :owner:name             PlistBuddy's or jq's spelling:          owner.name

/// Suggests a correction for a key path that leads nowhere.
package struct KeyPathSuggestion {
  private let document: Document
  private let path: KeyPath
  private let isPointer: Bool

  /// Searches a document for the probable meaning of the path, which was typed as `text`.
  package init(for path: KeyPath, typedAs text: String, in document: Document) {
    self.document = document
    self.path = path
    isPointer = text.utf8.first == ASCII.solidus
  }

  /// A clause for the message about the missing value, such as `did you mean 'a'?`, or nil.
  package var text: String? {
    (joined ?? foreign).map { Self.question($0.spelled(asPointer: isPointer)) } ?? nearest
  }

  private static func question(_ path: String) -> String { "did you mean '\(path)'?" }

  // MARK: Keys with dots

  private struct PartialMatch {
    let at: Int
    let components: [[UInt8]]
    /// The number of the typed path's steps that it consumes.
    let taken: Int
  }

  /// The path with adjacent steps joined to one key with dots, if that leads to a value.
  private var joined: KeyPath? {
    guard !isPointer, path.components.count > 1 else { return nil }
    var matches = [PartialMatch(at: 0, components: [], taken: 0)]
    var steps = 0
    while let match = matches.popLast() {
      if match.taken == path.components.count { return KeyPath(components: match.components) }
      steps += 1
      guard steps <= Limits.suggestionSteps else { return nil }
      matches += next(after: match)
    }
    return nil
  }

  /// The continuations of a candidate, the one with the shortest key last.
  private func next(after match: PartialMatch) -> [PartialMatch] {
    let container = document.resolved(match.at)
    let rest = path.components[match.taken...]
    guard document.containerKind(at: container) == .dictionary else {
      return rest.first.flatMap { step in
        document.child(step, of: container).map {
          [PartialMatch(at: $0, components: match.components + [step], taken: match.taken + 1)]
        }
      } ?? []
    }
    // In a path of thousands of steps, joins only as many as the longest key.
    let lengths = Set(DocumentValue(document, at: container).entries.lazy.map(\.key.count))
    let longest = lengths.max() ?? 0
    var matches: [PartialMatch] = []
    var key: [UInt8] = []
    for (index, step) in rest.enumerated() {
      if index > 0 { key.append(ASCII.fullStop) }
      key += step
      if key.count > longest { break }
      guard lengths.contains(key.count), let value = document.value(forKey: key, in: container) else {
        continue
      }
      matches.append(
        PartialMatch(at: value, components: match.components + [key], taken: match.taken + index + 1))
    }
    return matches.reversed()
  }

  /// The path in the spelling of PlistBuddy, jq, JavaScript or a file system, if it leads to a value or an array.
  package var foreign: KeyPath? {
    let typed = Array(path.components.joined(separator: [ASCII.fullStop]))
    guard !isPointer, let first = typed.first else { return nil }
    let isPlistBuddys = first == ASCII.colon
    guard
      isPlistBuddys || first == ASCII.fullStop || first == ASCII.dollarSign
        || typed.contains(ASCII.leftBracket) || typed.contains(ASCII.solidus)
    else { return nil }
    let separators =
      isPlistBuddys
      ? [ASCII.colon]
      : [
        ASCII.fullStop, ASCII.leftBracket, ASCII.rightBracket, ASCII.solidus, ASCII.apostrophe,
        ASCII.quotationMark,
      ]
    let steps = typed.drop { $0 == ASCII.dollarSign }.split { separators.contains($0) }.map { Array($0) }
    guard !steps.isEmpty, steps != path.components else { return nil }
    let meant = KeyPath(components: steps)
    if document.index(at: meant) != nil { return meant }
    let parent = KeyPath(components: steps.dropLast())
    let isInArray = document.index(at: parent).map {
      document.containerKind(at: document.resolved($0)) == .array
    }
    return steps.count > 1 && isInArray == true ? meant : nil
  }

  /// The question after `foreign`, or nil.
  package var foreignText: String? { foreign.map { Self.question($0.spelled(asPointer: false)) } }

  // MARK: Near keys

  /// The maximum length of a key to suggest.
  private static let longestKey = 256

  /// The nearest key at the step that leads nowhere, or a key with dots before it.
  private var nearest: String? {
    let (passed, last) = document.follow(path.components)
    let end = document.resolved(last)
    guard passed.count < path.components.count else { return nil }
    let found =
      switch document.containerKind(at: end) {
      case .dictionary: nearKey(in: end, step: passed.count)
      case .array, .set: length(of: end, at: KeyPath(components: start(passed.count)))
      case nil: nil as String?
      }
    return found
      ?? passed.indices.reversed().lazy.compactMap { nearJoinedKey(in: passed[$0], step: $0) }.first
  }

  private func start(_ count: Int) -> [[UInt8]] { Array(path.components.prefix(count)) }

  private func nearKey(in container: Int, step: Int) -> String? {
    if let joined = nearJoinedKey(in: container, step: step) { return joined }
    guard document.containerKind(at: container) == .dictionary else { return nil }
    let name = String(decoding: path.components[step], as: UTF8.self)
    guard let key = Self.near(name, among: keys(of: container)) else { return nil }
    let found = start(step) + [Array(key.utf8)]
    let full = KeyPath(components: found + path.components[(step + 1)...])
    let meant = document.index(at: full) == nil ? KeyPath(components: found) : full
    return Self.question(meant.spelled(asPointer: isPointer))
  }

  /// The key with dots nearest to the rest of the path.
  private func nearJoinedKey(in container: Int, step: Int) -> String? {
    let rest = path.components[step...]
    guard !isPointer, rest.count > 1, document.containerKind(at: container) == .dictionary else { return nil }
    guard rest.count <= Self.longestKey else { return nil }
    let name = String(decoding: Array(rest.joined(separator: [ASCII.fullStop])), as: UTF8.self)
    guard let key = Self.near(name, among: keys(of: container).filter { $0.contains(".") }) else {
      return nil
    }
    return Self.question(KeyPath(components: start(step) + [Array(key.utf8)]).spelled(asPointer: false))
  }

  /// The key that differs only in case, or else the closest one.
  private static func near(_ name: String, among keys: [String]) -> String? {
    guard !name.isEmpty else { return nil }
    let folded = name.lowercased()
    if let key = keys.first(where: { $0.lowercased() == folded }) { return key }
    // Any key is close to one of one or two letters.
    guard name.utf8.count > 2 else { return nil }
    return NearestSpelling.index(of: name, among: keys).map { keys[$0] }
  }

  private func keys(of container: Int) -> [String] {
    let entries = DocumentValue(document, at: container).entries.prefix(Limits.suggestionSteps)
    return entries.filter { $0.key.count <= Self.longestKey }.map(\.key.string)
  }

  private func length(of array: Int, at path: KeyPath) -> String {
    let count = document.count(at: array)
    let name = path.components.isEmpty ? "" : " at '\(path.spelled(asPointer: isPointer))'"
    return "the array\(name) has \(count) element\(count == 1 ? "" : "s")"
  }
}
