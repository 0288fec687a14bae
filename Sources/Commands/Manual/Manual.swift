package enum Manual {
  /// The date on every page; it changes only with the texts.
  package static let date = "November 21, 2026"

  /// The pages that do not belong to a command, in the order of the overview.
  package static let pages: [ManualPage] = [
    tutorial, paths, formats, xml, encodings, mapping, schema, workflows, scale, limits, diagnostics,
    lintRules,
    settings, git, plutil, plistBuddy, peers,
  ]

  package static var renderer: ManPageRenderer { ManPageRenderer(Program.commandSet, date: date) }

  /// The mdoc source of a page by its topic: a command, a page, or nil for the program itself.
  package static func source(of topic: String?) throws(UsageError) -> String {
    let commands = Program.commandSet
    guard let topic, topic != commands.program else { return renderer.program() }
    let bare =
      topic.hasPrefix(commands.program + "-") ? String(topic.dropFirst(commands.program.count + 1)) : topic
    // A page with the name of a command needs its full name.
    if let verb = commands.verb(named: topic) { return renderer.page(verb) }
    if let page = commands.page(named: topic) { return renderer.page(page) }
    if let verb = commands.verb(named: bare) { return renderer.page(verb) }
    throw UsageError(
      "unknown page '\(topic)'", suggestion: NearestName.suggestion(for: bare, among: commands.helpTopics))
  }
}
