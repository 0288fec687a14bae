// Names that are taken, and further ones like them.

import PliantCore

/// Gives each name once, and numbers to those that are asked for again.
struct FreeNames {
  private var used: Set<String>
  /// The last number given to a name.
  private var numbers: [String: Int] = [:]

  init(taken used: Set<String> = []) { self.used = used }

  func isTaken(_ name: String) -> Bool { used.contains(name) }

  /// The name, or the name with the first number that makes it new.
  mutating func take(_ name: String) -> String {
    if used.insert(name).inserted { return name }
    var number = numbers[name] ?? 1
    var free: String
    repeat {
      number += 1
      free = name + String(number)
    } while !used.insert(free).inserted
    numbers[name] = number
    return free
  }
}
