// File name patterns, one line a case, as git reads them.

import Foundation
import PliantBase
import TestSupport
import Testing

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("*.plist", "a.plist", true), ("*.plist", "b/a.plist", true), ("*.plist", "a.plists", false),
    ("/a", "a", true),
    ("/a", "b/a", false), ("a/b", "a/b", true), ("a/b", "c/a/b", false), ("**/b", "a/c/b", true),
    ("**/b", "b", true),
    ("a/**", "a/b/c", true), ("a/**", "a", false), ("a/**/d", "a/d", true), ("a/**/d", "a/b/c/d", true),
    ("?.xml", "a.xml", true), ("?.xml", "ab.xml", false), ("[a-c].xml", "b.xml", true),
    ("[!a-c].xml", "b.xml", false),
    ("[]].xml", "].xml", true), ("\\*", "*", true), ("\\*", "a", false), ("a*b*c", "axxbxxc", true),
    ("a*b*c", "axxbxx", false), ("*", "x", true), ("a[b", "a[b", true),
  ]) func matches(pattern: String, path: String, expected: Bool) throws {
    #expect(try #require(GlobPattern(pattern)).matches(path, isFolder: false) == expected)
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
        excluding: [.init(try #require(GlobPattern("a/b/*")), from: base)], workingDirectory: base
      ) { $0.hasSuffix(".json") }
      #expect(walk.files(in: ".") { folder.path + "/" + $0 } == ["./x.json", "./a/keep.tmp.json"])
      #expect(walk.isExcluded("a/b/x.json"))
      #expect(!walk.isExcluded("a/x.json"))
      // What holds for the whole holds for a part of it: patterns are not seen from the folder that is named.
      #expect(walk.files(in: "a") { folder.path + "/" + $0 } == ["a/keep.tmp.json"])
      #expect(walk.files(in: "out") { folder.path + "/" + $0 } == ["out/z.json"])
      #expect(walk.files(in: folder.path + "/a") { $0 } == [folder.path + "/a/keep.tmp.json"])
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
