#pragma once
// A C door to zxing-cpp, whose version 1.4 has none. No C++ exception crosses it.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The library's version, such as "1.4.0"; static storage.
const char *_Nonnull czxing_version(void);

/// How the grey levels become black and white.
typedef enum {
    /// Against the mean of the neighbourhood (hybrid); the general choice.
    CZXING_LOCAL_AVERAGE = 0,
    /// Against the valley of the histogram.
    CZXING_GLOBAL_HISTOGRAM = 1,
    /// Against 127: for pictures that are black and white already.
    CZXING_FIXED_THRESHOLD = 2,
} czxing_binarizer;

typedef struct {
    /// Names of formats joined by `|`, such as "PDF417|QRCode"; null: all formats.
    const char *_Nullable formats;
    czxing_binarizer binarizer;
    /// Looks at more rows and scales; slower.
    int try_harder;
    /// Also reads symbols that lie on their sides.
    int try_rotate;
    /// Also returns symbols that were found but have a wrong check sum or format; their `is_valid` is 0.
    int return_errors;
} czxing_options;

typedef struct {
    /// zxing's name of the format, such as "PDF417"; static storage.
    const char *_Nonnull format;
    /// The content as encoded, in no character set.
    uint8_t *_Nullable bytes;
    size_t length;
    /// x and y of the four corners in pixels, clockwise from the symbol's own top left.
    int corners[8];
    int is_valid;
} czxing_barcode;

typedef struct {
    czxing_barcode *_Nullable items;
    size_t count;
} czxing_barcodes;

/// Reads all symbols of an 8-bit grey picture (0 black), rows `stride` bytes apart.
/// Returns 0 and fills `found`, which `czxing_free_barcodes` gives back; nonzero where memory or the library failed.
int czxing_read(
    const uint8_t *_Nonnull grey, int width, int height, int stride, czxing_options options,
    czxing_barcodes *_Nonnull found);

void czxing_free_barcodes(czxing_barcodes *_Nonnull found);

typedef struct {
    /// 8-bit grey, 0 black and 255 white, `width` bytes a row.
    uint8_t *_Nullable grey;
    int width;
    int height;
} czxing_picture;

/// Writes a PDF417 symbol of any bytes (each taken as ISO 8859-1), with a quiet zone of two modules and rows four
/// modules high. `error_correction` is 0…8, `scale` the pixels of a module, at least 1.
/// Returns 0 and fills `picture`, which `czxing_free_picture` gives back; nonzero where the text is too long, a number
/// is out of range, or memory or the library failed.
int czxing_write_pdf417(
    const uint8_t *_Nonnull bytes, size_t length, int error_correction, int scale, czxing_picture *_Nonnull picture);

void czxing_free_picture(czxing_picture *_Nonnull picture);

#ifdef __cplusplus
}
#endif
