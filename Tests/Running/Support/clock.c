// Shifts the calendar clock of a program, for tests.
//
// Loaded with LD_PRELOAD. The file that FIELDGUIDE_CLOCK names has the offset
// from the real clock, eight bytes in the machine's order, in seconds. It is
// mapped, so that a change is seen at once. Monotonic clocks stay right, and
// waiting is left alone: that is what makes this safe in programs with threads.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset;

__attribute__((constructor)) static void map_offset(void) {
  const char *path = getenv("FIELDGUIDE_CLOCK");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) abort();
  void *mapped = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped == MAP_FAILED) abort();
  offset = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  int status = (int)syscall(SYS_clock_gettime, clock, result);
  // Others may ask before the constructor has run.
  if (status == 0 && offset != NULL &&
      (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    result->tv_sec += *offset;
  return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  int status = (int)syscall(SYS_gettimeofday, result, zone);
  if (status == 0 && offset != NULL) result->tv_sec += *offset;
  return status;
}

time_t time(time_t *result) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return (time_t)-1;
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}
