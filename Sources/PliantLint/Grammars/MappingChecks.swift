// The rules mapping/…: application XML against its mapping.

package struct LintMapping: Sendable {
  /// The pattern of its files; nil for all application XML.
  package let files: PathPattern?
  package let mapping: CompiledMapping
  /// The path from the pattern's directory to that of file names, with a trailing slash.
  private let prefix: String

  package init(_ mapping: CompiledMapping, for files: PathPattern? = nil, below prefix: String = "") {
    self.mapping = mapping
    self.files = files
    self.prefix = prefix
  }

  fileprivate func means(_ name: String) -> Bool { files?.matches(linted: name, below: prefix) ?? true }
}

extension PathPattern {
  /// Whether it means a linted file; `prefix` leads from the pattern's directory to the file's.
  func matches(linted name: String, below prefix: String) -> Bool {
    let bare = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    return matches(relative: bare.hasPrefix("/") ? bare : prefix + bare)
  }
}

enum MappingChecks {
  /// Reads a document with the mapping for it, recovering from errors.
  static func run(_ source: LintText, name: String, _ collector: inout LintCollector) throws(Failure) {
    let mapping = collector.options.mapping(for: name)
    let isPodcast = mapping?.mapping.name == "podcast"
    if isPodcast || source.mayBeEscapedTwice { try FeedChecks.run(source, isPodcast: isPodcast, &collector) }
    guard let mapping else { return }
    var reading = MappingReader.Options()
    reading.collectsProblems = true
    reading.isStrict = true
    var report = MappingReport()
    let window = try source.open()
    do throws(Diagnostic) {
      try MappingReader.check(window, by: mapping, options: reading, report: &report)
    } catch {
      collector.add(LintRule.named(error.rule) ?? .mappingValue, at: .place(error.place), error.sentence)
    }
    for problem in report.problems { collector.add(problem, default: .mappingValue) }
    for unmapped in report.unmapped {
      collector.add(.mappingUnknownElement, at: .text(unmapped.offset), unmapped.message)
    }
  }
}

extension LintOptions {
  /// The mapping for a file: that of the first matching pattern.
  func mapping(for name: String) -> CompiledMapping? {
    if mappings.isEmpty { return nil }
    return mappings.first { $0.means(name) }?.mapping
  }

  /// The mapping of the rules' examples: `<teams>` with a `<team>` for each, whose attributes are fields.
  static let teams: LintOptions = {
    func field(_ name: String, _ type: Mapping.ValueType = .string) -> Mapping.Field {
      Mapping.Field(
        name: name, place: Mapping.Place(steps: [], end: .attribute(Mapping.Name(local: name))), type: type)
    }
    var code = field("code")
    code.isKey = true
    code.isRequired = true
    var partner = field("partner")
    partner.reference = Mapping.Reference(record: 1)
    let team = Mapping.Place.Step(name: Mapping.Name(local: "team"))
    var teams = Mapping.Field(
      name: "teams", place: Mapping.Place(steps: [team], end: .element), type: .record(1))
    teams.list = Mapping.ListBounds()
    let mapping = Mapping(
      name: "teams", root: Mapping.Name(local: "teams"),
      records: [
        Mapping.Record(name: "teams", fields: [teams]),
        Mapping.Record(name: "Team", fields: [code, field("size", .integer), partner]),
      ])
    var options = LintOptions()
    if let compiled = try? CompiledMapping(mapping) { options.mappings = [LintMapping(compiled)] }
    return options
  }()
}
