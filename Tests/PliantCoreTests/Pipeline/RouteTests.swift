// The road of each pair of formats, condition and option: a change of the plan is a change of this list.

import PliantCore
import TestSupport
import Testing

@Suite struct RouteTests {
  private static let sources: [Format] = [
    .xml1, .binary1, .openstep, .strings, .json, .json5, .jsonl, .csv, .xml,
  ]
  private static let targets: [Format] = [.xml1, .binary1, .openstep, .json, .jsonl, .csv, .xml]

  /// The first letters of the roads to all targets: document, events, records, lines, and `F` for the engine.
  private static func row(
    _ source: Format, size: Int = 1, hidesOutput: Bool = true, replacesSource: Bool = false,
    _ change: (inout Route) -> Void = { _ in }
  ) -> String {
    targets.map { target in
      var route = Route(from: source, to: target)
      change(&route)
      var conditions = RoadConditions(source, size: size)
      conditions.hidesOutput = hidesOutput
      conditions.replacesSource = replacesSource
      let road = route.plan(conditions)
      return road == .engine ? "F" : String(road.rawValue.prefix(1))
    }.joined()
  }

  private static func rows(
    size: Int = 1, hidesOutput: Bool = true, replacesSource: Bool = false,
    _ change: (inout Route) -> Void = { _ in }
  ) -> [String] {
    sources.map {
      "\($0.rawValue): "
        + row($0, size: size, hidesOutput: hidesOutput, replacesSource: replacesSource, change)
    }
  }

  @Test func small() {
    #expect(
      Self.rows() == [
        "xml1: ddddddd", "binary1: ddddddd", "openstep: ddddddd", "strings: ddddddd", "json: ddddldd",
        "json5: ddddddd", "jsonl: dddlldd", "csv: dddrrrd", "xml: ddddddd",
      ])
  }
  @Test func large() {
    #expect(
      Self.rows(size: 1 << 20) == [
        "xml1: eddeddd", "binary1: eddeddd", "openstep: ddddddd", "strings: ddddddd", "json: eddeldd",
        "json5: ddddddd", "jsonl: dddlldd", "csv: dddrrrd", "xml: ddddddd",
      ])
  }
  @Test func largeOnAStream() {
    #expect(
      Self.rows(size: 1 << 20, hidesOutput: false) == [
        "xml1: ddddddd", "binary1: ddddddd", "openstep: ddddddd", "strings: ddddddd", "json: ddddldd",
        "json5: ddddddd", "jsonl: dddlldd", "csv: dddrrrd", "xml: ddddddd",
      ])
  }
  @Test func inPlace() {
    #expect(
      Self.rows(size: 1 << 20, replacesSource: true) == [
        "xml1: eddeddd", "binary1: eddeddd", "openstep: ddddddd", "strings: ddddddd", "json: eddeldd",
        "json5: ddddddd", "jsonl: dddlldd", "csv: ddddddd", "xml: ddddddd",
      ])
  }

  @Test func optionsOfLargeDocuments() {
    func road(_ change: (inout Route) -> Void) -> [String] {
      [Format.xml1, .json, .csv].map { Self.row($0, size: 1 << 20, change) }
    }
    #expect(road { $0.writing.sortsKeys = true } == ["ddddddd", "ddddldd", "dddrrrd"])
    #expect(road { $0.writing.layout = .canonical } == ["ddddddd", "ddddldd", "dddrrrd"])
    #expect(road { $0.writing.losses = LossRule(.tag) } == ["ddddddd", "ddddldd", "dddrrrd"])
    #expect(road { $0.writing.losses = LossRule(.refuse) } == ["eddeddd", "eddeldd", "dddrrrd"])
    #expect(road { $0.writing.null = .drop } == ["ddddddd", "ddddldd", "dddrrrd"])
    #expect(road { $0.reading.archives = .asObjects } == ["ddddddd", "ddddddd", "dddrrrd"])
    #expect(road { $0.reading.encoding = .utf8 } == ["eddeddd", "eddeddd", "dddrrrd"])
    #expect(road { $0.reading.records = RecordSelection(place: nil) } == ["rrrrrrr", "rrrrrrr", "rrrrrrr"])
  }

  @Test func foundation() throws {
    let engine = try FoundationEngine(path: "/bin/sh")
    func use(_ converts: Bool) -> [String] {
      Self.rows(size: 1 << 20) { route in
        route.engine = EngineUse(engine, converts: converts, isRequired: false, verifies: true)
      }
    }
    #expect(
      use(true) == [
        "xml1: FFdFddd", "binary1: FFdFddd", "openstep: ddddddd", "strings: ddddddd", "json: FFdFddd",
        "json5: ddddddd", "jsonl: ddddddd", "csv: dddrrrd", "xml: ddddddd",
      ])
    #expect(
      use(false) == [
        "xml1: ddddddd", "binary1: ddddddd", "openstep: ddddddd", "strings: ddddddd", "json: ddddddd",
        "json5: ddddddd", "jsonl: ddddddd", "csv: dddrrrd", "xml: ddddddd",
      ])
  }
}
