// Lookup of the system's time zones, with a cache.

extension TimeZoneFile {
  /// A size above that of any zone file.
  private static let largestFile = 256 * 1024
  private static let cache = SharedState<[String: TimeZoneFile]>([:])

  /// The directories of zones.
  package static var folders: [String] {
    let usual = ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/var/db/timezone/zoneinfo"]
    guard let own = Platform.variable("TZDIR"), !own.isEmpty else { return usual }
    return [own] + usual
  }

  /// Returns the zone with a name such as `Europe/Berlin`, `UTC` or `+01:00`.
  ///
  /// Throws `date.zone` if it is missing, damaged or counts leap seconds.
  package static func named(_ name: String) throws(Failure) -> TimeZoneFile {
    if let known = cache.withLock({ $0[name] }) { return known }
    guard let found = fixed(name) ?? find(name, in: folders) else { throw Failure(.unknownTimeZone, name) }
    return cache.withLock { known in
      if let other = known[name] { return other }
      known[name] = found
      return found
    }
  }

  /// Returns the user's zone: that of the given variable TZ, or of the system; UTC if unknown.
  package static func local(variable: String?) -> TimeZoneFile {
    let utc = TimeZoneFile(name: "UTC", fixedOffset: 0)
    if let variable, !variable.isEmpty {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      return (try? named(name)) ?? utc
    }
    let path = "/etc/localtime"
    if let target = Platform.linkTarget(path) {
      let steps = target.split(separator: "/")
      let names = steps.drop { $0 != "zoneinfo" }.dropFirst()
      if !names.isEmpty, let zone = try? named(names.joined(separator: "/")) { return zone }
    }
    return zone(at: path, named: "local") ?? utc
  }

  /// The zone's file in the first directory that contains it.
  package static func find(_ name: String, in folders: [String]) -> TimeZoneFile? {
    isSafe(name) ? folders.lazy.compactMap { zone(at: $0 + "/" + name, named: name) }.first : nil
  }

  private static func zone(at path: String, named name: String) -> TimeZoneFile? {
    guard let status = Platform.status(path), status.kind == .regular, status.size <= largestFile,
      let file = try? InputFile(path: path)
    else { return nil }
    return file.withBytes { read($0, name: name) }
  }

  /// Whether a name remains inside the directory.
  private static func isSafe(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 128 else { return false }
    let letters = name.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == ASCII.underscore || $0 == ASCII.hyphen || $0 == ASCII.plusSign
        || $0 == ASCII.solidus || $0 == ASCII.fullStop
    }
    return letters
      && name.utf8.split(separator: ASCII.solidus, omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0.first != ASCII.fullStop }
  }

  /// Zones that need no file: UTC and offsets such as `+01:00`.
  private static func fixed(_ name: String) -> TimeZoneFile? {
    switch name {
    case "UTC", "GMT", "Z", "UT", "Etc/UTC", "Etc/GMT":
      return TimeZoneFile(name: name == "GMT" || name == "Etc/GMT" ? "GMT" : "UTC", fixedOffset: 0)
    default:
      return Array(name.utf8).withByteView { text in
        var reader = DateTextReader(text: text, zone: nil)
        guard let first = text.byte(at: 0), first == ASCII.plusSign || first == ASCII.hyphen,
          let offset = reader.numericOffset(.any), reader.isAtEnd
        else { return nil }
        return TimeZoneFile(name: name, fixedOffset: offset)
      }
    }
  }
}
