// Preloaded into a redis-server: moves its wall clock by an offset that the test
// process writes into a shared file. CLOCK_MONOTONIC stays as it is.
//
// The real time comes from direct system calls: dlsym allocates, and the allocator
// of Redis asks for the time before it can allocate.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *offset; // microseconds; null until the file is mapped

__attribute__((constructor)) static void map_offset(void) {
	const char *path = getenv("REDISTEST_CLOCK");
	if (!path) return;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	void *p = fd < 0 ? MAP_FAILED : mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		static const char msg[] = "redistest: cannot map the clock's file\n";
		(void)!write(2, msg, sizeof msg - 1);
		_exit(1);
	}
	close(fd);
	offset = p;
}

int clock_gettime(clockid_t id, struct timespec *ts) {
	long r = syscall(SYS_clock_gettime, id, ts);
	if (r == 0 && offset && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
		int64_t us = *offset;
		ts->tv_sec += us / 1000000;
		ts->tv_nsec += us % 1000000 * 1000;
		if (ts->tv_nsec >= 1000000000) ts->tv_sec++, ts->tv_nsec -= 1000000000;
		if (ts->tv_nsec < 0) ts->tv_sec--, ts->tv_nsec += 1000000000;
	}
	return (int)r;
}

int gettimeofday(struct timeval *restrict tv, void *restrict tz) {
	(void)tz;
	struct timespec ts;
	if (tv && clock_gettime(CLOCK_REALTIME, &ts)) return -1;
	if (tv) tv->tv_sec = ts.tv_sec, tv->tv_usec = ts.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *t) {
	struct timespec ts;
	if (clock_gettime(CLOCK_REALTIME, &ts)) return (time_t)-1;
	if (t) *t = ts.tv_sec;
	return ts.tv_sec;
}
