// pliant lint --init: a settings file for the working directory, and a CI job that uses it.

enum LintInit {
  /// Directories of third-party code, excluded if they exist.
  private static let foreignFolders = ["Pods", "Carthage", "vendor", "third_party", "ThirdParty", "external"]
  private static let shownEndings = 12

  static func run(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) -> ExitCode {
    let folder = context.resolve(typed.paths.first ?? ".")
    let name = LintConfiguration.fileNames[0]
    let path = Paths.join(folder, name)
    let shown = Platform.displayPath(typed.paths.first.map { Paths.join($0, name) } ?? name)
    if Platform.linkStatus(path) != nil { throw UsageError("\(shown) already exists") }
    var context = context
    context.workingDirectory = Paths.normalized(Paths.resolve(folder, against: Platform.workingDirectory()))
    let foreign = foreignFolders.filter { Platform.status(Paths.join(folder, $0))?.kind == .folder }
    do throws(Failure) {
      try context.write(settings(exclude: foreign, encodings: [], baseline: true), to: path)
      var (seen, accepted, encodings) = try outcome(typed, context, writesBaseline: false)
      if accepted > 0 {
        // The policy that fits explains some of the findings.
        try context.write(settings(exclude: foreign, encodings: encodings, baseline: true), to: path)
        (seen, accepted, _) = try outcome(typed, context, writesBaseline: true)
      }
      if accepted == 0 {
        try context.write(settings(exclude: foreign, encodings: encodings, baseline: false), to: path)
      }
      let found =
        accepted == 0
        ? "no findings now"
        : "\(LintCoverage.count(accepted, "finding")) now, accepted in \(baselineName); only new ones are reported"
      try context.write("wrote \(shown)\n\(seen)\n\(found)\n\(job(folder))")
      return .success
    } catch {
      context.report(error, file: path)
      return .trouble
    }
  }

  private static let baselineName = ".pliant-baseline.json"

  private static func settings(
    exclude: [String], encodings: [(pattern: String, name: String)], baseline: Bool
  ) -> OutputBuffer {
    var text = "{\n  \"lint\": {\n    \"failOn\": \"warning\""
    if !exclude.isEmpty {
      text += ",\n    \"exclude\": [" + exclude.map { "\"\($0)/\"" }.joined(separator: ", ") + "]"
    }
    if !encodings.isEmpty {
      text +=
        ",\n    \"encodings\": {"
        + encodings.map { "\"\($0.pattern)\": \"\($0.name)\"" }.joined(separator: ", ") + "}"
    }
    if baseline { text += ",\n    \"baseline\": \"\(baselineName)\"" }
    var output = OutputBuffer()
    output.append(text + "\n  }\n}\n")
    return output
  }

  /// Checks the folder with the new settings, and accepts the findings; returns the files, the number of
  /// findings, and the policy that fits the files.
  private static func outcome(
    _ typed: ParsedArguments, _ context: CommandContext, writesBaseline: Bool
  ) throws(Failure) -> (
    seen: String, accepted: Int, encodings: [(pattern: String, name: String)]
  ) {
    guard var settings = try? LintSettings(typed, context),
      let files = try? LintTargets([InputOperand(name: ".", path: context.resolve("."))], &settings, context)
    else { return ("", 0, []) }
    var run = LintRun(settings, context)
    run.keepsSkipped = true
    let (results, _) = run.runAll(files.targets)
    var baseline = LintBaseline()
    var undeclared: [InputOperand] = []
    for (index, result) in results {
      guard let report = result.report else { continue }
      if report.findings.contains(where: { $0.rule.id == .encodingMissingDeclaration }) {
        undeclared.append(files.targets[index].input)
      }
      baseline.update(name: settings.baselineName(of: report.file), report.fingerprints)
    }
    if writesBaseline, let path = settings.baseline, baseline.findingCount > 0 {
      var output = OutputBuffer()
      baseline.append(to: &output)
      try context.write(output, to: path)
    }
    let unchecked = Set(results.lazy.filter { !$0.result.isChecked }.map(\.index))
    let checked = files.targets.indices.filter { !unchecked.contains($0) }.map { files.targets[$0].input }
    return (
      description(of: checked.map(\.name)), baseline.findingCount, policy(for: undeclared, among: checked)
    )
  }

  /// For each extension of files that declare nothing: the one encoding of all that are not ASCII.
  private static func policy(
    for undeclared: [InputOperand], among files: [InputOperand]
  ) -> [(pattern: String, name: String)] {
    let endings = Set(undeclared.compactMap { Paths.pathExtension($0.name) })
    var names: [String: Set<String>] = [:]
    for file in files {
      guard let ending = Paths.pathExtension(file.name), endings.contains(ending), let path = file.path,
        let input = try? InputFile(path: path)
      else { continue }
      let verdict = input.withBytes { EncodingDetector.judge($0) }
      if verdict.evidence == .ascii || verdict.evidence == .empty { continue }
      names[ending, default: []].insert(verdict.evidence == .letters ? verdict.encoding.name : "")
    }
    return names.filter { $0.value.count == 1 && $0.value != [""] }.sorted { $0.key < $1.key }
      .map { ("*.\($0.key)", $0.value.first ?? "") }
  }

  /// The number of files by extension.
  private static func description(of files: [String]) -> String {
    var counts: [String: Int] = [:]
    for file in files { counts[Paths.pathExtension(file) ?? "", default: 0] += 1 }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let others = sorted.dropFirst(shownEndings).reduce(0) { $0 + $1.value }
    let shown =
      sorted.prefix(shownEndings).map {
        $0.key.isEmpty ? "\($0.value) without" : "\($0.value) .\($0.key)"
      } + (others > 0 ? ["\(others) others"] : [])
    return files.isEmpty
      ? "no files to check here yet"
      : "checks \(LintCoverage.count(files.count, "file")): \(shown.joined(separator: ", "))"
  }

  /// A CI job that lints, with pliant's release if it has a home, else with files copied from its sources.
  private static func job(_ folder: String) -> String {
    let isGitLab = Platform.status(Paths.join(folder, ".gitlab-ci.yml")) != nil
    let template = ".github/\(isGitLab ? "gitlab/pliant-lint.yml" : "actions/lint")"
    let target = isGitLab ? ".gitlab/pliant-lint.yml" : template
    let copying =
      Version.home.isEmpty
      ? """

      copy \(template) of pliant's sources to \(target), and an archive made by
      'make dist', with its .sha256 file, into the directory dist next to it

      """ : ""
    return isGitLab ? gitLabJob(target) + copying : gitHubJob(target) + copying
  }

  private static func gitLabJob(_ target: String) -> String {
    let source =
      Version.home.isEmpty
      ? "local: \(target)" : "remote: \(Version.home)/raw/v\(Version.text)/.github/gitlab/pliant-lint.yml"
    return """
      job for .gitlab-ci.yml:

      include:
        - \(source)

      """
  }

  private static func gitHubJob(_ target: String) -> String {
    let repository = Version.home.split(separator: "/").suffix(2).joined(separator: "/")
    let action = repository.isEmpty ? "./\(target)" : "\(repository)/\(target)@v\(Version.text)"
    return """
      job for .github/workflows/lint.yml:

      on: [push, pull_request]
      permissions:
        contents: read
      jobs:
        pliant:
          runs-on: ubuntu-24.04
          steps:
            - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
            - uses: \(action)
              with:
                sarif: false

      """
  }
}
