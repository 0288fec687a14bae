// pliant(1): the rules that apply to every command.

extension Manual {
  /// The sections of pliant(1) other than the list of commands.
  package static let program = text(
    PackageResources.program_txt,
    [("LIMITS", NamedLimit.all.map { "`\($0.name)`" }.joined(beforeLast: "and"))])
}
