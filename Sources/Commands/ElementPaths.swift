// The places in documents of the style jsonml, for people: names of elements instead of indices.
//
//   ["Project", ["ItemGroup"], ["ItemGroup", ["P", {"Include": "x"}]]]     2.1.1.Include  →  Project.ItemGroup[2].P.@Include

struct ElementPaths {
  /// The steps to the children of the last parent: a change often has neighbours.
  private var last: (document: ObjectIdentifier, parent: Int, steps: [String], places: [Int])?

  /// The path of a value in such a document; nil if it is another one.
  mutating func path(_ path: KeyPath, in document: Document) -> String? {
    var value = DocumentValue(document)
    guard document.origin.format == .xml, document.documentSource.xmlStyle == .jsonml,
      let root = Self.name(of: value)
    else { return nil }
    // Comments and the like are beside the root element.
    var steps = root == "#document" ? [] : [root]
    for (number, component) in path.components.enumerated() {
      if value.isDictionary {
        steps.append("@" + String(decoding: component, as: UTF8.self))
        continue
      }
      guard let index = KeyPath.index(component), let child = step(index, into: value) else { return nil }
      value = DocumentValue(document, at: child.place)
      let isBeforeKey = value.isDictionary && number + 1 < path.components.count
      if !isBeforeKey { steps.append(child.step) }
    }
    return steps.joined(separator: ".")
  }

  private mutating func step(_ index: Int, into parent: DocumentValue) -> (step: String, place: Int)? {
    let owner = ObjectIdentifier(parent.document)
    if last?.document != owner || last?.parent != parent.index {
      let children = Array(parent.elements)
      let names = children.map { Self.name(of: $0) ?? ($0.isDictionary ? "@*" : "text()") }
      var totals: [String: Int] = [:]
      for name in names.dropFirst() { totals[name, default: 0] += 1 }
      var numbers: [String: Int] = [:]
      let steps = names.map { name in
        numbers[name, default: 0] += 1
        return totals[name, default: 0] > 1 ? "\(name)[\(numbers[name] ?? 1)]" : name
      }
      last = (owner, parent.index, steps, children.map(\.index))
    }
    guard let last, index < last.steps.count else { return nil }
    return (last.steps[index], last.places[index])
  }

  /// The name of an element.
  private static func name(of value: DocumentValue) -> String? {
    value.isArray ? value.elements.first { _ in true }?.string : nil
  }
}
