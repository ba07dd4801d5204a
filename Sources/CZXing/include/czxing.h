#pragma once
// A C door to zxing-cpp, whose version 1.4 has none. Nothing throws across it.

#ifdef __cplusplus
extern "C" {
#endif

/// The library's version, such as "1.4.0"; static storage.
const char *czxing_version(void);

#ifdef __cplusplus
}
#endif
