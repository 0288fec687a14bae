// The table: one line a job and peer, for a terminal or for Markdown.

/// Prints scores.
struct Report {
  let isMarkdown: Bool
  private static let heads = [
    "workload", "job", "pliant", "peer", "peer's", "times", "memory", "peer's memory", "goal",
  ]
  private static let widths = [12, 20, 10, 20, 10, 8, 10, 13, 0]

  func printHead() {
    line(Self.heads)
    if isMarkdown { print("|---|---|--:|---|--:|--:|--:|--:|---|") }
  }

  func printScores(_ job: Job, _ scores: [Score]) {
    let pliant = scores[0]
    if let problem = pliant.problem {
      line([job.workload, job.name, "FAILED", problem, "", "", "", "", ""])
      return
    }
    let clock = job.goals.first?.clocks.first ?? .processor
    let own = [job.workload, job.name, Self.time(pliant.medianSeconds(clock))]
    if scores.count == 1 { line(own + ["", "", "", Self.memory(pliant.medianMemory), "", ""]) }
    for peer in scores.dropFirst() {
      let name = peer.contestant.remark.map { "\(peer.contestant.tool) (\($0))" } ?? peer.contestant.tool
      if let problem = peer.problem {
        line(own + [name, Self.short(problem), "", Self.memory(pliant.medianMemory), "", ""])
        continue
      }
      let ratio = Self.ratio(pliant, peer, clock)
      line(
        own + [
          name, Self.time(peer.medianSeconds(clock)), Self.decimal(ratio, 1),
          Self.memory(pliant.medianMemory),
          Self.memory(peer.medianMemory), Self.verdict(job.goals, pliant, peer),
        ])
    }
  }

  private static func ratio(_ pliant: Score, _ peer: Score, _ clock: Clock) -> Double {
    peer.medianSeconds(clock) / max(pliant.medianSeconds(clock), 1e-6)
  }

  /// Whether the goal against this peer is met: `3.0 times by user: met, 7.1`.
  private static func verdict(_ goals: [Goal], _ pliant: Score, _ peer: Score) -> String {
    guard let goal = goals.first(where: { $0.peer == peer.contestant.tool }) else { return "" }
    var parts = goal.clocks.map { clock in
      let ratio = ratio(pliant, peer, clock)
      return "\(decimal(goal.times, goal.times < 1 ? 2 : 1)) times by \(clock.rawValue): "
        + "\(ratio >= goal.times ? "met" : "MISSED"), \(decimal(ratio, goal.times < 1 ? 2 : 1))"
    }
    if let share = goal.memory {
      let actual = Double(pliant.medianMemory) / max(Double(peer.medianMemory), 1)
      parts.append(
        "\(decimal(share, 2)) of the memory: \(actual <= share ? "met" : "MISSED"), \(decimal(actual, 2))")
    }
    return parts.joined(separator: "; ")
  }

  private func line(_ cells: [String]) {
    if isMarkdown {
      print("| " + cells.joined(separator: " | ") + " |")
    } else {
      let padded = zip(cells, Self.widths).map { cell, width in
        cell + String(repeating: " ", count: max(width - cell.count, 0))
      }
      print(padded.joined(separator: " "))
    }
    System.flush()
  }

  private static func short(_ problem: String) -> String {
    problem.hasPrefix("is not") || problem.hasPrefix("differs") ? "wrong result" : problem
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 0.02 ? "\(decimal(seconds * 1000, 1)) ms" : "\(decimal(seconds, seconds < 1 ? 3 : 2)) s"
  }

  private static func memory(_ bytes: Int) -> String { "\(decimal(Double(bytes) / 1e6, 0)) MB" }

  private static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    if places == 0 { return "\(scaled)" }
    let fraction = "\(scaled % scale)"
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
