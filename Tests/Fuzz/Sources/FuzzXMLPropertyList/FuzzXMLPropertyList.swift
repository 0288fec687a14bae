// What libFuzzer calls with each input.

import FuzzSupport

/// Reads the input as `xml1`.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkRoundTrip(start, count, as: .xml1)
  return 0
}
