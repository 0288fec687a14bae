struct LintTarget: Sendable {
  enum Origin: Sendable {
    case named
    case found
    /// Matched by `--include`, and checked even if it looks binary.
    case included
  }

  let input: InputOperand
  let origin: Origin
}

/// The files to check, from the command line and directories, and the excluded ones.
struct LintTargets: Sendable {
  private(set) var targets: [LintTarget] = []
  private(set) var listing = FolderWalk.Listing()
  /// Whether standard input passes through unchecked.
  private(set) var passesInput = false

  /// Expands operands and lists, walking directories.
  ///
  /// With `--allow-empty`, the files are a list from another program; lint checks those that a walk of the
  /// working directory would. Throws for patterns on the command line without a matching file.
  init(
    _ typed: ParsedArguments, _ settings: inout LintSettings, _ context: CommandContext
  ) throws(UsageError) {
    try self.init(Self.named(typed, settings, context), &settings, context)
  }

  init(
    _ inputs: [InputOperand], _ settings: inout LintSettings, _ context: CommandContext
  ) throws(UsageError) {
    if settings.standardInputName != nil, !inputs.contains(where: { $0.path == nil }) {
      throw UsageError("--stdin-filename names standard input, which is not among the paths; add -")
    }
    var listed: Set<String> = []
    var hasFolder = false
    for input in inputs {
      guard let path = input.path else {
        passesInput = passesInput || settings.passesStandardInput
        if settings.passesStandardInput && settings.fix == nil { continue }
        let named = InputOperand(name: settings.standardInputName ?? input.name, path: nil)
        targets.append(LintTarget(input: named, origin: .named))
        continue
      }
      let isFolder = Platform.status(path)?.kind == .folder
      hasFolder = hasFolder || isFolder
      if !isFolder, settings.allowsEmpty, Platform.linkStatus(path) != nil,
        let place = settings.walk.relative(input.name)
      {
        Self.insert("./" + place, into: &listed)
        continue
      }
      add(input.name, isFolder: isFolder, settings, context)
      if settings.fix != nil {
        let folder = isFolder ? path : Paths.split(path).folder
        settings.addRoot(folder.isEmpty ? context.resolve(".") : folder)
      }
    }
    if !listed.isEmpty {
      add(".", isFolder: true, among: listed, settings, context)
      settings.addRoot(context.resolve("."))
    }
    if !listed.isEmpty && !hasFolder { return }
    if !targets.contains(where: { $0.input.path == nil }) || !listing.files.isEmpty {
      try settings.checkPatterns(used: listing.usedPatterns, context)
    }
  }

  private static func named(_ typed: ParsedArguments, _ settings: LintSettings, _ context: CommandContext)
    throws(UsageError) -> [InputOperand]
  {
    if !typed.operands.isEmpty || typed.has(CommonOptions.filesFrom) {
      return try context.inputs(of: typed, readsStandardInput: false)
    }
    if settings.standardInputName != nil { return [.standardInput] }
    return [InputOperand(name: ".", path: context.resolve("."))]
  }

  /// Adds a path and its parent directories.
  private static func insert(_ path: String, into paths: inout Set<String>) {
    var path = path
    while path != ".", paths.insert(path).inserted { path = String(Paths.split(path).folder.dropLast()) }
  }

  private mutating func add(
    _ name: String, isFolder: Bool, among wanted: Set<String>? = nil, _ settings: LintSettings,
    _ context: CommandContext
  ) {
    let walk = settings.walk
    // An earlier run may have left its reports.
    let reports = Set(settings.reports.map { Paths.normalized($0.path) })
    if isFolder && walk.isExcluded(name) {
      var left = FolderWalk.Listing()
      left.omit(name, .excluded)
      return listing.append(left)
    }
    let found =
      isFolder
      ? walk.list(name, among: wanted, jobs: context.threadCount, resolve: { context.resolve($0) })
      : walk.list(file: name)
    targets.reserveCapacity(targets.count + found.files.count)
    for (path, isIncluded) in found.files {
      let input = InputOperand(name: isFolder ? Self.shown(path) : path, path: context.resolve(path))
      if isFolder, !reports.isEmpty, reports.contains(Paths.normalized(context.resolve(path))) { continue }
      targets.append(LintTarget(input: input, origin: isIncluded ? .included : isFolder ? .found : .named))
    }
    listing.append(found)
  }

  /// A path found below `.` is shown without it.
  static func shown(_ path: String) -> String { path.hasPrefix("./") ? String(path.dropFirst(2)) : path }
}
