#pragma once
// pkg-config gives -I/usr/include/leptonica.
#include <allheaders.h>
