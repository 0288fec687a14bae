// Diagnostics of failures and errors, with their positions and causes.

extension Diagnostic {
  /// The same with a cause that the input suggests: an empty pipe, a directory, or the name of a format as a file.
  func explained(for input: InputOperand, in context: CommandContext) -> Diagnostic {
    if rule == .formatUnknown, input.path == nil {
      return Diagnostic(
        severity, "standard input is empty", advice: "check the command before the pipe", rule: rule)
    }
    if context.takesFileLists, sentence == Failure(.isFolder).sentence {
      let files = Paths.join(Platform.displayPath(input.name), "*")
      let advice = "name its files, such as \(files), or list them for --files-from"
      return Diagnostic(severity, sentence, advice: advice, rule: rule)
    }
    if severity == .error, advice == nil, RepairedText.rules.contains(rule),
      let size = input.regularSize, size <= RepairedText.trialBytes, let path = input.path,
      let advice = try? InputFile(path: path).withBytes({ bytes in
        RepairedText.advice(for: bytes, try RepairedFormat.find(in: bytes, name: input.name))
      })
    {
      return Diagnostic(severity, at: place, sentence, advice: advice, rule: rule)
    }
    guard sentence == Failure(.noSuchFile).sentence, let format = Format(rawValue: input.name) else {
      return self
    }
    let use =
      format.direction ?? "-f \(format.rawValue) reads it, 'pliant convert \(format.rawValue) FILE' writes it"
    return Diagnostic(
      severity, at: place, sentence, advice: "'\(format.rawValue)' is a format: \(use)", rule: rule)
  }

  /// A failure in a decoded text, with its line and column.
  init(_ failure: Failure, in text: DecodedText) {
    self.init(failure, at: failure.offset.map { Place(text.position(of: $0)) } ?? .wholeFile)
  }

  /// The diagnostic for an error of a command's work, which is one, or a failure without a position.
  init(of error: any Error) {
    switch error {
    case let diagnostic as Diagnostic: self = diagnostic
    case let failure as Failure: self.init(failure)
    default: self.init(.error, "\(error)", rule: .fileRead)
    }
  }
}

extension Error {
  /// Whether the only problem is a closed output pipe.
  package var isBrokenPipe: Bool { Diagnostic(of: self).message == Failure(.brokenPipe).message }
}
