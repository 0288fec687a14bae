// Overrides the Swift runtime's search before `main` for its backtrace program.

/// Returns nil: there is no such program.
///
/// The runtime of a static executable looks for its own path instead, and aborts if there is no /proc. The symbol takes
/// the place of the one in the runtime's archive; a dynamic executable's runtime still uses its own.
@_cdecl("swift_copyAuxiliaryExecutablePath")
func auxiliaryExecutablePath(_ name: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? { nil }
