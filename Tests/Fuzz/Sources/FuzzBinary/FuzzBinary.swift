// What libFuzzer calls with each input.

import FuzzSupport

/// Reads the input as `binary1`.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkRoundTrip(start, count, as: .binary1)
  return 0
}
