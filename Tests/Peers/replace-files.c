// replace-files PROCESSES FILE...: replaces each file by a copy of half its size with the system calls that a program
// needs at least to do it safely. It shows what the file system allows.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int replace(const char *path) {
  static char bytes[1 << 16];
  char temporary[4096];
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status) != 0) return 1;
  ssize_t count = read(file, bytes, sizeof bytes);
  close(file);
  snprintf(temporary, sizeof temporary, "%s.new", path);
  file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (count < 0 || file < 0 || write(file, bytes, count / 2) != count / 2) return 1;
  listxattr(path, NULL, 0);
  int failed = fchmod(file, status.st_mode & 07777) | fsync(file) | close(file);
  return failed || rename(temporary, path) != 0;
}

static void syncFolder(const char *path) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  strcpy(slash ? slash : folder, slash ? "" : ".");
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  fsync(file);
  close(file);
}

/// Whether both files are in one folder.
static int areSiblings(const char *first, const char *second) {
  const char *one = strrchr(first, '/'), *other = strrchr(second, '/');
  return one && other && one - first == other - second && strncmp(first, second, one - first) == 0;
}

int main(int argc, char **argv) {
  int processes = argc > 2 ? atoi(argv[1]) : 0, failed = 0, status;
  if (processes < 1) return 2;
  for (int part = 0; part < processes; part++) {
    if (fork() != 0) continue;
    for (int index = 2 + part; index < argc; index += processes) failed |= replace(argv[index]);
    _exit(failed);
  }
  while (wait(&status) > 0) failed |= status;
  for (int index = 2; index < argc; index++) {
    if (index + 1 == argc || !areSiblings(argv[index], argv[index + 1])) syncFolder(argv[index]);
  }
  return failed != 0;
}
