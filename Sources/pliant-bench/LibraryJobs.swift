// The jobs of the library: records as `Codable` types, with PliantKit and with Foundation, in separate
// programs.

extension Workload {
  /// Nothing if the programs are not built; see Tests/Peers/build.
  static func codable(_ bench: Bench) throws -> [Job] {
    guard let library = bench.program("library-codable") else { return [] }
    let files = try ValueDocument.records.prepare(in: bench.folder, scale: bench.scale)
    try bench.makeBinary(files)
    let inputs = [("json", files.json()), ("xml1", files.xml), ("binary1", files.binary)]
    let shapes = codingShapes.map { name, summary in
      let foundation = bench.program("foundation-codable").map {
        Contestant(tool: "Foundation", command: [$0, "shape", name, "32000"])
      }
      return Job(
        summary, Contestant(tool: "PliantKit", command: [library, "shape", name, "32000"]), .exitCode,
        peers: [foundation], goals: [Goal(peer: "Foundation", times: 1)])
    }
    return shapes
      + ["decode", "encode"].flatMap { verb in
        inputs.map { format, file in
          let arguments = [verb, file, format]
          let foundation = bench.program("foundation-codable").map {
            Contestant(tool: "Foundation", command: [$0] + arguments, isSlow: true)
          }
          return Job(
            verb == "decode" ? "decode \(format)" : "decode and encode \(format)",
            Contestant(tool: "PliantKit", command: [library] + arguments), .exitCode, peers: [foundation],
            goals: [Goal(peer: "Foundation", times: 1)])
        }
      }
  }

  /// The types of Tests/Peers/swift that fail, convert keys and make paths.
  static let codingShapes = [
    ("any", "AnyCodable"), ("snake", "keys in snake case"),
    ("either", "an integer, else a string"), ("paths", "the path of each value"),
  ]
}
