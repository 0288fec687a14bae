// The order in which the children of an element occurred in the samples: one that fits all of them, as far as there is one.
//
//   <f/><v/>   <c/><v/>          f c v
//   <title/> <p/> <list/> <p/> <note/>   title, then p and list in turn, then note

import PliantCore

/// Which children of one element followed others, by their numbers.
struct InferredOrder {
  /// Pairs of numbers, the second of which followed the first somewhere.
  private var pairs: Set<Int> = []

  /// Takes note of a child that follows one of another number.
  mutating func note(_ number: Int, after previous: Int) { pairs.insert(previous << 32 | number) }

  /// An order of so many children that fits all samples, as near as can be to that of their numbers; and those for which
  /// there is none, which stand together in it: they precede and follow each other, or are between such ones.
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

  /// The numbers that can be taken away one by one, each when none before it is left.
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

  /// The numbers with each after all that preceded it, and otherwise as they are.
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
