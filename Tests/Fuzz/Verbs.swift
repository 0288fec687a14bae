// Verbs as targets: the input's first lines are expressions, paths and names, the rest is a document.

import CommandLineKit
import Commands
import PliantCore

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Gives an input to the verb of a target.
func runVerb(_ target: FuzzTarget, _ bytes: [UInt8]) {
  let run = FuzzRun.shared
  let (first, rest) = splitLine(bytes)
  let choice = Int(bytes.first ?? 0)
  switch target {
  case .xpath:
    for form in ["value", "xml", "json"] {
      _ = run.run(["xpath", "--as", form, "--", text(first), "-"], input: rest)
    }
  case .jsonpath:
    for form in ["json", "paths"] {
      _ = run.run(["query", "--as", form, "--", text(first), "-"], input: rest)
    }
  case .records:
    for words in [["jsonl"], ["csv"], ["xml1"], ["json", "--first", "2"]] {
      _ = run.run(["convert"] + words + ["--records", text(first), "-o", "-", "-"], input: rest)
    }
  case .mapping:
    run.write("mapping.json", bytes)
    _ = run.run(["mapping", "check", "mapping.json"])
    let sample = Array("<users><user id='1'><name>a</name></user></users>".utf8)
    _ = run.run(["convert", "json", "--mapping", "./mapping.json", "-o", "-", "-"], input: sample)
  case .workflow:
    run.write("workflow.json", bytes)
    for verb in ["check", "man", "list"] { _ = run.run(["workflow", verb, "workflow.json"]) }
  case .settings:
    run.write("settings.json", bytes)
    run.write("a.xml", Array("<?xml version='1.0' encoding='utf8'?><a>x</a>".utf8))
    _ = run.run(["lint", "--config", "settings.json", "a.xml"])
  case .patch, .merge:
    run.write("patch.json", first)
    let words = ["patch", "-", "patch.json", "-o", "-"] + (target == .merge ? ["--merge"] : [])
    _ = run.run(words, input: rest)
    _ = run.run(["diff", "-", "patch.json"], input: rest, isReport: true)
  case .edit:
    let verbs = [
      ["remove"], ["replace", "--string", "x"], ["insert", "--integer", "1"], ["extract"], ["type"],
    ]
    let verb = verbs[choice % verbs.count]
    let path = text(Array(first.dropFirst()))
    _ = run.run(verb + ["--", path, "-"], input: rest)
  case .lint:
    let names = ["a.xml", "a.plist", "a.json", "a.strings", "a.txt", "a.html", "a.py", "a.po", "a.css"]
    let name = names[choice % names.count]
    run.write(name, Array(bytes.dropFirst()))
    _ = run.run(["lint", choice & 0x40 == 0 ? "--fix" : "--fix=bytes", name])
    for report in [["lint"], ["lint", "--format", "github"], ["encoding"], ["print"]] {
      _ = run.run(report + [name], isReport: true)
    }
  case .transcode:
    let names = [
      "utf-8", "utf-16", "iso-8859-1", "macintosh", "windows-1252", "shift_jis", "utf-7", "ibm037", "gb18030",
    ]
    let name = names[choice % names.count]
    let unmappable = ["escape", "error", "replace"][choice / names.count % 3]
    _ = run.run(
      ["transcode", "--to", name, "--unmappable", unmappable, "-o", "-", "-"], input: Array(bytes.dropFirst())
    )
  case .format:
    let options = [[], ["--minify"], ["--canonical"]][choice % 3]
    guard let once = run.run(["format"] + options + ["-o", "-", "-"], input: Array(bytes.dropFirst())) else {
      return
    }
    guard let twice = run.run(["format"] + options + ["-o", "-", "-"], input: once) else {
      fatalError("what was formatted cannot be read: \(text(once))")
    }
    if twice != once { fatalError("formatted again it is another text: \(text(once))") }
  case .cdata:
    _ = run.run(
      ["cdata", choice & 1 == 0 ? "wrap" : "unwrap", "--all", "-o", "-", "-"], input: Array(bytes.dropFirst())
    )
  case .escape:
    guard let escaped = run.run(["escape", "-o", "-", "-"], input: bytes) else { return }
    // Text in another encoding comes back as UTF-8.
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
    if let back = run.run(["unescape", "-o", "-", "-"], input: escaped), isUTF8, back != bytes {
      fatalError("another text came back: \(text(back))")
    }
  default: break
  }
}

/// Options that reach out of the folder, start programs, or change limits for the runs that follow.
private let excluded: Set<String> = [
  "output", "extension", "report", "baseline", "update-baseline", "files-from", "config", "init", "engine",
  "verify",
  "limit", "jobs", "header",
]

/// Runs a verb with options that the input chooses, on a document that is the rest of it.
func runAnyVerb(_ bytes: [UInt8]) {
  let run = FuzzRun.shared
  let (choices, document) = splitLine(bytes)
  var next = choices.makeIterator()
  func pick(_ count: Int) -> Int { Int(next.next() ?? 0) % max(count, 1) }
  let verbs = Program.commands.map(\.verb).filter { !["man", "completions", "workflow"].contains($0.name) }
  var verb = verbs[pick(verbs.count)]
  var words = [verb.name]
  if !verb.subverbs.isEmpty {
    verb = verb.subverbs[pick(verb.subverbs.count)]
    words.append(verb.name)
  }
  let values = ["json", "xml1", "a", "/a", "$..*", "//*", "0", "1", "utf-8", "users", "é", "--", ""]
  let options = verb.options.filter { !excluded.contains($0.key) }
  for _ in 0..<pick(5) where !options.isEmpty {
    let option = options[pick(options.count)]
    let pool = option.choices.isEmpty ? values : option.choices
    switch option.argument {
    case .none: words.append(option.typed)
    case .optional: words.append(option.typed)
    case .required: words += [option.typed, pool[pick(pool.count)]]
    }
  }
  for operand in verb.operands where !operand.name.contains("FILE") {
    let pool = operand.choices.isEmpty ? values : operand.choices
    words.append(pool[pick(pool.count)])
  }
  if pick(2) == 0, verb.option(named: "output") != nil { words += ["-o", "-"] }
  let name = ["a.xml", "a.plist", "a.json", "a.strings", "a.jsonl"][pick(5)]
  run.write(name, document)
  for operand in verb.operands where operand.name.contains("FILE") { words.append(name) }
  _ = run.run(words, input: document)
}
