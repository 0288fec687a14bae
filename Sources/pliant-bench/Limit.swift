/// Reasons printed next to goals, in Texts/limits.txt: shares of the time from `perf record` of the release build, and the
/// work that the peer omits.
enum Limit: String {
  case uniquing, scattered, checks, wellFormed, records, workers

  /// The reason for a missed goal.
  var reason: String {
    let rows = String(decoding: PackageResources.limits_txt, as: UTF8.self).split(separator: "\n")
    let row = rows.first { $0.hasPrefix(rawValue + "|") }
    return String(row?.dropFirst(rawValue.count + 1) ?? "")
  }
}
