// The tables: for a terminal while the jobs run, and as Markdown.

struct Report {
  private static let heads = [
    "workload", "job", "program", "user", "user+system", "wall", "memory", "÷ pliant, user", "user+system",
  ]
  private static let widths = [9, 28, 28, 9, 11, 9, 8, 14, 11]

  // MARK: A terminal

  static func printHead() { printLine(heads) }

  static func print(_ result: JobResult) { rows(result).forEach(printLine) }

  private static func printLine(_ cells: [String]) {
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(width - cell.count, 0))
    }
    Swift.print(padded.joined(separator: " "))
    System.flush()
  }

  // MARK: Markdown

  static func markdown(
    _ results: [JobResult], _ growth: [Growth.Row], bench: Bench, options: Options, versions: String
  ) -> String {
    var parts = [opening(bench, options, versions)]
    func add(_ title: String, _ note: String, _ heads: [String], _ rows: [[String]], figuresFrom first: Int) {
      if rows.isEmpty { return }
      parts.append("## \(title)\n\n\(note)\n\n" + table(heads, rows, figuresFrom: first))
    }
    add(
      "What is asked",
      "The peer's time divided by pliant's; above 1 pliant is faster. Rows in bold are the README's.",
      goalHeads, goalRows(results), figuresFrom: 4)
    let limits = limits(of: results)
    if !limits.isEmpty {
      let note = "What keeps the missed ones from more, by profiles of the release build:\n\n"
      parts.append(note + limits.joined(separator: "\n") + "\n")
    }
    add(
      "Mixed to plain",
      """
      pliant's time for a byte of text of `mixed`, divided by that of `records`. The share of the system varies from run
      to run, and user time with it.
      """, ["job", "user", "user + system"], mixedRows(results), figuresFrom: 1)
    add(
      "All programs",
      """
      A peer's last two figures are its time divided by pliant's. Less than 12 MB of memory cannot be told apart: the
      benchmark itself takes so much.
      """, heads, results.flatMap(rows), figuresFrom: 3)
    add(
      "Growth",
      "User and system time and peak memory of pliant on records, and how many times as long as at the size before.",
      growthHeads, growthRows(growth), figuresFrom: 1)
    return parts.joined(separator: "\n")
  }

  private static func opening(_ bench: Bench, _ options: Options, _ versions: String) -> String {
    let absent = Bench.peerNames.filter { bench.program($0) == nil }
    var text = """
      # Results

      Made by `pliant-bench --results`; how to run it is in the README. Each job is done by pliant and by every peer in
      turn, \(options.runs) times, and the figures are medians. A result is compared with the document that was expected before
      it counts. The documents were made from the seed \(options.seed) (`--seed`). User time alone leaves out the work of the
      system; user and system time are both given.

      Machine: \(System.machine).

      """
    if !versions.isEmpty { text += "\nPeers: \(versions.split(separator: "\n").joined(separator: ", ")).\n" }
    if !absent.isEmpty { text += "\nNot installed, and left out: \(absent.joined(separator: ", ")).\n" }
    let workloads = Workload.all.filter { options.wants(workload: $0.name) }
    return text + "\n"
      + table(["workload", "documents"], workloads.map { [$0.name, $0.summary] }, figuresFrom: 2)
  }

  /// A table whose columns from `figures` on contain right-aligned figures.
  private static func table(_ heads: [String], _ rows: [[String]], figuresFrom first: Int) -> String {
    var text = "| " + heads.joined(separator: " | ") + " |\n|"
    text += heads.indices.map { $0 >= first ? "--:|" : "---|" }.joined() + "\n"
    for row in rows { text += "| " + row.joined(separator: " | ") + " |\n" }
    return text
  }

  // MARK: Rows

  private static func rows(_ result: JobResult) -> [[String]] {
    let pliant = result.scores[0]
    return result.scores.enumerated().map { index, score in
      let head = [result.workload, result.job.name, score.contestant.title]
      if let problem = score.problem { return head + [short(problem), "", "", "", "", ""] }
      let times = Clock.allCases.map { time(score.medianSeconds($0)) }
      let ratios = [Clock.user, .processor].map { clock in
        index == 0 || pliant.problem != nil ? "" : decimal(score.ratio(to: pliant, clock))
      }
      return head + times + [memory(score.medianMemory)] + ratios
    }
  }

  private static let goalHeads = [
    "workload", "job", "peer", "clock", "pliant", "peer's", "times", "asked", "",
  ]

  /// A goal whose peer was measured, and the ratio of its time to pliant's.
  private struct MeasuredGoal {
    let result: JobResult
    let goal: Goal
    let peer: Score
    var ratio: Double { peer.ratio(to: result.scores[0], goal.clock) }
    var isMet: Bool { ratio >= goal.times }
  }

  private static func measuredGoals(_ results: [JobResult]) -> [MeasuredGoal] {
    results.flatMap { result in
      result.job.goals.compactMap { goal in
        guard let peer = result.scores.dropFirst().first(where: { $0.contestant.tool == goal.peer }),
          peer.problem == nil, result.scores[0].problem == nil
        else { return nil }
        return MeasuredGoal(result: result, goal: goal, peer: peer)
      }
    }
  }

  private static func goalRows(_ results: [JobResult]) -> [[String]] {
    measuredGoals(results).map { measured in
      let (goal, job) = (measured.goal, measured.result.job)
      return [
        measured.result.workload, goal.isHeadline ? "**\(job.name)**" : job.name,
        measured.peer.contestant.title, goal.clock.rawValue,
        time(measured.result.scores[0].medianSeconds(goal.clock)),
        time(measured.peer.medianSeconds(goal.clock)), decimal(measured.ratio), decimal(goal.times),
        measured.isMet ? "met" : "missed",
      ]
    }
  }

  private static func mixedRows(_ results: [JobResult]) -> [[String]] {
    results.filter { $0.workload == "mixed" }.compactMap { mixed in
      let names = [mixed.job.name, mixed.job.name + ", compact"]
      guard let plain = results.first(where: { $0.workload == "records" && names.contains($0.job.name) })
      else {
        return nil
      }
      let ratios = [Clock.user, .processor].compactMap { clock in
        secondsPerByte(mixed, clock).flatMap { slow in
          secondsPerByte(plain, clock).map { decimal(slow / $0) }
        }
      }
      return [mixed.job.name] + ratios
    }
  }

  /// The time for a byte of text: the last argument, or the result if that is binary.
  private static func secondsPerByte(_ result: JobResult, _ clock: Clock) -> Double? {
    var file = result.job.pliant.command.last
    if result.job.name.hasPrefix("binary"), case .sameBytes(let expected) = result.job.check {
      file = expected
    }
    let size = file.map(System.size) ?? 0
    guard result.scores[0].problem == nil, size > 0 else { return nil }
    return result.scores[0].medianSeconds(clock) / Double(size)
  }

  /// The reasons for missed goals, one item each.
  private static func limits(of results: [JobResult]) -> [String] {
    var said: Set<Limit> = []
    return measuredGoals(results).compactMap { measured in
      guard !measured.isMet, let limit = measured.goal.limit, said.insert(limit).inserted else { return nil }
      return "- \(measured.result.job.name): \(limit.reason)"
    }
  }

  private static let growthHeads =
    ["job"] + Growth.factors.flatMap { ["\(Int($0)) ×", "time", "memory"] } + ["4 × ÷ 1 ×", "16 × ÷ 4 ×"]

  private static func growthRows(_ rows: [Growth.Row]) -> [[String]] {
    rows.map { row in
      let figures = zip(row.sizes, row.scores).flatMap { size, score in
        [
          row.countsRecords ? "\(size)" : memory(size), time(score.medianSeconds(.processor)),
          memory(score.medianMemory),
        ]
      }
      let steps = zip(row.scores.dropFirst(), row.scores).map { decimal($0.ratio(to: $1, .processor)) }
      return [row.job] + figures + steps
    }
  }

  private static func short(_ problem: String) -> String {
    problem.hasPrefix("is not") || problem.hasPrefix("differs") ? "wrong result" : problem
  }

  // MARK: Figures

  private static func time(_ seconds: Double) -> String {
    seconds < 0.02 ? "\(decimal(seconds * 1000, 1)) ms" : "\(decimal(seconds, seconds < 1 ? 3 : 2)) s"
  }

  private static func memory(_ bytes: Int) -> String { "\(decimal(Double(bytes) / 1e6, 0)) MB" }

  /// Two places below 10, one above.
  private static func decimal(_ ratio: Double) -> String { decimal(ratio, ratio < 10 ? 2 : 1) }

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
