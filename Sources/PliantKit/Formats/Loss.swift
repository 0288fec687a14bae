// What a target format cannot hold, and what is done about it.

/// What is done about values that the target cannot hold.
public enum LossPolicy: String, Sendable, CaseIterable {
  /// Convert, and say once what was changed.
  case note
  /// Fail before anything is written.
  case refuse
  /// Write tagged objects for what can be tagged, and note the rest.
  case tag
}

/// A way in which a value changes because the target cannot hold it.
package enum Loss: Int, CaseIterable, Sendable {
  case dateAsString
  case dataAsString
  case nonFiniteAsString
  case setAsArray
  case fractionOfSecond
  case wideIntegerAsString
  case hugeRealAsString
  case digitsBeyondDouble
  case numberAsString
  case booleanAsString
  case uidAsDictionary
  case comments
  case instructions
  case mixedOrder
  case cdataAsText
  case sharing
  case unmapped

  /// What is told, for a number of values.
  package func text(count: Int) -> String {
    let many = count != 1
    switch self {
    case .dateAsString:
      return many ? "\(count) dates became ISO 8601 strings" : "1 date became an ISO 8601 string"
    case .dataAsString:
      return many ? "\(count) data values became Base64 strings" : "1 data value became a Base64 string"
    case .nonFiniteAsString:
      return many
        ? "\(count) reals that are not finite became strings" : "1 real that is not finite became a string"
    case .setAsArray: return many ? "\(count) sets became arrays" : "1 set became an array"
    case .fractionOfSecond:
      return many ? "\(count) dates lost their fraction of a second" : "1 date lost its fraction of a second"
    case .wideIntegerAsString:
      return many
        ? "\(count) integers of more than 128 bits became strings"
        : "1 integer of more than 128 bits became a string"
    case .hugeRealAsString:
      return many
        ? "\(count) numbers beyond the range of a double became strings"
        : "1 number beyond the range of a double became a string"
    case .digitsBeyondDouble:
      return many
        ? "\(count) numbers lost digits that a double cannot hold"
        : "1 number lost digits that a double cannot hold"
    case .numberAsString: return many ? "\(count) numbers became strings" : "1 number became a string"
    case .booleanAsString: return many ? "\(count) booleans became strings" : "1 boolean became a string"
    case .uidAsDictionary: return many ? "\(count) UIDs became dictionaries" : "1 UID became a dictionary"
    case .comments: return many ? "\(count) comments were dropped" : "1 comment was dropped"
    case .instructions:
      return many
        ? "\(count) processing instructions were dropped" : "1 processing instruction was dropped"
    case .mixedOrder:
      return many
        ? "\(count) elements lost the order of their text and children"
        : "1 element lost the order of its text and children"
    case .cdataAsText:
      return many ? "\(count) CDATA sections became plain text" : "1 CDATA section became plain text"
    case .sharing:
      return many
        ? "\(count) shared containers were written out again" : "1 shared container was written out again"
    case .unmapped:
      return many
        ? "\(count) records lost what the mapping has no place for"
        : "1 record lost what the mapping has no place for"
    }
  }
}

/// Counts what a writer had to change, or refuses it.
package struct LossReport: Sendable, Equatable {
  package let policy: LossPolicy
  /// How many values changed, by the kind's raw value.
  package private(set) var counts: [Int]

  package init(policy: LossPolicy = .note) {
    self.policy = policy
    self.counts = [Int](repeating: 0, count: Loss.allCases.count)
  }

  /// Notes one changed value; throws `conversion.loss` where the policy is to refuse.
  @inline(never)
  package mutating func record(_ loss: Loss) throws(Failure) {
    guard policy != .refuse else { throw Failure(.lossRefused, loss.text(count: 1)) }
    counts[loss.rawValue] += 1
  }

  /// Notes a number of changed values; throws `conversion.loss` where the policy is to refuse.
  package mutating func record(_ loss: Loss, count: Int) throws(Failure) {
    guard count > 0 else { return }
    guard policy != .refuse else { throw Failure(.lossRefused, loss.text(count: count)) }
    counts[loss.rawValue] += count
  }

  /// What happened, a sentence a kind.
  package var notes: [String] {
    Loss.allCases.compactMap { counts[$0.rawValue] > 0 ? $0.text(count: counts[$0.rawValue]) : nil }
  }
}

/// A writer that counts what it had to change.
package protocol LossReportingSink: ValueSink, ~Copyable {
  var losses: LossReport { get }
}

extension DiagnosticCode {
  package static var lossRefused: DiagnosticCode {
    DiagnosticCode(
      "conversion.loss", rule: "conversion/loss",
      "the target format cannot hold this: %; --loss note converts all the same, --loss tag keeps it tagged")
  }
  package static var nullRefused: DiagnosticCode {
    DiagnosticCode(
      "conversion.null", rule: "conversion/null",
      "a property list cannot hold null; use --json-null drop or --json-null string")
  }
}
