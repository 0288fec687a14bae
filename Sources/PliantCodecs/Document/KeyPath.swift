//   a.b\.c.0   →  a, b.c, 0          /a~1b/0   →  a/b, 0

/// The path to a value, from plutil's dotted key path or a JSON Pointer (RFC 6901): keys or indices.
package struct KeyPath: Equatable, Sendable {
  package var components: [[UInt8]]

  package init(components: [[UInt8]]) { self.components = components }

  /// Parses a dotted path, in which `\.` is a dot in a key; an empty text is one empty key, as in plutil.
  package init(dotted text: String) {
    var components: [[UInt8]] = [[]]
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == ASCII.reverseSolidus && bytes.first == ASCII.fullStop {
        bytes.removeFirst()
        components[components.count - 1].append(ASCII.fullStop)
      } else if byte == ASCII.fullStop {
        components.append([])
      } else {
        components[components.count - 1].append(byte)
      }
    }
    self.components = components
  }

  /// Parses a JSON Pointer; nil if a tilde precedes neither 0 nor 1, or text does not begin with a slash.
  package init?(pointer text: String) {
    guard text.isEmpty || text.utf8.first == ASCII.solidus else { return nil }
    var components: [[UInt8]] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == ASCII.solidus {
        components.append([])
        continue
      }
      var value = byte
      if byte == ASCII.tilde {
        switch bytes.popFirst() {
        case ASCII.digit0: value = ASCII.tilde
        case ASCII.digit0 + 1: value = ASCII.solidus
        default: return nil
        }
      }
      components[components.count - 1].append(value)
    }
    self.components = components
  }

  /// Parses a pointer if the text begins with a slash, otherwise a dotted path; an empty text is the root.
  package init?(_ text: String) {
    if text.isEmpty || text.utf8.first == ASCII.solidus {
      self.init(pointer: text)
    } else {
      self.init(dotted: text)
    }
  }

  package var pointer: String {
    components.map { component in
      let escaped: [UInt8] = component.flatMap { byte -> [UInt8] in
        switch byte {
        case ASCII.tilde: [ASCII.tilde, ASCII.digit0]
        case ASCII.solidus: [ASCII.tilde, ASCII.digit0 + 1]
        default: [byte]
        }
      }
      return "/" + String(decoding: escaped, as: UTF8.self)
    }.joined()
  }

  /// The spelling of the path: dotted, or as a pointer if requested or if a dotted path would parse as one.
  package func spelled(asPointer: Bool) -> String {
    let isPointer = asPointer || components.first?.first == ASCII.solidus || components == [[]]
    return isPointer ? pointer : dotted
  }

  package var dotted: String {
    components.map { component in
      String(
        decoding: component.flatMap { $0 == ASCII.fullStop ? [ASCII.reverseSolidus, $0] : [$0] },
        as: UTF8.self)
    }.joined(separator: ".")
  }

  /// The array index of a component; digits with a leading zero are not an index (RFC 6901).
  package static func index(_ component: [UInt8]) -> Int? {
    guard !component.isEmpty, component.allSatisfy(\.isDigit), component.count < 19 else { return nil }
    guard component.count == 1 || component[0] != ASCII.digit0 else { return nil }
    return Int(String(decoding: component, as: UTF8.self))
  }
}
