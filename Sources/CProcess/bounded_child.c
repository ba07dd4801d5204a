#define _GNU_SOURCE
#include "bounded_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void close_pair(int pair[2]) {
    for (int end = 0; end < 2; end++) {
        if (pair[end] >= 0) close(pair[end]);
        pair[end] = -1;
    }
}

static bool limit(int resource, uint64_t value) {
    // A child may not have more than its parent.
    struct rlimit current;
    if (getrlimit(resource, &current) != 0) return false;
    rlim_t bound = (rlim_t)value;
    if (current.rlim_max != RLIM_INFINITY && current.rlim_max < bound) bound = current.rlim_max;
    struct rlimit wanted = {bound, bound};
    return setrlimit(resource, &wanted) == 0;
}

// Between fork and exec: async-signal-safe calls only. Writes errno to `report` where it cannot go on.
static _Noreturn void become(const char *path, char *const arguments[], char *const environment[], const int ends[3],
                             int report, pid_t parent, const struct cprocess_limits *limits) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    umask(077);
    // Moved past the standard descriptors first, so that none is overwritten before it is copied.
    int moved[3];
    for (int target = 0; target < 3; target++) moved[target] = fcntl(ends[target], F_DUPFD, 10);
    int kept = fcntl(report, F_DUPFD_CLOEXEC, 10);
    for (int target = 0; target < 3; target++) {
        if (moved[target] < 0 || dup2(moved[target], target) < 0) goto failed;
    }
    // One below and all above the report's descriptor, which closes itself on exec.
    if (kept > 3) close_range(3, (unsigned)kept - 1, 0);
    close_range((unsigned)kept + 1, ~0U, 0);
    if (!limit(RLIMIT_CORE, 0) || !limit(RLIMIT_CPU, limits->cpu_seconds) || !limit(RLIMIT_FSIZE, limits->file_bytes) ||
        !limit(RLIMIT_AS, limits->address_space))
        goto failed;
    execve(path, arguments, environment);
failed:;
    int code = errno;
    ssize_t ignored = write(kept, &code, sizeof code);
    (void)ignored;
    _exit(127);
}

struct sink {
    uint8_t *bytes;
    size_t count, capacity, most;
};

// False where memory runs out. Bytes past `most` are dropped.
static bool take(struct sink *sink, const uint8_t *bytes, size_t count) {
    size_t room = sink->most - sink->count;
    if (count > room) count = room;
    if (sink->count + count > sink->capacity) {
        size_t capacity = sink->capacity ? sink->capacity * 2 : 65536;
        while (capacity < sink->count + count) capacity *= 2;
        uint8_t *grown = realloc(sink->bytes, capacity);
        if (!grown) return false;
        sink->bytes = grown;
        sink->capacity = capacity;
    }
    if (count > 0) memcpy(sink->bytes + sink->count, bytes, count);
    sink->count += count;
    return true;
}

// Reads what is there; closes the descriptor at its end. False where the sink overflows and may not.
static bool drain(int *descriptor, struct sink *sink, bool may_drop) {
    uint8_t buffer[65536];
    ssize_t count = read(*descriptor, buffer, sizeof buffer);
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    if (count == 0) {
        close(*descriptor);
        *descriptor = -1;
        return true;
    }
    if (!may_drop && (size_t)count > sink->most - sink->count) return false;
    return take(sink, buffer, (size_t)count);
}

static bool has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

// Gathers both streams until the child ends or breaks a limit.
static enum cprocess_ending attend(pid_t child, int *out, int *err, struct sink *output, struct sink *errors,
                                   double deadline) {
    bool ended = false;
    while (true) {
        if (*out < 0 && *err < 0 && ended) return CPROCESS_EXITED;
        double left = deadline - now();
        if (left <= 0) return CPROCESS_TIMED_OUT;
        struct pollfd streams[2] = {{*out, POLLIN, 0}, {*err, POLLIN, 0}};
        // With both streams closed there is nothing left to wake up for but the end.
        int pause = (*out < 0 && *err < 0) ? 5 : 100;
        int ready = poll(streams, 2, ended ? 0 : (left * 1000 < pause ? (int)(left * 1000) + 1 : pause));
        if (streams[0].revents && !drain(out, output, false)) return CPROCESS_OUTPUT_TOO_LARGE;
        if (streams[1].revents && !drain(err, errors, true)) return CPROCESS_OUTPUT_TOO_LARGE;
        // A grandchild may hold the streams open: what is not there once the child has ended is not waited for.
        if (ended && ready <= 0) return CPROCESS_EXITED;
        if (!ended) ended = has_ended(child);
    }
}

int cprocess_run(const char *path, char *const arguments[], char *const environment[], const uint8_t *input,
                 size_t input_count, const struct cprocess_limits *limits, struct cprocess_result *result) {
    memset(result, 0, sizeof *result);
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1}, report[2] = {-1, -1};
    int code = 0;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) || pipe2(report, O_CLOEXEC)) {
        code = errno;
        goto done;
    }
    // Written before the child is there: it fits the pipe, and nobody else can close the reading end.
    if (input_count > 0 && write(in[1], input, input_count) != (ssize_t)input_count) {
        code = errno ? errno : EMSGSIZE;
        goto done;
    }
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0) {
        code = errno;
        goto done;
    }
    if (child == 0) {
        const int ends[3] = {in[0], out[1], err[1]};
        become(path, arguments, environment, ends, report[1], parent, limits);
    }
    setpgid(child, child);
    close_pair(in);
    close(out[1]);
    close(err[1]);
    close(report[1]);
    out[1] = err[1] = report[1] = -1;
    ssize_t told;
    while ((told = read(report[0], &code, sizeof code)) < 0 && errno == EINTR) {}
    if (told != sizeof code) code = 0;

    struct sink output = {.most = limits->output_bytes}, errors = {.most = limits->error_bytes};
    result->ending = attend(child, &out[0], &err[0], &output, &errors, now() + limits->seconds);
    // Before it is reaped, while its number cannot be another's.
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (result->ending == CPROCESS_EXITED && WIFSIGNALED(status)) result->ending = CPROCESS_SIGNALLED;
    result->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    result->output = output.bytes;
    result->output_count = output.count;
    result->errors = errors.bytes;
    result->errors_count = errors.count;
done:
    close_pair(in);
    close_pair(out);
    close_pair(err);
    close_pair(report);
    return code;
}

void cprocess_result_free(struct cprocess_result *result) {
    free(result->output);
    free(result->errors);
    memset(result, 0, sizeof *result);
}
