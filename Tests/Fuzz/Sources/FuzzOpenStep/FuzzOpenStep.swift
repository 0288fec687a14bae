// What libFuzzer calls with each input.

import FuzzSupport

/// Reads the input as `openstep`.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkRoundTrip(start, count, as: .openstep)
  return 0
}
