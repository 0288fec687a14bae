// Workflow files in XML, converted with a mapping to the same dictionary as in JSON and property lists.
//
//   <workflow name="n">                                          {"name": "n",
//     <purpose>p</purpose>                                        "purpose": "p",
//     <parameter name="x" default=".">h</parameter>               "parameters": [{"name": "x", "default": ".", "help": "h"}],
//     <step run="convert json {x}">because</step>                 "steps": [{"run": "convert json {x}", "why": "because"}]}
//   </workflow>

enum WorkflowXML {
  /// Nothing is required here: `pliant workflow check` reports missing parts in its own words.
  private static let mapping: StaticString = """
    {
      "mapping": "workflow",
      "root": "workflow",
      "fields": {
        "name": "@name",
        "purpose": "purpose whitespace=collapse",
        "description": "description list whitespace=collapse",
        "parameters": "parameter Parameter list",
        "inputs": "input File list",
        "outputs": "output File list",
        "steps": "step Step list",
        "examples": "example Example list"
      },
      "records": {
        "Parameter": {
          "name": "@name", "kind": "@kind", "default": "@default whitespace=keep", "pattern": "@pattern whitespace=keep",
          "allowed": "allowed list whitespace=keep", "help": "text() whitespace=collapse"
        },
        "File": {"path": "@path", "help": "text() whitespace=collapse"},
        "Step": {"run": "@run", "why": "text() whitespace=collapse"},
        "Example": {"run": "@run", "help": "text() whitespace=collapse"}
      }
    }
    """

  private static func compiledMapping() throws(Failure) -> CompiledMapping {
    let document = try DocumentSource(format: .json, text: ByteView(mapping)).document()
    return try CompiledMapping(try MappingFileReader.read(document))
  }

  /// Returns the document of an XML text, whose declaration its bytes may contradict.
  ///
  /// Throws an error for malformed XML, another root element than `workflow`, and unknown content.
  static func document(of text: ByteView, _ contradiction: Failure?) throws(Diagnostic) -> LoadedDocument {
    var report = MappingReport()
    do throws(Failure) {
      let mapping = try compiledMapping()
      let document = try MappingReader.document(of: text, by: mapping, report: &report)
      if let first = report.unmapped.first { throw Failure(.workflowUnmapped, at: first.offset, first.name) }
      let use = AppliedMapping(mapping)
      var reading = Reading(.xml)
      reading.mapping = use
      var source = DocumentSource(reading, text: text)
      source.contradiction = contradiction
      let ledger = use.completeLedger(report, of: source)
      return LoadedDocument(source, document: document, ledger: ledger)
    } catch {
      throw Diagnostic(
        error.code == .mappingRoot ? Failure(.workflowRoot, at: error.offset) : error, in: text)
    }
  }
}
