// The way from the root of a document to one of its values.

extension Document {
  /// The path from the root to the value at a tape index.
  package func path(to target: Int) -> KeyPath {
    var path = KeyPath(components: [])
    var at = 0
    while at < target, tag(at: at) == .container {
      let isDictionary = containerKind(at: at) == .dictionary
      let end = word(at: at).end
      var (child, number, component) = (at + 2, 0, [UInt8]())
      while child < end {
        if isDictionary {
          component = text(at: child).array
          child = next(after: child)
        }
        let after = next(after: child)
        if target < after { break }
        number += 1
        child = after
      }
      path.components.append(isDictionary ? component : Array(String(number).utf8))
      at = child
    }
    return path
  }
}
