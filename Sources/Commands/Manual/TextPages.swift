// The manual pages that consist of text only; Pages/ has their texts.

extension Manual {
  /// A page's text, in which each `%NAME%` becomes a value.
  static func text(_ bytes: [UInt8], _ values: [(name: String, value: String)] = []) -> String {
    values.reduce(String(decoding: bytes, as: UTF8.self)) { $0.replacingText("%\($1.name)%", with: $1.value) }
  }

  static let mapping = ManualPage(
    "pliant-mapping", section: 5, summary: "files that map XML to typed records",
    text: text(PackageResources.mapping_txt), seeAlso: ["mapping", "convert", "lint", "pliant-formats(7)"])

  static let paths = ManualPage(
    "pliant-paths", section: 7, summary: "key paths, JSON Pointers, JSONPath, XPath and record places",
    text: text(PackageResources.paths_txt),
    seeAlso: ["extract", "query", "xpath", "pliant-mapping(5)", "pliant-xml(7)"])

  static let plistBuddy = ManualPage(
    "pliant-plistbuddy", section: 7, summary: "PlistBuddy commands, and the differences from PlistBuddy",
    text: text(PackageResources.plistbuddy_txt),
    seeAlso: ["extract", "insert", "replace", "remove", "merge", "print", "pliant-plutil(7)"])

  static let scale = ManualPage(
    "pliant-scale", section: 7, summary: "large documents on many processors and machines",
    text: text(PackageResources.scale_txt),
    seeAlso: ["split", "convert", "pliant-mapping(5)", "pliant-formats(7)"])

  static let schema = ManualPage(
    "pliant-schema", section: 5, summary: "schemas of property lists and JSON for pliant lint",
    text: text(PackageResources.schema_txt), seeAlso: ["lint", "pliant-settings(5)", "pliant-lint-rules(7)"])

  static let settings = ManualPage(
    "pliant-settings", section: 5, summary: "files that configure pliant lint for a project",
    text: text(PackageResources.settings_txt), seeAlso: ["lint", "pliant-mapping(5)", "pliant-schema(5)"])

  static let tutorial = ManualPage(
    "pliant-tutorial", section: 7, summary: "six jobs in ten minutes",
    text: text(PackageResources.tutorial_txt),
    seeAlso: ["pliant-paths(7)", "pliant-formats(7)", "pliant-xml(7)", "pliant-mapping(5)"])

  static let workflows = ManualPage(
    "pliant-workflows", section: 7, summary: "files that describe a series of pliant commands",
    text: text(PackageResources.workflows_txt), seeAlso: ["workflow", "convert"])

  static let xml = ManualPage(
    "pliant-xml", section: 7, summary: "application XML without a mapping",
    text: text(PackageResources.xml_txt),
    seeAlso: ["convert", "xpath", "pliant-formats(7)", "pliant-paths(7)"])
}
