// QPDF's tokenizer, which is C++, over the content of a PDF page.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Leaves text out of a content stream that is shown in rendering mode 3, invisible (ISO 32000-1, 9.3.6).
///
/// - Returns: the stream without it, to be freed; null where there was none, or memory does not suffice.
unsigned char *_Nullable ctextfilter_without_invisible(
    const unsigned char *_Nonnull content, size_t count, size_t *_Nonnull new_count);

#ifdef __cplusplus
}
#endif
