// A record of lookups, by which tests prove that verbs look up the options that they declare, and no others.

import Synchronization

/// The options that one run has looked up.
package final class OptionLookups: Sendable {
  private let synopses = Mutex<Set<String>>([])

  package init() {}

  func record(_ option: OptionDeclaration) { synopses.withLock { _ = $0.insert(option.synopsis) } }

  /// The options as help spells them, with their values.
  package var all: Set<String> { synopses.withLock { $0 } }
}
