struct Options {
  var pliant: String?
  var folder = ".build/bench"
  var peerFolder: String?
  var workloads: [String] = []
  var jobs: [String] = []
  var peers: [String] = []
  var runs = 5
  var slowRuns = 1
  var skipsSlow = false
  var isThorough = false
  var scale = 1.0
  var seed = 1
  var results: String?

  static let usage = """
    usage: pliant-bench [OPTIONS]

    Makes documents, lets pliant and every installed peer do the same job in turn, checks the results, and prints
    user time, user and system time and peak memory, medians of the runs, and the peer's time divided by pliant's.
    Build the peers once, and measure the stripped static build:

      Tests/Peers/build
      make pliant
      swift run -c release pliant-bench --pliant .build/static/pliant \\
        --results Sources/pliant-bench/RESULTS.md

    --pliant PATH        the program to measure (default: beside pliant-bench); a copy on a disk, since a file in
                         memory has smaller pages, and a start takes a quarter longer
    --work FOLDER        where documents are made and kept (default: .build/bench; 9 GB)
    --peers-in FOLDER    where the peers were built (default: peers in the work folder)
    --workloads A,B      of \(Workload.all.map(\.name).joined(separator: ", ")), growth
                         (default: all)
    --jobs A,B           only jobs whose name contains one of these, such as "XML → JSON" or "lint"
    --peers A,B          only peers whose name contains one of these; "none" for pliant alone
    --runs N             runs of each program (default: 5)
    --slow-runs N        runs of plutil, and of plistutil to binary, which take minutes (default: 1)
    --no-slow            leave those out
    --thorough           also have Python's standard library read the results and compare
    --scale X            size of the documents, 1 by default
    --seed N             make the documents from this seed (default: 1)
    --results PATH       also write the results as Markdown
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
      return value
    }
    func number(_ option: String) throws -> Int {
      guard let number = Int(try value(option)), number > 0 else {
        throw BenchError("\(option) needs a number above 0")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--pliant": pliant = try value(option)
      case "--work": folder = try value(option)
      case "--workloads": workloads = Self.list(try value(option))
      case "--jobs": jobs = Self.list(try value(option))
      case "--peers": peers = Self.list(try value(option))
      case "--runs": runs = try number(option)
      case "--slow-runs": slowRuns = try number(option)
      case "--no-slow": skipsSlow = true
      case "--thorough": isThorough = true
      case "--scale":
        guard let scale = Double(try value(option)), scale > 0, scale <= 1000 else {
          throw BenchError("--scale needs a number above 0")
        }
        self.scale = scale
      case "--seed":
        seed = try number(option)
        SampleRandom.callersSeed = UInt64(seed)
      case "--peers-in": peerFolder = try value(option)
      case "--results": results = try value(option)
      case "-h", "--help":
        print(Self.usage)
        runs = 0
      default: throw BenchError("unknown option \(option); see --help")
      }
    }
  }

  private static func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }

  func wants(workload: String) -> Bool { workloads.isEmpty || workloads.contains(workload) }

  func wants(job: Job) -> Bool {
    jobs.isEmpty || jobs.contains { job.name.lowercased().contains($0.lowercased()) }
  }

  func wants(peer: Contestant) -> Bool {
    if skipsSlow && peer.isSlow { return false }
    return peers.isEmpty || peers.contains { peer.tool.lowercased().contains($0.lowercased()) }
  }
}
