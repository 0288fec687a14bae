extension ValueEquality {
  package init(_ writing: Writing) {
    switch writing.target {
    case .xml1:
      self.init(numbers: .typed(keepsDigits: !writing.isCanonical), dates: .wholeSeconds)
      ignoresSignOfZero = writing.isCanonical
      hugeRealsAreTexts = false
      losesCarriageReturns = writing.isCanonical
      losesControlCharacters = writing.controls == .strip
    case .binary1:
      self.init(numbers: .typed(keepsDigits: false), dates: .exact, keepsSets: true)
      keepsSharing = true
    case let target where target.traits.values == .propertyListText:
      let isTagged = writing.losses.policy == .tag
      self.init(
        numbers: isTagged ? .typed(keepsDigits: false) : .texts, dates: isTagged ? .datesOrTexts : .texts)
      booleansAreTexts = !isTagged
    default:
      self.init(numbers: writing.isCanonical ? .doubles : .byValue, dates: .texts, dataAreTexts: true)
      ignoresSignOfZero = writing.isCanonical
    }
  }
}
