extension ValueEquality {
  /// The equality of a conversion's target.
  package init(_ route: Route) {
    switch route.target {
    case .xml1:
      self.init(numbers: .typed(keepsDigits: !route.isCanonical), dates: .wholeSeconds)
      ignoresSignOfZero = route.isCanonical
      hugeRealsAreTexts = false
      losesCarriageReturns = route.isCanonical
    case .binary1:
      self.init(numbers: .typed(keepsDigits: false), dates: .exact, keepsSets: true)
      keepsSharing = true
    case .openstep where route.loss == .tag, .strings where route.loss == .tag:
      self.init(numbers: .typed(keepsDigits: false), dates: .datesOrTexts)
    case .openstep, .strings:
      self.init(numbers: .texts, dates: .texts)
      booleansAreTexts = true
    default:
      self.init(numbers: route.isCanonical ? .doubles : .byValue, dates: .texts, dataAreTexts: true)
      ignoresSignOfZero = route.isCanonical
    }
  }
}
