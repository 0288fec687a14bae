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

  /// The text of Texts/usage.txt.
  static var usage: String {
    String(decoding: PackageResources.usage_txt, as: UTF8.self)
      .replacingText("%WORKLOADS%", with: Workload.all.map(\.name).joined(separator: ", "))
  }

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
        print(Self.usage, terminator: "")
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
