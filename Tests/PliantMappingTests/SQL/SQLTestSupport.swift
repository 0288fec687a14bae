// Mappings and documents from JSON, SQL from them, and the real sqlite3 to run it.

import Foundation
import PliantCore
import PliantMapping
import TestSupport
import Testing

/// The document of a JSON text, which it keeps.
func jsonDocument(_ text: String) throws -> Document {
  let file = InputFile(bytes: Array(text.utf8), name: "test.json")
  return try file.withBytes { bytes throws(Diagnostic) in
    try Reading().load(bytes, owner: file).document
  }
}

/// The mapping of a mapping file's text.
func sqlMapping(_ text: String) throws -> Mapping { try MappingFileReader.read(try jsonDocument(text)) }

/// The SQL of a document by a mapping.
func sql(_ json: String, by mapping: Mapping) throws -> String {
  var writer = SQLWriter(try SQLSchema(mapping), to: OutputBuffer())
  try writer.write(try jsonDocument(json))
  return String(decoding: writer.finish().bytes, as: UTF8.self)
}

/// A store of the real sqlite3 in a folder of its own.
final class SQLiteStore {
  private let program: String
  private let folder: URL
  let path: String

  /// Skips the test where sqlite3 is not installed.
  init() throws {
    guard let program = find("sqlite3") else { try Test.cancel("sqlite3 is not installed") }
    self.program = program
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pliant-sql-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("store.db").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Gives sqlite3 the text on its standard input; its status, output and errors.
  @discardableResult
  func pipe(_ text: String, _ options: [String] = []) -> (status: Int32, output: String, errors: String) {
    let input = folder.appendingPathComponent("input.sql")
    let output = folder.appendingPathComponent("output")
    let errors = folder.appendingPathComponent("errors")
    for file in [output, errors] { try? Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = options + [path]
    guard (try? Data(text.utf8).write(to: input)) != nil else { return (-1, "", "") }
    process.standardInput = try? FileHandle(forReadingFrom: input)
    process.standardOutput = try? FileHandle(forWritingTo: output)
    process.standardError = try? FileHandle(forWritingTo: errors)
    guard (try? process.run()) != nil else { return (-1, "", "") }
    process.waitUntilExit()
    func contents(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
    return (process.terminationStatus, contents(output), contents(errors))
  }

  /// What a query gives, a line a row.
  func query(_ text: String) -> [String] {
    pipe(text + ";\n").output.split(separator: "\n").map(String.init)
  }

  /// Everything in the store, row numbers included.
  var dump: String {
    let tables = query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    let rows = tables.map { table in
      "\(table): " + query("SELECT rowid, * FROM \"\(table)\" ORDER BY rowid").joined(separator: " / ")
    }
    return pipe(".dump\n").output + rows.joined(separator: "\n")
  }
}
