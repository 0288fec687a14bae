// How time and memory grow with the document.

/// pliant's conversions of records at 1, 4 and 16 times a size.
struct Growth {
  static let factors = [1.0, 4, 16]

  /// The measurements of one job at each factor.
  struct Row {
    let job: String
    var sizes: [Int] = []
    var scores: [Score] = []
  }

  let benchmark: Benchmark
  let bench: Bench

  func measure() throws -> [Row] {
    var rows = Self.jobNames.map { Row(job: $0) }
    for factor in Self.factors {
      let files = try ValueDocument.records.prepare(in: bench.folder, scale: bench.scale * factor)
      try bench.makeBinary(files)
      for (index, contestant) in contestants(files).enumerated() {
        let job = Job("\(rows[index].job), \(Int(factor)) times", contestant, .exitCode)
        rows[index].scores += try benchmark.run(job, of: "growth")
        rows[index].sizes.append(System.size(contestant.command.last ?? ""))
      }
    }
    return rows
  }

  private static let jobNames = [
    "XML → binary", "binary → XML", "XML → JSON", "JSON → binary", "JSON → JSON", "JSON Lines → JSON", "lint",
  ]

  /// In the order of the names.
  private func contestants(_ files: ValueFiles) -> [Contestant] {
    [
      bench.convert("binary1", files.xml), bench.convert("xml1", files.binary),
      bench.convert("json", files.xml), bench.convert("binary1", files.json()),
      bench.convert("json", files.json()), bench.convert("json", files.lines), bench.run("lint", files.xml),
    ]
  }
}
