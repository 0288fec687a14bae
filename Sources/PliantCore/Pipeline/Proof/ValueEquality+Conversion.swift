extension ValueEquality {
  package init(_ conversion: Conversion) {
    switch conversion.target {
    case .xml1:
      self.init(numbers: .typed(keepsDigits: !conversion.isCanonical), dates: .wholeSeconds)
      ignoresSignOfZero = conversion.isCanonical
      hugeRealsAreTexts = false
      losesCarriageReturns = conversion.isCanonical
    case .binary1:
      self.init(numbers: .typed(keepsDigits: false), dates: .exact, keepsSets: true)
      keepsSharing = true
    case let target where target.traits.values == .propertyListText:
      let isTagged = conversion.loss == .tag
      self.init(
        numbers: isTagged ? .typed(keepsDigits: false) : .texts, dates: isTagged ? .datesOrTexts : .texts)
      booleansAreTexts = !isTagged
    default:
      self.init(numbers: conversion.isCanonical ? .doubles : .byValue, dates: .texts, dataAreTexts: true)
      ignoresSignOfZero = conversion.isCanonical
    }
  }
}
