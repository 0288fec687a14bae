// Equality of long sequences: a failed #expect(a == b) searches their difference, which takes hours for 100,000 elements.

import Testing

/// Expects two sequences of any length to be equal; a failure names the first difference.
public func expectSame<Element: Equatable>(
  _ found: some Collection<Element>, _ wanted: some Collection<Element>,
  _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  if found.elementsEqual(wanted) { return }
  let place = zip(found, wanted).prefix { $0 == $1 }.count
  func shown(_ elements: some Collection<Element>) -> String {
    "\(elements.count) elements with \(elements.dropFirst(place).prefix(8).map { "\($0)" }) at \(place)"
  }
  Issue.record("found \(shown(found)), wanted \(shown(wanted)). \(comment())", sourceLocation: sourceLocation)
}
