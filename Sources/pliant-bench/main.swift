// pliant-bench: pliant against every installed peer on documents made here; see Options.usage.

import CLibrary
import PliantBase

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.runs > 0 {
    guard let own = Platform.executablePath() else { throw BenchError("cannot find myself") }
    let pliant = options.pliant ?? Paths.join(Paths.split(own).folder, "pliant")
    guard Platform.isExecutable(pliant) else { throw BenchError("no program at \(pliant)") }
    let folder = options.seed == 1 ? options.folder : "\(options.folder)/seed-\(options.seed)"
    try System.makeFolder(options.folder)
    try System.makeFolder(folder)
    let bench = Bench(
      pliant: pliant, folder: folder, peerFolder: options.peerFolder ?? "\(options.folder)/peers",
      scale: options.scale)
    if try !runAll(options, bench) { exit(1) }
  }
} catch {
  let message = (error as? BenchError)?.message ?? (error as? Failure)?.sentence ?? "\(error)"
  System.say("pliant-bench: \(message)")
  exit(2)
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
    try file.write(Report.markdown(results, growth, bench: bench, options: options, versions: versions))
    try file.close()
  }
  return isRight
}
