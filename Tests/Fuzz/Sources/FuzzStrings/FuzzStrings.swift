// What libFuzzer calls with each input.

import FuzzSupport

/// Reads the input as `strings`.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkRoundTrip(start, count, as: .strings)
  return 0
}
