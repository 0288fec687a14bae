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
    description: #"""
      Prints the events of a SAX parser in document order: `start-document`, `start-namespace` *PREFIX* *URI*,
      `start-element` with its attributes, `characters` (one event for one run of text), `comment`,
      `processing-instruction`, `doctype`, `end-element`, `end-namespace`, `end-document`. Line ends, tabs and
      backslashes in text appear as `\n`, `\r`, `\t` and `\\`; on a terminal also characters that reorder its lines,
      such as `\u{202E}`. Processes documents of any length in constant memory.

      With `--json` each line is an object with `event`, `line`, `column`, `path` (the elements around it) and the
      data of the event. Names of elements and attributes also have `local` and `namespace`. A reference to an entity
      that the document does not declare is an event `reference`; in an attribute the value is an array of text and
      `{"reference": "name"}`.
      """#, operands: [.files],
    options: [json, trim, noNamespaces, rawCharacters] + CommonOptions.streaming,
    examples: """
      Print the events of a document.
        $ printf '<note to="Ann">Tea &amp; cake</note>' | pliant events
        start-document
        start-element note to="Ann"
        characters Tea & cake
        end-element note
        end-document
      Omit white space between elements.
        $ pliant events --trim books.xml | head -n 4
        start-document
        comment  what the reading group has read 
        start-element books
        start-element book id="b1" year="1818"
      Print JSON Lines for another program.
        $ printf '<a>x</a>' | pliant events --json | pliant query -f jsonl --as value '$[?@.text].text'
        x
      Print events up to the first error; the exit status is 1.
        $ printf '<a><b></a>' | pliant events --trim
        [1]
      """, seeAlso: ["xpath", "print"])

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
