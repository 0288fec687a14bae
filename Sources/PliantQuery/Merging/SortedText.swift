// A text with its entries sorted: those of a dictionary by key, XML elements of one name by identity.
//
//   <r>                                       <r>
//     <b id="2"/>  <!-- why -->                 <!-- first -->
//     <c/>                               →      <b id="1"/>
//     <!-- first -->                            <c/>
//     <b id="1"/>                               <b id="2"/>  <!-- why -->
//   </r>                                      </r>
//
// Elements of other names keep their places. Comments move with the entry that follows them, or whose line they
// are on. The result has the same bytes in another order, and some more line ends.

package enum SortedText {
  /// Returns the sorted text, whose values and comments are those of `text`.
  ///
  /// Throws the reader's failures, and `file.unproved` if the result had other contents.
  package static func sorted(_ text: ByteView, format: Format) throws(Failure) -> [UInt8] {
    let result: [UInt8]
    let isProved: Bool
    if format == .xml {
      let source = try XMLMergeSource(text)
      result = TextSorter(source).output
      isProved = result.withByteView {
        (try? XMLMergeSource($0))?.unorderedContent == source.unorderedContent
      }
    } else {
      guard let outline = format.outline else { throw Failure(.editFormat, format.rawValue) }
      let document = try DocumentSource(format: format, text: text).document()
      result = sorted(text, document, outline)
      isProved = result.withByteView { view in
        let found = try? DocumentSource(format: format, text: view).document()
        return found.map(content) == content(document)
      }
    }
    guard isProved, histogram(result) == histogram(text.array) else { throw Failure(.outputUnproved) }
    return result
  }

  private static func sorted<Outline: TextOutline>(
    _ text: ByteView, _ document: Document, _ outline: Outline.Type
  ) -> [UInt8] {
    let fingerprints = DocumentFingerprints(document, comparesNumbersByValue: false)
    return TextSorter(PropertyListMergeSource(outline.init(text: text), fingerprints)).output
  }

  private static func content(_ document: Document) -> Fingerprint {
    DocumentFingerprints(document, comparesNumbersByValue: false)[0]
  }

  private static func histogram(_ bytes: [UInt8]) -> [Int] {
    bytes.reduce(into: [Int](repeating: 0, count: 256)) { if !$1.isWhitespace { $0[Int($1)] += 1 } }
  }
}

protocol SortableSource: MergeSource {
  /// The pieces at some places of a container in sorted order.
  func sorted(_ places: [Int], of container: MergeContainer) -> [Int]
  /// Whether a value and everything in it keeps its order.
  func keepsOrder(_ value: MergeValue) -> Bool
}

private struct TextSorter<Source: SortableSource> {
  private enum Task {
    case text(Range<Int>)
    case separator(UInt8)
    case lineStart
    case value(MergeValue)
  }

  private let source: Source
  private(set) var output: [UInt8] = []

  init(_ source: Source) {
    self.source = source
    let root = source.root
    var tasks = [
      Task.text(root.range.upperBound..<source.text.count), .value(root), .text(0..<root.range.lowerBound),
    ]
    while let task = tasks.popLast() {
      switch task {
      case .text(let range): output += source.text[range].array
      case .separator(let byte): output.append(byte)
      case .lineStart: if let last = output.last, last != ASCII.lineFeed { output.append(ASCII.lineFeed) }
      case .value(let value): tasks += self.tasks(value).reversed()
      }
    }
  }

  private func tasks(_ value: MergeValue) -> [Task] {
    let containers = source.keepsOrder(value) ? [] : source.containers(of: value, at: [])
    if containers.isEmpty { return [.text(value.range)] }
    return containers.flatMap { container -> [Task] in
      var tasks = [Task.text(container.opening)]
      let order = order(of: container)
      let isMoved = order != Array(order.indices)
      let isTerminated = container.pieces.last { $0.value != nil }?.hasSeparator == true
      let last = order.last { container.pieces[$0].value != nil }
      for place in order {
        let piece = container.pieces[place]
        let lead = container.endOfLine(place - 1, in: source.text)..<piece.lead.upperBound
        // A comment would otherwise be on the line of another entry.
        if isMoved, startsWithComment(lead) { tasks.append(.lineStart) }
        tasks.append(.text(lead))
        guard let value = piece.value else {
          tasks += [.text(piece.body), .text(piece.tail)]
          continue
        }
        tasks += [
          .text(piece.body.lowerBound..<value.range.lowerBound), .value(value),
          .text(value.range.upperBound..<piece.body.upperBound),
        ]
        if let separator = container.separator, place != last || isTerminated {
          tasks.append(.separator(separator))
        }
        tasks.append(.text(piece.tail.lowerBound..<container.endOfLine(place, in: source.text)))
      }
      let end = container.endOfLine(container.pieces.count - 1, in: source.text)
      return tasks + [.text(end..<container.closing.upperBound)]
    }
  }

  private func startsWithComment(_ lead: Range<Int>) -> Bool {
    let first = source.text[lead].array.first { $0 != ASCII.space && $0 != ASCII.tab }
    return first.map { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn } ?? false
  }

  /// The places of a container's pieces in sorted order, between the section marks of a project.
  private func order(of container: MergeContainer) -> [Int] {
    var result: [Int] = []
    var run: [Int] = []
    var comments: [Int: [Int]] = [:]
    var pending: [Int] = []
    func endRun() {
      for place in source.sorted(run, of: container) { result += (comments[place] ?? []) + [place] }
      result += pending
      (run, pending) = ([], [])
    }
    for (place, piece) in container.pieces.enumerated() {
      if piece.value != nil {
        comments[place] = pending
        pending = []
        run.append(place)
      } else if source.text[piece.body].starts(with: "/* Begin ")
        || source.text[piece.body].starts(with: "/* End ")
      {
        pending.append(place)
        endRun()
      } else {
        pending.append(place)
      }
    }
    endRun()
    return result
  }
}

extension MergeContainer {
  /// The end of a piece with the rest of its line; comments before another piece on that line belong to that one.
  fileprivate func endOfLine(_ place: Int, in text: ByteView) -> Int {
    guard place >= 0 else { return opening.upperBound }
    let tail = pieces[place].tail
    return tail.isEmpty || text[tail.upperBound - 1] == ASCII.lineFeed || pieces[place].value == nil
      ? tail.upperBound : tail.lowerBound
  }
}

extension PropertyListMergeSource: SortableSource {
  func sorted(_ places: [Int], of container: MergeContainer) -> [Int] {
    let keys = container.pieces.map { $0.key ?? [] }
    guard places.allSatisfy({ container.pieces[$0].key != nil }) else { return places }
    return places.sorted { SortedText.areInOrder(keys[$0], keys[$1], $0 < $1) }
  }

  func keepsOrder(_ value: MergeValue) -> Bool { false }
}

extension SortedText {
  /// The order of `convert --sort-keys`, and that of the text for equal keys.
  fileprivate static func areInOrder(_ left: [UInt8], _ right: [UInt8], _ isFirst: Bool) -> Bool {
    left.withByteView { one in
      right.withByteView { other in one == other ? isFirst : one.precedesInUTF16(other) }
    }
  }
}

// MARK: XML

extension XMLMergeSource: SortableSource {
  func sorted(_ places: [Int], of container: MergeContainer) -> [Int] {
    let nodes = places.map { XMLNodeID(container.pieces[$0].value?.index ?? 0) }
    guard nodes.allSatisfy({ tree.kind(of: $0) == .element }) else { return places }
    var result = places
    for group in groups(of: nodes) {
      guard let keys = sortKeys(of: group.map { nodes[$0] }) else { continue }
      let order = group.indices.sorted { SortedText.areInOrder(keys[$0], keys[$1], $0 < $1) }
      for (position, index) in zip(group, order) { result[position] = places[group[index]] }
    }
    return result
  }

  /// The indices of the elements of each name.
  private func groups(of nodes: [XMLNodeID]) -> [[Int]] {
    Dictionary(grouping: nodes.indices) { tree.name(of: nodes[$0]).array }.values.map { $0 }
  }

  /// The identities of siblings of one name; nil if they have none.
  private func sortKeys(of nodes: [XMLNodeID]) -> [[UInt8]]? {
    guard nodes.count > 1 else { return nil }
    let names = nodes.map { name(of: $0) }
    if names.allSatisfy({ $0.full.count != $0.shown.count }), Set(names.map(\.full)).count == names.count {
      return names.map(\.full)
    }
    // Text has an order, and numbers such as coordinates may be unique by chance.
    let found = nodes.map { node in
      fields(of: node).filter { field in
        field.name != [ASCII.fullStop] && (!field.isMeasure || LearntIdentity.isUsual(field.name))
      }
    }
    return LearntIdentity([found])?.values[0].map { Array($0.joined(separator: [0])) }
  }

  func keepsOrder(_ value: MergeValue) -> Bool {
    let node = XMLNodeID(value.index)
    return tree.kind(of: node) == .element && keepsOrder(node)
  }

  /// The root elements of documents whose order is their meaning.
  private static let orderedRoots: [StaticString] = ["svg", "html", "schema", "stylesheet", "transform"]

  /// Whether white space in an element is content, or the order of the document has a meaning.
  private func keepsOrder(_ element: XMLNodeID) -> Bool {
    if element == tree.rootElement {
      let type = tree.attributes(of: element).first { tree.name(of: $0) == "type" }
      if type.map({ tree.value(of: $0).starts(with: "com.apple.InterfaceBuilder") }) == true { return true }
      if Self.orderedRoots.contains(where: { tree.localName(of: element) == $0 }) { return true }
    }
    if tree.attributes(of: element).contains(where: { tree.name(of: $0) == "xml:space" }) { return true }
    var (isAfterElement, separatesWords) = (false, false)
    for child in tree.children(of: element) {
      switch tree.kind(of: child) {
      case .text:
        let text = tree.value(of: child)
        guard text.isWhitespaceOnly else { return true }
        (isAfterElement, separatesWords) = (false, isAfterElement && text.separatesWords)
      case .element where separatesWords: return true
      case .element: (isAfterElement, separatesWords) = (true, false)
      default: (isAfterElement, separatesWords) = (false, false)
      }
    }
    return false
  }

  /// The fingerprint of the document, regardless of the order of siblings with an identity and of the comments
  /// between elements.
  fileprivate var unorderedContent: Fingerprint {
    let nodes = 0..<XMLNodeID(tree.count)
    var kept = nodes.prefix(0)
    var keepers = Set<XMLNodeID>()
    for node in nodes where tree.kind(of: node) == .element {
      if !kept.contains(node), keepsOrder(node) { kept = nodes[node..<tree.end(of: node)] }
      if kept.contains(node) { keepers.insert(node) }
    }
    var found = [Fingerprint](repeating: .zero, count: tree.count)
    for node in nodes.reversed() {
      let isContainer = tree.isContainer(node)
      let hasName = tree.kind(of: node) == .element || tree.isAttribute(node)
      var content = Fingerprint(key: hasName ? tree.name(of: node) : .empty)
        .followed(by: Fingerprint(key: isContainer ? .empty : tree.value(of: node)))
      content.low ^= UInt64(tree.kind(of: node).rawValue)
      if isContainer {
        for attribute in tree.attributes(of: node) { content = content.followed(by: found[Int(attribute)]) }
        let children = Array(tree.children(of: node))
        content = content.followed(
          by: keepers.contains(node)
            ? children.reduce(.zero) { $0.followed(by: found[Int($1)]) } : unordered(children, found))
      }
      found[Int(node)] = content
    }
    return found.first ?? .zero
  }

  private func unordered(_ children: [XMLNodeID], _ found: [Fingerprint]) -> Fingerprint {
    let elements = children.filter { tree.kind(of: $0) == .element }
    var (content, comments) = (Fingerprint.zero, Fingerprint.zero)
    for child in children {
      switch tree.kind(of: child) {
      case .element: content = content.followed(by: Fingerprint(key: tree.name(of: child)))
      case .comment: comments = comments.joined(with: found[Int(child)])
      case .text: break
      default: content = content.followed(by: found[Int(child)])
      }
    }
    return groups(of: elements).reduce(content.followed(by: comments)) { sum, group in
      let nodes = group.map { elements[$0] }
      let isSorted = sortKeys(of: nodes) != nil
      return sum.joined(
        with: nodes.reduce(.zero) {
          isSorted ? $0.joined(with: found[Int($1)]) : $0.followed(by: found[Int($1)])
        })
    }
  }
}
