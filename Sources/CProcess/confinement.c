#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: - Landlock

// Rights by the version that brought them: the system's header may be older than the kernel.
enum : uint64_t {
    READ_RIGHTS = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    REFER = 1ULL << 13,
    TRUNCATE = 1ULL << 14,
    IOCTL_DEVICE = 1ULL << 15,
    VERSION_1_RIGHTS = (1ULL << 13) - 1,
    // What can be granted on a single file.
    FILE_RIGHTS = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | TRUNCATE |
                  IOCTL_DEVICE,
    SCRATCH_RIGHTS = READ_RIGHTS | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | REFER |
                     TRUNCATE,
};

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

int cprocess_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

static struct ruleset everything(int version) {
    struct ruleset rules = {.files = VERSION_1_RIGHTS};
    if (version >= 2) rules.files |= REFER;
    if (version >= 3) rules.files |= TRUNCATE;
    if (version >= 4) rules.network = 3;  // binding and connecting TCP
    if (version >= 5) rules.files |= IOCTL_DEVICE;
    if (version >= 6) rules.scopes = 3;  // abstract sockets; signals
    return rules;
}

static int grant(int ruleset, const char *path, uint64_t rights) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return errno;
    struct stat status;
    int code = fstat(descriptor, &status) == 0 ? 0 : errno;
    if (code == 0) {
        if (!S_ISDIR(status.st_mode)) rights &= FILE_RIGHTS;
        struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = descriptor};
        if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) code = errno;
    }
    close(descriptor);
    return code;
}

static int grant_all(int ruleset, const char *const paths[], uint64_t rights) {
    for (; *paths; paths++) {
        int code = grant(ruleset, *paths, rights);
        if (code != 0 && code != ENOENT && code != ENOTDIR && code != EACCES) return code;
    }
    return 0;
}

int cprocess_restrict_files(const char *const programs[], const char *const readable[], const char *scratch) {
    int version = cprocess_landlock_version();
    if (version == 0) return ENOSYS;
    struct ruleset rules = everything(version);
    // An older kernel takes a longer structure where what it does not know is zero.
    long made = syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (made < 0) return errno;
    int ruleset = (int)made;
    int code = grant_all(ruleset, programs, (READ_RIGHTS | LANDLOCK_ACCESS_FS_EXECUTE) & rules.files);
    if (code == 0) code = grant_all(ruleset, readable, READ_RIGHTS & rules.files);
    if (code == 0) code = grant(ruleset, scratch, SCRATCH_RIGHTS & rules.files);
    if (code == 0) {
        code = grant(ruleset, "/dev/null", (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE) & rules.files);
    }
    if (code == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) code = errno;
    close(ruleset);
    return code;
}

// MARK: - System calls

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define REFUSE_CALL(name) REFUSE_NUMBER(SYS_##name)
#define REFUSE_NUMBER(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE

#define NAMESPACES (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

int cprocess_restrict_calls(void) {
    struct sock_filter program[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#ifdef __x86_64__
        // The x32 calls have numbers of their own.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        REFUSE,
#endif
        // The network, and local services.
        REFUSE_CALL(socket), REFUSE_CALL(socketpair), REFUSE_CALL(connect), REFUSE_CALL(bind), REFUSE_CALL(listen),
        REFUSE_CALL(accept), REFUSE_CALL(accept4),
        REFUSE_CALL(shmget), REFUSE_CALL(shmat), REFUSE_CALL(msgget), REFUSE_CALL(semget), REFUSE_CALL(mq_open),
        // Rights, owners and notes of files: Landlock lets these pass anywhere. By number what the header may not know:
        // fchmodat2, setxattrat, removexattrat and file_setattr have the same everywhere.
        REFUSE_CALL(fchmod), REFUSE_CALL(fchmodat), REFUSE_NUMBER(452), REFUSE_CALL(fchown), REFUSE_CALL(fchownat),
        REFUSE_CALL(setxattr), REFUSE_CALL(lsetxattr), REFUSE_CALL(fsetxattr), REFUSE_NUMBER(463),
        REFUSE_CALL(removexattr), REFUSE_CALL(lremovexattr), REFUSE_CALL(fremovexattr), REFUSE_NUMBER(466),
        REFUSE_CALL(utimensat), REFUSE_NUMBER(469),
#ifdef __x86_64__
        REFUSE_CALL(chmod), REFUSE_CALL(chown), REFUSE_CALL(lchown), REFUSE_CALL(utime), REFUSE_CALL(utimes),
        REFUSE_CALL(futimesat),
#endif
        // A second way to most calls, which no filter sees.
        REFUSE_CALL(io_uring_setup), REFUSE_CALL(io_uring_enter), REFUSE_CALL(io_uring_register),
        // Other processes.
        REFUSE_CALL(ptrace), REFUSE_CALL(process_vm_readv), REFUSE_CALL(process_vm_writev), REFUSE_CALL(pidfd_getfd),
        REFUSE_CALL(pidfd_open), REFUSE_CALL(kcmp), REFUSE_CALL(process_madvise), REFUSE_CALL(perf_event_open),
        // Name spaces, mounts, and files by number.
        REFUSE_CALL(unshare), REFUSE_CALL(setns), REFUSE_CALL(mount), REFUSE_CALL(umount2), REFUSE_CALL(pivot_root),
        REFUSE_CALL(chroot), REFUSE_CALL(open_tree), REFUSE_CALL(move_mount), REFUSE_CALL(fsopen),
        REFUSE_CALL(fsmount), REFUSE_CALL(fspick), REFUSE_CALL(mount_setattr), REFUSE_CALL(name_to_handle_at),
        REFUSE_CALL(open_by_handle_at), REFUSE_CALL(quotactl),
        // The kernel: code, keys, faults in user space, and what the machine is.
        REFUSE_CALL(bpf), REFUSE_CALL(userfaultfd), REFUSE_CALL(keyctl), REFUSE_CALL(add_key), REFUSE_CALL(request_key),
        REFUSE_CALL(init_module), REFUSE_CALL(finit_module), REFUSE_CALL(delete_module), REFUSE_CALL(kexec_load),
        REFUSE_CALL(kexec_file_load), REFUSE_CALL(reboot), REFUSE_CALL(swapon), REFUSE_CALL(swapoff),
        REFUSE_CALL(acct), REFUSE_CALL(syslog), REFUSE_CALL(sethostname), REFUSE_CALL(setdomainname),
        REFUSE_CALL(settimeofday), REFUSE_CALL(clock_settime), REFUSE_CALL(adjtimex), REFUSE_CALL(clock_adjtime),
#ifdef __x86_64__
        REFUSE_CALL(iopl), REFUSE_CALL(ioperm), REFUSE_CALL(modify_ldt),
#endif
        // Limits of others; its own are hard.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), REFUSE,
        ANSWER(SECCOMP_RET_ALLOW),
        // Its flags cannot be looked at; glibc takes clone where this one is not there.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1), REFUSE,
        ANSWER(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = sizeof program / sizeof program[0], .filter = program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
}

#else

int cprocess_restrict_calls(void) { return ENOSYS; }

#endif

int cprocess_reaches_limits_of(int process) {
    struct rlimit limit;
    return prlimit(process, RLIMIT_NOFILE, NULL, &limit) == 0;
}
