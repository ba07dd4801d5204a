// libtiff over bytes in memory. Its getters and its message handlers are variadic, which Swift cannot call.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <tiffio.h>

/// A file's bytes, borrowed, and the first error and warning about them.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    size_t position;
    char error[256];
    char warning[256];
} ctiff_memory;

/// What a directory says of its picture (TIFF 6.0, section 8), with the defaults where it says nothing.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint16_t bits;
    uint16_t samples;
    uint16_t sample_format;
    uint16_t photometric;
    uint16_t planar;
    uint16_t compression;
    uint16_t resolution_unit;
    /// In pixels a unit; 0 where nothing is said.
    float across;
    float down;
    /// Of a tile, or of a strip; 1 at least.
    uint32_t block_width;
    uint32_t block_height;
    int tiled;
} ctiff_page;

/// - Parameter memory: outlives the file.
/// - Returns: NULL where there is no sound first directory.
TIFF *ctiff_open(ctiff_memory *memory);

/// Of the current directory.
ctiff_page ctiff_describe(TIFF *file);

/// How many bytes the picture of the current directory takes in the file, as it says; 0 where it does not.
uint64_t ctiff_stored_bytes(TIFF *file);
