// Preloaded, adds MOVED_CLOCK_MS to the time of day; the clocks that measure how long something takes go on as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long long moved(void) {
  static long long ms;
  static int known;
  if (!known) {
    const char *text = getenv("MOVED_CLOCK_MS");
    ms = text ? atoll(text) : 0;
    known = 1;
  }
  return ms;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    long long nanoseconds = time->tv_nsec + moved() % 1000 * 1000000;
    time->tv_sec += moved() / 1000 + nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
  }
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
