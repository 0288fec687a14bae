// Workflow files in XML, converted with a mapping to the same dictionary as in JSON and property lists.
//
//   <workflow name="n">                                          {"name": "n",
//     <purpose>p</purpose>                                        "purpose": "p",
//     <parameter name="x" default=".">h</parameter>               "parameters": [{"name": "x", "default": ".", "help": "h"}],
//     <step run="convert json {x}">because</step>                 "steps": [{"run": "convert json {x}", "why": "because"}]}
//   </workflow>

enum WorkflowXML {
  /// The mapping requires nothing: `pliant workflow check` reports missing parts in its own words.
  private static func compiledMapping() throws(Failure) -> CompiledMapping {
    try PackageResources.workflow_mapping_json.withByteView { text throws(Failure) in
      let document = try DocumentSource(format: .json, text: text).document()
      return try CompiledMapping(try MappingFileReader.read(document))
    }
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
