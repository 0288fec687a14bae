// A record of lookups, with which tests prove that commands look up exactly the options that they declare.

import Synchronization

/// The options that a run has looked up.
package final class OptionLookups: Sendable {
  private let synopses = Mutex<Set<String>>([])

  package init() {}

  func record(_ option: OptionDeclaration) { synopses.withLock { _ = $0.insert(option.synopsis) } }

  /// The options as in help, with their values.
  package var all: Set<String> { synopses.withLock { $0 } }
}
