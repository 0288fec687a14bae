// The family mapping/…: application XML against the mapping that is named for it.

import PliantCore
import PliantMapping

/// A mapping that documents are to follow.
package struct LintMapping: Sendable {
  /// The files that are meant; nil for all application XML.
  package let files: GlobPattern?
  package let mapping: CompiledMapping
  /// The way from the pattern's folder to the one by which files are named, with a slash behind it.
  private let prefix: String

  package init(_ mapping: CompiledMapping, for files: GlobPattern? = nil, below prefix: String = "") {
    self.mapping = mapping
    self.files = files
    self.prefix = prefix
  }

  fileprivate func means(_ name: String) -> Bool {
    files?.matches(name.hasPrefix("/") ? name : prefix + name, isFolder: false) ?? true
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
    var report = MappingReport()
    var sink = VisitorSink.discarding
    let window = try source.open()
    do throws(Diagnostic) {
      try MappingReader.stream(window, by: mapping, options: reading, report: &report, into: &sink)
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
  /// The mapping for a file: that of the first pattern that matches its name.
  func mapping(for name: String) -> CompiledMapping? {
    if mappings.isEmpty { return nil }
    let bare = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    return mappings.first { $0.means(bare) }?.mapping
  }

  /// The mapping of the rules' examples.
  static let teams: LintOptions = {
    let file: StaticString = """
      {"mapping": "teams", "root": "teams", "fields": {"teams": "team Team list"},
       "records": {"Team": {"code": "@code key required", "size": "@size integer", "partner": "@partner references=Team"}}}
      """
    var options = LintOptions()
    if let mapping = try? MappingLibrary.mapping(inFile: ByteView(file)),
      let compiled = try? CompiledMapping(mapping)
    {
      options.mappings = [LintMapping(compiled)]
    }
    return options
  }()
}
