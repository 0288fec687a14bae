// The order in which the children of an element occurred in the samples, as far as dictionaries cannot say it.
//
//   <title/> <p/> <list/> <p/> <note/>      p stands apart; list is between; title is before both, note after both

import PliantCore

/// What children of one element occurred before others, by their numbers.
struct InferredOrder {
  /// Different orders that are remembered, and different children of one instance.
  private static let maximumOrders = 256
  private static let maximumChildren = 64

  /// The children of one instance: where each number was met first and last.
  struct Sequence {
    fileprivate var numbers: [Int] = []
    fileprivate var firsts: [Int] = []
    fileprivate var lasts: [Int] = []
    private var place = 0
    /// Whether one number occurs there again after another.
    fileprivate var isApart = false
    fileprivate var isTooLong = false

    /// Takes a child of another number than the one before.
    mutating func append(_ number: Int, isNew: Bool) {
      place += 1
      if isNew {
        guard numbers.count < InferredOrder.maximumChildren else {
          isTooLong = true
          return
        }
        numbers.append(number)
        firsts.append(place)
        lasts.append(place)
      } else {
        isApart = true
        if let at = numbers.firstIndex(of: number) { lasts[at] = place }
      }
    }
  }

  /// Orders of instances in which no number stands apart.
  private var known: Set<[Int]> = []
  /// Pairs of numbers, the second of which occurred after the first somewhere.
  private var pairs: Set<Int> = []
  private var apart: Set<Int> = []
  /// Whether there was too much to remember, so that nothing is known.
  private var isUnknown = false

  mutating func noteApart(_ number: Int) { apart.insert(number) }

  /// Takes the children of one instance.
  mutating func add(_ sequence: Sequence) {
    let numbers = sequence.numbers
    guard numbers.count > 1, !isUnknown else { return }
    if sequence.isTooLong || known.count == Self.maximumOrders {
      isUnknown = true
      return
    }
    if !sequence.isApart && !known.insert(numbers).inserted { return }
    for (at, number) in numbers.enumerated() {
      for (index, other) in numbers.enumerated()
      where index != at && sequence.firsts[at] < sequence.lasts[index] {
        pairs.insert(Self.pair(number, other))
      }
    }
  }

  private static func pair(_ number: Int, _ other: Int) -> Int { number << 32 | other }

  /// The children, of so many, whose order has to be kept together: those that stand apart, and all that are before
  /// some of these and after others.
  func together(of count: Int) -> Set<Int> {
    guard !apart.isEmpty else { return [] }
    if isUnknown || count > Self.maximumOrders { return Set(0..<count) }
    var group = apart
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for number in 0..<count where !group.contains(number) {
        let isBefore = group.contains { pairs.contains(Self.pair(number, $0)) }
        let isAfter = group.contains { pairs.contains(Self.pair($0, number)) }
        guard isBefore && isAfter else { continue }
        group.insert(number)
        isGrowing = true
      }
    }
    return group
  }
}
