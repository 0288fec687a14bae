// The programs that read declarations read the text that transcode wrote, in every encoding that they know.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct DeclarationReaderTests {
  /// Letters of the encoding, which all of its decoders agree on.
  private static func sample(_ encoding: TextEncoding) -> String? {
    let letters = "ÄÖÜäöüßéèñ ąęłžšč жшю дом αβγ שלום سلام ไทย 한국어 日本語 中文字".split(separator: " ").map(
      String.init)
    return letters.last { word in Array(word.utf8).withByteView { encoding.encoded($0) } != nil }
  }

  /// Writes one file per encoding that the reader knows, and returns the names and the texts.
  private static func files(
    _ vocabulary: EncodingVocabulary, named file: (Int) -> String, in folder: URL, _ text: (String) -> String
  ) throws -> [(name: String, letters: String)] {
    var found: [(String, String)] = []
    for (index, entry) in EncodingNames.entries.enumerated() {
      guard vocabulary.name(of: entry.encoding) != nil, entry.encoding.keepsDeclarationInASCII,
        let letters = sample(entry.encoding)
      else { continue }
      let name = file(index)
      try Data(text(letters).utf8).write(to: folder.appendingPathComponent(name))
      let run = try CapturedRun(in: folder)
      #expect(
        Program.run(["transcode", "--to", entry.name, name], context: run.context) == .success,
        "\(run.errorText)")
      found.append((name, letters))
    }
    #expect(found.count > 10)
    return found
  }

  private static func check(
    _ program: String, _ arguments: [String], in folder: URL, _ files: [(name: String, letters: String)]
  ) throws {
    guard let path = find(program) else { try Test.cancel("\(program) is not installed") }
    let result = try run(path, arguments + files.map(\.name), in: folder)
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.count == files.count, "\(String(decoding: result.errors, as: UTF8.self))")
    for (line, file) in zip(lines, files) {  // Ruby reads some encodings that it cannot convert.
      #expect(line == file.letters || line == "?", "\(program): \(file.name)")
    }
  }

  @Test func python() throws {
    try withTemporaryFolder { folder in
      let files = try Self.files(.python, named: { "a\($0).py" }, in: folder) {
        "# -*- coding: utf-8 -*-\na = '\($0)'\n"
      }
      let script = """
        import sys
        for name in sys.argv[1:]:
            scope = {}
            exec(compile(open(name, 'rb').read(), name, 'exec'), scope)
            sys.stdout.buffer.write((scope['a'] + '\\n').encode())
        """
      try Self.check("python3", ["-c", script], in: folder, files)
    }
  }

  @Test func emacs() throws {
    try withTemporaryFolder { folder in
      let files = try Self.files(.emacs, named: { "a\($0).el" }, in: folder) {
        ";; -*- mode: text; coding: utf-8 -*-\n\($0)\n"
      }
      let script = """
        (let ((coding-system-for-write 'utf-8-unix))
          (dolist (name command-line-args-left)
            (with-current-buffer (find-file-noselect name)
              (goto-char (point-min)) (forward-line 1)
              (append-to-file (point) (point-max) "out"))))
        """
      guard let path = find("emacs") else { try Test.cancel("emacs is not installed") }
      let result = try run(path, ["-Q", "--batch", "--eval", script] + files.map(\.name), in: folder)
      let text = (try? String(contentsOf: folder.appendingPathComponent("out"), encoding: .utf8)) ?? ""
      #expect(text.split(separator: "\n").map(String.init) == files.map(\.letters))
      #expect(!String(decoding: result.errors, as: UTF8.self).contains("nvalid coding"))
    }
  }

  @Test func ruby() throws {
    try withTemporaryFolder { folder in
      let files = try Self.files(.ruby, named: { "a\($0).rb" }, in: folder) {
        "# coding: utf-8\n$a = '\($0)'\n"
      }
      let script = "ARGV.each { |name| load './' + name; puts $a.encode('utf-8') rescue puts '?' }"
      try Self.check("ruby", ["-Eutf-8", "-e", script], in: folder, files)
    }
  }

  @Test func perl() throws {
    try withTemporaryFolder { folder in
      let files = try Self.files(.perl, named: { "a\($0).pod" }, in: folder) {
        "=encoding utf8\n\n\($0)\n"
      }
      let script = """
        use Encode; binmode STDOUT, ':utf8';
        for (@ARGV) { open my $f, '<:raw', $_; local $/; my $t = <$f>; my ($n) = $t =~ /^=encoding\\s+(\\S+)/;
        my $e = find_encoding($n) or die $n; $t =~ s/^.*\\n\\n//; print $e->decode($t); }
        """
      try Self.check("perl", ["-e", script], in: folder, files)
    }
  }

  @Test func vim() throws {
    guard let path = find("vim") else { try Test.cancel("vim is not installed") }
    try withTemporaryFolder { folder in
      let files = try Self.files(.vim, named: { "a\($0).vim" }, in: folder) {
        "scriptencoding utf-8\nlet g:text += ['\($0)']\n"
      }
      let script =
        ["set encoding=utf-8", "let g:text = []"] + files.map { "source \($0.name)" }
        + ["call writefile(g:text, 'out')", "qa!"]
      try Data(script.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("main.vim"))
      _ = try run(path, ["-u", "NONE", "-es", "-S", "main.vim"], in: folder)
      let text = (try? String(contentsOf: folder.appendingPathComponent("out"), encoding: .utf8)) ?? ""
      #expect(text.split(separator: "\n").map(String.init) == files.map(\.letters))
    }
  }

  /// msgfmt warns of names that are not portable.
  @Test func gettext() throws {
    guard let msgfmt = find("msgfmt"), let msgconv = find("msgconv") else {
      try Test.cancel("gettext is not installed")
    }
    try withTemporaryFolder { folder in
      let files = try Self.files(.gettext, named: { "a\($0).po" }, in: folder) {
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"a\"\nmsgstr \"\($0)\"\n"
      }
      for (name, letters) in files {
        let checked = try run(msgfmt, ["-o", "out.mo", name], in: folder)
        #expect(
          checked.status == 0 && checked.errors.isEmpty, "\(String(decoding: checked.errors, as: UTF8.self))")
        let text = try run(msgconv, ["-t", "UTF-8", name], in: folder)
        #expect(String(decoding: text.output, as: UTF8.self).contains("msgstr \"\(letters)\""), "\(name)")
      }
    }
  }
}
