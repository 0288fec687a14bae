// SQLite through the sqlite3 program.

struct SQLiteDatabase {
  let name: String
  private let path: String
  /// The path of sqlite3; nil if it is not installed.
  let program: String?

  init(path name: String, in context: CommandContext) {
    self.name = name
    path = context.resolve(name)
    program = Self.program(in: context)
  }

  /// The path of sqlite3; nil if it is not installed.
  static func program(in context: CommandContext) -> String? {
    (context.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map {
      "\($0)/sqlite3"
    }
    .first { Platform.isExecutable($0) && Platform.status($0)?.kind == .regular }
  }

  /// Returns the rows of a query as dictionaries; empty for a missing database or without sqlite3.
  ///
  /// Throws sqlite3's error.
  func rows(_ query: String) throws(Failure) -> Document {
    let exists = program != nil && Platform.status(path).map { $0.size > 0 } ?? false
    let answer =
      exists
      ? try output(["-json"]) { descriptor in
        try? Platform.writeAll(descriptor, query + ";\n")
        return true
      } : []
    let text = answer.isEmpty ? Array("[]".utf8) : answer
    let file = InputFile(bytes: text, name: name)
    return try file.withBytes { bytes throws(Failure) in
      try DocumentSource(format: .json, text: bytes).document(owner: file)
    }
  }

  /// Runs the statements that `write` sends to a descriptor; stops at the first failure.
  ///
  /// Removes a new database that remains empty. Throws sqlite3's error, unless `write` returns false.
  func execute(_ write: (Int32) -> Bool) throws(Failure) {
    let isNew = Platform.status(path) == nil
    defer {
      if isNew, let status = Platform.status(path), status.size == 0 { _ = Platform.removeFile(path) }
    }
    _ = try output([], write)
  }

  private func output(_ options: [String], _ write: (Int32) -> Bool) throws(Failure) -> [UInt8] {
    // A path that begins with a dash would be an option.
    let database = path.hasPrefix("-") ? "./" + path : path
    let child = try RunningChild(
      program ?? "sqlite3", ["-batch", "-bail"] + options + [database], mergesErrors: true)
    let isAsked = write(child.input)
    let result = child.finish()
    guard isAsked else { return [] }
    guard result.exitCode == 0, result.signal == nil else {
      let text = String(decoding: result.output, as: UTF8.self).split(whereSeparator: \.isNewline)
      throw Failure(.sqliteFailed, text.last.map(String.init) ?? "exit status \(result.exitCode)")
    }
    return result.output
  }
}
