// The text of --version: the version, the commit if make knew it, and the compiler.

package struct BuildInformation: Sendable {
  /// The commit and its date; empty if unknown.
  package let commit: String
  /// `Swift 6.3.1`.
  package let compiler: String
  /// `x86_64-unknown-linux-gnu`.
  package let target: String

  package init(commit: String, compiler: String, target: String) {
    self.commit = commit
    self.compiler = compiler
    self.target = target
  }

  /// The compiler's own information, for a plain `swift build`.
  package static let unstamped = BuildInformation(commit: "", compiler: knownCompiler, target: knownTarget)

  /// The lines of `--version`; the first has the name and the number.
  package var text: String {
    let origin = commit.isEmpty ? "" : " (\(commit))"
    return "pliant \(Version.text)\(origin)\nbuilt with \(compiler) for \(target)\n"
  }

  private static var knownCompiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  private static var knownTarget: String {
    #if arch(x86_64)
      let processor = "x86_64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "another processor"
    #endif
    #if os(macOS)
      return "\(processor)-macos"
    #else
      return "\(processor)-linux"
    #endif
  }
}
