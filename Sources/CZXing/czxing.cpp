#include "czxing.h"

// Without it text() is a wide string and the header emits a pragma.
#define ZX_USE_UTF8 1
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#include <ZXing/ReadBarcode.h>
#include <ZXing/ZXVersion.h>

#include <cstdlib>
#include <cstring>
#include <string>

#define CZXING_TEXT(x) #x
#define CZXING_QUOTED(x) CZXING_TEXT(x)

namespace {

constexpr int quietZone = 2;
constexpr int largestSide = 1 << 15;

ZXing::Binarizer binarizer(czxing_binarizer value) {
    switch (value) {
    case CZXING_GLOBAL_HISTOGRAM: return ZXing::Binarizer::GlobalHistogram;
    case CZXING_FIXED_THRESHOLD: return ZXing::Binarizer::FixedThreshold;
    case CZXING_LOCAL_AVERAGE: break;
    }
    return ZXing::Binarizer::LocalAverage;
}

ZXing::DecodeHints hints(const czxing_options &options) {
    ZXing::DecodeHints hints;
    if (options.formats != nullptr) hints.setFormats(ZXing::BarcodeFormatsFromString(options.formats));
    hints.setBinarizer(binarizer(options.binarizer));
    hints.setTryHarder(options.try_harder != 0);
    hints.setTryRotate(options.try_rotate != 0);
    hints.setReturnErrors(options.return_errors != 0);
    return hints;
}

/// False where memory ran out.
bool copy(const ZXing::Result &result, czxing_barcode &barcode) {
    barcode.format = ZXing::ToString(result.format());
    barcode.is_valid = result.isValid() ? 1 : 0;
    int next = 0;
    for (const auto &corner : result.position()) {
        barcode.corners[next++] = corner.x;
        barcode.corners[next++] = corner.y;
    }
    const auto &bytes = result.bytes();
    barcode.bytes = static_cast<uint8_t *>(std::malloc(bytes.size() + 1));
    if (barcode.bytes == nullptr) return false;
    std::memcpy(barcode.bytes, bytes.data(), bytes.size());
    barcode.length = bytes.size();
    return true;
}

/// 8-bit grey, each module `scale` pixels wide and high.
bool copy(const ZXing::BitMatrix &modules, int scale, czxing_picture &picture) {
    const int width = modules.width() * scale;
    const int height = modules.height() * scale;
    picture.grey = static_cast<uint8_t *>(std::malloc(static_cast<size_t>(width) * height));
    if (picture.grey == nullptr) return false;
    uint8_t *next = picture.grey;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) *next++ = modules.get(x / scale, y / scale) ? 0 : 255;
    }
    picture.width = width;
    picture.height = height;
    return true;
}

}  // namespace

const char *czxing_version(void) {
    return CZXING_QUOTED(ZXING_VERSION_MAJOR) "." CZXING_QUOTED(ZXING_VERSION_MINOR) "." CZXING_QUOTED(ZXING_VERSION_PATCH);
}

int czxing_read(
    const uint8_t *grey, int width, int height, int stride, czxing_options options, czxing_barcodes *found
) {
    *found = {nullptr, 0};
    if (width <= 0 || height <= 0 || stride < width) return 1;
    try {
        const ZXing::ImageView view(grey, width, height, ZXing::ImageFormat::Lum, stride);
        // Linear codes by themselves, in one size: of those found in several sizes the library (1.4) asserts what need not hold
        // (`Result::operator==`), and ends the process.
        auto matrix = hints(options), linear = matrix;
        const ZXing::BarcodeFormats all = ZXing::BarcodeFormat::Any;
        const auto formats = matrix.formats().empty() ? all : matrix.formats();
        matrix.setFormats(formats & ZXing::BarcodeFormat::MatrixCodes);
        linear.setFormats(formats & ZXing::BarcodeFormat::LinearCodes);
        linear.setTryDownscale(false);
        ZXing::Results results;
        if (!matrix.formats().empty()) results = ZXing::ReadBarcodes(view, matrix);
        if (!linear.formats().empty()) {
            for (auto &result : ZXing::ReadBarcodes(view, linear)) results.push_back(std::move(result));
        }
        if (results.empty()) return 0;
        found->items = static_cast<czxing_barcode *>(std::calloc(results.size(), sizeof(czxing_barcode)));
        if (found->items == nullptr) return 1;
        for (const auto &result : results) {
            found->count += 1;
            if (!copy(result, found->items[found->count - 1])) {
                czxing_free_barcodes(found);
                return 1;
            }
        }
        return 0;
    } catch (...) {
        czxing_free_barcodes(found);
        return 1;
    }
}

void czxing_free_barcodes(czxing_barcodes *found) {
    for (size_t index = 0; index < found->count; ++index) std::free(found->items[index].bytes);
    std::free(found->items);
    *found = {nullptr, 0};
}

int czxing_write_pdf417(
    const uint8_t *bytes, size_t length, int error_correction, int scale, czxing_picture *picture
) {
    *picture = {nullptr, 0, 0};
    if (length == 0 || error_correction < 0 || error_correction > 8 || scale < 1) return 1;
    try {
        // A wide character for each byte, so that no character set is guessed.
        const std::wstring content(bytes, bytes + length);
        auto writer = ZXing::MultiFormatWriter(ZXing::BarcodeFormat::PDF417);
        writer.setEncoding(ZXing::CharacterSet::ISO8859_1).setEccLevel(error_correction).setMargin(quietZone);
        // The smallest picture that is wider than high: one pixel a module.
        const ZXing::BitMatrix modules = writer.encode(content, 2, 1);
        if (scale > largestSide / modules.width() || scale > largestSide / modules.height()) return 1;
        return copy(modules, scale, *picture) ? 0 : 1;
    } catch (...) {
        czxing_free_picture(picture);
        return 1;
    }
}

void czxing_free_picture(czxing_picture *picture) {
    std::free(picture->grey);
    *picture = {nullptr, 0, 0};
}
