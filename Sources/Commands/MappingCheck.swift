struct MappingCheck {
  var context: CommandContext

  mutating func run(_ name: String, samples: [String]) -> ExitCode {
    let bar = context.startProgress(total: samples.count)
    defer { bar?.stop() }
    var code = ExitCode.success
    guard let mapping = checkedMapping(name, &code) else { return code }
    guard !samples.isEmpty, code != .trouble else { return code }
    do throws(Failure) {
      let proof = try MappingProof(mapping)
      for sample in samples { code.worsen(to: prove(sample, proof)) }
    } catch {
      // The check has already reported the problem.
      if code == .success { context.report(error, file: name) }
      code.worsen(to: .failure)
    }
    return code
  }

  /// Reports the findings and returns the mapping; nil if it is unreadable.
  private func checkedMapping(_ name: String, _ code: inout ExitCode) -> Mapping? {
    let library = context.mappingLibrary
    do throws(MappingLibrary.Problem) {
      let (mapping, diagnostics) = try library.withFile(name) { loaded throws(Diagnostic) in
        let mapping = try MappingFileReader.read(loaded)
        let findings = MappingChecker.check(mapping, in: loaded.document).map { $0.diagnostic(in: loaded) }
        let doubled = loaded.valueNotes.map { Diagnostic(.error, at: $0.place, $0.message, rule: $0.rule) }
        return (mapping, doubled + findings)
      }
      for diagnostic in diagnostics { context.report(diagnostic, file: library.file(of: name) ?? name) }
      if !diagnostics.isEmpty { code.worsen(to: .failure) }
      return mapping
    } catch {
      context.report(error.diagnostic, file: error.file)
      // An invalid mapping is a finding, an unreadable one an error.
      code.worsen(to: error.isWrongMapping ? .failure : .trouble)
      return nil
    }
  }

  private func prove(_ sample: String, _ proof: MappingProof) -> ExitCode {
    let input = InputOperand(sample, in: context)
    let store = context.program(named: "sqlite3")
    context.progress?.begin(input)
    defer { context.progress?.finished(1) }
    do {
      let problems = try context.withXMLText(of: input) { text throws(Diagnostic) in
        let problems = proof.problems(with: text)
        guard problems.isEmpty, let store else { return problems }
        return proof.problems(with: text, through: store)
      }
      if problems.isEmpty, store == nil {
        context.note(
          "sqlite3 was not found; the way through SQL is not proved", rule: .mappingRoundTrip,
          file: input.name)
      }
      for problem in problems { context.report(problem, file: input.name) }
      return problems.isEmpty ? .success : .failure
    } catch {
      context.report(error, file: input.name)
      return .trouble
    }
  }
}
