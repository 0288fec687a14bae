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
    case .openstep where conversion.loss == .tag, .strings where conversion.loss == .tag:
      self.init(numbers: .typed(keepsDigits: false), dates: .datesOrTexts)
    case .openstep, .strings:
      self.init(numbers: .texts, dates: .texts)
      booleansAreTexts = true
    default:
      self.init(numbers: conversion.isCanonical ? .doubles : .byValue, dates: .texts, dataAreTexts: true)
      ignoresSignOfZero = conversion.isCanonical
    }
  }
}
