/// The version, which must be the same in both programs.
package enum Version {
  package static let text = "0.1.0"
  /// The URL of the project's repository, such as `https://github.com/NAME/pliant`; empty until it has one.
  ///
  /// `.ci/home` reads it for the release scripts, and `make check-release` refuses a release without it.
  package static let home = ""
  /// The oldest C library for pliant-foundation on Linux; `make check-release` compares it with the program.
  package static let foundationLibrary = "glibc 2.35"
}
