#define _GNU_SOURCE
#include "cprocess.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>

int cprocess_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno; }
