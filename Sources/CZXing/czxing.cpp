#include "czxing.h"

#define ZX_USE_UTF8 1
#include <ZXing/ZXVersion.h>

#define CZXING_TEXT(x) #x
#define CZXING_QUOTED(x) CZXING_TEXT(x)

const char *czxing_version(void) {
    return CZXING_QUOTED(ZXING_VERSION_MAJOR) "." CZXING_QUOTED(ZXING_VERSION_MINOR) "." CZXING_QUOTED(ZXING_VERSION_PATCH);
}
