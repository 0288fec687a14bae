// Without the usual: no /proc, no /tmp, no home, closed standard streams, a read-only root, file systems that lack things.
// Whatever is missing, a call ends with its result or with an error.

import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Whether this process may have a view of the file systems that is its own.
  private let mayUnshare =
    run("/usr/bin/env", ["unshare", "--user", "--map-root-user", "--mount", "true"]) == 0

  /// Runs a script where the tests' folder is /mnt and the working directory, and what it asks for is missing.
  private func bare(_ preparation: String, _ script: String, in folder: URL) throws -> Ended {
    try shell(
      """
      mkdir bin && cat >run.sh <<'END'
      \(script)
      END
      exec unshare --user --map-root-user --mount sh -c '
        set -e
        mount --bind "$(dirname "$(command -v pliant)")" bin
        mount --rbind . /mnt
        cd /mnt
        \(preparation)
        exec env -i PATH="/mnt/bin:/usr/bin:/bin" sh run.sh'
      """, in: folder)
  }

  @Suite(.enabled(if: mayUnshare, "no right to mount file systems in a namespace of its own"))
  struct MissingFileSystemTests {
    @Test(.disabled(if: isSanitized, "sanitizers read /proc"))
    func withoutProcAndTmpAndHomeTheResultIsTheSame() throws {
      try withTemporaryFolder { folder in
        try write(
          [
            "a.json": "[ 1, 2 ]", "b.json": "[ 3 ]",
            "w.json": """
            {"name": "w", "purpose": "p", "outputs": [{"path": "c.json", "help": "h"}],
             "steps": [{"run": "convert json -o c.json a.json", "why": "y"}]}
            """,
          ], in: folder)
        let ended = try bare(
          "mount -t tmpfs none /proc; mount -t tmpfs -o ro none /tmp",
          """
          ls /proc /tmp
          pliant convert xml1 -o a.plist a.json && pliant type 0 a.plist
          pliant convert json --jobs 2 a.json b.json && cat a.json b.json
          cat a.json | pliant convert binary1 -o - - | pliant query '$[1]' -
          pliant convert json -e out a.plist && cat a.out
          pliant workflow run w.json && cat c.json
          pliant lint --fix --exclude bin . >/dev/null; echo $?
          pliant convert json --engine foundation -o d.json a.plist; echo $?
          pliant mapping list >/dev/null; echo $?
          ls -A
          """, in: folder)
        #expect(
          ended.output == """
            /proc:

            /tmp:
            integer
            [1,2]
            [3]
            [2]
            [1,2]
            [1,2]
            0
            1
            0
            a.json
            a.out
            a.plist
            b.json
            bin
            c.json
            run.sh
            w.json

            """, "\(ended.error)")
      }
    }

    @Test func aReadOnlyRootIsAnErrorOnlyWhereSomethingIsWritten() throws {
      try withTemporaryFolder { folder in
        try write(["a.json": "[ 1, 2 ]", "b.json": "[ 3 ]"], in: folder)
        let ended = try bare(
          "mount -t tmpfs -o ro none /tmp; mount -o remount,bind,ro /mnt; cd /mnt",
          """
          pliant convert json a.json; echo $?; cat a.json
          pliant convert xml1 -o a.plist a.json; echo $?
          pliant lint --fix a.json; echo $?
          pliant convert binary1 -o - a.json | pliant convert json -o - -; echo $?
          cat a.json | pliant diff - b.json; echo $?
          pliant escape --jobs 2 a.json b.json; echo $?
          """, in: folder)
        #expect(ended.output.hasPrefix("1\n[ 1, 2 ]1\n"), "\(ended)")
        #expect(ended.output.contains("0\n[1,2]\n0\n"))
        #expect(ended.output.hasSuffix("\n1\n[ 1, 2 ][ 3 ]0\n"))
        #expect(
          ended.error.contains("a.json: error: cannot write a.json: read-only file system [file/write]"))
        #expect(!ended.error.contains("Fatal"))
      }
    }
  }

  /// A library that answers for the system where something is not supported, loaded before the C library.
  private let missingFeatures = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <sys/stat.h>
    #include <sys/types.h>
    int fsync(int fd) {
      struct stat s;
      int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
      if (fstat(fd, &s) == 0 && S_ISDIR(s.st_mode)) { errno = EINVAL; return -1; }
      return next(fd);
    }
    static int refuse(void) { errno = ENOTSUP; return -1; }
    ssize_t listxattr(const char *p, char *b, size_t n) { return refuse(); }
    ssize_t llistxattr(const char *p, char *b, size_t n) { return refuse(); }
    ssize_t flistxattr(int f, char *b, size_t n) { return refuse(); }
    ssize_t getxattr(const char *p, const char *a, void *b, size_t n) { return refuse(); }
    ssize_t lgetxattr(const char *p, const char *a, void *b, size_t n) { return refuse(); }
    ssize_t fgetxattr(int f, const char *a, void *b, size_t n) { return refuse(); }
    int setxattr(const char *p, const char *a, const void *b, size_t n, int g) { return refuse(); }
    int fsetxattr(int f, const char *a, const void *b, size_t n, int g) { return refuse(); }
    static int opened(const char *name, const char *path, int flags, mode_t mode) {
      int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
      if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
      return next(path, flags, mode);
    }
    int open(const char *path, int flags, ...) {
      va_list rest;
      va_start(rest, flags);
      return opened("open", path, flags, va_arg(rest, mode_t));
    }
    int open64(const char *path, int flags, ...) {
      va_list rest;
      va_start(rest, flags);
      return opened("open64", path, flags, va_arg(rest, mode_t));
    }

    """

  @Suite(
    .enabled(if: find("clang") != nil, "no C compiler"),
    .disabled(if: isSanitized, "the library of a sanitizer has to be the first"))
  struct MissingFeatureTests {
    @Test func aFileSystemWithoutAttributesFolderSyncAndUnnamedFilesTakesTheResult() throws {
      try withTemporaryFolder { folder in
        try write(["missing.c": missingFeatures, "a.json": "[ 1, 2 ]", "b.json": "[ 3 ]"], in: folder)
        let built = try shell("clang -shared -fPIC -o missing.so missing.c", in: folder)
        try #require(built.code == 0, "\(built.error)")
        let ended = try shell(
          """
          LD_PRELOAD=$PWD/missing.so; export LD_PRELOAD
          chmod 640 a.json
          pliant convert json a.json b.json; echo $?
          pliant convert xml1 -o c.plist a.json; echo $?
          pliant lint --fix . >/dev/null; echo $?
          unset LD_PRELOAD
          cat a.json b.json; stat -c %a a.json; ls -A
          """, in: folder)
        #expect(
          ended.output == """
            0
            0
            0
            [1,2]
            [3]
            640
            a.json
            b.json
            c.plist
            missing.c
            missing.so

            """, "\(ended.error)")
        #expect(ended.error == "")
      }
    }
  }
#endif

@Suite struct ClosedStreamTests {
  @Test func eachCallEndsAsItShould() async throws {
    try await forEachRow(of: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]) {
      (closed: String) in
      try withTemporaryFolder { folder in
        let calls = [
          "convert json -o out a.plist", "convert json -o - a.plist", "convert json a.json", "escape",
          "escape - a.plist",
          "lint a.plist", "lint --fix .", "print a.plist", "info a.plist", "diff a.plist a.json",
          "query '$' a.json",
          "xpath / a.plist", "encoding a.json", "events a.plist", "workflow run w.json",
          "convert json --jobs 4 a.json b.json",
          "no-such-verb", "--version", "-p a.plist", "convert json -o out -", "man",
        ]
        try write(
          [
            "a.plist": "<plist><array><integer>1</integer></array></plist>", "a.json": "[ 1 ]",
            "b.json": "[ 2 ]",
            "w.json":
              #"{"name": "w", "purpose": "p", "steps": [{"run": "convert json -o out a.json", "why": "y"}]}"#,
          ], in: folder)
        let script = calls.map { "pliant \($0) \(closed); echo $? >>codes" }.joined(separator: "\n")
        let ended = try shell(script + "\nls -A; cat a.json b.json", in: folder)
        let codes = try String(contentsOf: folder.appendingPathComponent("codes"), encoding: .utf8).split(
          separator: "\n")
        #expect(codes.count == calls.count)
        for (call, code) in zip(calls, codes) {
          #expect(["0", "1", "2"].contains(code), "\(call) \(closed): \(code)")
        }
        // A descriptor that is closed must not be the one that a file of the run gets.
        #expect(
          ended.output.contains("a.json\na.plist\nb.json\ncodes\nout\nw.json\n[1]\n[2]\n"), "\(ended.output)")
        #expect(!ended.error.contains("Fatal"))
      }
    }
  }
}
