// The version of pliant and of the program beside it.

/// The version, which both programs must share.
package enum Version {
  package static let text = "0.1.0"
}
