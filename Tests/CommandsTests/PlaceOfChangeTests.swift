// What CONTRIBUTING.md says of the modules, of where a change goes, and of the way through a conversion.

import Commands
import Foundation
import PliantFormats
import PliantLint
import TestSupport
import Testing

@Suite struct PlaceOfChangeTests {
  private static let guide =
    (try? String(contentsOf: packageRoot.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)) ?? ""

  /// The text of each file of `Sources`, by its path in it.
  private static let sources: [String: String] = {
    let folder = packageRoot.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [String: String] = [:]
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      found[String(file.path.dropFirst(folder.path.count + 1))] = try? String(
        contentsOf: file, encoding: .utf8)
    }
    return found
  }()

  /// The paths of the files in which the pattern matches, in order.
  private static func files(matching pattern: String) -> [String] {
    sources.filter { matches($0.value, pattern) }.keys.sorted()
  }

  /// The paths of the files that contain each name that the pattern captures.
  private static func places(of pattern: String, under directory: String = "") -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for (path, text) in sources where path.hasPrefix(directory) {
      for name in all(pattern, in: text) { found[name, default: []].insert(path) }
    }
    return found
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }

  private static func all(_ pattern: String, in text: String) -> [String] {
    let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    let found = expression?.matches(in: text, range: NSRange(text.startIndex..., in: text)) ?? []
    return found.map { match in
      Range(match.range(at: match.numberOfRanges > 1 ? 1 : 0), in: text).map { String(text[$0]) } ?? ""
    }
  }

  private static func text(_ path: String) throws -> String {
    try #require(sources[path], "no file \(path); CONTRIBUTING.md mentions it")
  }

  /// The part of the guide between two texts.
  private static func part(from start: String, to end: String) throws -> String {
    let first = try #require(guide.range(of: start), "CONTRIBUTING.md lacks '\(start)'")
    let last = try #require(guide.range(of: end, range: first.upperBound..<guide.endIndex))
    return String(guide[first.upperBound..<last.lowerBound])
  }

  // MARK: Modules

  /// The directories of each directory of `Sources`.
  private static func directories() throws -> [String: Set<String>] {
    let folder = packageRoot.appendingPathComponent("Sources")
    func names(in folder: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false }
        .map(\.lastPathComponent).filter { !$0.hasSuffix(".docc") }
    }
    return Dictionary(
      uniqueKeysWithValues: try names(in: folder).map {
        ($0, Set(try names(in: folder.appendingPathComponent($0))))
      })
  }

  @Test func everyModuleAndDirectoryIsListed() throws {
    let map = try Self.part(from: "## Where things are", to: "The compiler enforces")
    let directories = try Self.directories()
    for name in directories.keys {
      #expect(Self.matches(map, "(?<![\\w-])\(name)(?![\\w-])"), "CONTRIBUTING.md leaves out Sources/\(name)")
    }
    for entry in map.components(separatedBy: "\n    Sources/").dropFirst() {
      let name = String(entry.prefix { !$0.isWhitespace })
      let known = try #require(directories[name], "there is no Sources/\(name)")
      let listed = Set(Self.all("(\\w+)/(?=\\s|$)", in: entry))
      // Directories of Commands are commands.
      if name == "Commands" || name.first?.isLowercase == true || name == "Scripts" {
        #expect(listed.isSubset(of: known), "\(name)")
      } else {
        #expect(listed == known, "\(name)")
      }
    }
  }

  /// The diagram has the dependencies of Package.swift, without those that follow from others.
  @Test func theDiagramIsThatOfThePackage() throws {
    var drawn: [String: Set<String>] = [:]
    let diagram = try Self.part(from: "in one direction:", to: "A module border")
    for line in diagram.split(separator: "\n") {
      let groups = line.components(separatedBy: "─▶").map { Self.all("[\\w-]+", in: $0) }
      for (users, used) in zip(groups, groups.dropFirst()) {
        for user in users { drawn[user, default: []].formUnion(used) }
      }
    }
    let manifest = try String(
      contentsOf: packageRoot.appendingPathComponent("Package.swift"), encoding: .utf8)
    var declared: [String: Set<String>] = [:]
    let target = #"\.(?:executableT|t)arget\(\s*(name: "[\w-]+"(?:,\s*dependencies: \[[^\]]*\])?)"#
    for found in Self.all(target, in: manifest) {
      let names = Self.all("\"([\\w-]+)\"", in: found)
      // These two are targets of Tests.
      if !["TestSupport", "pliant-fuzz"].contains(names[0]) { declared[names[0]] = Set(names.dropFirst()) }
    }
    #expect(declared.count > 12)
    func reached(from name: String) -> Set<String> {
      (drawn[name] ?? []).reduce(into: []) { $0.formUnion(reached(from: $1).union([$1])) }
    }
    for (name, used) in drawn {
      #expect(used.isSubset(of: declared[name] ?? []), "\(name) does not depend on all of \(used)")
    }
    for (name, used) in declared {
      #expect(used.isSubset(of: reached(from: name)), "the diagram lacks a dependency of \(name): \(used)")
    }
  }

  @Test func foundationAndTheCLibraryAreImportedInOnePlace() {
    for file in Self.files(matching: "(?m)^\\s*import Foundation") {
      #expect(
        ["PliantFoundation/", "pliant-foundation/", "pliant-bench/"].contains { file.hasPrefix($0) },
        "\(file)")
    }
    for file in Self.files(matching: "(?m)^\\s*(@preconcurrency )?import (Glibc|Musl|Darwin)") {
      #expect(file.hasPrefix("PliantBase/Files/Platform") || file.hasPrefix("pliant-bench/"), "\(file)")
    }
  }

  // MARK: Where a change goes

  @Test func theFilesToChangeExist() throws {
    let part = try Self.part(from: "## Where a change goes", to: "To follow a conversion")
    let names = Self.all("(?<=\\s)[\\w/+]+\\.swift", in: part)
    #expect(names.count > 10)
    for name in names {
      #expect(Self.sources.keys.count { "/\($0)".hasSuffix("/\(name)") } == 1, "\(name)")
    }
  }

  /// The sentence of a code is in its module's table and nowhere else.
  @Test func anErrorsSentenceIsInATable() throws {
    var tables: Set<String> = []
    var others: [String: String] = [:]
    for (path, text) in Self.sources {
      let pieces = text.components(separatedBy: "\"")
      if path.hasSuffix("Diagnostics.swift") {
        tables.formUnion(pieces)
      } else {
        for piece in pieces where piece.utf8.count > 12 { others[piece] = path }
      }
    }
    let sentences = Set(try DeclaredCode.inAllTables().map(\.text)).subtracting(["%"])
    #expect(sentences.count > 300)
    for sentence in sentences where !sentence.contains("\"") {
      let spelled = sentence.replacingOccurrences(of: "\\", with: "\\\\")
      #expect(tables.contains(spelled), "\(sentence)")
      #expect(others[spelled] == nil, "\(sentence)")
    }
  }

  /// A format made here, like one that a directory and a line of the table add, needs no change elsewhere.
  @Test func aNewFormatIsReadWrittenLintedAndEdited() async {
    await #expect(processExitsWith: .success) {
      FormatTable.add(SettingFormat.self)
      try withTemporaryFolder { try Self.useSettings(in: $0) }
    }
  }

  private static func useSettings(in folder: URL) throws {
    func run(_ words: String..., input: String = "") throws -> (code: Int32, output: String, errors: String) {
      let run = try CapturedRun(input: Array(input.utf8), in: folder)
      let code = Program.run(words, context: run.context)
      return (code.rawValue, run.outputText, run.errorText)
    }
    func write(_ text: String) throws { try CommandsTests.write(["a.setting": text], in: folder) }
    func text() -> String? { read("a.setting", in: folder) }

    try write("city = Köln\nstate = open\n")
    #expect(
      try run("convert", "json", "-o", "-", "a.setting").output == #"{"city":"Köln","state":"open"}"# + "\n")
    #expect(try run("convert", "setting", input: #"{"b":"1","a":"x = y"}"#).output == "b = 1\na = x = y\n")
    #expect(try run("convert", "setting", input: #"{"b":[]}"#).code == 1)
    #expect(try run("extract", "state", "a.setting").output == "open\n")
    #expect(try run("lint", "a.setting").code == 0)

    #expect(try run("insert", "time", "--string", "8:00", "a.setting").code == 0)
    #expect(try run("replace", "state", "--string", "shut", "a.setting").code == 0)
    #expect(try run("remove", "city", "a.setting").code == 0)
    #expect(text() == "state = shut\ntime = 8:00\n")

    // In place: JSON as settings and back, each proved by reading the result.
    #expect(try run("convert", "json", "a.setting").code == 0)
    #expect(text() == #"{"state":"shut","time":"8:00"}"# + "\n")
    #expect(try run("convert", "--from", "json", "setting", "a.setting").code == 0)
    #expect(text() == "state = shut\ntime = 8:00\n")

    try write("a = 1\nb\na = 2\n")
    let broken = try run("lint", ".")
    #expect(broken.code == 1 && broken.output.contains("a.setting:2:1: error: expected 'name = text'"))
    #expect(try run("convert", "json", "a.setting").errors.contains("a.setting:2:1: error: expected"))
    try write("a = 1\na = 2\n")
    #expect(try run("lint", "a.setting").output.contains("a.setting:2:1: error: duplicate key 'a'"))
  }

  @Test(arguments: [Format.csv, .tsv, .objc])
  func aFormatIsNamedInItsDirectoryOnly(format: Format) {
    // The last one is that of plutil, whose formats are its own.
    let own = ["PliantCore/Formats/Tables/", "PliantFormats/SourceLiterals/", "Commands/Plutil/"]
    let files = Self.files(matching: "\\.\(format.rawValue)\\b").filter { file in
      !own.contains { file.hasPrefix($0) }
    }
    #expect(files == [])
  }

  /// A format is in the one table, and its constant is in the file of its definition or in PliantCodecs.
  @Test func everyFormatIsDefinedInADirectoryAndInTheLibrary() throws {
    let cases = try Self.text("PliantCodecs/Formats/Format.swift")
    let library = try Self.text("PliantCoding/Format.swift")
    let table = try Self.text("PliantFormats/FormatTable.swift")
    let definitions = Self.places(of: "(?:enum|struct) (\\w+Format): ")
    let constants = Self.places(of: "static var (\\w+): Format \\{ Format\\(")
    #expect(Set(constants.keys) == Set(Format.all.map(\.rawValue)))
    for format in Format.all {
      let (name, definition) = (format.rawValue, String(describing: format.definition))
      let files = definitions[definition] ?? []
      #expect(files.count == 1, "\(definition): \(files)")
      #expect(Self.all("^    \(definition)\\.self,$", in: table).count == 1, "\(definition)")
      let constant = "static var \(name): Format {"
      let own = try files.map { try Self.text($0) }
      #expect(cases.contains(constant) != own.contains { $0.contains(constant) }, "\(name)")
      #expect(library.contains("  case \(name)\n") || library.contains(" = \"\(name)\"\n"), "\(name)")
    }
  }

  @Test func aRuleIsADeclarationAndALine() throws {
    let list = try Self.text("PliantLint/LintRule+All.swift")
    let rules = Self.places(of: "static let (\\w+)(?:: LintRule)? = LintRule\\(", under: "PliantLint/")
    #expect(rules.count == LintRule.all.count)
    for (rule, files) in rules {
      #expect(files.count == 1 && files.allSatisfy { $0.hasPrefix("PliantLint/Rules/") }, "\(rule): \(files)")
      #expect(Self.all("^    \\.\(rule),$", in: list).count == 1, "\(rule)")
    }
  }

  @Test func anOptionOfLintIsDeclaredListedAndRead() throws {
    let declarations = try Self.text("Commands/Lint/LintCommand+Options.swift")
    let list = try #require(
      Self.all("static let options: \\[any Option\\] = \\[([^\\]]*)\\]", in: declarations).first)
    let options =
      Self.all("static let (\\w+) = \\w*(?:Option|Flag)\\($", in: declarations)
      + Self.all("static let (\\w+) = \\w*(?:Option|Flag)\\(\"", in: declarations)
    #expect(options.count > 20 && Set(options) == Set(Self.all("\\w+", in: list)))
    let command = try Self.text("Commands/Lint/LintCommand.swift")
    let uses = Self.places(of: "LintCommand\\.(\\w+)", under: "Commands/")
    for option in options {
      let files = uses[option] ?? []
      if command.contains("typed[\(option)]") {
        #expect(files == [], "\(option)")
      } else {
        #expect(
          files.count == 1 && files.allSatisfy { $0.hasPrefix("Commands/Lint/LintSettings") },
          "\(option): \(files)")
      }
    }
  }

  @Test func aSettingOfLintIsReadAndDescribed() throws {
    let reader = try Self.text("PliantLint/LintConfiguration.swift")
    let manual = packageRoot.appendingPathComponent("Sources/Commands/Manual")
    let page = try String(contentsOf: manual.appendingPathComponent("Pages/settings.txt"), encoding: .utf8)
    let command = try String(
      contentsOf: manual.appendingPathComponent("Commands/lint.1.txt"), encoding: .utf8)
    for key in LintConfiguration.keys {
      #expect(
        reader.contains("case \"\(key)\":") && page.contains("`\(key)`") && command.contains("`\(key)`"),
        "\(key)")
    }
  }

  @Test func aVerbIsNamedByItsFileAndTheListOnly() throws {
    // PlistBuddy's commands are its own.
    let names = Self.sources.keys.filter {
      $0.hasPrefix("Commands/") && $0.hasSuffix("Command.swift") && !$0.contains("/PlistBuddy/")
    }.map { String($0.split(separator: "/").last?.dropLast(6) ?? "") }
    #expect(names.count > 15)
    let uses = Self.places(of: "(\\w+)\\.verb, run:")
    for name in names { #expect(uses[name] == ["Commands/Commands.swift"], "\(name)") }
  }

  @Test func aLimitIsInOneFileAndOneForUsersInTwo() throws {
    let limits = try Self.text("PliantBase/Diagnostics/Limits.swift")
    let named = try Self.text("PliantBase/Diagnostics/NamedLimit.swift")
    let names = Self.all("static var (\\w+): Int \\{", in: limits)
    let changeable = Self.all("^    package var (\\w+) = ", in: limits)
    #expect(changeable.count == NamedLimit.all.count - 1, "all but that of memory")
    for name in changeable {
      #expect(names.contains(name) && Self.all("\\\\\\.\(name)\\b", in: named).count == 1, "\(name)")
    }
    #expect(Self.files(matching: "Limits\\.set\\(") == ["PliantBase/Diagnostics/NamedLimit.swift"])
    let uses = Self.places(of: "\\bLimits\\.(\\w+)").filter {
      $0.value.contains { !$0.hasSuffix("/Limits.swift") }
    }
    #expect(names.count > 30 && Set(names).subtracting(uses.keys) == [])
  }

  @Test func aLossIsWordedInOneFileAndRecordedInAnother() throws {
    let path = "PliantCodecs/Pipeline/Loss.swift"
    let text = try Self.text(path)
    let losses = Loss.allCases
    let uses = Self.places(of: "\\.(\(losses.map { "\($0)" }.joined(separator: "|")))\\b")
    for loss in losses {
      let name = "\(loss)"
      #expect(text.contains("  case \(name)\n") && Self.matches(text, "case \\.\(name):"), "\(name)")
      #expect(uses[name]?.contains { $0 != path } == true, "nothing records \(name)")
      let (one, many) = (loss.text(count: 1), loss.text(count: 2))
      #expect(one.hasPrefix("1 ") && many.hasPrefix("2 ") && one.dropFirst() != many.dropFirst(), "\(name)")
    }
  }

  // MARK: The way through a conversion

  /// Each file of the list is the only one of its name, and has a function that an earlier file calls.
  @Test func aConversionPassesTheFilesInOrder() throws {
    let part = try Self.part(from: "grammars of single values.", to: "## Releasing")
    let entries = Self.all("(?<=\\s)([A-Z][\\w+/]*(\\.\\w+)?|pliant/main)(?=\\s)", in: part)
    #expect(entries.count > 45 && Set(entries).count == entries.count && entries[0] == "pliant/main")
    var earlier: [String] = []
    for entry in entries {
      let name = entry.components(separatedBy: ".")
      let paths = Self.sources.keys.filter { "/\($0)".hasSuffix("/\(name[0]).swift") }
      #expect(paths.count == 1, "\(entry): \(paths)")
      let text = paths.first.flatMap { Self.sources[$0] } ?? ""
      let type = String(name[0].split(separator: "/").last?.split(separator: "+").first ?? "")
      if !earlier.isEmpty {
        let functions = name.count > 1 ? [name[1]] : Self.all("func (\\w+)\\(", in: text)
        #expect(
          functions.contains { function in
            earlier.contains { Self.calls($0, function, of: type, declaredIn: text) }
              // By way of the table of formats.
              || function == "write" && earlier.contains { $0.contains("\(type).self") }
              || earlier.contains { $0.contains("reader().\(function)(") }
          }, "nothing before calls \(entry)")
      }
      earlier.append(text)
    }
  }

  /// Whether a file calls a function that another declares in a type, in an extension, or for a protocol.
  private static func calls(_ caller: String, _ name: String, of type: String, declaredIn text: String)
    -> Bool
  {
    if name == "init" { return matches(text, "\\binit[(<]") && matches(caller, "\\b\(type)(<\\w+>)?\\(") }
    if matches(text, "\\bvar \(name): ") { return matches(caller, "\\.\(name)\\b") }
    if matches(text, "\\bstatic let \(name)\\b") { return matches(caller, "\\b\(name)\\b") }
    if matches(text, "\\bstatic func \(name)\\b") {
      return matches(caller, "\\b(\(type)|linked\(type)\\(\\))\\.\(name)[()]")
    }
    guard matches(caller, "\\b\(name)\\("),
      let start = text.range(of: "\\bfunc \(name)[(<]", options: .regularExpression)?.lowerBound,
      let owner = all(
        "^(?:\\w+ )*(?:extension|struct|class|enum|protocol) (\\w+(?:: [\\w, &~]+)?)",
        in: String(text[..<start])
      ).last
    else { return false }
    return all("\\w+", in: owner).contains { matches(caller, "\\b\($0)\\b") }
  }
}
