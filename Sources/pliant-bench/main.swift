// pliant-bench: pliant against every installed peer on documents made here; see Options.usage.

do {
  let options = try Options(Array(System.arguments.dropFirst()))
  if options.runs > 0 {
    guard let own = System.realPath(System.arguments[0]) else { throw BenchError("cannot find myself") }
    let beside = own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/pliant"
    let pliant = options.pliant ?? beside
    guard System.isExecutable(pliant) else { throw BenchError("no program at \(pliant)") }
    let folder = options.seed == 1 ? options.folder : "\(options.folder)/seed-\(options.seed)"
    try System.makeFolder(options.folder)
    try System.makeFolder(folder)
    let bench = Bench(
      pliant: pliant, folder: folder, peerFolder: options.peerFolder ?? "\(options.folder)/peers",
      scale: options.scale)
    if try !runAll(options, bench) { System.exit(1) }
  }
} catch let error as BenchError {
  System.say("pliant-bench: \(error.message)")
  System.exit(2)
}

/// Runs the requested jobs, prints each as it ends and writes the results; false if pliant failed anywhere.
func runAll(_ options: Options, _ bench: Bench) throws -> Bool {
  let benchmark = Benchmark(options: options, bench: bench)
  var results: [JobResult] = []
  var isRight = true
  Report.printHead()
  for workload in Workload.all where options.wants(workload: workload.name) {
    for job in try workload.jobs(bench) where options.wants(job: job) {
      let result = JobResult(
        workload: workload.name, job: job, scores: try benchmark.run(job, of: workload.name))
      results.append(result)
      Report.print(result)
      if let problem = result.scores[0].problem {
        isRight = false
        System.say("pliant: \(workload.name): \(job.name): \(problem)")
      }
    }
  }
  let growth =
    options.wants(workload: "growth") ? try Growth(benchmark: benchmark, bench: bench).measure() : []
  if let path = options.results {
    let versions = System.contents("\(bench.peerFolder)/versions") ?? ""
    let file = try FileWriter(path)
    file.write(Report.markdown(results, growth, bench: bench, options: options, versions: versions))
    file.close()
  }
  return isRight
}
