// pliant-bench: pliant against every installed peer on documents made here; see Options.usage.

do {
  let options = try Options(Array(System.arguments.dropFirst()))
  if options.runs > 0 {
    guard let own = System.realPath(System.arguments[0]) else { throw BenchError("cannot find myself") }
    let beside = own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/pliant"
    let tools = Tools(pliant: options.pliant ?? beside)
    guard System.isExecutable(tools.pliant) else { throw BenchError("no program at \(tools.pliant)") }
    if try !runAll(options, tools) { System.exit(1) }
  }
} catch let error as BenchError {
  System.say("pliant-bench: \(error.message)")
  System.exit(2)
}

/// Runs what the options want and prints a line as each job ends; false if pliant failed anywhere.
func runAll(_ options: Options, _ tools: Tools) throws -> Bool {
  try System.makeFolder(options.folder)
  let list = JobList(tools: tools, folder: options.folder, scale: options.scale)
  let benchmark = Benchmark(options: options, tools: tools)
  let report = Report(isMarkdown: options.isMarkdown)
  report.printHead()
  var isRight = true
  func run(_ jobs: [Job]) throws {
    for job in jobs where options.wants(job: job) {
      let scores = try benchmark.run(job)
      report.printScores(job, scores)
      if let problem = scores[0].problem {
        isRight = false
        System.say("pliant: \(job.workload): \(job.name): \(problem)")
      }
    }
  }
  for workload in Workload.all where options.wants(workload: workload.name) {
    try run(try list.conversions(of: workload))
  }
  if options.wants(workload: "xml") { try run(try list.xml()) }
  if options.wants(workload: "mapping") { try run(try list.mapped()) }
  if options.wants(workload: "small") { try run(try list.small()) }
  return isRight
}
