/// Runs conversions with PropertyListSerialization and JSONSerialization in a child process.
///
/// Their start-up cost, memory and crashes do not affect pliant's own process.
package struct FoundationEngine: Sendable {
  package let path: String

  /// Finds the program next to the running one.
  ///
  /// Throws `engine.missing` if it is missing.
  package init() throws(Failure) {
    guard let own = Platform.executablePath() else { throw Failure(.engineMissing, "pliant") }
    try self.init(path: Paths.split(own).folder + "pliant-foundation")
  }

  /// The program at a path, for tests.
  package init(path: String) throws(Failure) {
    guard Platform.isExecutable(path) else { throw Failure(.engineMissing, path) }
    self.path = path
  }

  /// Requests a conversion.
  ///
  /// Throws `engine.version`, `engine.crash`, `engine.answer`, or `engine.refused` for its own error.
  package func convert(_ input: ByteView, _ request: EngineRequest) throws(Failure) -> EngineResponse {
    try ask(request, [input])
  }

  /// Requests the comparison of an input and its output.
  package func verify(
    _ input: ByteView, output: ByteView, _ request: EngineRequest
  ) throws(Failure) -> EngineResponse {
    let header = Array("\(input.count)\n".utf8)
    return try header.withByteView { (header: ByteView) throws(Failure) in
      try ask(request, [header, input, output])
    }
  }

  private var missingLibrary: Failure {
    Failure(
      .engineLibrary, "\(path), which needs \(Version.foundationLibrary) or later; pliant itself does not")
  }

  private func ask(_ request: EngineRequest, _ parts: [ByteView]) throws(Failure) -> EngineResponse {
    let result: ChildResult
    do throws(Failure) {
      result = try Platform.runChild(path, request.arguments, input: parts)
    } catch { throw error.code == .childStart ? missingLibrary : error }
    // With a C library that is too old, the loader prints nothing and ends with 1 or 127.
    if result.output.isEmpty, [1, 127].contains(result.exitCode), result.signal == nil {
      throw missingLibrary
    }
    if let signal = result.signal { throw Failure(.engineCrash, Platform.signalName(signal)) }
    guard let response = result.output.withByteView({ EngineResponse($0) }), result.exitCode == 0 else {
      throw Failure(.engineAnswer, path)
    }
    guard response.version == request.version else {
      throw Failure(.engineVersion, "\(path) is version \(response.version), not \(request.version)")
    }
    if let problem = response.error { throw Failure(.engineRefused, problem) }
    return response
  }
}
