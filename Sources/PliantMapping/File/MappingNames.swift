// Names and places in the spelling of mapping files, in both directions.
//
//   itunes:image/@href            {http://example.org/ns}image/@href            a[@kind='b']/c/text()

/// Parses and formats names and places with the prefixes of a mapping.
struct MappingNames {
  let namespaces: [Mapping.Namespace]

  // MARK: Reading

  func place(_ text: String) throws(Failure) -> Mapping.Place {
    if text == "." { return Mapping.Place(steps: [], end: .element) }
    var place = Mapping.Place(steps: [], end: .element)
    let pieces = Self.pieces(of: text)
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      if piece.isEmpty { throw .mapping("the place \(MappingFileText.quoted(text)) has an empty step") }
      if piece == "text()" || piece == "*" || piece.hasPrefix("@") {
        guard isLast else {
          throw .mapping("misplaced \(piece); it must end the place \(MappingFileText.quoted(text))")
        }
        switch piece {
        case "text()": place.end = .text
        case "*": place.end = .children
        default: place.end = .attribute(try name(String(piece.dropFirst()), isAttribute: true))
        }
      } else if piece == "." || piece == ".." {
        throw .mapping(
          "\(piece) has no meaning in the place \(MappingFileText.quoted(text)); steps are names")
      } else {
        place.steps.append(try step(piece))
      }
    }
    return place
  }

  /// The parts between slashes outside brackets, braces and quotes.
  private static func pieces(of text: String) -> [String] {
    var isQuoted = false
    var isBraced = false
    return text.unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
      switch scalar {
      case "'": isQuoted.toggle()
      case "{" where !isQuoted: isBraced = true
      case "}" where !isQuoted: isBraced = false
      default: break
      }
      return scalar == "/" && !isQuoted && !isBraced
    }.map { String($0) }
  }

  private func step(_ text: String) throws(Failure) -> Mapping.Place.Step {
    let scalars = text.unicodeScalars
    guard let bracket = scalars.firstIndex(of: "[") else {
      return Mapping.Place.Step(name: try name(text, isAttribute: false))
    }
    let inside = scalars[scalars.index(after: bracket)...]
    let equals = inside.indices.first { inside[$0] == "=" && inside[inside.index(after: $0)...].first == "'" }
    guard inside.first == "@", inside.last == "]", let equals, inside.dropLast().last == "'" else {
      throw .mapping("the condition of the step \(MappingFileText.quoted(text)) must read [@NAME='VALUE']")
    }
    let attribute = try name(
      String(inside[inside.index(after: inside.startIndex)..<equals]), isAttribute: true)
    let value = try MappingWords.unquoted(
      String(inside[inside.index(after: equals)...].dropLast()), of: "@\(attribute.local)")
    return Mapping.Place.Step(
      name: try name(String(scalars[..<bracket]), isAttribute: false),
      condition: Mapping.Place.Condition(attribute: attribute, value: value))
  }

  /// Parses a name to an expanded name; only elements use the namespace without a prefix.
  func name(_ text: String, isAttribute: Bool) throws(Failure) -> Mapping.Name {
    if text.hasPrefix("{") {
      guard let brace = text.unicodeScalars.lastIndex(of: "}") else {
        throw .mapping("the namespace of \(MappingFileText.quoted(text)) is never closed with }")
      }
      let scalars = text.unicodeScalars
      let uri = String(scalars[scalars.index(after: scalars.startIndex)..<brace])
      return Mapping.Name(uri: uri, local: try local(String(scalars[scalars.index(after: brace)...])))
    }
    guard let colon = text.unicodeScalars.firstIndex(of: ":") else {
      let uri = isAttribute ? "" : uri(ofPrefix: "") ?? ""
      return Mapping.Name(uri: uri, local: try local(text))
    }
    let prefix = String(text.unicodeScalars[..<colon])
    guard let uri = uri(ofPrefix: prefix) else {
      let prefixes = namespaces.map(\.prefix).filter { !$0.isEmpty }
      throw .mapping(
        "the prefix '\(prefix)' of '\(text)' is not in 'namespaces'"
          + MappingFileText.suggestion(for: prefix, among: prefixes))
    }
    return Mapping.Name(
      uri: uri, local: try local(String(text.unicodeScalars[text.unicodeScalars.index(after: colon)...])))
  }

  private func uri(ofPrefix prefix: String) -> String? {
    namespaces.first { $0.prefix == prefix }?.uri
      ?? (prefix == "xml" ? XMLNamespaces.xmlURI.description : nil)
  }

  private func local(_ text: String) throws(Failure) -> String {
    guard Self.isName(text) else {
      throw .mapping("\(MappingFileText.quoted(text)) is not the name of an element or attribute")
    }
    return text
  }

  /// Whether a text is a name without a colon (NCName).
  static func isName(_ text: String) -> Bool {
    Array(text.utf8).withByteView {
      !$0.isEmpty && XMLCharacters.nameEnd(in: $0, from: 0) == $0.count
        && $0.firstIndex(of: ASCII.colon) == nil
    }
  }

  // MARK: Spelling

  func text(_ place: Mapping.Place) -> String {
    var pieces = place.steps.map(text)
    switch place.end {
    case .element: if pieces.isEmpty { pieces = ["."] }
    case .attribute(let name): pieces.append("@" + text(name, isAttribute: true))
    case .text: pieces.append("text()")
    case .children: pieces.append("*")
    }
    return pieces.joined(separator: "/")
  }

  private func text(_ step: Mapping.Place.Step) -> String {
    let name = text(step.name, isAttribute: false)
    guard let condition = step.condition else { return name }
    let attribute = text(condition.attribute, isAttribute: true)
    return "\(name)[@\(attribute)=\(condition.value.quoted(with: "'"))]"
  }

  /// Returns the spelling of a name: with a prefix for its namespace if there is one, else with `{URI}`.
  func text(_ name: Mapping.Name, isAttribute: Bool) -> String {
    let plain = isAttribute ? "" : uri(ofPrefix: "") ?? ""
    if name.uri == plain { return name.local }
    if !name.uri.isEmpty {
      // A duplicate prefix means its first namespace.
      let found = namespaces.first { !$0.prefix.isEmpty && $0.uri == name.uri }
      if let found { return "\(found.prefix):\(name.local)" }
      if name.uri == XMLNamespaces.xmlURI.description { return "xml:\(name.local)" }
    }
    return "{\(name.uri)}\(name.local)"
  }
}
