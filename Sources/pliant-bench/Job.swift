// What is measured: one job, done by pliant and by each peer that can do it, with a check of what comes out.

/// A program's way of doing a job.
struct Contestant {
  let tool: String
  let command: [String]
  /// Where the output goes if the program writes it to standard output.
  var standardOutput: String?
  /// What to look at when the check is made; nil where the program makes nothing.
  var result: String?
  /// Takes so long that `--slow-runs` counts, and `--no-slow` leaves it out.
  var isSlow = false
  /// What this program does less or more of than the job asks, for the table.
  var remark: String?
}

/// Which time is looked at.
enum Clock: String {
  case user
  /// User and system.
  case processor = "user+system"
  case wall
}

/// How much better than a peer pliant has to be.
struct Goal {
  let peer: String
  /// So many times as fast, by each of these clocks.
  let times: Double
  let clocks: [Clock]
  /// At most this part of the peer's peak memory.
  var memory: Double?
}

/// How a result is shown to be right.
enum Check {
  /// Byte for byte the file made with the workload.
  case sameBytes(String)
  /// The same canonical JSON as the file made with the workload.
  case sameDocument(String)
  /// Only the exit code counts.
  case exitCode
}

/// One line of the table.
struct Job {
  let name: String
  let workload: String
  let pliant: Contestant
  let pliantCheck: Check
  let peers: [Contestant]
  let peerCheck: Check
  /// Starts of the program in one measured run, for jobs that are over at once.
  var repetitions = 1
  var goals: [Goal] = []
}

/// The programs to compare, by where they are installed.
struct Tools {
  let pliant: String
  let python: String?
  let plistutil: String?
  /// The Swift toolchain's, found beside `swift`.
  let plutil: String?
  let jq: String?
  let xmllint: String?
  let xmlstarlet: String?

  init(pliant: String) {
    self.pliant = pliant
    // A version manager's stand-in for python3 would add its own time.
    python = System.find("python3").flatMap(Self.realPython)
    plistutil = System.find("plistutil")
    plutil = System.find("swift").flatMap(System.realPath).flatMap { swift in
      let sibling = swift.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/plutil"
      return System.isExecutable(sibling) ? sibling : nil
    }
    jq = System.find("jq")
    xmllint = System.find("xmllint")
    xmlstarlet = System.find("xmlstarlet")
  }

  private static func realPython(_ path: String) -> String? {
    let output = "/tmp/pliant-bench-python"
    defer { System.remove(output) }
    guard
      let run = try? System.run([path, "-c", "import sys; print(sys.executable, end='')"], output: output),
      run.exitCode == 0, let answer = System.contents(output), System.isExecutable(answer)
    else { return path }
    return answer
  }
}
