// Runs the jobs: all programs in turn, repeatedly, and checks each result once.

import PliantBase

struct Score {
  let contestant: Contestant
  private(set) var seconds: [Clock: [Double]] = [:]
  private(set) var peakMemory: [Int] = []
  var problem: String?

  init(contestant: Contestant) { self.contestant = contestant }

  /// Adds one measured run, which may be several starts.
  mutating func add(_ runs: [Measurement]) {
    func mean(_ time: (Measurement) -> Double) -> Double {
      runs.reduce(0) { $0 + time($1) } / Double(runs.count)
    }
    seconds[.processor, default: []].append(mean(\.seconds))
    seconds[.user, default: []].append(mean(\.userSeconds))
    seconds[.wall, default: []].append(mean(\.wallSeconds))
    peakMemory.append(runs.map(\.peakMemory).max() ?? 0)
  }

  func medianSeconds(_ clock: Clock) -> Double { Self.median(seconds[clock] ?? []) ?? .nan }
  var medianMemory: Int { Self.median(peakMemory) ?? 0 }

  /// How many times as long as `other` this took.
  func ratio(to other: Score, _ clock: Clock) -> Double {
    medianSeconds(clock) / max(other.medianSeconds(clock), 1e-6)
  }

  private static func median<Value: Comparable>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}

/// The result of a job; pliant's score is the first.
struct JobResult {
  let workload: String
  let job: Job
  let scores: [Score]
}

final class Benchmark {
  private let options: Options
  private let bench: Bench
  /// The document whose canonical form was made last; the peers of a job share it.
  private var expectedDocument: String?

  init(options: Options, bench: Bench) {
    self.options = options
    self.bench = bench
  }

  func run(_ job: Job, of workload: String) throws -> [Score] {
    let peers = job.peers.filter { options.wants(peer: $0) }
    var scores = ([job.pliant] + peers).map { Score(contestant: $0) }
    for round in 0..<options.runs {
      for index in scores.indices where scores[index].problem == nil {
        let contestant = scores[index].contestant
        if round >= (contestant.isSlow ? options.slowRuns : options.runs) { continue }
        System.say("\(workload): \(job.name): \(contestant.tool), run \(round + 1)")
        try measure(job, &scores[index])
        if round == 0 { try verify(&scores[index], index == 0 ? job.check : job.peerCheck) }
      }
    }
    return scores
  }

  /// The kernel measures user and system time by sampling, so short runs are repeated for at least this long.
  private static let leastSeconds = 0.25

  private func measure(_ job: Job, _ score: inout Score) throws {
    let contestant = score.contestant
    var runs: [Measurement] = []
    var seconds = 0.0
    repeat {
      if let result = contestant.result { Platform.removeFile(result) }
      for command in job.preparation {
        guard try System.run(command, showErrors: true).exitCode == 0 else {
          throw BenchError("\(command.joined(separator: " ")) failed")
        }
      }
      let run = try System.run(contestant.command, output: contestant.standardOutput ?? "/dev/null")
      guard run.exitCode == 0 else {
        score.problem = run.exitCode < 0 ? "crashed" : "exit code \(run.exitCode)"
        return
      }
      runs.append(run)
      seconds += run.seconds
    } while seconds < Self.leastSeconds && job.preparation.isEmpty
    score.add(runs)
  }

  // MARK: Checks

  private func verify(_ score: inout Score, _ check: Check) throws {
    guard score.problem == nil, let result = score.contestant.result else { return }
    switch check {
    case .exitCode: return
    case .sameBytes(let expected):
      if !System.sameBytes(result, expected) { score.problem = "differs from \(expected)" }
    case .sameDocument(let expected):
      if try !isSameDocument(result, expected) { score.problem = "is not the same document as \(expected)" }
    }
    if options.isThorough, score.problem == nil, case .sameDocument(let expected) = check,
      try !standardLibraryAgrees(result, expected)
    {
      score.problem = "Python reads something else"
    }
  }

  private func isSameDocument(_ result: String, _ expected: String) throws -> Bool {
    let (left, right) = (bench.output("expected.canonical"), bench.output("result.canonical"))
    if expectedDocument != expected {
      expectedDocument = nil
      guard try writeCanonical(expected, to: left) else { return false }
      expectedDocument = expected
    }
    return try writeCanonical(result, to: right) && System.sameBytes(left, right)
  }

  private func writeCanonical(_ path: String, to target: String) throws -> Bool {
    try System.run([bench.pliant, "convert", "json", "--canonical", "-q", "-o", target, path]).exitCode == 0
  }

  /// Whether Python's own readers find the same values in both files; they know no JSON Lines.
  private func standardLibraryAgrees(_ result: String, _ expected: String) throws -> Bool {
    guard let script = bench.program("same-document.py"), let python = bench.python,
      !expected.hasSuffix(".jsonl")
    else { return true }
    return try System.run([python, script, result, expected]).exitCode == 0
  }
}
