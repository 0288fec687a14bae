// The order of an element's children in the samples: one that fits all of them, if possible.
//
//   <f/><v/>   <c/><v/>          f c v
//   <title/> <p/> <list/> <p/> <note/>   title, then p and list in turn, then note

/// Pairs of children, by number, in the order in which they occurred.
struct InferredOrder {
  /// Pairs of numbers, the second of which followed the first at least once.
  private var pairs: Set<Int> = []

  mutating func note(_ number: Int, after previous: Int) { pairs.insert(previous << 32 | number) }

  /// An order of `count` children that fits all samples, as close as possible to that of their numbers; and
  /// those without one, which are adjacent in it: they precede and follow each other, or are between such
  /// children.
  func sorted(_ count: Int) -> (children: [Int], together: Set<Int>) {
    var before = [[Int]](repeating: [], count: count)
    var after = before
    for pair in pairs {
      before[pair & 0xFFFF_FFFF].append(pair >> 32)
      after[pair >> 32].append(pair & 0xFFFF_FFFF)
    }
    let all = Set(0..<count)
    let start = Self.peeled(all, before, after)
    let end = Self.peeled(all.subtracting(start), after, before)
    let together = all.subtracting(start).subtracting(end)
    let children =
      Self.ordered(start, before) + together.sorted()
      + Self.ordered(all.subtracting(start).subtracting(together), before)
    return (children, together)
  }

  /// The numbers that can be removed one by one, each after all numbers before it.
  private static func peeled(_ numbers: Set<Int>, _ before: [[Int]], _ after: [[Int]]) -> Set<Int> {
    var waiting = before.map { $0.count(where: numbers.contains) }
    var free = numbers.filter { waiting[$0] == 0 }
    var pending = Array(free)
    while let number = pending.popLast() {
      for next in after[number] where numbers.contains(next) {
        waiting[next] -= 1
        if waiting[next] == 0 {
          free.insert(next)
          pending.append(next)
        }
      }
    }
    return free
  }

  /// The numbers, each after all that precede it, otherwise in their original order.
  private static func ordered(_ numbers: Set<Int>, _ before: [[Int]]) -> [Int] {
    var order: [Int] = []
    var done: Set<Int> = []
    for number in numbers.sorted() {
      var pending = [number]
      while let last = pending.last {
        let missing = before[last].filter { numbers.contains($0) && !done.contains($0) }.sorted(by: >)
        pending += missing
        guard missing.isEmpty else { continue }
        pending.removeLast()
        if done.insert(last).inserted { order.append(last) }
      }
    }
    return order
  }
}
