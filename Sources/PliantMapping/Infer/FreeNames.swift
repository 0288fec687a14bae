/// Makes names unique by numbering repeated ones.
struct FreeNames {
  private var used: Set<String>
  private var numbers: [String: Int] = [:]

  init(taken used: Set<String> = []) { self.used = used }

  func isTaken(_ name: String) -> Bool { used.contains(name) }

  /// Returns the name, or the name with the first number that makes it unique.
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
