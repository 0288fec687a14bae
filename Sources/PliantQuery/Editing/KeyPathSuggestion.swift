// What a key path that leads nowhere probably means: a key with dots in it, or one that is spelt nearly so.
//
//   com.apple.security   →   com\.apple\.security        CFBundelName   →   CFBundleName

import PliantCore

extension KeyPath {
  /// Fewer letters are not compared, since one slip among them would be half of the name.
  private static let leastLetters = 3
  /// Keys of a dictionary that are compared.
  private static let comparedKeys = 10_000

  /// The path in the document that this one, which leads nowhere, probably means.
  package func suggestion(in document: Document) -> KeyPath? {
    var at = document.resolved(0)
    for (depth, component) in components.enumerated() {
      if let child = document.child(component, of: at) {
        at = document.resolved(child)
        continue
      }
      guard document.containerKind(at: at) == .dictionary else { return nil }
      return joined(from: depth, in: document, at) ?? respelt(at: depth, in: document, at)
    }
    return nil
  }

  /// The path with some steps from `depth` on as one key with dots.
  private func joined(from depth: Int, in document: Document, _ dictionary: Int) -> KeyPath? {
    for end in stride(from: components.count, to: depth + 1, by: -1) {
      let key = Array(components[depth..<end].joined(separator: [ASCII.fullStop]))
      guard document.value(forKey: key, in: dictionary) != nil else { continue }
      let path = KeyPath(components: components[..<depth] + [key] + components[end...])
      if document.index(at: path) != nil { return path }
    }
    return nil
  }

  /// The path with the nearest key in the place of the one at `depth`.
  private func respelt(at depth: Int, in document: Document, _ dictionary: Int) -> KeyPath? {
    guard components[depth].count >= Self.leastLetters, document.count(at: dictionary) <= Self.comparedKeys
    else { return nil }
    var keys: [String] = []
    var key = dictionary + 2
    while key < document.word(at: dictionary).end {
      keys.append(document.text(at: key).string)
      key = document.next(after: document.next(after: key))
    }
    let name = String(decoding: components[depth], as: UTF8.self)
    guard let nearest = NearestSpelling.index(of: name, among: keys) else { return nil }
    var path = self
    path.components[depth] = Array(keys[nearest].utf8)
    return document.index(at: path) == nil ? nil : path
  }

  /// The question that follows a message about a path in the spelling of `shown`; empty where there is nothing to ask.
  package func suggestionText(in document: Document, shown: String) -> String {
    guard let path = suggestion(in: document) else { return "" }
    return "; did you mean '\(shown.utf8.first == ASCII.solidus ? path.pointer : path.dotted)'?"
  }
}
