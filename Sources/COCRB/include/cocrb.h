#pragma once
// The model that reads machine-readable zones (Models/README.md), inside the binary, so that it works wherever the
// binary is moved.

#include <stddef.h>

/// A Tesseract `.traineddata` file; static storage.
const unsigned char *_Nonnull cocrb_model(size_t *_Nonnull size);
