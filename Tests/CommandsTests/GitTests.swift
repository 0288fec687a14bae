// The set-ups of pliant-git(7), each carried out in a repository.

import Commands
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: find("git") != nil, "git is not installed")) struct GitTests {
  /// A repository with one commit, in which scripts run.
  private struct Repository {
    let folder: URL

    init(_ setUps: [GitSetUp], _ files: [String: String], convert binaries: [String] = [], in folder: URL)
      throws
    {
      self.folder = folder
      try write(files, in: folder)
      for name in binaries { try script("pliant convert binary1 \(name)") }
      try script("git init -q . && git checkout -q -b main")
      try write([".gitattributes": setUps.map { $0.attributes + "\n" }.joined()], in: folder)
      for setUp in setUps { try script(setUp.commands) }
      try script("git add . && git commit -q -m one")
    }

    /// What a script prints, which must succeed.
    @discardableResult
    func script(_ text: String, code: Int32 = 0) throws -> String {
      let settings = """
        export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b \
        GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b GIT_PAGER=cat; set -e

        """
      let ended = try shell(settings + text, in: folder)
      #expect(ended.code == code, "\(text)\n\(ended.output)\(ended.error)")
      return ended.output + ended.error
    }

    /// Commits a change on a branch of its own, and another on main, then merges the branch.
    func merge(_ theirs: String, _ ours: String, code: Int32 = 0) throws -> String {
      try script("git checkout -q -b side; \(theirs); git commit -q -a -m side; git checkout -q main")
      try script("\(ours); git commit -q -a -m main")
      return try script("git merge -q -m merged side", code: code)
    }
  }

  private static let plist = """
    <plist version="1.0">
    <dict>
    \t<key>Name</key>
    \t<string>one</string>
    \t<key>Version</key>
    \t<string>1</string>
    </dict>
    </plist>

    """

  @Test func showsBinaryFilesAsText() throws {
    try withTemporaryFolder { folder in
      let files = ["a.plist": Self.plist, "b.archive": Self.plist, "c.strings": "\"key\" = \"one\";\n"]
      let repository = try Repository([Manual.gitText], files, convert: ["a.plist", "b.archive"], in: folder)
      try repository.script("pliant transcode --to UTF-16LE --bom add c.strings; git commit -q -a -m wide")
      try repository.script(
        "pliant replace Version --string 2 a.plist; pliant replace Version --string 3 b.archive")
      try repository.script("pliant insert new --string ä c.strings")
      let shown = try repository.script("git diff")
      #expect(shown.contains("-  Version: string \"1\"\n+  Version: string \"2\"\n"), "\(shown)")
      #expect(shown.contains("\"3\""), "\(shown)")
      #expect(shown.contains("\n \"key\" = \"one\";\n+\"new\" = \"ä\";\n"), "\(shown)")
      #expect(!shown.contains("Binary files"), "\(shown)")
    }
  }

  /// No content ends git's commands, and every change shows: of a comment, of a control character, of what is broken.
  @Test func textNeverFails() throws {
    try withTemporaryFolder { folder in
      let files = [
        "a.plist": "<plist><dict><key>a</key><string>1</string></dict></plist>",
        "broken.plist": "bplist00 one",
        "torn.strings": "\"a\" = ", "wide.strings": "/* one */\n\"a\" = \"1\";\n",
        "odd.plist": "{ /* one */ a = 1; }\n",
      ]
      let repository = try Repository([Manual.gitText], files, in: folder)
      try repository.script("pliant transcode --to UTF-16LE --bom add wide.strings; git commit -q -a -m wide")
      try write(
        [
          "broken.plist": "bplist00 two", "torn.strings": "\"a\" = \u{1}",
          "odd.plist": "{ /* two */ a = 1; }\n",
        ], in: folder)
      try repository.script("printf '{\"a\": \"x\\\\u001b\"}' | pliant convert binary1 -o a.plist -")
      try repository.script(
        "printf '/* two */\\n\"a\" = \"1\";\\n' | iconv -f UTF-8 -t UTF-16 > wide.strings")
      let shown = try repository.script("git diff")
      for line in [
        "-bplist00 one", "+bplist00 two", "-/* one */", "+/* two */", "-{ /* one */ a = 1; }",
        "+{ /* two */ a = 1; }",
        "+  a: string \"x\\u{1B}\"", "+\"a\" = \u{1}",
      ] {
        #expect(shown.contains(line), "\(line)\n\(shown)")
      }
      try repository.script(
        "git commit -q -a -m two; git log -p > /dev/null; git show > /dev/null; git blame a.plist > /dev/null"
      )
    }
  }

  @Test func showsDifferencesByMeaning() throws {
    try withTemporaryFolder { folder in
      let repository = try Repository([Manual.gitDiff], ["a.plist": Self.plist], in: folder)
      try repository.script("pliant replace Version --string 2 a.plist; pliant convert binary1 a.plist")
      try write(["new.plist": Self.plist], in: folder)
      try repository.script("git add new.plist")
      let shown = try repository.script("git diff HEAD -- a.plist")
      #expect(shown == "a.plist\n- Version: \"1\"\n+ Version: \"2\"\n")
      #expect(try repository.script("git diff HEAD").contains("+ Version: \"2\"\n"))
    }
  }

  @Test func showsNewAndDeletedFilesByMeaning() throws {
    try withTemporaryFolder { folder in
      let repository = try Repository([Manual.gitDiff], ["a.plist": Self.plist], in: folder)
      try repository.script(
        "git mv a.plist b.txt; cp b.txt b.plist; git rm -q --cached b.txt; git add b.plist")
      let shown = try repository.script("git diff --cached --no-renames")
      let values = ["Name: \"one\"", "Version: \"1\""]
      #expect(shown == "a.plist\n- \(values[0])\n- \(values[1])\nb.plist\n+ \(values[0])\n+ \(values[1])\n")
    }
  }

  @Test func comparesOnRequest() throws {
    try withTemporaryFolder { folder in
      let repository = try Repository([Manual.gitTool], ["a.plist": Self.plist], in: folder)
      try repository.script("pliant replace Version --string 2 a.plist")
      #expect(try repository.script("git difftool -y -t pliant") == "- Version: \"1\"\n+ Version: \"2\"\n")
    }
  }

  @Test func mergesByMeaning() throws {
    try withTemporaryFolder { folder in
      let files = [
        "a.plist": Self.plist, "b.strings": "/* first */\n\"a\" = \"1\";\n",
        "c.xcstrings": "{\n  \"strings\" : {\n  }\n}\n",
      ]
      let repository = try Repository([Manual.gitMerge], files, in: folder)
      _ = try repository.merge(
        "pliant insert Theirs --integer 1 a.plist; pliant insert x --string 1 b.strings; "
          + "pliant insert strings.x --dictionary c.xcstrings",
        "pliant insert Ours --integer 2 a.plist; pliant insert y --string 2 b.strings; "
          + "pliant insert strings.y --dictionary c.xcstrings")
      #expect(
        read("a.plist", in: folder)
          == Self.plist.replacing(
            "</dict>",
            with:
              "\t<key>Ours</key>\n\t<integer>2</integer>\n\t<key>Theirs</key>\n\t<integer>1</integer>\n</dict>"
          ))
      #expect(
        read("b.strings", in: folder) == "/* first */\n\"a\" = \"1\";\n\"y\" = \"2\";\n\"x\" = \"1\";\n")
      #expect(try repository.script("pliant extract strings raw c.xcstrings") == "y\nx\n")
      #expect(try repository.script("git status --porcelain") == "")
    }
  }

  @Test func marksConflicts() throws {
    try withTemporaryFolder { folder in
      let repository = try Repository([Manual.gitMerge], ["a.plist": Self.plist], in: folder)
      let said = try repository.merge(
        "pliant replace Version --string 2 a.plist; pliant insert New --string x a.plist",
        "pliant replace Version --string 3 a.plist", code: 1)
      #expect(said.contains("conflict at Version: base \"1\", ours \"3\", theirs \"2\""), "\(said)")
      let marked = read("a.plist", in: folder) ?? ""
      #expect(
        marked.contains(
          "<<<<<<< ours\n\t<string>3</string>\n=======\n\t<string>2</string>\n>>>>>>> theirs\n"),
        "\(marked)")
      #expect(marked.contains("<key>New</key>"))
      #expect(try repository.script("git status --porcelain a.plist") == "UU a.plist\n")
    }
  }

  @Test func mergesProjectsThatBothAddedFilesTo() throws {
    try withTemporaryFolder { folder in
      let project = """
        // !$*UTF8*$!
        {
        \tarchiveVersion = 1;
        \tobjects = {
        \t\tA1 = {isa = PBXGroup; children = (B1, ); };
        \t};
        \trootObject = A1;
        }

        """
      let repository = try Repository([Manual.gitMerge], ["project.pbxproj": project], in: folder)
      _ = try repository.merge(
        "pliant insert objects.A1.children.0 --string C0 project.pbxproj; pliant insert objects.C0 --dictionary project.pbxproj",
        "pliant insert objects.A1.children --append --string D0 project.pbxproj; pliant insert objects.D0 --dictionary project.pbxproj"
      )
      let shown = try repository.script("pliant extract objects json -q project.pbxproj")
      #expect(
        shown == "{\"A1\":{\"isa\":\"PBXGroup\",\"children\":[\"C0\",\"B1\",\"D0\"]},\"D0\":{},\"C0\":{}}\n")
    }
  }

  @Test func mergesBinaryLists() throws {
    try withTemporaryFolder { folder in
      let repository = try Repository(
        [Manual.gitMerge, Manual.gitBinaryMerge], ["a.binary.plist": Self.plist], convert: ["a.binary.plist"],
        in: folder)
      _ = try repository.merge(
        "pliant replace Version --string 2 a.binary.plist", "pliant replace Name --string two a.binary.plist")
      #expect(
        try repository.script("pliant convert json -o - a.binary.plist")
          == "{\"Name\":\"two\",\"Version\":\"2\"}\n")
    }
  }

  /// `git install` makes the same settings, once, keeps other lines, and takes everything out again.
  @Test func installsAndRemoves() throws {
    try withTemporaryFolder { folder in
      let repository = try Repository([], ["a.plist": Self.plist, "b.txt": "b"], in: folder)
      try repository.script("printf '*.xib -text' > .gitattributes; git add .; git commit -q -m own")
      #expect(
        try repository.script("pliant git install").contains(
          "git config: diff.pliant, difftool.pliant, merge.pliant"))
      try repository.script("mkdir -p sub && cd sub && pliant git install")
      let attributes = try String(
        contentsOf: folder.appendingPathComponent(".gitattributes"), encoding: .utf8)
      #expect(attributes.components(separatedBy: "*.plist diff=pliant merge=pliant\n").count == 2)
      #expect(attributes.hasSuffix("# pliant: end\n*.xib -text"))
      try repository.script("git add .; git commit -q -m installed")
      _ = try repository.merge(
        "pliant insert A --string 1 a.plist",
        "pliant insert B --string 2 a.plist; pliant convert binary1 a.plist")
      #expect(try repository.script("pliant extract A a.plist; pliant extract B a.plist") == "1\n2\n")
      try repository.script("pliant replace A --string 3 a.plist")
      #expect(try repository.script("git diff").contains("+  A: string \"3\""))
      try repository.script("pliant git install --remove")
      #expect(try repository.script("cat .gitattributes") == "*.xib -text")
      #expect(try repository.script("git config --get-regexp 'pliant' || true").isEmpty)
      // Without other lines, the file goes, too.
      try repository.script(
        "rm .gitattributes; pliant git install; pliant git install --remove; test ! -e .gitattributes")
      let home =
        "export HOME=$PWD/home XDG_CONFIG_HOME= GIT_CONFIG_GLOBAL=$PWD/home/.gitconfig; mkdir -p home;"
      let shown = try repository.script(
        home + "pliant git install --global; cat home/.config/git/attributes home/.gitconfig")
      #expect(shown.contains("*.strings diff=pliant merge=pliant\n") && shown.contains("[merge \"pliant\"]"))
      try repository.script(
        "mkdir ../\(folder.lastPathComponent)-out; cd ../\(folder.lastPathComponent)-out; ! pliant git install"
      )
    }
  }
}
