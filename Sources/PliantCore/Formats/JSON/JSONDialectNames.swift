// The names of files whose programs read more than RFC 8259: one table for lint and all commands.

/// Names of files that promise JSON with comments or JSON5.
enum JSONDialectNames {
  static let commentedExtensions = [
    "jsonc", "code-workspace", "code-snippets", "code-profile", "sublime-build", "sublime-commands",
    "sublime-completions", "sublime-keymap", "sublime-macro", "sublime-menu", "sublime-mousemap",
    "sublime-project", "sublime-settings", "sublime-theme", "sublime_session",
  ]

  /// Beginnings of names that end in `.json`, as of `tsconfig.base.json`.
  private static let commentedBeginnings = ["tsconfig", "jsconfig", "appsettings"]

  private static let commented: Set<String> = [
    ".cspell.json", ".devcontainer.json", ".dprint.json", ".eslintrc.json", ".jscsrc", ".jshintrc",
    ".jslintrc",
    ".markdownlint.json", ".oxlintrc.json", ".swcrc", "angular.json", "api-extractor.json", "biome.json",
    "bun.lock",
    "cspell.json", "deno.json", "devcontainer.json", "dprint.json", "global.json", "keybindings.json",
    "language-configuration.json", "launch.json", "launchsettings.json", "nx.json", "opencode.json",
    "rush.json",
    "tslint.json", "turbo.json", "typedoc.json",
  ]

  private static let json5: Set<String> = [
    ".babelrc", ".babelrc.json", ".parcelrc", ".renovaterc", ".renovaterc.json", ".swift-format",
    "babel.config.json",
    "renovate.json",
  ]

  /// Directories of editors' settings.
  private static let folders = [".vscode", ".zed"]

  static func dialect(of path: String) -> Format? {
    let ending = Paths.pathExtension(path)?.lowercasedASCII ?? ""
    if commentedExtensions.contains(ending) { return .jsonc }
    if ending == "json5" { return .json5 }
    let (folder, file) = Paths.split(path)
    let name = file.lowercasedASCII
    if json5.contains(name) { return .json5 }
    if commented.contains(name) { return .jsonc }
    guard name.hasSuffix(".json") else { return nil }
    let isSettings =
      commentedBeginnings.contains { name.hasPrefix($0) }
      || folders.contains { folder == $0 + "/" || folder.hasSuffix("/\($0)/") }
    return isSettings ? .jsonc : nil
  }
}
