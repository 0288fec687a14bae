// The version of pliant and of the program beside it.

/// The version, which both programs must share.
package enum Version {
  package static let text = "0.1.0"
  /// The oldest C library with which pliant-foundation runs on Linux; `make check-release` compares it with the program.
  package static let foundationLibrary = "glibc 2.35"
}
