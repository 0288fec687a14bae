// The side of a relationship that a document stores, and the nesting of records.

/// The roles of entities and relationships in a document.
struct CoreDataOwnership {
  enum Role {
    /// Its records are nested in this one.
    case owns
    /// Its keys are in this record.
    case refers
    /// The other side stores it.
    case implied
    /// The destination is not in the model.
    case dangling
  }

  /// A relationship: its entity and its number there.
  struct Side: Hashable, Comparable {
    let entity: Int
    let number: Int

    static func < (left: Side, right: Side) -> Bool {
      (left.entity, left.number) < (right.entity, right.number)
    }
  }

  private let model: CoreDataModel
  let parents: [Int?]
  /// For each entity, the non-abstract ones among it and those that extend it.
  private var descendants: [[Int]]
  private var destinations: [Side: Int] = [:]
  private var inverses: [Side: Side] = [:]
  private(set) var roles: [Side: Role] = [:]
  /// Entities with a list below the root element.
  private(set) var isAtRoot: [Bool]
  /// Topmost entities with a generated key attribute.
  private(set) var needsMadeKey: [Bool]
  private var keys: [[String]]

  init(_ model: CoreDataModel) {
    self.model = model
    let entities = model.entities
    var indexes: [String: Int] = [:]
    for (index, entity) in entities.enumerated() { indexes[entity.name] = index }
    parents = Self.parents(entities, indexes)
    isAtRoot = [Bool](repeating: true, count: entities.count)
    needsMadeKey = [Bool](repeating: false, count: entities.count)
    keys = [[String]](repeating: [], count: entities.count)
    descendants = [[Int]](repeating: [], count: entities.count)
    for (at, entity) in entities.enumerated() where !entity.isAbstract {
      for ancestor in line(of: at) { descendants[ancestor].append(at) }
    }
    let sides = entities.indices.flatMap { self.sides(of: $0) }
    for side in sides { destinations[side] = indexes[relationship(side).destination] }
    findInverses()
    findOwners()
    for side in sides where roles[side] == nil { roles[side] = role(of: side) }
    findKeys()
  }

  func sides(of entity: Int) -> [Side] {
    model.entities[entity].relationships.indices.map { Side(entity: entity, number: $0) }
  }

  /// The parents, without cycles.
  private static func parents(_ entities: [CoreDataModel.Entity], _ indexes: [String: Int]) -> [Int?] {
    var parents = entities.map { $0.parent.flatMap { indexes[$0] } }
    for start in parents.indices {
      var at = parents[start]
      var steps = 0
      while let next = at, steps <= parents.count {
        at = parents[next]
        steps += 1
      }
      if steps > parents.count { parents[start] = nil }
    }
    return parents
  }

  // MARK: Asking

  func relationship(_ side: Side) -> CoreDataModel.Relationship {
    model.entities[side.entity].relationships[side.number]
  }

  func destination(_ side: Side) -> Int? { destinations[side] }

  func inverse(_ side: Side) -> CoreDataModel.Relationship? { inverses[side].map(relationship) }

  /// The entity and all that it extends.
  func line(of entity: Int) -> [Int] {
    var line = [entity]
    while let next = parents[line[line.count - 1]] { line.append(next) }
    return line
  }

  /// The entity and all that extend it, except abstract ones.
  func concrete(_ entity: Int) -> [Int] { descendants[entity] }

  /// The attributes in an entity's key; empty if it is generated or missing.
  func key(of entity: Int) -> [String] { parents[entity] == nil ? keys[entity] : [] }

  /// The single key attribute of the topmost entity; nil for a generated key.
  func referenceKey(of entity: Int) -> CoreDataModel.Attribute? {
    let top = line(of: entity).last ?? entity
    return keys[top].count == 1 ? model.entities[top].attributes.first { $0.name == keys[top][0] } : nil
  }

  // MARK: Finding

  private mutating func findInverses() {
    for (side, destination) in destinations {
      guard let name = relationship(side).inverse else { continue }
      // A parent of the destination may declare the inverse.
      let sides = line(of: destination).flatMap { self.sides(of: $0) }
      inverses[side] = sides.first { relationship($0).name == name }
    }
  }

  /// The first cascade to an entity owns it, unless several records share its destination.
  private mutating func findOwners() {
    var owned: Set<Int> = []
    for side in destinations.keys.sorted() {
      let relationship = relationship(side)
      guard relationship.deleteRule == "Cascade", let destination = destinations[side] else { continue }
      if let inverse = inverses[side] {
        if self.relationship(inverse).isToMany || roles[inverse] == .owns { continue }
      }
      let family = Set(line(of: destination) + concrete(destination))
      guard owned.isDisjoint(with: family) else { continue }
      owned.formUnion(family)
      roles[side] = .owns
      for entity in concrete(destination) + [destination] { isAtRoot[entity] = false }
    }
    keepReachable()
  }

  /// Entities owned only inside themselves would be unreachable; the first is below the root.
  private mutating func keepReachable() {
    var isReached = [Bool](repeating: false, count: model.entities.count)
    var pending = model.entities.indices.filter { isAtRoot[$0] }
    var next = 0
    while true {
      while let entity = pending.popLast() {
        guard !isReached[entity] else { continue }
        isReached[entity] = true
        for owner in line(of: entity) {
          for side in sides(of: owner) where roles[side] == .owns {
            if let destination = destinations[side] { pending += concrete(destination) }
          }
        }
      }
      guard
        let unreached = isReached.indices[next...].first(where: {
          !isReached[$0] && !model.entities[$0].isAbstract
        })
      else { return }
      isAtRoot[unreached] = true
      pending.append(unreached)
      next = unreached
    }
  }

  private func role(of side: Side) -> Role {
    guard destinations[side] != nil else { return .dangling }
    guard let other = inverses[side], other != side else { return .refers }
    if roles[other] == .owns { return .implied }
    let (mine, its) = (relationship(side), relationship(other))
    if mine.isToMany != its.isToMany { return its.isToMany ? .refers : .implied }
    if !mine.isToMany {
      // A cascading deletion stores the key of its owner; otherwise the side that requires the other.
      if (mine.deleteRule == "Cascade") != (its.deleteRule == "Cascade") {
        return its.deleteRule == "Cascade" ? .refers : .implied
      }
      if mine.isOptional != its.isOptional { return its.isOptional ? .refers : .implied }
    }
    return side < other ? .refers : .implied
  }

  private mutating func findKeys() {
    var referred: Set<Int> = []
    for (side, role) in roles where role == .refers {
      if let destination = destinations[side], let top = line(of: destination).last { referred.insert(top) }
    }
    for (at, entity) in model.entities.enumerated() where parents[at] == nil {
      let usable = entity.uniquenessConstraints.filter { constraint in
        !constraint.isEmpty
          && constraint.allSatisfy { name in
            entity.attributes.contains { $0.name == name && !$0.isTransient && $0.derivation == nil }
          }
      }
      if let single = usable.first(where: { $0.count == 1 }) {
        keys[at] = single
      } else if let several = usable.first, !referred.contains(at) {
        keys[at] = several
      } else {
        needsMadeKey[at] = referred.contains(at) || concrete(at).contains { isAtRoot[$0] }
      }
    }
  }
}
