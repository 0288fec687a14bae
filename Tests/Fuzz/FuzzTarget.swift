// The fuzz targets by name; PLIANT_FUZZ_TARGET says which one libFuzzer's inputs go to.
//
//   PLIANT_FUZZ=1 swift build --sanitize=fuzzer --scratch-path .build/fuzz --product pliant-fuzz
//   PLIANT_FUZZ_TARGET=json .build/fuzz/debug/pliant-fuzz found Tests/Fuzz/Corpus/json

import PliantCore
import PliantKit

/// What is done with an input.
enum FuzzTarget: String, CaseIterable {
  // Readers: what was read comes back the same from every format that can hold it.
  case xml1, binary1, json, jsonl, jsonc, json5, openstep, strings
  case xml
  /// Markup through every style and target and back.
  case wayback
  // Languages: a line of an expression, then the document.
  case xpath, jsonpath, iregexp, records
  // Files of the program's own.
  case mapping, workflow, settings
  // What rewrites: the first lines say how, then comes the document.
  case patch, merge, edit, lint, transcode, format, cdata, escape
  /// Any verb with any options.
  case verbs

  /// The target that the environment names.
  static let current: FuzzTarget = {
    guard let target = FuzzTarget(rawValue: Platform.variable("PLIANT_FUZZ_TARGET") ?? "") else {
      let names = allCases.map(\.rawValue).joined(separator: " ")
      fatalError("PLIANT_FUZZ_TARGET names none of: \(names)")
    }
    return target
  }()

  func run(_ bytes: [UInt8]) {
    switch self {
    case .xml1, .binary1, .json, .jsonl, .jsonc, .json5, .openstep, .strings:
      if let format = PliantKit.Format(rawValue: rawValue) { checkRoundTrip(bytes, as: format) }
    case .xml: checkMarkup(bytes)
    case .wayback: checkWaysBack(bytes)
    case .iregexp: checkPattern(bytes)
    case .verbs: runAnyVerb(bytes)
    default: runVerb(self, bytes)
    }
  }
}

/// The bytes of the memory budget that are held before the first input, once bounds are set that end within libFuzzer's.
private let heldAtFirst: Int = {
  MemoryBudget.fix(256 << 20)
  Limits.set(\.xpathSteps, to: 20_000_000)
  Limits.set(\.jsonPathSteps, to: 20_000_000)
  Limits.set(\.expandedValues, to: 1_000_000)
  Limits.set(\.expandedBytes, to: 16 << 20)
  return MemoryBudget.heldBytes
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let held = heldAtFirst
  FuzzTarget.current.run(Array(UnsafeBufferPointer(start: start, count: count)))
  // Tables that are made once stay; what an input leaves behind would add up to more.
  guard MemoryBudget.heldBytes - held < 16 << 20 else {
    fatalError("memory that was charged is not given back")
  }
  return 0
}
