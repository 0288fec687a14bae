// The inputs of a command line: FILE operands, `-`, --files-from, or standard input by default.

/// An input as the user specified it.
package struct InputOperand: Sendable, Equatable {
  package static let standardInputName = "<stdin>"

  package let name: String
  /// The path for the system; nil is standard input.
  package let path: String?
  var requestedFormat: Format?

  package init(name: String, path: String?) { (self.name, self.path) = (name, path) }

  /// The size of a regular file, which can be opened again; nil for a pipe or a device, whose bytes come only once.
  package var regularSize: Int? {
    guard let path, let status = Platform.status(path), status.kind == .regular else { return nil }
    return status.size
  }

  /// The format that the user requested, or that only the name reveals, unless the file, which is opened for this,
  /// begins as a property list or XML does.
  package var namedFormat: Format? {
    if let requestedFormat { return requestedFormat }
    if isBlankStringsFile { return .strings }
    guard let format = Format(hiddenIn: name), let path, Platform.status(path)?.kind == .regular,
      var window = try? InputWindow(path: path), (try? window.refill()) == true
    else { return Format(hiddenIn: name) }
    return ["bplist0", "<?xml", "<plist"].contains { window.bytes.starts(with: $0) } ? nil : format
  }

  /// Whether the file is a `.strings` file without text, which contains no entries.
  private var isBlankStringsFile: Bool {
    guard Paths.pathExtension(name) == "strings", let path, let status = Platform.status(path),
      status.kind == .regular, status.size < 4096
    else { return false }
    guard status.size > 0 else { return true }
    guard var window = try? InputWindow(path: path), (try? window.refill()) == true else { return false }
    return DecodedText(window.bytes, kind: .text).withText { $0.isWhitespaceOnly }
  }

  /// Creates the input with a name from the command line; `-` is standard input.
  init(_ name: String, in context: CommandContext) {
    self = name == "-" ? .standardInput : InputOperand(name: name, path: context.resolve(name))
  }

  package static let standardInput = InputOperand(name: standardInputName, path: nil)
}

package enum InputList {
  /// The inputs of a command line, in its order: operands first, then the names of `--files-from`.
  ///
  /// Without any, standard input if `readsStandardInput` and it is not a terminal. Throws a `UsageError` if
  /// there is nothing to read, standard input occurs twice, or the list is unreadable.
  package static func make(
    operands: [String], filesFrom: String? = nil, isZeroSeparated: Bool = false,
    readsStandardInput: Bool = true, context: CommandContext
  ) throws(UsageError) -> [InputOperand] {
    var names = operands
    if let filesFrom { names += try read(filesFrom, isZeroSeparated, context) }
    if isZeroSeparated && filesFrom == nil { throw UsageError("-0 needs --files-from") }
    let wanted = names.count { $0 == "-" } + (filesFrom == "-" ? 1 : 0)
    if wanted > 1 { throw UsageError("standard input can be read only once") }
    if names.isEmpty && filesFrom == nil {
      guard readsStandardInput, !context.inputIsTerminal else { throw UsageError("missing FILE") }
      return [.standardInput]
    }
    return names.map { InputOperand($0, in: context) }
  }

  private static func read(_ list: String, _ isZeroSeparated: Bool, _ context: CommandContext)
    throws(UsageError) -> [String]
  {
    do throws(Failure) {
      return try context.openInput(InputOperand(list, in: context)).withBytes { bytes in
        bytes.array.split(separator: isZeroSeparated ? ASCII.null : ASCII.lineFeed).map {
          Argument(bytes: $0).path
        }
      }
    } catch { throw UsageError("--files-from \(Platform.displayPath(list)): \(error.message)") }
  }
}
