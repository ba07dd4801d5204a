#pragma once
// A door to ONNX Runtime, which is loaded when it is first asked for: Debian 12 has no package of it, and a program that
// does without need not have it.

#include <stddef.h>
#include <stdint.h>

/// A model that takes one tensor of numbers and gives one back.
typedef struct connx_model connx_model;

/// Loads the library and the model, which is never given back.
///
/// - Parameters:
///   - error: takes what is wrong where the result is null; `size` bytes, and ended by a zero.
connx_model *_Nullable connx_open(
    const char *_Nonnull library, const char *_Nonnull model, char *_Nonnull error, size_t size);

/// The same for a model in memory, which may be given back afterwards.
connx_model *_Nullable connx_open_bytes(
    const char *_Nonnull library, const unsigned char *_Nonnull model, size_t length, char *_Nonnull error, size_t size);

/// A text that the model's file carries under a name; null where it has none. `free` gives it back.
char *_Nullable connx_note(const connx_model *_Nonnull model, const char *_Nonnull name);

typedef struct {
    /// Rows of `columns` numbers each.
    const float *_Nullable numbers;
    int64_t rows;
    int64_t columns;
    void *_Nullable tensor;
} connx_output;

/// Runs the model on 1 × `channels` × `height` × `width` numbers; it gives one table of rows × columns. Returns 0, and `output`,
/// which `connx_release` gives back; nonzero, and `error`, where it fails.
int connx_run(
    const connx_model *_Nonnull model, float *_Nonnull numbers, int64_t channels, int64_t height, int64_t width,
    connx_output *_Nonnull output, char *_Nonnull error, size_t size);

void connx_release(const connx_model *_Nonnull model, connx_output *_Nonnull output);
