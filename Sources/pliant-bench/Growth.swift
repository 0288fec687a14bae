// How time and memory grow with the document.

/// pliant's conversions of records at 1, 4 and 16 times a size.
struct Growth {
  static let factors = [1.0, 4, 16]

  struct Row {
    let job: String
    /// In bytes, or the number of records.
    var sizes: [Int] = []
    var countsRecords = false
    var scores: [Score] = []
  }

  let benchmark: Benchmark
  let bench: Bench

  func measure() throws -> [Row] {
    var rows: [Row] = []
    for factor in Self.factors {
      let files = try ValueDocument.records.prepare(in: bench.folder, scale: bench.scale * factor)
      try bench.makeBinary(files)
      for (index, (name, contestant)) in (contestants(files) + decoders(factor)).enumerated() {
        if index == rows.count { rows.append(Row(job: name)) }
        let job = Job("\(name), \(Int(factor)) times", contestant, .exitCode)
        rows[index].scores += try benchmark.run(job, of: "growth")
        let last = contestant.command.last ?? ""
        rows[index].countsRecords = Int(last) != nil
        rows[index].sizes.append(Int(last) ?? System.size(last))
      }
    }
    return rows
  }

  private func contestants(_ files: DocumentFiles) -> [(String, Contestant)] {
    [
      ("XML → binary", bench.convert("binary1", files.xml)),
      ("binary → XML", bench.convert("xml1", files.binary)),
      ("XML → JSON", bench.convert("json", files.xml)),
      ("JSON → binary", bench.convert("binary1", files.json())),
      ("JSON → JSON", bench.convert("json", files.json())),
      ("JSON Lines → JSON", bench.convert("json", files.lines)), ("lint", bench.run("lint", files.xml)),
    ]
  }

  /// The library's coders, whose size is a number of records.
  private func decoders(_ factor: Double) -> [(String, Contestant)] {
    guard let library = bench.program("library-codable") else { return [] }
    return Workload.codingShapes.map { name, summary in
      let command = [library, "shape", name, "\(Int(8000 * bench.scale * factor))"]
      return (summary, Contestant(tool: "PliantKit", command: command))
    }
  }
}
