// A program that converts for hours through the library holds no more memory than after its first minutes.

import Foundation
import PliantCore
import PliantKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's memory in bytes: what is resident now on Linux, what was at most elsewhere.
private func memoryInUse() -> Int {
  #if os(Linux)
    let sizes =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (sizes.count > 1 ? Int(sizes[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
  #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #endif
}

/// Documents of several formats, the last of them malformed.
private let sources: [String] = [
  #"{"name": "Bautagebuch", "sizes": [1, 2.5, -3e10], "deep": {"a": [{"b": null}], "text": "\u00e9\ud83d\ude00"}}"#,
  "{ name = Bautagebuch; sizes = (1, 2); deep = { data = <0102>; }; }",
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0"><dict><key>when</key><date>2026-11-22T08:00:00Z</date><key>list</key>
  <array><integer>1</integer><real>2.5</real><string>a&amp;b</string><data>AQID</data></array></dict></plist>
  """,
  "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e 'text'>]><r a='1'><b>&e;</b><b><![CDATA[x]]></b></r>",
  #"{"name": [1, 2, {"broken": tru"#,
]

@Suite struct GrowthTests {
  @Test(.disabled(if: isSanitized, "sanitizers keep memory that was given back"))
  func tenThousandConversionsTakeNoMoreMemoryThanTwoThousand() async {
    // In a process where no other test takes memory.
    await #expect(processExitsWith: .success) {
      let targets: [PliantKit.Format] = [
        .json, .xmlPropertyList, .binaryPropertyList, .openStep, .jsonLines, .swift, .objectiveC,
      ]
      var options = WritingOptions()
      options.loss = .note
      var bytes = 0
      var early = 0
      for round in 1...10_000 {
        if let document = try? PliantKit.Document(sources[round % sources.count]) {
          bytes += ((try? document.bytes(as: targets[round % targets.count], options: options)) ?? []).count
          bytes += (try? document.inserting("x", at: "/new"))?.value(at: "new") == nil ? 0 : 1
        }
        if round == 2000 { early = memoryInUse() }
      }
      let late = memoryInUse()
      // 8,000 conversions of which each keeps 256 bytes.
      #expect(late - early < 2 << 20, "\(early) bytes after 2,000 conversions, \(late) after 10,000")
      #expect(
        MemoryBudget.heldBytes == 0, "\(MemoryBudget.heldBytes) bytes of the budget were not given back")
      #expect(bytes > 500_000, "nothing was converted")
    }
  }
}
