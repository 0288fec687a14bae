// The translations in XLIFF: texts, and the inline elements that represent values and markup.
//
//   <trans-unit id="a"><source>Hi <x id="NAME"/></source><target>Salut</target></trans-unit>     <x id="NAME"/> is missing

extension TranslationChecks {
  private struct Unit {
    var id = ""
    var offset = 0
    /// Whether the texts may differ.
    var isSkipped = false
    var source: Segment?
    var target: Segment?
    /// The inline elements of all segments, by id.
    var sourceCodes: [String: String] = [:]
    var targetCodes: [String: String] = [:]
    /// Whether a segment has no translation, or the text is a message whose forms may lack elements.
    var isIncomplete = false
  }

  private struct Segment {
    var text = ""
    var codes: [String: String] = [:]
    var offset = 0
    var isEmpty: Bool { text.isEmpty && codes.isEmpty }
  }

  /// The inline elements that the target must have, too, and those whose content is not text.
  private static let codes: Set<String> = [
    "x", "g", "bx", "ex", "bpt", "ept", "it", "ph", "pc", "sc", "ec",
  ]
  private static let native: Set<String> = ["bpt", "ept", "it", "ph"]

  static func runXLIFF(_ source: LintText, _ collector: inout LintCollector) throws(Failure) {
    var unit = Unit()
    var segment: Segment?
    var ids: Set<String> = []
    // The open element whose content is not read.
    var ignored: String?
    try XMLEventLoop.run(source.open()) { reader, event in
      switch event {
      case .startElement:
        let name = reader.name.string
        if ignored == nil, ["alt-trans", "ignorable"].contains(name) || native.contains(name) {
          ignored = name
        }
        switch name {
        case "file": ids = []
        case "trans-unit", "unit":
          unit = Unit(id: reader.string(ofAttribute: "id") ?? "", offset: reader.tokenStart)
          unit.isSkipped = reader.string(ofAttribute: "translate") == "no"
          if !unit.id.isEmpty, reader.string(ofAttribute: "resname") == nil, !ids.insert(unit.id).inserted {
            collector.add(
              .stringsDuplicateKey, at: .text(reader.tokenStart),
              "duplicate id '\(unit.id.prefix(60))' of a translation unit")
          }
        case "source", "target":
          guard ignored == nil else { break }
          segment = Segment(offset: reader.tokenStart)
          if name == "source" { unit.target = nil }
          if ["new", "needs-translation"].contains(reader.string(ofAttribute: "state")) {
            unit.isSkipped = true
          }
        case "segment":
          if reader.string(ofAttribute: "state") == "initial" { unit.isIncomplete = true }
        default:
          guard codes.contains(name), ignored != "alt-trans" else { break }
          let id = reader.string(ofAttribute: "id") ?? reader.string(ofAttribute: "startRef") ?? ""
          if reader.string(ofAttribute: "canDelete") == "yes" { break }
          segment?.codes[id.isEmpty ? name : id] = "<\(name)\(id.isEmpty ? "" : " id=\"\(id)\"")>"
        }
      case .text, .cdata: if ignored == nil { segment?.text += reader.text.string }
      case .endElement:
        let name = reader.name.string
        if name == ignored { ignored = nil }
        switch name {
        case "source" where ignored == nil:
          unit.source = segment
          unit.sourceCodes.merge(segment?.codes ?? [:]) { $1 }
          if segment?.text.hasText(", plural,") == true || segment?.text.hasText(", select,") == true {
            unit.isIncomplete = true
          }
          segment = nil
        case "target" where ignored == nil:
          unit.target = segment
          unit.targetCodes.merge(segment?.codes ?? [:]) { $1 }
          segment = nil
          if !unit.isSkipped { compareTexts(unit, &collector) }
        case "segment": endSegment(&unit)
        case "trans-unit", "unit":
          if name == "trans-unit" { endSegment(&unit) }
          if !unit.isSkipped && !unit.isIncomplete { compareCodes(unit, &collector) }
        default: break
        }
      default: break
      }
      return true
    }
  }

  private static func endSegment(_ unit: inout Unit) {
    if unit.target?.isEmpty ?? true { unit.isIncomplete = true }
    unit.target = nil
  }

  private static func compareTexts(_ unit: Unit, _ collector: inout LintCollector) {
    guard let source = unit.source, let target = unit.target else { return }
    let mayLeaveOut = ["zero", "one", "two"].contains {
      unit.id.hasText("/\($0):") || unit.id.hasSuffix("." + $0)
    }
    // Without text, the elements are the translation.
    let text = target.text.isEmpty && !target.codes.isEmpty ? " " : target.text
    compare([source.text], text, .apple, mayLeaveOut: mayLeaveOut, unit.id, &collector) {
      .text(target.offset)
    }
  }

  private static func compareCodes(_ unit: Unit, _ collector: inout LintCollector) {
    func first(_ codes: [String: String], without others: [String: String]) -> String? {
      codes.filter { others[$0.key] == nil }.values.min()
    }
    guard !unit.sourceCodes.isEmpty else { return }
    if let missing = first(unit.sourceCodes, without: unit.targetCodes) {
      report("missing element \(missing)", unit.id, at: .text(unit.offset), &collector)
    } else if let extra = first(unit.targetCodes, without: unit.sourceCodes) {
      report("element \(extra), which the text lacks", unit.id, at: .text(unit.offset), &collector)
    }
  }
}
