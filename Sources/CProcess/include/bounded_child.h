#pragma once
// A child process with limits, run to its end. In C because the limits must be set between fork and exec, where only
// async-signal-safe calls are allowed.

#include <stddef.h>
#include <stdint.h>

struct cprocess_limits {
    double seconds;            // of wall-clock time
    uint64_t cpu_seconds;      // RLIMIT_CPU
    uint64_t address_space;    // RLIMIT_AS, bytes
    uint64_t file_bytes;       // RLIMIT_FSIZE
    size_t output_bytes;       // most bytes taken from standard output
    size_t error_bytes;        // most bytes kept of standard error; what comes after is read and dropped
};

enum cprocess_ending {
    CPROCESS_EXITED,           // status is the exit code
    CPROCESS_SIGNALLED,        // status is the signal
    CPROCESS_TIMED_OUT,
    CPROCESS_OUTPUT_TOO_LARGE,
};

struct cprocess_result {
    enum cprocess_ending ending;
    int status;
    uint8_t *output;           // freed by cprocess_result_free
    size_t output_count;
    uint8_t *errors;
    size_t errors_count;
};

/// Runs `path` with `arguments` and `environment` (both end with NULL) in a process group of its own, hands it
/// `input` on standard input (which must fit a pipe: 64 KiB), and kills the whole group when it ends or breaks a limit.
/// No descriptor but the three standard ones is passed on, files it makes are its owner's alone, and it dies with this
/// thread. Returns 0, or errno where it could not be started; `result` is to be freed in both cases.
int cprocess_run(const char *path, char *const arguments[], char *const environment[], const uint8_t *input,
                 size_t input_count, const struct cprocess_limits *limits, struct cprocess_result *result);

void cprocess_result_free(struct cprocess_result *result);
