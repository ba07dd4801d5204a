#pragma once
// The model that tells which field a word belongs to (Models/README.md), inside the binary.

#include <stddef.h>

/// A model of ONNX; static storage.
const unsigned char *_Nonnull ctagger_model(size_t *_Nonnull size);
