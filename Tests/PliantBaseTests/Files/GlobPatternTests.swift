// File name patterns, one line a case, as git reads them.

import Foundation
import PliantBase
import TestSupport
import Testing

@Suite struct GlobPatternTests {
  @Test func matches() async throws {
    try await forEachRow(of: [
      ("*.plist", "a.plist", true), ("*.plist", "b/a.plist", true), ("*.plist", "a.plists", false),
      ("/a", "a", true),
      ("/a", "b/a", false), ("a/b", "a/b", true), ("a/b", "c/a/b", false), ("**/b", "a/c/b", true),
      ("**/b", "b", true),
      ("a/**", "a/b/c", true), ("a/**", "a", false), ("a/**/d", "a/d", true), ("a/**/d", "a/b/c/d", true),
      ("?.xml", "a.xml", true), ("?.xml", "ab.xml", false), ("[a-c].xml", "b.xml", true),
      ("[!a-c].xml", "b.xml", false),
      ("[]].xml", "].xml", true), ("\\*", "*", true), ("\\*", "a", false), ("a*b*c", "axxbxxc", true),
      ("a*b*c", "axxbxx", false), ("*", "x", true), ("a[b", "a[b", true),
      ("[\\]]", "]", true), ("[\\]]", "\\", false), ("[a\\-c]", "b", false), ("[a\\-c]", "-", true),
      ("[[:digit:]_]*.xml", "4a.xml", true), ("[[:digit:]_]*.xml", "a.xml", false),
      ("[^[:upper:]]", "a", true), ("[^[:upper:]]", "A", false), ("[[:x]", ":", true), ("[a-]", "-", true),
    ]) { (pattern: String, path: String, expected: Bool) throws in
      #expect(try #require(GlobPattern(pattern)).matches(path, isFolder: false) == expected)
    }
  }

  /// As GitHub's templates for macOS and Windows contain them.
  @Test func marksAndCarriageReturnsAreAsGitReadsThem() throws {
    try withTemporaryFolder { folder in
      for (name, text) in [
        (".gitignore", "\u{FEFF}*.log\nIcon\r\r\nThumbs.db\r\n"), ("a.log", ""), ("Icon", ""), ("Icon\r", ""),
        ("Thumbs.db", ""),
      ] { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
      let walk = FolderWalk(selecting: [try PathPattern("[!.]*")], workingDirectory: folder.path)
      #expect(walk.list(folder.path) { $0 }.files.map(\.path) == [folder.path + "/Icon"])
    }
  }

  @Test(arguments: ["", "# comment", "/", "   "]) func noPattern(line: String) {
    #expect(GlobPattern(line) == nil)
  }

  @Test func foldersAndNegation() throws {
    let folder = try #require(GlobPattern("build/"))
    #expect(folder.matches("a/build", isFolder: true))
    #expect(!folder.matches("a/build", isFolder: false))
    #expect(try #require(GlobPattern("!a")).isNegated)
  }

  @Test func manyStarsTakeNoTime() throws {
    let pattern = try #require(GlobPattern(String(repeating: "*a", count: 200) + "b"))
    #expect(!pattern.matches(String(repeating: "a", count: 2000), isFolder: false))
  }

  @Test func bracesStandForAlternatives() throws {
    for (pattern, path, expected) in [
      ("*.{xml,json}", "a/b.json", true), ("*.{xml,json}", "b.yaml", false), ("a{,b}c", "ac", true),
      ("a{,b}c", "abc", true), ("{a,b{c,d}}.x", "bd.x", true), ("{a,b{c,d}}.x", "b.x", false),
      ("\\{a\\}", "{a}", true), ("[{]a", "{a", true), ("{a/b,c}/d", "a/b/d", true), ("#a", "#a", true),
    ] {
      let matches = try PathPattern(pattern).matches(relative: path)
      #expect(matches == expected, "\(pattern) \(path)")
    }
  }

  @Test func mistakesInPatternsAreTold() {
    for (pattern, reason) in [
      ("{a", "unterminated '{'"), ("a}", "unmatched '}'"), ("[a", "unterminated '['"), ("", "it is empty"),
      ("[z-a]", "the range 'z-a' is empty"), ("!a", "patterns cannot be negated"),
      ("a\\", "nothing follows the last '\\'"), ("{a,[}", "unterminated '['"), ("/", "it is empty"),
      (String(repeating: "{a,b}", count: 20), "it expands to more than 1000 patterns"),
    ] {
      do throws(PathPatternMistake) {
        _ = try PathPattern(pattern)
        Issue.record("\(pattern) is accepted")
      } catch {
        #expect(error.reason == reason, "\(pattern)")
      }
    }
  }

  @Test func walksAsGitIgnoreSays() throws {
    try withTemporaryFolder { folder in
      for name in ["a", "a/b", "out", ".git"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      for (name, text) in [
        (".gitignore", "out/\n*.tmp.json\n"), ("a/.gitignore", "!keep.tmp.json\n/x.json\n"), ("x.json", ""),
        ("a/x.json", ""),
        ("a/b/x.json", ""), ("a/y.tmp.json", ""), ("a/keep.tmp.json", ""), ("out/z.json", ""),
        (".git/c.json", ""),
        ("n.txt", ""),
      ] { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
      let base = Paths.normalized(folder.path)
      let walk = FolderWalk(
        excluding: [try PathPattern("a/b/*", from: base)], selecting: [try PathPattern("*.json")],
        workingDirectory: base)
      func files(_ name: String) -> [String] {
        walk.list(name) { $0.hasPrefix("/") ? $0 : folder.path + "/" + $0 }.files.map(\.path)
      }
      #expect(files(".") == ["./x.json", "./a/keep.tmp.json"])
      #expect(walk.isExcluded("a/b/x.json"))
      #expect(!walk.isExcluded("a/x.json"))
      // What holds for the whole holds for a part of it: patterns are not seen from the folder that is named.
      #expect(files("a") == ["a/keep.tmp.json"])
      #expect(files("out") == ["out/z.json"])
      #expect(files(folder.path + "/a") == [folder.path + "/a/keep.tmp.json"])
    }
  }

  /// Several threads list the same as one, in the same order.
  @Test func threadsListTheSame() throws {
    try withTemporaryFolder { folder in
      for number in 0..<120 {
        let path = folder.appendingPathComponent("a\(number % 7)/b\(number % 40)/c\(number)")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        try Data().write(to: path.appendingPathComponent("x.json"))
        try Data("x.json\n".utf8).write(to: path.appendingPathComponent(number % 9 == 0 ? ".gitignore" : "y"))
      }
      try Data().write(to: folder.appendingPathComponent(".git"))
      let root = folder.path
      let walks = [1, 2, 3, 8].map { FolderWalk().list(root, jobs: $0) { $0 } }
      #expect(walks[0].files.count > 200 && !walks[0].omitted.isEmpty)
      for walk in walks {
        #expect(walk.files.map(\.path) == walks[0].files.map(\.path))
        #expect(walk.omitted.map(\.path) == walks[0].omitted.map(\.path))
      }
    }
  }

  @Test(
    arguments: [
      ("/a/./b//c/", "/a/b/c"), ("/a/../b", "/b"), ("/..", "/"), ("a/b", "/a/b"), ("/", "/"),
    ])
  func normalizesPaths(_ path: String, _ wanted: String) { #expect(Paths.normalized(path) == wanted) }

  @Test(
    arguments: [
      ("/a/b", "/a", "b"), ("/a/b/c", "/", "a/b/c"), ("/ab", "/a", nil), ("/a", "/a", nil), ("/b", "/a", nil),
    ] as [(String, String, String?)])
  func seesPathsFromFolders(_ path: String, _ folder: String, _ wanted: String?) {
    #expect(Paths.relative(path, to: folder) == wanted)
  }
}
