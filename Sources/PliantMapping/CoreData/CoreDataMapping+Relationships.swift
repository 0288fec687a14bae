// Relationships of a model as fields: records inside others, or references by key.

extension CoreDataMapping {
  mutating func add(_ side: CoreDataOwnership.Side) {
    let relationship = ownership.relationship(side)
    guard isNew(relationship.name, of: side.entity) else { return }
    switch ownership.roles[side] {
    case .owns: addOwned(relationship, side)
    case .refers: addReference(relationship, side)
    case .implied: noteImplied(relationship, side)
    case .dangling, nil:
      notes.append("\(name(side)): its destination \(relationship.destination) is not in the model")
    }
  }

  /// The relationship in notes.
  private func name(_ side: CoreDataOwnership.Side) -> String {
    "\(model.entities[side.entity].name).\(ownership.relationship(side).name)"
  }

  private func rule(_ text: String?) -> Mapping.DeleteRule {
    text.flatMap { Mapping.DeleteRule(rawValue: $0.lowercased()) } ?? .none
  }

  private func bounds(_ relationship: CoreDataModel.Relationship) -> Mapping.ListBounds {
    Mapping.ListBounds(
      minimum: relationship.isOptional ? 0 : max(1, relationship.minimum ?? 1), maximum: relationship.maximum,
      isOrdered: relationship.isOrdered)
  }

  private mutating func noteBounds(
    _ relationship: CoreDataModel.Relationship, _ side: CoreDataOwnership.Side, _ why: String
  ) {
    var said: [String] = []
    if let minimum = relationship.minimum, minimum > 0 { said.append("at least \(minimum)") }
    if let maximum = relationship.maximum, relationship.isToMany { said.append("at most \(maximum)") }
    guard !said.isEmpty else { return }
    notes.append("\(name(side)): \(said.joined(separator: ", ")) is not enforced, since \(why)")
  }

  // MARK: Owned

  /// Adds a field for each entity whose records can occur there.
  private mutating func addOwned(_ relationship: CoreDataModel.Relationship, _ side: CoreDataOwnership.Side) {
    guard let destination = ownership.destination(side) else { return }
    let targets = ownership.concrete(destination)
    for target in targets {
      let suffix = target == destination ? "" : names.record(model.entities[target].name)
      let name = names.property(relationship.name + suffix, isMadeUp: !suffix.isEmpty)
      var field = Mapping.Field(name: name, place: Self.child(name), type: .record(target + 1))
      if relationship.isToMany {
        field.list =
          targets.count == 1 ? bounds(relationship) : Mapping.ListBounds(isOrdered: relationship.isOrdered)
      } else {
        field.isRequired = !relationship.isOptional && targets.count == 1
      }
      field.deleteRule = rule(relationship.deleteRule)
      field.inverse = relationship.inverse
      field.isTransient = relationship.isTransient
      records[side.entity + 1].fields.append(field)
    }
    if targets.count > 1 {
      noteBounds(relationship, side, "its records are of several types")
    } else if relationship.isOptional, let minimum = relationship.minimum, minimum > 0, relationship.isToMany
    {
      notes.append("\(name(side)): none or at least \(minimum); 'at least' is not enforced")
    }
  }

  // MARK: References

  private mutating func addReference(
    _ relationship: CoreDataModel.Relationship, _ side: CoreDataOwnership.Side
  ) {
    guard let destination = ownership.destination(side) else { return }
    let name = names.property(relationship.name)
    let type = ownership.referenceKey(of: destination).map { CoreDataAttributeType($0) }
    let isElement = relationship.isToMany || type?.isText == true
    var field = Mapping.Field(
      name: name, place: isElement ? Self.child(name) : Self.attribute(name), type: type?.type ?? .string)
    if case .boolean = field.type {
      field.typeName = Self.yesNo.name
      usesYesNo = true
    }
    if isElement && type?.type == .string { field.whitespace = .keep }
    if relationship.isToMany {
      field.list = bounds(relationship)
    } else {
      field.isRequired = !relationship.isOptional
    }
    field.reference = Mapping.Reference(record: destination + 1)
    let inverse = ownership.inverse(side)
    // The side being deleted specifies the effect on this record.
    field.deleteRule = inverse.map { rule($0.deleteRule) } ?? .nullify
    if field.deleteRule == .nullify && field.isRequired { field.deleteRule = .deny }
    field.inverse = relationship.inverse
    field.isTransient = relationship.isTransient
    records[side.entity + 1].fields.append(field)
  }

  private mutating func noteImplied(
    _ relationship: CoreDataModel.Relationship, _ side: CoreDataOwnership.Side
  ) {
    guard let inverse = ownership.inverse(side), inverse.deleteRule != "Cascade" || relationship.isToMany
    else { return }
    noteBounds(relationship, side, "\(relationship.destination).\(inverse.name) says it from the other side")
    if !relationship.isToMany && !inverse.isToMany {
      notes.append(
        "\(name(side)): that only one \(relationship.destination) refers to it is not enforced")
    }
  }
}
