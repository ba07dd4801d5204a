#pragma once
// System calls that Swift cannot see or cannot call safely.

/// Kills this process when its parent dies. Returns 0, or errno.
int cprocess_die_with_parent(void);

/// Bounds this process's address space, the largest file that it may write, and how many it may have open; lets it leave
/// no core file. Returns 0, or errno.
int cprocess_limit(unsigned long long address_space_bytes, unsigned long long file_bytes, unsigned files);

/// Neither this process nor what it starts can gain rights by running a program. Returns 0, or errno.
int cprocess_no_new_privileges(void);

/// Moves standard input and output to descriptors of this process alone; leaves /dev/null as standard input and
/// standard error as standard output, so that nothing a library or a child reads or prints meets the protocol.
/// Returns 0, or errno.
int cprocess_take_standard_streams(int *input, int *output);

/// Renames a file, unless the new name is in use (EEXIST). Returns 0, or errno.
int cprocess_rename_new(const char *from, const char *to);

/// Makes one open file share the other's bytes without copying them (reflink). Returns 0, or errno.
int cprocess_reflink(int from, int to);
