// Where tests find their data: the package's root, its testdata, and the corpora of other projects beside it.

import Foundation
import Testing

/// The package's root folder.
public let packageRoot: URL = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A file or folder of the project's own test documents.
public func testdata(_ path: String) -> URL {
  packageRoot.appendingPathComponent("testdata").appendingPathComponent(path)
}

/// A suite of test data from other projects, or nil where it is absent.
public func corpus(_ name: String) -> URL? {
  let folder = packageRoot.appendingPathComponent("../shared/corpora/\(name)").standardizedFileURL
  if FileManager.default.fileExists(atPath: folder.path) { return folder }
  return nil
}

/// Whether tests that take long run in full, as `.ci/run` asks by PLIANT_ALL_TESTS; between two edits a sample is enough.
public let runsAllTests = ProcessInfo.processInfo.environment["PLIANT_ALL_TESTS"] != nil

/// The rounds of a test on random documents: all of them, or an eighth between two edits.
public func rounds(_ all: Int) -> Range<Int> { 0..<(runsAllTests ? all : all / 8) }

extension Sequence {
  /// Every `step`th element, or every element when all tests run.
  public func sampled(every step: Int) -> [Element] {
    enumerated().filter { runsAllTests || $0.offset % step == 0 }.map(\.element)
  }
}

extension Trait where Self == ConditionTrait {
  /// The test takes long, and runs only when all tests do.
  public static var slow: Self { .enabled(if: runsAllTests, "slow; PLIANT_ALL_TESTS=1 runs it") }

  /// The test needs a suite of test data from other projects, and is skipped where it is absent.
  public static func corpus(_ name: String) -> Self {
    .enabled(if: TestSupport.corpus(name) != nil, "no corpus \(name) beside the project; see CONTRIBUTING.md")
  }
}

/// One row of a corpus's INDEX.tsv.
public struct CorpusEntry: Sendable {
  /// The file, relative to the suite.
  public let path: String
  /// What it is there for: test, expected, dep or doc.
  public let role: String
  /// The key that keeps related files together.
  public let unit: String
  /// What the file claims to be.
  public let format: String
  /// The verdict: accept, reject, either, or what the suite explains.
  public let expect: String
  /// The file that holds the expected value, or an empty string.
  public let expectedFile: String
  /// Why the verdict is what it is.
  public let note: String
  /// Where the file lies.
  public let url: URL
  /// The file's bytes.
  public var bytes: [UInt8] { (try? Data(contentsOf: url)).map { Array($0) } ?? [] }
}

/// The rows of a corpus's index, or an empty list where the corpus is absent.
public func corpusEntries(_ name: String, role: String = "test") -> [CorpusEntry] {
  guard let folder = corpus(name),
    let text = try? String(contentsOf: folder.appendingPathComponent("INDEX.tsv"), encoding: .utf8)
  else { return [] }
  return text.split(separator: "\n").dropFirst().compactMap { line in
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count >= 8, cells[1] == role else { return nil }
    return CorpusEntry(
      path: cells[0], role: cells[1], unit: cells[2], format: cells[3], expect: cells[4],
      expectedFile: cells[5],
      note: cells[7], url: folder.appendingPathComponent(cells[0]))
  }
}

/// The bytes of a file, or none where it cannot be read.
public func readBytes(_ url: URL) -> [UInt8] { (try? Data(contentsOf: url)).map { Array($0) } ?? [] }
