// What a release is made by: the archive, the steps of the lint action and of the GitLab template, the hooks of pre-commit.
//
// The steps run as they do there, with an archive in a folder in the place of a download. GitHub's own part (caches,
// uploads, runners for other systems) cannot be run here; release.yml does that.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct DeliveryTests {
  private static let version = Version.text

  /// Makes a release in `folder/releases` whose programs are scripts that call the built one.
  private static func makeRelease(in folder: URL) throws -> URL {
    let release = folder.appendingPathComponent("releases/v\(version)")
    let programs = folder.appendingPathComponent("programs")
    for new in [release, programs] {
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    }
    for name in ["pliant", "pliant-foundation"] {
      let file = programs.appendingPathComponent(name)
      try Data("#!/bin/sh\nexec '\(builtProgram(name).path)' \"$@\"\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let made = try shell(
      "PLIANT=$PWD/programs/pliant FOUNDATION=$PWD/programs/pliant-foundation SOURCE_DATE_EPOCH=1700000000"
        + " '\(packageRoot.path)/.ci/dist' '\(release.path)'", in: folder)
    try #require(made.code == 0, "\(made.output)\(made.error)")
    return release
  }

  private static func archive(in release: URL) throws -> URL {
    let names = try FileManager.default.contentsOfDirectory(atPath: release.path)
    return release.appendingPathComponent(try #require(names.first { $0.hasSuffix(".tar.gz") }))
  }

  @Test func archiveIsTheSameTwiceAndComplete() throws {
    try withTemporaryFolder { folder in
      let release = try Self.makeRelease(in: folder)
      let archive = try Self.archive(in: release)
      let bytes = try Data(contentsOf: archive)
      #expect(archive.lastPathComponent.hasPrefix("pliant-\(Self.version)-"))
      _ = try Self.makeRelease(in: folder)
      expectSame(try Data(contentsOf: archive), bytes)
      let unpacked = try shell(
        "tar -xzf '\(archive.path)' --strip-components 1 && find . -type f", in: folder)
      let files = Set(unpacked.output.split(separator: "\n").map { String($0.dropFirst(2)) })
      let expected = [
        "bin/pliant", "bin/pliant-foundation", "share/man/man1/pliant.1", "share/man/man1/pliant-lint.1",
        "share/man/man5/pliant-mapping.5", "share/man/man7/pliant-formats.7",
        "share/bash-completion/completions/pliant", "share/zsh/site-functions/_pliant",
        "share/fish/vendor_completions.d/pliant.fish", "share/doc/pliant/LICENSE",
        "share/doc/pliant/README.md", "share/doc/pliant/CHANGELOG.md",
        "share/doc/pliant/examples/settings.plist",
      ]
      #expect(Set(expected).subtracting(files) == [])
      let run = try shell(
        "bin/pliant extract owner.name share/doc/pliant/examples/settings.plist", in: folder)
      #expect(run.output == "Ada Byron\n")
    }
  }

  @Test func formulaIsOfTheArchive() throws {
    try withTemporaryFolder { folder in
      let release = try Self.makeRelease(in: folder)
      let archive = try Self.archive(in: release)
      let sum = try String(contentsOfFile: archive.path + ".sha256", encoding: .utf8).prefix(64)
      let made = try shell(
        "REPOSITORY=https://example.org/a/pliant '\(packageRoot.path)/.ci/formula' '\(release.path)' | tee pliant.rb",
        in: folder)
      let url = "https://example.org/a/pliant/releases/download/v\(Self.version)/\(archive.lastPathComponent)"
      #expect(made.output.contains("url \"\(url)\"\n      sha256 \"\(sum)\"\n"), "\(made)")
      #expect(made.output.components(separatedBy: "sha256").count == 2, "only the archives that are there")
      // What it installs is in the archive.
      _ = try shell("tar -xzf '\(archive.path)' --strip-components 1", in: folder)
      let installed = made.output.matches(of: /(?:bin|share)\/[a-z0-9_.\/-]+[a-z0-9]/).map(\.output)
      #expect(installed.count == 7)
      for path in installed {
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(path)"), "\(path)")
      }
      guard find("ruby") != nil else { try Test.cancel("ruby is not installed") }
      let checked = try shell("ruby -wc pliant.rb", in: folder)
      #expect(checked.code == 0 && checked.error == "", "\(checked)")
    }
  }

  // MARK: The lint action

  /// Runs a step of the action as the runner does; returns how it ended and what it put out for later steps.
  private static func step(
    _ name: String, of action: URL = packageRoot.appendingPathComponent(".github/actions/lint"),
    in folder: URL, _ variables: [String: String]
  ) throws -> (ended: Ended, outputs: String, path: String) {
    let settings = [
      "RUNNER_TEMP": folder.path, "GITHUB_OUTPUT": folder.path + "/outputs",
      "GITHUB_PATH": folder.path + "/path", "PLIANT_VERSION": version,
    ].merging(variables) { $1 }
    let exports = settings.map { "export \($0)='\($1)'\n" }.joined()
    for file in ["outputs", "path"] { try Data().write(to: folder.appendingPathComponent(file)) }
    let ended = try shell(exports + "'\(action.appendingPathComponent(name).path)'", in: folder)
    return (ended, try #require(read("outputs", in: folder)), try #require(read("path", in: folder)))
  }

  @Test func actionInstallsARelease() throws {
    guard find("curl") != nil else { try Test.cancel("curl is not installed") }
    try withTemporaryFolder { folder in
      let archive = try Self.archive(in: Self.makeRelease(in: folder))
      let releases = ["PLIANT_RELEASES": "file://\(folder.path)/releases"]
      let good = try Self.step("install", in: folder, releases)
      #expect(good.ended.code == 0 && !good.outputs.contains("build"), "\(good.ended)")
      #expect(good.ended.output.hasPrefix("pliant \(Self.version)"))
      let bin = good.path.trimmingCharacters(in: .newlines)
      #expect(FileManager.default.isExecutableFile(atPath: bin + "/pliant"))

      let pinned = try Self.step(
        "install", in: folder, releases.merging(["PLIANT_SHA256": String(repeating: "0", count: 64)]) { $1 })
      #expect(pinned.ended.code == 1 && pinned.ended.output.contains("::error::the SHA-256 sum of"))
      try Data("x".utf8).write(to: archive)
      let damaged = try Self.step("install", in: folder, releases)
      #expect(damaged.ended.code == 1)
      try FileManager.default.removeItem(at: archive)
      let absent = try Self.step("install", in: folder, releases)
      #expect(absent.ended.code == 0 && absent.outputs.contains("build=true\n"))
    }
  }

  /// Whoever copies the action needs nothing but the archive next to it.
  @Test func aCopiedActionInstallsTheArchiveNextToIt() throws {
    try withTemporaryFolder { folder in
      let release = try Self.makeRelease(in: folder)
      let action = folder.appendingPathComponent("project/.github/actions/lint")
      try FileManager.default.createDirectory(
        at: action.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: packageRoot.appendingPathComponent(".github/actions/lint"), to: action)
      let none = try Self.step("install", of: action, in: folder, [:])
      #expect(none.ended.code == 1 && none.ended.output.contains("::error::no archive of pliant"), "\(none)")
      try FileManager.default.copyItem(at: release, to: action.appendingPathComponent("dist"))
      let good = try Self.step("install", of: action, in: folder, [:])
      #expect(good.ended.code == 0 && good.ended.output.hasPrefix("pliant \(Self.version)"), "\(good)")
    }
  }

  /// Nobody's account is named until the project has a home.
  @Test func onlyTheHomeIsNamed() throws {
    let shown = [
      "README.md", ".github/actions/lint/action.yml", ".github/gitlab/pliant-lint.yml", ".ci/formula",
    ]
    for name in shown {
      let text = try String(contentsOf: packageRoot.appendingPathComponent(name), encoding: .utf8)
      #expect(!text.contains("OWNER"), "\(name)")
      for match in text.matches(of: /https:\/\/[a-z.]+\/[\w.-]+\/pliant\b/) {
        #expect(match.output == Version.home, "\(name)")
      }
    }
    #expect(try shell(".ci/home", in: packageRoot).output == Version.home + "\n")
    #expect(try shell(".ci/version", in: packageRoot).output == Self.version + "\n")
  }

  @Test func actionLintsAndReports() throws {
    try withTemporaryFolder { folder in
      try write(["good.xml": "<a/>", "bad file.xml": "<a>"], in: folder)
      let clean = try Self.step("lint", in: folder, ["PLIANT_PATHS": "good.xml"])
      #expect(clean.ended.code == 0 && clean.outputs.hasPrefix("exit-code=0\n"), "\(clean.ended)")
      let found = try Self.step("lint", in: folder, ["PLIANT_PATHS": ".", "PLIANT_OPTIONS": "--select xml"])
      #expect(found.ended.code == 0 && found.outputs.contains("exit-code=1\n"))
      #expect(found.ended.output.contains("::error file=bad file.xml,line=1"), "\(found.ended)")
      #expect(found.outputs.contains("sarif-file=\(folder.path)/pliant.sarif"))
      #expect(read("pliant.sarif", in: folder)?.contains("xml/not-well-formed") == true)
      let wrong = try Self.step("lint", in: folder, ["PLIANT_PATHS": "absent.xml"])
      #expect(wrong.outputs.contains("exit-code=2\n"))
    }
  }

  @Test func actionRunsItsOwnScriptsAndPinsOthers() throws {
    let folder = packageRoot.appendingPathComponent(".github")
    var uses: [String] = []
    for name in ["actions/lint/action.yml", "workflows/release.yml", "workflows/ci.yml", "../README.md"] {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").drop { $0 == "-" || $0 == "#" }
        if words.first == "uses:", let used = words.dropFirst().first { uses.append(String(used)) }
      }
    }
    #expect(uses.count > 8)
    for use in uses {
      let reference = use.split(separator: "@").last.map(String.init) ?? ""
      let isOwn = use == "./.github/actions/lint"
      #expect(isOwn || reference.count == 40 && reference.allSatisfy(\.isHexDigit), "\(use)")
    }
    let action = try String(
      contentsOf: folder.appendingPathComponent("actions/lint/action.yml"), encoding: .utf8)
    for script in ["install", "build", "lint"] {
      #expect(action.contains("\"$GITHUB_ACTION_PATH/\(script)\""))
    }
  }

  /// What runs elsewhere is at least what its schema and shellcheck allow.
  @Test func isValid() async throws {
    try await forEachRow(of: [
      ("check-jsonschema", "--builtin-schema vendor.github-workflows .github/workflows/*.yml"),
      ("check-jsonschema", "--builtin-schema vendor.github-actions .github/actions/lint/action.yml"),
      ("check-jsonschema", "--builtin-schema vendor.gitlab-ci .github/gitlab/pliant-lint.yml"),
      ("zizmor", "--offline --quiet .github"), ("hadolint", ".github/container/Dockerfile"),
      (
        "shellcheck",
        ".ci/* .github/actions/lint/build .github/actions/lint/install .github/actions/lint/lint"
      ),
    ]) { (checker: String, arguments: String) in
      guard find(checker) != nil else { return print("skipped: \(checker) is not installed") }
      let ended = try shell("\(checker) \(arguments)", in: packageRoot)
      #expect(ended.code == 0, "\(ended.output)\(ended.error)")
    }
  }

  // MARK: GitLab, pre-commit, the check before a tag

  @Test func gitLabTemplateRuns() throws {
    guard find("curl") != nil, find("sha256sum") != nil else { try Test.cancel("no curl or sha256sum") }
    let template = try String(
      contentsOf: packageRoot.appendingPathComponent(".github/gitlab/pliant-lint.yml"), encoding: .utf8)
    var script = ""
    for line in template.split(separator: "\n") where line.hasPrefix("    - ") {
      var command = String(line.dropFirst(6))
      if command.hasPrefix("'") { command = String(command.dropFirst().dropLast()) }
      script += command + "\n"
    }
    #expect(script.contains("sha256sum -c") && script.contains("lint --allow-empty --report gitlab="))
    try withTemporaryFolder { folder in
      _ = try Self.makeRelease(in: folder)
      let project = folder.appendingPathComponent("project")
      try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
      try write(["bad.xml": "<a>"], in: project)
      let dist = "\(folder.path)/releases/v\(Self.version)"
      let head = "set -e\nPLIANT_VERSION=\(Self.version)\nPLIANT_DIST='\(dist)'\n"
      let run = try shell(head + script, in: project)
      #expect(run.code == 1, "\(run)")
      #expect(read("gl-code-quality-report.json", in: project)?.contains("xml/not-well-formed") == true)
      #expect(read("pliant.xml", in: project)?.contains("<testsuite") == true)
      let remote = try shell(head + "PLIANT_DIST=\"file://$PLIANT_DIST\"\n" + script, in: project)
      #expect(remote.code == 1 && remote.output.contains("bad.xml"), "\(remote)")
      let damaged = try shell(head + "PLIANT_SHA256=0\n" + script, in: project)
      #expect(damaged.code == 1 && damaged.output.contains("bad.xml") == false)
    }
  }

  @Test func hooksRunInPreCommit() throws {
    guard find("pre-commit") != nil, find("git") != nil else {
      try Test.cancel("pre-commit is not installed")
    }
    try withTemporaryFolder { folder in
      let hooks = folder.appendingPathComponent("hooks")
      let project = folder.appendingPathComponent("project")
      for new in [hooks, project] {
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      }
      try FileManager.default.copyItem(
        at: packageRoot.appendingPathComponent(".pre-commit-hooks.yaml"),
        to: hooks.appendingPathComponent(".pre-commit-hooks.yaml"))
      let commit = "git init -q && git add . && git -c user.name=t -c user.email=t@t commit -q -m t"
      let revision = try shell(commit + " && git rev-parse HEAD", in: hooks).output
      try write(
        [
          ".pre-commit-config.yaml": """
          repos:
            - repo: \(hooks.path)
              rev: \(revision.trimmingCharacters(in: .newlines))
              hooks:
                - id: pliant-lint
                - id: pliant-lint-fix

          """, "good.json": "{}\n", "bad.xml": "<a>", "notes.txt": "<a>",
        ], in: project)
      let latin1: [UInt8] = Array(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>Größe, Müsli, Brötchen<".unicodeScalars.map {
          UInt8($0.value)
        })
      try Data(latin1 + Array("/a>\n".utf8)).write(to: project.appendingPathComponent("latin1.xml"))
      let setup = "export HOME='\(folder.path)' PRE_COMMIT_HOME='\(folder.path)/cache'\n"
      _ = try shell("git init -q && git add .", in: project)
      let lint = try shell(setup + "pre-commit run pliant-lint --all-files", in: project)
      #expect(lint.code == 1 && lint.output.contains("bad.xml:1:"), "\(lint)")
      #expect(lint.output.contains("latin1.xml:2:") && !lint.output.contains("notes.txt"))
      let fix = try shell(setup + "pre-commit run pliant-lint-fix --files latin1.xml", in: project)
      #expect(fix.code == 1 && fix.output.contains("files were modified by this hook"), "\(fix)")
      let good = try shell(setup + "pre-commit run --files good.json latin1.xml", in: project)
      #expect(good.code == 0, "\(good)")
    }
  }

  /// The hook, the action and the template find in a repository what the command finds, whatever git's files and the
  /// settings leave out.
  @Test func allLookAtTheSameFiles() throws {
    try withTemporaryFolder { folder in
      let project = folder.appendingPathComponent("project")
      let bad = [
        "bad.xml", "deep/bad.json", "made.json", "other/made.xml", "lib.min.json", "node_modules/a/b.json",
        "left/out.json", "ignored.json", "notes.txt", "kept/made.json",
      ]
      for name in bad {
        let file = project.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Neither XML nor JSON, nor UTF-8.
        try Data([0x3C, 0x61, 0x3E, 0xE4, 0x2C]).write(to: file)
      }
      try write(
        [
          ".gitignore": "ignored.json\n", ".pliant.json": "{\"exclude\": [\"left/\"]}",
          ".gitattributes": "made.* linguist-generated\nother/** linguist-vendored\n",
          "kept/.gitattributes": "made.json -linguist-generated\n",
        ], in: project)
      try FileManager.default.createSymbolicLink(
        atPath: project.appendingPathComponent("link.xml").path, withDestinationPath: "bad.xml")
      _ = try shell("git init -q && git add --force . && git rm -q --cached ignored.json", in: project)
      let program = "'\(builtProgram("pliant").path)'"
      func files(_ output: String) -> Set<Substring> {
        Set(output.split(separator: "\n").compactMap { $0.firstMatch(of: /^[^: ]+(?=:\d+:\d+: )/)?.output })
      }
      let expected: Set<Substring> = ["bad.xml", "deep/bad.json", "notes.txt", "kept/made.json"]
      #expect(files(try shell("\(program) lint", in: project).output) == expected)
      let hooks = try String(
        contentsOf: packageRoot.appendingPathComponent(".pre-commit-hooks.yaml"), encoding: .utf8)
      let entry = try #require(hooks.firstMatch(of: /entry: pliant (.*)/)).1
      #expect(!hooks.contains("exclude:"))
      let hook = try shell("git ls-files -z | xargs -0 \(program) \(entry)", in: project)
      #expect(files(hook.output) == expected, "\(hook)")
      let programs = builtProgram("pliant").deletingLastPathComponent().path
      let lint = packageRoot.appendingPathComponent(".github/actions/lint/lint").path
      let step = try shell(
        "PATH='\(programs)':$PATH RUNNER_TEMP='\(folder.path)' GITHUB_OUTPUT='\(folder.path)/out' bash '\(lint)'",
        in: project)
      let annotated = step.output.matches(of: /file=([^,]+),/).map(\.1)
      #expect(Set(annotated) == expected, "\(step)")
      let template = try String(
        contentsOf: packageRoot.appendingPathComponent(".github/gitlab/pliant-lint.yml"), encoding: .utf8)
      let command = try #require(template.firstMatch(of: /"\$home\/bin\/pliant" (.*)'/)).1
      let job = try shell("\(program) \(command)", in: project)
      #expect(files(job.output) == expected, "\(job)")
    }
  }

  @Test func versionIsCheckedBeforeATag() throws {
    try withTemporaryFolder { folder in
      let names = [
        ".ci", ".github", "README.md", "CHANGELOG.md", "Sources/PliantCore/Pipeline/Version.swift",
      ]
      for name in names {
        let copy = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: packageRoot.appendingPathComponent(name), to: copy)
      }
      try write(
        ["CHANGELOG.md": "# Changelog\n\n## \(Self.version) - 2026-11-22\n\n## 0.0.9 - 2026-01-01\n"],
        in: folder)
      let homeless = try shell(".ci/check-version v\(Self.version)", in: folder)
      #expect(homeless.code == 1 && homeless.error.contains("the project has no home"), "\(homeless)")
      let home = "https://example.org/a/pliant"
      let setHome = try shell(
        "sed -i.old 's|home = \"\"|home = \"\(home)\"|' \(names[4]) && rm \(names[4]).old && .ci/home",
        in: folder)
      #expect(setHome.output == home + "\n", "\(setHome)")
      #expect(
        try shell(".ci/check-version v\(Self.version)", in: folder).error.contains("README.md does not name"))
      _ = try shell("echo '\(home)' >>README.md", in: folder)
      let good = try shell(".ci/check-version v\(Self.version)", in: folder)
      #expect(good.code == 0, "\(good.error)")
      let commit = "git add -A && git -c user.name=t -c user.email=t@t commit -q -m t"
      let tag = "v\(Self.version)"
      _ = try shell("git init -q && \(commit) && git tag \(tag)", in: folder)
      #expect(try shell(".ci/check-version \(tag)", in: folder).code == 0)
      _ = try shell("echo >>README.md", in: folder)
      let uncommitted = try shell(".ci/check-version \(tag)", in: folder)
      #expect(uncommitted.code == 1 && uncommitted.error.contains("changes that are not committed"))
      _ = try shell(commit, in: folder)
      let elsewhere = try shell(".ci/check-version \(tag)", in: folder)
      #expect(elsewhere.code == 1 && elsewhere.error.contains("the tag \(tag) is on another commit"))
      let other = try shell(".ci/check-version v9.9.9", in: folder)
      #expect(other.code == 1 && other.error.contains("the tag is v9.9.9"))
      try write(["CHANGELOG.md": "# Changelog\n\n## Unreleased\n"], in: folder)
      let unreleased = try shell(".ci/check-version v\(Self.version)", in: folder)
      #expect(unreleased.code == 1 && unreleased.error.contains("'## Unreleased'"))
    }
  }

  #if os(Linux)
    @Test func libraryIsCheckedBeforeATag() throws {
      let readme = try String(contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
      #expect(readme.contains("\(Version.foundationLibrary) or later"))
      guard find("objdump") != nil else { try Test.cancel("objdump is not installed") }
      try withTemporaryFolder { folder in
        let built = builtProgram("pliant-foundation").path
        let check =
          "LC_ALL=C sed 's/GLIBC_2\\.[0-9][0-9]/GLIBC_2.09/g' '\(built)' > old"
          + " && LC_ALL=C sed 's/GLIBC_2\\.3[0-9]/GLIBC_2.99/g' '\(built)' > new"
        try #require(try shell(check, in: folder).code == 0)
        let script = packageRoot.appendingPathComponent(".ci/check-glibc").path
        let old = try shell("'\(script)' \"$PWD/old\"", in: folder)
        #expect(old.code == 0, "\(old)")
        let new = try shell("'\(script)' \"$PWD/new\"", in: folder)
        #expect(
          new.code == 1
            && new.error.contains("needs glibc 2.99, but pliant names \(Version.foundationLibrary)"))
        #expect(try shell("'\(script)' /bin/absent", in: folder).code != 0)
      }
    }
  #endif

  @Test func versionTellsTheBuild() throws {
    let plain = try CapturedRun()
    #expect(plain.run("--version") == .success)
    let lines = plain.outputText.split(separator: "\n")
    #expect(lines.first == "pliant \(Self.version)" && lines.last?.hasPrefix("built with Swift ") == true)
    let stamped = try CapturedRun()
    stamped.context.build = BuildInformation(
      commit: "0123456789 2026-11-22", compiler: "Swift 6.3.1", target: "x86_64-unknown-linux-gnu")
    #expect(stamped.run("convert", "--version") == .success)
    #expect(
      stamped.outputText == """
        pliant \(Self.version) (0123456789 2026-11-22)
        built with Swift 6.3.1 for x86_64-unknown-linux-gnu

        """)
  }
}
