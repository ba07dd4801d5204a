#define _GNU_SOURCE
#include "cprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int cprocess_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno; }

static int bound(int resource, unsigned long long value) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0) return errno;
    if (limits.rlim_max == RLIM_INFINITY || limits.rlim_max > value) limits.rlim_max = value;
    limits.rlim_cur = limits.rlim_max;
    return setrlimit(resource, &limits) == 0 ? 0 : errno;
}

int cprocess_limit(unsigned long long address_space_bytes, unsigned long long file_bytes, unsigned files) {
    int code = bound(RLIMIT_AS, address_space_bytes);
    if (code == 0) code = bound(RLIMIT_CORE, 0);
    if (code == 0) code = bound(RLIMIT_FSIZE, file_bytes);
    return code == 0 ? bound(RLIMIT_NOFILE, files) : code;
}

int cprocess_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno; }

int cprocess_take_standard_streams(int *input, int *output) {
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0) return errno;
    *input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    *output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int failed = *input < 0 || *output < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0;
    int code = failed ? errno : 0;
    close(nothing);
    return code;
}

int cprocess_rename_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // File systems that cannot (some network ones): the new name is in a folder of this program's own, which nobody
    // else writes to between the two.
    if (faccessat(AT_FDCWD, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return EEXIST;
    return rename(from, to) == 0 ? 0 : errno;
}

int cprocess_reflink(int from, int to) { return ioctl(to, FICLONE, from) == 0 ? 0 : errno; }
