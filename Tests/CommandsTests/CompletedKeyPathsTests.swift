// The key paths that a shell offers.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct CompletedKeyPathsTests {
  private static let text = """
    {"com.apple.a":{"x":1,"y":[1,{"z":2}]},"comma":2,"a/b":3,"line\\n":4,"":5,"$(touch x)":6}
    """

  @Test func offersTheNextStep() async throws {
    try await forEachRow(of: [
      ("", ["com\\.apple\\.a", "comma", "a/b", "$(touch x)"]), ("com", ["com\\.apple\\.a", "comma"]),
      ("com\\.", ["com\\.apple\\.a"]), ("com\\.apple\\.a.", ["com\\.apple\\.a.x", "com\\.apple\\.a.y"]),
      ("com\\.apple\\.a.y.", ["com\\.apple\\.a.y.0", "com\\.apple\\.a.y.1"]),
      ("com\\.apple\\.a.y.1.", ["com\\.apple\\.a.y.1.z"]), ("/a", ["/a~1b"]),
      ("/com.apple.a/", ["/com.apple.a/x", "/com.apple.a/y"]),
      ("zzz", []), ("zzz.", []), ("comma.", []), ("/a~", ["/a~1b"]), ("/a~/", []),
    ]) { (prefix: String, paths: [String]) in
      try withTemporaryFolder { folder in
        try write(["x.json": Self.text, "broken.json": "{"], in: folder)
        let run = try CapturedRun(in: folder)
        let code = run.run(
          "completions", "bash", "--key-paths", prefix, "--in", "broken.json", "--in", "x.json", "--in",
          "none",
          "--in", ".")
        #expect(code == .success && run.errorText.isEmpty)
        #expect(run.outputText == paths.map { $0 + "\n" }.joined())
      }
    }
  }

  /// The script asks the program, and nothing that a file holds is run.
  @Test func completesInBash() throws {
    guard let bash = find("bash") else { try Test.cancel("bash is not installed") }
    try withTemporaryFolder { folder in
      try write(["x.json": Self.text], in: folder)
      let script = try CapturedRun(in: folder)
      #expect(script.run("completions", "bash") == .success)
      func answer(_ word: String) throws -> String {
        // A function in the place of the program prints what it would.
        let run = try CapturedRun(in: folder)
        #expect(run.run("completions", "bash", "--key-paths", word, "--in", "x.json") == .success)
        let text = """
          pliant() { [[ "$*" == "completions bash --key-paths=\(word) --in x.json" ]] && cat <<'END'
          \(run.outputText)END
          }
          COMP_WORDS=(pliant extract '\(word)' x.json); COMP_CWORD=2; _pliant; printf '%s\\n' "${COMPREPLY[@]}"
          """
        let file = folder.appendingPathComponent("script.bash")
        try Data((script.outputText + "cd '\(folder.path)'\n" + text).utf8).write(to: file)
        return output(bash, ["--norc", file.path]) ?? ""
      }
      #expect(try answer("comm") == "comma\n")
      #expect(try answer("") == "com\\\\.apple\\\\.a\ncomma\na/b\n\\$\\(touch\\ x\\)\n")
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("x").path))
    }
  }
}
