// Time zones against Foundation's and the C library's, and the file format by damaged and own files.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct TimeZoneFileTests {
  static let zones = [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Moscow", "Europe/Lisbon", "America/New_York",
    "America/Los_Angeles", "America/Sao_Paulo", "America/Caracas", "America/St_Johns", "America/Santiago",
    "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Asia/Tokyo", "Asia/Pyongyang", "Asia/Gaza",
    "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham",
    "Pacific/Kiritimati", "Africa/Cairo", "Africa/Johannesburg", "Antarctica/Troll", "Atlantic/Azores",
    "Etc/GMT+5", "EST5EDT", "UTC",
  ]

  @Test func agreesWithFoundation() async throws {
    try await forEachRow(of: Self.zones) { (name: String) in
      let ours = try TimeZoneFile.named(name)
      let theirs = try #require(TimeZone(identifier: name))
      var generator = SystemRandomNumberGenerator()
      // From 1995 to 2020: Foundation has its own tables, and releases differ in older and newer years.
      for _ in 0..<1_000 {
        let instant = Int.random(in: 789_000_000...1_577_000_000, using: &generator)
        let offset = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
        #expect(ours.secondsFromUTC(at: instant) == offset, "\(name) at \(instant)")
        checkLocal(ours, instant: instant, offset: offset)
      }
    }
  }

  /// zdump(8) reads the same files with the C library.
  @Test func agreesWithTheCLibraryAtEveryChange() async throws {
    guard let zdump = find("zdump") else { try Test.cancel("zdump is not installed") }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    try await forEachRow(of: Self.zones) { (name: String) in
      let ours = try TimeZoneFile.named(name)
      var count = 0
      // NAME  Sun Mar 29 00:59:59 2026 UT = Sun Mar 29 01:59:59 2026 CET isdst=0 gmtoff=3600
      for line in (output(zdump, ["-v", name]) ?? "").split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count > 6, let offset = words.last.flatMap({ Int($0.dropFirst("gmtoff=".count)) }),
          let month = months.firstIndex(of: String(words[2])), let year = Int(words[5]), year < 2036
        else { continue }
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = padded(try #require(Int(words[3])))
        let text = "\(year)-\(padded(month + 1))-\(day)T\(words[4])Z"
        guard let seconds = Array(text.utf8).withByteView({ ISO8601.seconds(from: $0) }) else { continue }
        let instant = Int(seconds) + 978_307_200
        #expect(ours.secondsFromUTC(at: instant) == offset, "\(name) at \(text)")
        count += 1
        for shift in [-3601, -1800, 0, 1800, 3600] {
          checkLocal(ours, instant: instant + shift, offset: ours.secondsFromUTC(at: instant + shift))
        }
      }
      #expect(count > 0 || name == "UTC" || name.hasPrefix("Etc/"))
    }
  }

  /// The local time leads back to the instant, or to an earlier one with the same local time.
  private func checkLocal(_ zone: TimeZoneFile, instant: Int, offset: Int) {
    guard let found = zone.instant(ofLocal: instant + offset) else {
      Issue.record("no instant for the local time of \(instant) in \(zone.name)")
      return
    }
    #expect(found <= instant)
    #expect(found + zone.secondsFromUTC(at: found) == instant + offset)
  }

  @Test func knowsTheFarFutureByTheRule() throws {
    let zone = try TimeZoneFile.named("Europe/Berlin")
    for year in [2037, 2038, 2100, 2400, 2437, 2438, 2439, 2800, 5000, 9998] {
      for month in 1...12 {
        let text = "\(year)-\(month < 10 ? "0" : "")\(month)-15T12:00:00Z"
        let seconds = try #require(Array(text.utf8).withByteView { ISO8601.seconds(from: $0) })
        let instant = Int(seconds) + 978_307_200
        #expect(zone.secondsFromUTC(at: instant) == ((4...10).contains(month) ? 7200 : 3600), "\(text)")
        #expect(zone.instant(ofLocal: instant + zone.secondsFromUTC(at: instant)) == instant)
      }
    }
  }

  /// A file of version 2 with one type and this footer.
  private func file(_ footer: String, types: Int = 1, typeOfFirst: UInt8 = 0) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let empty = header + number(0) + number(0) + number(0) + number(0) + number(1) + number(4)
    let type = number(3600) + [0, 0]
    let block = type + Array("CET\0".utf8)
    let counts = number(0) + number(0) + number(0) + number(1) + number(types) + number(4)
    let second = header + counts + [UInt8](repeating: 0, count: 8) + [typeOfFirst] + block
    return empty + block + second + Array("\n\(footer)\n".utf8)
  }

  private func zone(_ bytes: [UInt8]) -> TimeZoneFile? {
    bytes.withByteView { TimeZoneFile.read($0, name: "Test") }
  }

  private func seconds(_ text: String) -> Int {
    Int(Array(text.utf8).withByteView { ISO8601.seconds(from: $0) } ?? .nan) + 978_307_200
  }

  @Test func readsRules() async throws {
    try await forEachRow(of: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T00:59:59Z", 3600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T01:00:00Z", 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-10-27T01:00:00Z", 3600),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-01-15T00:00:00Z", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-07-15T00:00:00Z", 3600),
      ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2024-03-31T00:59:59Z", -10_800),
      ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2024-03-31T01:00:00Z", -7200),
      ("XXX3EDT4,0/0,J365/23", "2024-12-31T23:59:59Z", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2025-01-01T03:00:00Z", -14_400),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-01-15T00:00:00Z", 39_600),
      ("<+0330>-3:30<+0430>,J79/24,J263/24", "2023-03-21T20:30:00Z", 16_200),
      ("UTC0", "2400-01-15T00:00:00Z", 0), ("<+1245>-12:45", "2024-01-15T00:00:00Z", 3600),
    ]) { (rule: String, instant: String, offset: Int) in
      let found = try #require(zone(file(rule)))
      // A rule without daylight saving changes nothing after the table's last type.
      let expected = rule.hasPrefix("UTC") ? 3600 : offset
      #expect(found.secondsFromUTC(at: seconds(instant)) == expected)
    }
  }

  @Test func refusesRules() async throws {
    try await forEachRow(of: [
      "CET", "-1", "CE-1", "CET-25", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
      "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,1",
      "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "<CET-1", "CET-1CEST", "CET-1:60",
    ]) { (rule: String) in
      #expect(zone(file(rule)) == nil)
    }
  }

  @Test func refusesDamagedFiles() {
    #expect(zone(file("CET-1", types: 0)) == nil)
    #expect(zone(file("CET-1", types: 1 << 30)) == nil)
    #expect(zone(file("CET-1", typeOfFirst: 1)) == nil)
    let whole = file("CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(zone(whole) != nil)
    for count in 0..<whole.count { #expect(zone(Array(whole[..<count])) == nil, "\(count) bytes") }
    // Any byte may change: no crash, and offsets stay within a day and two hours.
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        guard let found = zone(bytes) else { continue }
        for instant in [-1 << 40, 0, 1 << 31, 1 << 37] {
          #expect(abs(found.secondsFromUTC(at: instant)) < 26 * 3600)
          _ = found.instant(ofLocal: instant)
        }
      }
    }
  }

  @Test func readsEveryZoneOfTheSystem() throws {
    let folder = URL(fileURLWithPath: "/usr/share/zoneinfo")
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
      return
    }
    for case let url as URL in files {
      let bytes = [UInt8]((try? Data(contentsOf: url)) ?? Data())
      let name = url.path.dropFirst(folder.path.count + 1)
      guard bytes.starts(with: Array("TZif".utf8)), !name.hasPrefix("right/") else { continue }
      #expect(zone(bytes) != nil, "\(name)")
    }
  }
}
