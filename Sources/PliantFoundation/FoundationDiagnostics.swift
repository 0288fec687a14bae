// The diagnostic codes of the bridge to Foundation.

import PliantCore

extension DiagnosticCode {
  static let topLevelFragment = Self(
    "plist.fragment", rule: .plistStructure, "the top-level % is not an array or dictionary")

  static let foundationCannotHold = Self(
    "foundation.cannot-hold", rule: .engineRefused, "Foundation's serializers cannot represent %")

  static let fileURLNeeded = Self("file.no-file-url", rule: .fileRead, "not the URL of a file: %")
}
