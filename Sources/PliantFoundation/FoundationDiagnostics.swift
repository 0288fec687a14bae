// The diagnostic codes of the bridge to Foundation.

import PliantCore

extension DiagnosticCode {
  static let topLevelFragment = Self(
    "plist.fragment", rule: "plist/structure", "the top-level % is not an array or dictionary")

  static let foundationCannotHold = Self(
    "foundation.cannot-hold", rule: "engine/refused", "Foundation's serializers cannot represent %")

  static let fileURLNeeded = Self("file.no-file-url", rule: "file/read", "not the URL of a file: %")
}
