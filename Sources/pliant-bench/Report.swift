// The table: one line a job and peer, for a terminal or for Markdown.

/// Prints scores.
struct Report {
  let isMarkdown: Bool
  private static let heads = [
    "workload", "job", "pliant", "peer", "peer's", "times", "memory", "peer's memory",
  ]
  private static let widths = [12, 20, 10, 20, 10, 8, 10, 13]

  func printHead() {
    line(Self.heads)
    if isMarkdown { print("|---|---|--:|---|--:|--:|--:|--:|") }
  }

  func printScores(_ job: Job, _ scores: [Score]) {
    let pliant = scores[0]
    if let problem = pliant.problem {
      line([job.workload, job.name, "FAILED", problem, "", "", "", ""])
      return
    }
    let own = [job.workload, job.name, Self.time(pliant.medianSeconds)]
    if scores.count == 1 { line(own + ["", "", "", Self.memory(pliant.medianMemory), ""]) }
    for peer in scores.dropFirst() {
      let name = peer.contestant.remark.map { "\(peer.contestant.tool) (\($0))" } ?? peer.contestant.tool
      if let problem = peer.problem {
        line(own + [name, Self.short(problem), "", Self.memory(pliant.medianMemory), ""])
        continue
      }
      let ratio = peer.medianSeconds / max(pliant.medianSeconds, 1e-6)
      line(
        own + [
          name, Self.time(peer.medianSeconds), Self.decimal(ratio, 1), Self.memory(pliant.medianMemory),
          Self.memory(peer.medianMemory),
        ])
    }
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
