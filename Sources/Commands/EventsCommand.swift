// pliant events: the SAX events of an XML document.

package enum EventsCommand {
  private static let json = Flag("json", help: "print JSON Lines with positions, paths and namespace URIs")
  private static let trim = Flag(
    "trim", help: "trim white space around text, and omit text that consists of white space")
  private static let noNamespaces = Flag(
    "no-namespaces", help: "print names as written, without namespace events")
  private static let rawCharacters = Flag(
    "raw-characters", help: "report CDATA sections and references as separate events")

  static let verb = Verb(
    "events", group: "Markup", summary: "print the SAX events of an XML document, one per line",
    page: PackageResources.events_1_txt, operands: [.files],
    options: [json, trim, noNamespaces, rawCharacters] + CommonOptions.streaming, seeAlso: ["xpath", "print"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var options = XMLEventPrinter.Options()
    options.asJSON = typed[json]
    options.trimsText = typed[trim]
    options.processesNamespaces = !typed[noNamespaces]
    options.rawCharacters = typed[rawCharacters]
    let forced = typed[CommonOptions.inputEncoding]
    return context.processInputs(try context.plan(typed, rule: .prints)) { [options] job in
      var options = options
      options.isForTerminal = job.showsOnTerminal
      var ledger = ReadLosses()
      try job.stream(try job.openDocumentWindow(), kind: .xml, forced: forced) { text, output in
        let printer = XMLEventPrinter(text, options: options, output: output)
        return try printer.run(ledger: &ledger)
      }
      for note in ledger.lossNotes { job.report(note) }
    }
  }
}
