// Records as columns of others, and dictionaries whose keys are data.

extension InferredRecords {
  /// Whether a dictionary's keys are data: many, each of which few dictionaries have, with single values.
  func isMap(_ node: InferredNode) -> Bool {
    tree.isForSQL && !node.isOfEntries && node.children.count > 30
      && node.children.reduce(0) { $0 + $1.presentIn } * 4 < node.children.count * node.instances
      && node.children.allSatisfy { tree.nodes[$0.node].children.isEmpty }
  }

  /// The name of the field with the key of a dictionary's values.
  func entryKeyName(of node: InferredNode) -> String {
    let names = Set(node.children.map { tree.names[tree.nodes[$0.node].name].local })
    var name = "key"
    while names.contains(name) { name = "_" + name }
    return name
  }

  /// The maximum number of columns of a table with its inline records, below SQLite's 2,000.
  private static let maximumColumns = 500

  /// Makes records that occur at most once in theirs, but not in themselves, part of them.
  mutating func makeInline() {
    let recursive = recursiveNodes()
    var columns: [Int: Int] = [:]
    for node in order.reversed() {
      var fields = drafts[node] ?? []
      var count = fields.count { $0.target == nil }
      for number in fields.indices where fields[number].field.list == nil {
        guard let target = fields[number].target, !isChoice(target), !recursive.contains(target) else {
          continue
        }
        let more = columns[target] ?? 0
        guard count + more <= Self.maximumColumns else { continue }
        count += more
        fields[number].field.isInline = true
      }
      columns[node] = count
      drafts[node] = fields
    }
  }

  /// The nodes that contain themselves.
  private func recursiveNodes() -> Set<Int> {
    var found: Set<Int> = []
    var seen: Set<Int> = [0]
    var path = [(node: 0, rest: (drafts[0] ?? []).compactMap(\.target)[...])]
    while let target = path.last?.rest.first {
      path[path.count - 1].rest.removeFirst()
      if let start = path.firstIndex(where: { $0.node == target }) {
        found.formUnion(path[start...].map(\.node))
      } else if seen.insert(target).inserted {
        path.append((target, (drafts[target] ?? []).compactMap(\.target)[...]))
      }
      while path.last?.rest.isEmpty == true { path.removeLast() }
    }
    return found
  }
}
