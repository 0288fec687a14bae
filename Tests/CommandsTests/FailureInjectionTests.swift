// Memory that runs out and system calls that fail, one after another: the program ends, and every file is whole.

import Foundation
import TestSupport
import Testing

@Suite(.disabled(if: isSanitized, "sanitizers have allocators of their own"))
struct FailureInjectionTests {
  private static let list = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>a</key><array><integer>1</integer><string>x</string></array></dict></plist>

    """
  private static let patch = #"[{"op":"add","path":"/b","value":2}]"#
  private static let commands = [
    "convert binary1 a.plist", "-convert json a.plist", "-insert b -integer 2 a.plist", "format a.plist",
    "transcode --to UTF-16 a.plist", "insert b --integer 2 a.plist", "patch a.plist patch.json",
    "print a.plist",
    "lint --fix a.plist", "PlistBuddy -c 'Set :a:0 5' a.plist",
  ]

  /// Runs a command in a shell loop over `values`, each time on new files; each line says what became of it.
  ///
  /// A run that hangs is killed and has the code 137; $N is the value in `limit`, which is run first, and in `variables`.
  private func results(
    _ command: String, limit: String = "", variables: String = "", values: String
  ) throws -> [String] {
    try withTemporaryFolder { folder in
      try write(["whole.plist": Self.list, "patch.json": Self.patch], in: folder)
      let script = """
        # Where memory for the standard library runs out, the program is aborted; nobody reads its backtrace.
        export SWIFT_BACKTRACE=enable=no
        pliant=$(command -v pliant)
        cp whole.plist a.plist; eval "$pliant \(command)" >/dev/null 2>&1; cp a.plist changed.plist
        for N in \(values); do
          cp whole.plist a.plist
          ( \(limit) eval "timeout -s KILL 20 env \(variables) $pliant \(command)" ) >/dev/null 2>error.txt
          code=$?
          state=torn
          cmp -s a.plist whole.plist && state=whole
          cmp -s a.plist changed.plist && state=changed
          echo "$N $code $state $(ls -A | grep -c pliant-)"
          rm -f .a.plist.pliant-*
        done
        """
      return try shell(script, in: folder).output.split(separator: "\n").map(String.init)
    }
  }

  private func check(_ lines: [String], of command: String, count: Int) {
    #expect(lines.count == count, "\(command)")
    for line in lines {
      let words = line.split(separator: " ")
      #expect(words.count == 4 && words[1] != "137", "\(command) hangs: \(line)")
      #expect(words.count == 4 && words[2] != "torn" && words[3] == "0", "\(command): \(line)")
      if words[1] == "0" && !command.hasPrefix("print") {
        #expect(words[2] == "changed", "\(command): \(line)")
      }
    }
  }

  @Test(arguments: commands) func littleAddressSpace(command: String) throws {
    let sizes = stride(from: 18_000, through: 96_000, by: 3_000).map(String.init).sampled(every: 12)
    let lines = try results(command, limit: "ulimit -v $N;", values: sizes.joined(separator: " "))
    check(lines, of: command, count: sizes.count)
  }

  /// A library in C that lets the Nth call fail; nil where there is no compiler.
  private static func shim(in folder: URL) throws -> URL? {
    guard let compiler = find("cc") else { return nil }
    let source = folder.appendingPathComponent("shim.c")
    try Data(shimText.utf8).write(to: source)
    let library = folder.appendingPathComponent("shim.so")
    let made = try run(
      compiler, ["-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl"], in: folder)
    return made.status == 0 ? library : nil
  }

  private static let shimText = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/types.h>
    #include <unistd.h>
    extern void *__libc_malloc(size_t);
    extern void *__libc_realloc(void *, size_t);
    static long allocations, operations, failAllocation, failOperation, isSticky;
    __attribute__((constructor)) static void begin(void) {
      char *text = getenv("FAIL_ALLOCATION");
      allocations = 0;
      operations = 0;
      if (text) failAllocation = atol(text);
      text = getenv("FAIL_OPERATION");
      if (text) failOperation = atol(text);
      isSticky = getenv("FAIL_ON") != 0;
    }
    static int fails(long *count, long wanted) {
      if (!wanted) return 0;
      long now = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
      if (now != wanted && !(isSticky && now > wanted)) return 0;
      errno = count == &allocations ? ENOMEM : ENOSPC;
      return 1;
    }
    void *malloc(size_t n) { return fails(&allocations, failAllocation) ? 0 : __libc_malloc(n); }
    void *realloc(void *p, size_t n) { return fails(&allocations, failAllocation) ? 0 : __libc_realloc(p, n); }
    #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
    int rename(const char *a, const char *b) {
      return fails(&operations, failOperation) ? -1 : NEXT(rename)(a, b);
    }
    int linkat(int a, const char *b, int c, const char *d, int e) {
      return fails(&operations, failOperation) ? -1 : NEXT(linkat)(a, b, c, d, e);
    }
    int fsync(int a) { return fails(&operations, failOperation) ? -1 : NEXT(fsync)(a); }
    ssize_t write(int a, const void *b, size_t c) {
      return a > 2 && fails(&operations, failOperation) ? -1 : NEXT(write)(a, b, c);
    }
    int open(const char *a, int flags, ...) {
      va_list rest;
      va_start(rest, flags);
      int mode = va_arg(rest, int);
      va_end(rest);
      int isFound = strstr(a, "a.plist") || !strcmp(a, ".");
      return isFound && fails(&operations, failOperation) ? -1 : NEXT(open)(a, flags, mode);
    }
    """

  private func inject(_ command: String, _ failures: [(variables: String, values: [Int])]) throws {
    try withTemporaryFolder { folder in
      guard let library = try Self.shim(in: folder) else { return }
      for (variables, values) in failures {
        let values = values.sampled(every: 12)
        let lines = try results(
          command, variables: "LD_PRELOAD=\(library.path) \(variables)",
          values: values.map(String.init).joined(separator: " "))
        check(lines, of: "\(command) with \(variables)", count: values.count)
      }
    }
  }

  #if os(Linux)
    @Test(arguments: commands) func theNthAllocationFails(command: String) throws {
      try inject(
        command,
        [
          ("FAIL_ALLOCATION=$N", Array(1...12) + stride(from: 15, through: 2_000, by: 61)),
          ("FAIL_ON=1 FAIL_ALLOCATION=$N", Array(stride(from: 20, through: 2_000, by: 180))),
        ])
    }

    @Test(arguments: commands) func theNthOperationOnADirectoryFails(command: String) throws {
      try inject(
        command, [("FAIL_OPERATION=$N", Array(1...14)), ("FAIL_ON=1 FAIL_OPERATION=$N", Array(1...8))])
    }
  #endif
}
