#pragma once
// What a process gives up for good, for itself and all that it starts. Both need no_new_privileges, and hold for the
// calling thread and those it starts later: call them while there is one thread.

#include <stdint.h>

/// The version of Landlock that the kernel has; 0 where it has none.
int cprocess_landlock_version(void);

/// Leaves this process these files and folders and no others. Paths that are not there are passed over, but for
/// `scratch`. The lists end with NULL.
///
/// - programs: may be read and run.
/// - readable: may be read.
/// - scratch: may be read and written, and files and folders made there; no links, pipes or sockets, and nothing is
///   run from there.
///
/// Where the kernel's Landlock can (version 4 and 6), TCP, abstract sockets and signals to other processes are closed
/// too. Returns 0, ENOSYS where the kernel has no Landlock, or errno.
int cprocess_restrict_files(const char *const programs[], const char *const readable[], const char *scratch);

/// Closes the system calls by which a process could reach the network, other processes or the kernel's set-up, or change
/// whom files are for: they fail with EPERM. Returns 0, ENOSYS where there is no filter for this machine's
/// architecture, or errno.
int cprocess_restrict_calls(void);

/// Whether this process may look at another's limits, and so change them. Without a use but for trying it.
int cprocess_reaches_limits_of(int process);
