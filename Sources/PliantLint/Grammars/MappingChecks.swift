// The family mapping/…: application XML against the mapping that is named for it.

import PliantCore

/// A mapping that documents are to follow.
package struct LintMapping: Sendable {
  /// The files that are meant; nil for all application XML.
  package let files: PathPattern?
  package let mapping: CompiledMapping
  /// The way from the pattern's folder to the one by which files are named, with a slash behind it.
  private let prefix: String

  package init(_ mapping: CompiledMapping, for files: PathPattern? = nil, below prefix: String = "") {
    self.mapping = mapping
    self.files = files
    self.prefix = prefix
  }

  fileprivate func means(_ name: String) -> Bool {
    files?.matches(relative: name.hasPrefix("/") ? name : prefix + name) ?? true
  }
}

/// Checks documents by a mapping.
enum MappingChecks {
  /// Reads the document by the mapping that is named for it, and goes on after mistakes.
  ///
  /// Throws `file.read`.
  static func run(_ source: LintText, name: String, _ collector: inout LintCollector) throws(Failure) {
    guard let mapping = collector.options.mapping(for: name) else { return }
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
    if mapping.mapping.name == "podcast" { try FeedChecks.run(source, &collector) }
  }
}

extension LintOptions {
  /// The mapping for a file: that of the first pattern that matches its name.
  func mapping(for name: String) -> CompiledMapping? {
    if mappings.isEmpty { return nil }
    let bare = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    return mappings.first { $0.means(bare) }?.mapping
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
