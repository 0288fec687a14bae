// The family xml/…: well-formedness, namespaces, and document types that reach outside.

/// Checks XML of any kind.
enum XMLChecks {
  /// Reads the whole document and goes on after what can be passed over.
  static func run(_ text: ByteView, _ places: inout LintPlaces, _ collector: inout LintCollector) {
    var options = XMLReader.Options.namespaces
    options.collectsProblems = true
    var reader = XMLReader(text, options: options)
    var doctypePlace: Place?
    do throws(Failure) {
      reading: while true {
        switch try reader.next() {
        case .doctype: doctypePlace = places.place(reader.tokenStart)
        case .endDocument: break reading
        default: break
        }
      }
    } catch {
      collector.add(error, at: places.place(error.offset), default: .xmlNotWellFormed)
    }
    for problem in reader.problems {
      collector.add(problem, at: places.place(problem.offset), default: .xmlNotWellFormed)
    }
    if let doctypePlace, let type = reader.documentType { check(type, at: doctypePlace, &collector) }
  }

  /// Reads a document that is too large to be held.
  static func run(_ window: consuming TextWindow, _ collector: inout LintCollector) throws(Failure) {
    var options = XMLReader.Options.namespaces
    options.collectsProblems = true
    var reader = try WindowedXMLReader(window, options: options)
    do throws(Failure) {
      reading: while true {
        switch try reader.next(&collector) {
        case .doctype:
          let place = reader.place(reader.xml.tokenStart)
          if let type = reader.xml.documentType { check(type, at: place, &collector) }
        case .endDocument: break reading
        default: break
        }
      }
    } catch {
      collector.add(error, at: reader.place(error.offset), default: .xmlNotWellFormed)
    }
    reader.reportProblems(&collector)
  }

  private static func check(_ type: XMLDocumentType, at place: Place, _ collector: inout LintCollector) {
    let external = type.entities.filter { if case .external = $0.kind { true } else { false } }
    guard let first = external.first else { return }
    collector.add(
      .xmlDoctype, at: place, "the entity “\(first.name.string)” lies outside of the file; it is never read")
  }
}
