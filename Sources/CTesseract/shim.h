#pragma once
// The C API only; the module is kept apart from CLeptonica, so Pix stays opaque here.
#include <tesseract/capi.h>
