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
    text: text(
      PackageResources.git_txt,
      [
        ("TEXT", gitText.block), ("DIFF", gitDiff.block), ("TOOL", gitTool.block), ("MERGE", gitMerge.block),
        ("BINARY", gitBinaryMerge.block),
      ]), seeAlso: ["merge", "diff", "print", "convert", "transcode"])

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
