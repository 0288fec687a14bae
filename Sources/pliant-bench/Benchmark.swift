// Runs the jobs: every program in turn, again and again, and checks each result once.

/// What was measured for one program in one job.
struct Score {
  let contestant: Contestant
  private(set) var seconds: [Clock: [Double]] = [:]
  private(set) var peakMemory: [Int] = []
  /// Nil while all is well.
  var problem: String?

  init(contestant: Contestant) { self.contestant = contestant }

  /// Takes note of one measured run, which may be several starts.
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

  private static func median<Value: Comparable>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}

/// Runs jobs as the options say.
struct Benchmark {
  let options: Options
  let tools: Tools

  /// Measures all programs of a job, A B A B; pliant's score is the first.
  func run(_ job: Job) throws -> [Score] {
    let peers = job.peers.filter { options.wants(peer: $0) }
    var scores = ([job.pliant] + peers).map { Score(contestant: $0) }
    for round in 0..<options.runs {
      for index in scores.indices where scores[index].problem == nil {
        let contestant = scores[index].contestant
        if round >= (contestant.isSlow ? options.slowRuns : options.runs) { continue }
        System.say("\(job.workload): \(job.name): \(contestant.tool), run \(round + 1)")
        try measure(job, &scores[index])
        if round == 0 {
          let check = index == 0 ? job.pliantCheck : job.peerCheck
          try verify(&scores[index], check)
        }
      }
    }
    return scores
  }

  private func measure(_ job: Job, _ score: inout Score) throws {
    if let result = score.contestant.result { System.remove(result) }
    var runs: [Measurement] = []
    for _ in 0..<job.repetitions {
      let run = try System.run(
        score.contestant.command, output: score.contestant.standardOutput ?? "/dev/null")
      guard run.exitCode == 0 else {
        score.problem = run.exitCode < 0 ? "crashed" : "exit code \(run.exitCode)"
        return
      }
      runs.append(run)
    }
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
      let left = try canonical(expected, to: "\(options.folder)/expected.canonical")
      let right = try canonical(result, to: "\(options.folder)/result.canonical")
      if !left || !right
        || !System.sameBytes(
          "\(options.folder)/expected.canonical", "\(options.folder)/result.canonical")
      {
        score.problem = "is not the same document as \(expected)"
      } else if options.isThorough, score.contestant.tool == "pliant", let python = tools.python {
        if try !pythonAgrees(python, result, expected) { score.problem = "Python reads something else" }
      }
    }
  }

  private func canonical(_ path: String, to target: String) throws -> Bool {
    try System.run([tools.pliant, "convert", "json", "--canonical", "-q", "-o", target, path]).exitCode == 0
  }

  /// Whether Python's own readers find the same values in both files, dates and data as JSON has them.
  private func pythonAgrees(_ python: String, _ first: String, _ second: String) throws -> Bool {
    let script = """
      import sys,json,plistlib,base64,datetime
      def load(p):
          f=open(p,'rb'); h=f.read(1); f.seek(0)
          return plistlib.load(f) if h in b'b<' else json.load(f)
      def norm(v):
          if isinstance(v,dict): return {k:norm(x) for k,x in v.items()}
          if isinstance(v,list): return [norm(x) for x in v]
          if isinstance(v,bytes): return base64.b64encode(v).decode()
          if isinstance(v,datetime.datetime): return v.isoformat()+'Z'
          return v
      def kinds(a,b):
          return type(a) is type(b) and (a==b if not isinstance(a,(list,dict)) else len(a)==len(b) and (
            all(map(kinds,a,b)) if isinstance(a,list) else list(a)==list(b) and all(kinds(a[k],b[k]) for k in a)))
      sys.setrecursionlimit(10000)
      sys.exit(0 if kinds(norm(load(sys.argv[1])),norm(load(sys.argv[2]))) else 1)
      """
    return try System.run([python, "-c", script, first, second]).exitCode == 0
  }
}
