// Places of two fields, places hidden by another field, and containers of missing lists.

extension MappingChecker {
  mutating func checkPlaces(_ fields: [(field: Mapping.Field, record: Int)], of record: Int) {
    var byPlace: [Mapping.Place: Mapping.Field] = [:]
    // Fields that take everything inside an element, by its path.
    var fieldsByPlace: [[Mapping.Place.Step]: Mapping.Field] = [:]
    var containers: [[Mapping.Place.Step]: [Mapping.Field]] = [:]
    for (field, _) in fields {
      if field.isWhole { fieldsByPlace[field.place.steps] = field }
      if field.list != nil && field.place.steps.count > 1 {
        containers[Array(field.place.steps.dropLast()), default: []].append(field)
      }
    }
    for (field, owner) in fields {
      // An element and its text are one place.
      var place = field.place
      if place.end == .text { place.end = .element }
      // Text before and after children can be two fields of one place.
      if let other = byPlace[place], other.pieces == field.pieces || field.isWhole || other.isWhole {
        if owner == record || !field.isWhole { report(field, owner, "has the same place as '\(other.name)'") }
      }
      byPlace[place] = field
      checkReach(field, owner, fieldsByPlace)
    }
    for (container, lists) in containers where lists.count > 1 {
      // A container that other fields share says nothing about lists.
      let isShared = fields.contains { field, _ in
        field.list == nil && field.place.steps.starts(with: container)
          && (field.place.steps.count > container.count || field.place.end != .element)
      }
      if isShared { continue }
      for field in lists.dropFirst() {
        guard let owner = fields.first(where: { $0.field.name == field.name })?.record else { continue }
        report(
          .warning, field, owner,
          "is a list in the same container as '\(lists[0].name)', so an absent list and an empty one are indistinguishable"
        )
      }
    }
  }

  /// No field can match inside an element that another field takes as a whole.
  private mutating func checkReach(
    _ field: Mapping.Field, _ owner: Int, _ fieldsByPlace: [[Mapping.Place.Step]: Mapping.Field]
  ) {
    var way: [Mapping.Place.Step] = []
    if let other = fieldsByPlace[way], other.name != field.name,
      !field.place.steps.isEmpty || field.place.end == .text
    {
      report(field, owner, "cannot be reached, since '\(other.name)' takes all of the content")
    }
    for (number, step) in field.place.steps.enumerated() {
      way.append(step)
      let isLast = number == field.place.steps.count - 1
      guard let other = fieldsByPlace[way], other.name != field.name else { continue }
      if isLast && field.place.end == .element && field.isWhole { continue }
      if case .record(let index) = other.type {
        report(
          field, owner,
          "cannot be reached, since it is inside '\(other.name)'; make it a field of '\(mapping.records[index].name)'"
        )
      } else if !isLast || field.place.end == .text {
        report(
          field, owner,
          "cannot be reached, since it is inside '\(other.name)', which takes all of the content")
      }
    }
  }
}

extension Mapping.Field {
  /// Whether the field takes everything inside its element.
  var isWhole: Bool {
    guard place.end == .element else { return false }
    switch type {
    case .record, .xml, .runs, .dictionary: return true
    default: return false
    }
  }
}
