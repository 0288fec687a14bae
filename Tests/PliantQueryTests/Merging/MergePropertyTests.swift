// What must hold of every merge, for random documents with random changes in every format.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct MergePropertyTests {
  /// Documents a format; PLIANT_MERGES asks for more.
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["PLIANT_MERGES"].flatMap(Int.init) ?? 150
  }

  private static let formats: [Format] = [.json, .xml1, .openstep, .binary1]

  /// BASE and two changed documents.
  private struct Sample {
    let base: [UInt8]
    let left: [UInt8]
    let right: [UInt8]
    let shown: Comment

    init(_ format: Format, seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let value = RandomValue.random(&random)
      let (left, right) = (value.changed(&random), value.changed(&random))
      base = try value.bytes(format)
      self.left = try left.bytes(format)
      self.right = try right.bytes(format)
      shown = "\(format) seed \(seed)\nBASE \(value.text())\nLEFT \(left.text())\nRIGHT \(right.text())"
    }
  }

  @Test(arguments: formats) func changesOfOneSideAreTakenOver(format: Format) throws {
    for round in 0..<Self.rounds {
      let sample = try Sample(format, seed: UInt64(round))
      let untouched = try MergeResult.of(sample.base, sample.left, sample.base, format: format)
      #expect(untouched.text == String(decoding: sample.left, as: UTF8.self), sample.shown)
      #expect(untouched.conflicts == [], sample.shown)
      let taken = try MergeResult.of(sample.base, sample.base, sample.left, format: format)
      #expect(taken.means(untouched), sample.shown)
      #expect(taken.conflicts == [], sample.shown)
      let same = try MergeResult.of(sample.base, sample.left, sample.left, format: format)
      #expect(same.text == untouched.text && same.conflicts == [], sample.shown)
    }
  }

  @Test(arguments: formats) func theOrderOfTheSidesDoesNotMatter(format: Format) throws {
    var clean = 0
    for round in 0..<Self.rounds {
      let sample = try Sample(format, seed: UInt64(1_000 + round))
      let one = try MergeResult.of(sample.base, sample.left, sample.right, format: format)
      let other = try MergeResult.of(sample.base, sample.right, sample.left, format: format)
      #expect(one.conflicts.count == other.conflicts.count, sample.shown)
      if one.conflicts.isEmpty {
        clean += 1
        #expect(one.means(other), sample.shown)
      }
      let own = try MergeResult.of(sample.base, sample.left, sample.right, prefer: .ours, format: format)
      let their = try MergeResult.of(sample.base, sample.right, sample.left, prefer: .theirs, format: format)
      #expect(own.means(their), sample.shown)
      #expect(own.means(one), sample.shown)
    }
    #expect(clean > Self.rounds / 10)
  }

  /// Comments belong to no value, and stay where they are whatever the other side changed.
  @Test func whatIsOutsideOfTheChangesStays() throws {
    for round in 0..<Self.rounds {
      let sample = try Sample(.openstep, seed: UInt64(2_000 + round))
      let merged = try MergeResult.of(sample.base, sample.left, sample.right, format: .openstep)
      let lines = merged.text.split(separator: "\n")
      let own = Set(String(decoding: sample.left, as: UTF8.self).split(separator: "\n"))
      let kept = lines.filter { own.contains($0) }
      let expected = try MergeResult.of(sample.base, sample.left, sample.base, format: .openstep)
      #expect(expected.text == String(decoding: sample.left, as: UTF8.self))
      #expect(kept.first == "// !", sample.shown)
    }
  }

  @Test(arguments: [Format.json, .xml1, .openstep]) func markersHoldBothSides(format: Format) throws {
    var marked = 0
    for round in 0..<Self.rounds {
      let sample = try Sample(format, seed: UInt64(3_000 + round))
      let result = try MergeResult.of(sample.base, sample.left, sample.right, marks: true, format: format)
      if result.conflicts.isEmpty { continue }
      marked += 1
      for side in MergeSide.allCases {
        let whole = try MergeResult.of(sample.base, sample.left, sample.right, prefer: side, format: format)
        #expect(Self.taking(side, from: result.text) == whole.text, "\(sample.shown)\n\(result.text)")
      }
    }
    #expect(marked > Self.rounds / 20)
  }

  /// A marked text with the lines of one side.
  private static func taking(_ side: MergeSide, from text: String) -> String {
    var lines: [Substring] = []
    var open: MergeSide?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line {
      case "<<<<<<< ours": open = .ours
      case "=======": open = .theirs
      case ">>>>>>> theirs": open = nil
      default: if open == nil || open == side { lines.append(line) }
      }
    }
    return lines.joined(separator: "\n")
  }
}
