// SQLite through the sqlite3 program.

struct SQLiteDatabase {
  let name: String
  private let path: String
  /// The path of sqlite3; nil if it is not installed.
  let program: String?

  /// The seconds to wait for another program's lock.
  private let patience: Int

  init(path name: String, patience: Int, in context: CommandContext) {
    self.name = name
    self.patience = patience
    path = context.resolve(name)
    program = context.program(named: "sqlite3")
  }

  /// The path that identifies a document in the database: from its directory, unless they share only the root.
  ///
  /// Returns nil for a pipe or a device.
  func documentName(_ input: InputOperand, in context: CommandContext) -> String? {
    if input.regularSize == nil || input.name.hasPrefix("/dev/") { return nil }
    func absolute(_ path: String) -> String {
      Paths.normalized(Paths.resolve(context.resolve(path), against: Platform.workingDirectory()))
    }
    let (path, folder) = (absolute(input.name), Paths.split(absolute(name)).folder)
    return Paths.relative(path, climbingFrom: Paths.normalized(folder)) ?? path
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

  /// Runs a body while no other load uses the database, creating an empty file if needed.
  ///
  /// Throws `sql.failed` if another load does not end in time, or for a device or folder.
  func locked(_ body: () throws -> ExitCode) throws -> ExitCode {
    guard Platform.status(path).map({ $0.kind == .regular }) ?? true else {
      throw Failure(.sqliteFailed, "not a regular file")
    }
    let lock = program == nil ? nil : Platform.openLocked(path, seconds: patience)
    if lock == nil, program != nil, Platform.isLockedElsewhere {
      throw Failure(.sqliteFailed, "another load still uses it after \(patience) s; see --wait")
    }
    defer {
      if let lock {
        if lock.isNew, Platform.status(path)?.size == 0 { _ = Platform.removeFile(path) }
        Platform.closeDescriptor(lock.descriptor)
      }
    }
    return try body()
  }

  /// Runs the statements that `write` sends to a descriptor; stops at the first failure.
  ///
  /// Returns the output. Throws sqlite3's error, unless `write` returns false.
  @discardableResult
  func execute(_ write: (Int32) -> Bool) throws(Failure) -> [UInt8] { try output([], write) }

  private func output(_ options: [String], _ write: (Int32) -> Bool) throws(Failure) -> [UInt8] {
    // A path that begins with a dash would be an option.
    let database = path.hasPrefix("-") ? "./" + path : path
    let child = try RunningChild(
      program ?? "sqlite3",
      ["-batch", "-bail", "-cmd", ".timeout \(patience * 1000)"] + options + [database], mergesErrors: true)
    let isAsked = write(child.input)
    let result = child.finish()
    guard isAsked else { return [] }
    guard result.exitCode == 0, result.signal == nil else {
      let text = String(decoding: result.output, as: UTF8.self).split(whereSeparator: \.isNewline)
      throw Failure(.sqliteFailed, text.last.map(String.init) ?? "exit status \(result.exitCode)")
    }
    return result.output
  }

  /// Whether a path is that of a file with other contents than a database.
  static func isOtherFile(_ path: String) -> Bool {
    guard Platform.status(path)?.kind == .regular, var window = try? InputWindow(path: path),
      (try? window.refill()) == true
    else { return false }
    return FileSignature.find(in: window.bytes, count: window.bytes.count)?.name != "SQLite database"
  }
}
