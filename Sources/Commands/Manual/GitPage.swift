// pliant-git(7): git settings that show and merge property lists, strings and projects by meaning.

/// Lines of .gitattributes and commands that make git use pliant; a test runs them in a repository.
package struct GitSetUp: Sendable {
  package let attributes: String
  package let commands: String

  /// Literal text for a page.
  fileprivate var block: String {
    let lines = attributes.split(separator: "\n").map { "echo '\($0)' >> .gitattributes" }
    return (lines + commands.split(separator: "\n").map(String.init)).map { "    \($0)" }.joined(
      separator: "\n")
  }
}

extension Manual {
  static let git = ManualPage(
    "pliant-git", section: 7, summary: "property lists, strings and projects in git",
    text: """
      # DESCRIPTION
      git compares and merges lines. These settings let it see the contents of property lists, localisation strings,
      keyed archives and Xcode projects. Add the lines of `.gitattributes` to the repository, and the configuration to
      every machine, for one repository or for all; without it, git works as before.

      # SHOWING BINARY FILES AS TEXT
      `git diff`, `git log -p` and `git blame` show binary property lists and keyed archives as a tree, and UTF-16
      strings as UTF-8. Text files remain complete, comments included, and unreadable files unchanged, so `git diff`
      never fails.

      \(gitText.block)

      # SHOWING DIFFERENCES BY MEANING
      Compares key paths and values instead of lines: reordered keys and another layout are not differences. git gives
      an external diff the name and two files; one that fails would end `git diff`.

      \(gitDiff.block)

      # COMPARING ON REQUEST
      The same for one comparison: `git difftool -y -t pliant` instead of `git diff`.

      \(gitTool.block)

      # MERGING BY MEANING
      Two branches that add keys, files of a project or languages in the same place merge without a conflict. pliant
      reports values that both changed differently with their key paths, and marks them in the file as git does.

      \(gitMerge.block)

      A binary property list has no lines to put markers around. Without `--markers`, pliant reports a conflict and
      keeps the value of the current branch.

      \(gitBinaryMerge.block)
      """, seeAlso: ["merge", "diff", "print", "convert", "transcode"])

  /// Text of binary lists, archives and UTF-16 strings.
  package static let gitText = GitSetUp(
    attributes: "*.plist diff=pliant\n*.archive diff=pliant\n*.strings diff=pliant",
    commands: "git config diff.pliant.textconv 'pliant print --textconv'")

  package static let gitDiff = GitSetUp(
    attributes: "*.plist diff=meaning\n*.pbxproj diff=meaning\n*.xcstrings diff=meaning",
    commands: """
      git config diff.meaning.command 'f() { echo "$1"; pliant diff "$2" "$5"; true; }; f'
      """)

  package static let gitTool = GitSetUp(
    attributes: "", commands: "git config difftool.pliant.cmd 'pliant diff \"$LOCAL\" \"$REMOTE\"'")

  package static let gitMerge = GitSetUp(
    attributes:
      "*.plist merge=pliant\n*.pbxproj merge=pliant\n*.strings merge=pliant\n*.stringsdict merge=pliant\n*.xcstrings merge=pliant\n"
      + "*.storyboard merge=pliant\n*.xib merge=pliant",
    commands: """
      git config merge.pliant.name 'merge by meaning'
      git config merge.pliant.driver 'pliant merge --markers %O %A %B'
      git config merge.pliant.recursive binary
      """)

  package static let gitBinaryMerge = GitSetUp(
    attributes: "*.binary.plist merge=pliant-binary",
    commands: """
      git config merge.pliant-binary.name 'merge binary property lists by meaning'
      git config merge.pliant-binary.driver 'pliant merge %O %A %B'
      """)
}
