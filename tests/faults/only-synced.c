/*
 * A disk that forgets at a power cut whatever was not synced, for programs that are started with it in LD_PRELOAD: at
 * each fsync and fdatasync of a file in POWER_FROM, the file as it is then is copied to POWER_TO. What lies there is what
 * a power cut leaves.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep(int fd) {
  const char *from = getenv("POWER_FROM");
  const char *to = getenv("POWER_TO");
  char link[64], path[PATH_MAX], kept[PATH_MAX], part[PATH_MAX];
  char bytes[1 << 16];
  struct stat status;
  ssize_t length;
  if (!from || !to || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  if (strncmp(path, from, strlen(from)) != 0) return;
  snprintf(kept, sizeof kept, "%s/%s", to, strrchr(path, '/') + 1);
  snprintf(part, sizeof part, "%s.part", kept);
  int in = open(path, O_RDONLY);
  int out = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (in < 0 || out < 0) abort();
  while ((length = read(in, bytes, sizeof bytes)) > 0)
    if (write(out, bytes, length) != length) abort();
  close(in);
  close(out);
  if (rename(part, kept) != 0) abort();
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}
