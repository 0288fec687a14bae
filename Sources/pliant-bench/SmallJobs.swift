// The jobs on small files, for which starting, opening and replacing cost more than reading.

extension Workload {
  static func small(_ bench: Bench) throws -> [Job] {
    let (root, names) = try SmallFiles.prepare(in: bench.folder, scale: bench.scale)
    let list = try SmallFiles.prepareList(of: names.prefix(1000).map { "\(root)/\($0)" }, in: bench.folder)
    return [
      try start(bench),
      Job(
        "lint 10,000 files", bench.run("lint", "-q", root), .exitCode,
        peers: [bench.xmllint(["--noout"] + names.map { "\(root)/\($0)" })]),
      eachInShell(bench, root, names),
      Job(
        "1,000 files, --files-from", bench.run("convert", "json", "-q", "-e", "json", "--files-from", list),
        .exitCode,
        peers: []),
      inPlace(bench, root, names, workers: 1), inPlace(bench, root, names, workers: 2),
    ]
  }

  /// The start-up, which is most of the time on a file of 400 bytes.
  private static func start(_ bench: Bench) throws -> Job {
    let tiny = try SmallFiles.prepareTiny(in: bench.folder)
    // To standard output, as making a file durable takes longer than all the rest.
    let result = bench.output("pliant")
    return Job(
      "start-up, 400 bytes", bench.run("convert", "binary1", "-o", "-", tiny, result: result),
      .sameDocument(tiny), peers: [bench.plistutil("bin", tiny), bench.python("bin", tiny)],
      goals: [Goal(peer: "plistutil", times: 1 / 1.5, clock: .processor, isHeadline: true)])
  }

  /// One start per file, as in shell scripts.
  private static func eachInShell(_ bench: Bench, _ root: String, _ names: [String]) -> Job {
    let files = names.prefix(1000).map { "\(root)/\($0)" }
    func loop(_ command: String) -> [String] {
      ["/bin/sh", "-c", "for file do \(command) \"$file\" >/dev/null || exit 1; done", "sh"] + files
    }
    let peer = bench.program("plistutil").map {
      Contestant(tool: "plistutil", command: loop("\($0) -f bin -o - -i"))
    }
    return Job(
      "1,000 files in a shell loop",
      Contestant(tool: "pliant", command: loop("\(bench.pliant) convert binary1 -o -")),
      .exitCode, peers: [peer], goals: [Goal(peer: "plistutil", times: 1 / 1.3, clock: .processor)])
  }

  /// Every file is converted in place; a fresh copy is made before each run.
  private static func inPlace(_ bench: Bench, _ root: String, _ names: [String], workers: Int) -> Job {
    let copy = root + "-copy"
    let files = names.map { "\(copy)/\($0)" }
    let last = names.last ?? ""
    let pliant = Contestant(
      tool: "pliant", command: [bench.pliant, "convert", "binary1", "-q", "--jobs", "\(workers)"] + files,
      result: "\(copy)/\(last)")
    let peer = bench.program("replace-files").map {
      Contestant(
        tool: "replace-files", command: [$0, "\(workers)"] + files, remark: "the same calls, no reading")
    }
    var job = Job(
      "10,000 files in place" + (workers > 1 ? ", --jobs \(workers)" : ""), pliant,
      .sameDocument("\(root)/\(last)"), peers: [peer],
      goals: [Goal(peer: "replace-files", times: 1 / 1.3, clock: .wall)])
    job.preparation = [["/bin/rm", "-rf", copy], ["/bin/cp", "-R", root, copy], ["/bin/sync"]]
    return job
  }
}
