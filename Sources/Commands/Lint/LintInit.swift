// pliant lint --init: a settings file for the tree at hand, and the CI job that uses it.

import CommandLineKit
import PliantCore
import PliantLint

/// Writes `.pliant.json` for a folder.
enum LintInit {
  /// Folders of code that others wrote, which are left out where they are there.
  private static let foreignFolders = ["Pods", "Carthage", "vendor", "third_party", "ThirdParty", "external"]
  /// Endings that are shown.
  private static let shownEndings = 12

  static func run(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) -> ExitCode {
    let folder = context.resolve(typed.operands.first ?? ".")
    let name = LintConfiguration.fileNames[0]
    let path = Paths.join(folder, name)
    let shown = Platform.displayPath(typed.operands.first.map { Paths.join($0, name) } ?? name)
    if Platform.linkStatus(path) != nil {
      throw UsageError("\(shown) already exists", verb: "lint")
    }
    let files = FolderWalk(workingDirectory: folder, accepts: LintNames.isLinted)
      .files(in: ".", resolve: { Paths.resolve($0, against: folder) })
    let foreign = foreignFolders.filter { Platform.status(Paths.join(folder, $0))?.kind == .folder }
    let seen = description(of: files)
    let outcome = findings(files, foreign, folder, context)
    do throws(Failure) {
      try write(settings(exclude: foreign), to: path)
      try context.write(
        "wrote \(shown)\n\(seen)\n\(outcome)\n\(job(folder))")
      return .success
    } catch {
      context.report(Diagnostic(error), file: path)
      return .trouble
    }
  }

  private static func settings(exclude: [String]) -> String {
    var text = "{\n  \"lint\": {\n    \"failOn\": \"warning\""
    if !exclude.isEmpty {
      text += ",\n    \"exclude\": [" + exclude.map { "\"\($0)/\"" }.joined(separator: ", ") + "]"
    }
    return text + "\n  }\n}\n"
  }

  private static func write(_ text: String, to path: String) throws(Failure) {
    let file = try AtomicFile(path: path)
    var output = OutputBuffer(to: .descriptor(file.descriptor))
    output.append(text)
    try output.drain()
    try file.commit()
  }

  /// How many files of which endings there are.
  private static func description(of files: [String]) -> String {
    var counts: [String: Int] = [:]
    for file in files { counts[Paths.pathExtension(file) ?? "", default: 0] += 1 }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(shownEndings).map { "\($0.value) .\($0.key)" }.joined(separator: ", ")
    return files.isEmpty ? "no files to check here yet" : "checks \(files.count) files: \(shown)"
  }

  /// How many findings there are now, and what to do about them.
  private static func findings(
    _ files: [String], _ foreign: [String], _ folder: String, _ context: CommandContext
  ) -> String {
    let linter = Linter()
    var reader = FileReader()
    var count = 0
    for file in files where !foreign.contains(where: { file.hasPrefix("./\($0)/") }) {
      let path = Paths.resolve(file, against: folder)
      if case .small(let bytes)? = try? reader.read(path, name: file) {
        count += linter.lint(bytes, name: file).findings.count
      }
    }
    guard count > 0 else { return "no findings now" }
    return """
      \(count == 1 ? "1 finding" : "\(count) findings") now; to accept them and report only new ones:
          pliant lint --baseline .pliant-baseline.json --update-baseline
      and add "baseline": ".pliant-baseline.json" to the settings
      """
  }

  /// A CI job that lints, with the project's release if it has a home, else with files copied from its sources.
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
