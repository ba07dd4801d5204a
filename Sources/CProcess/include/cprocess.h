#pragma once
// System calls that Swift cannot see or cannot call safely.

/// Kills this process when its parent dies. Returns 0, or errno.
int cprocess_die_with_parent(void);
