// A measured job, done by pliant and by each capable peer, with a check of the result.

/// A program's way of doing a job.
struct Contestant {
  var tool: String
  let command: [String]
  /// The file for the program's standard output.
  var standardOutput: String?
  /// The file to compare with the expected one; nil if there is nothing to compare.
  var result: String?
  /// Takes so long that `--slow-runs` counts, and `--no-slow` leaves it out.
  var isSlow = false
  /// How this program's work differs from the job, for the table.
  var remark: String?

  var title: String { remark.map { "\(tool) (\($0))" } ?? tool }
}

/// The time to compare.
enum Clock: String, CaseIterable {
  case user
  case processor = "user+system"
  case wall
}

struct Goal {
  let peer: String
  let times: Double
  var clock = Clock.user
  /// Among the ten rows of the README.
  var isHeadline = false
  /// The bottleneck according to a profile; printed if the goal is missed.
  var limit: Limit?
}

enum Check {
  /// Byte for byte the file made with the workload.
  case sameBytes(String)
  /// The same canonical JSON as the file made with the workload.
  case sameDocument(String)
  /// Only the exit code counts.
  case exitCode

  /// A peer's output may have another layout.
  var byMeaning: Check {
    if case .sameBytes(let file) = self { return .sameDocument(file) }
    return self
  }
}

struct Job {
  let name: String
  let pliant: Contestant
  let check: Check
  let peers: [Contestant]
  var peerCheck: Check
  var goals: [Goal] = []
  /// Run before each measured run, without being measured.
  var preparation: [[String]] = []

  /// Creates a job; the result of a peer may have another layout, unless `peerCheck` forbids it.
  init(
    _ name: String, _ pliant: Contestant, _ check: Check, peers: [Contestant?] = [], peerCheck: Check? = nil,
    goals: [Goal] = []
  ) {
    self.name = name
    self.pliant = pliant
    self.check = check
    self.peers = peers.compactMap { $0 }
    self.peerCheck = peerCheck ?? check.byMeaning
    self.goals = goals
  }
}
