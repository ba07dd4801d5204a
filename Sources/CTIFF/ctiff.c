#include "ctiff.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// No picture within the limits needs more at once; a directory that lies asks for it.
static const tmsize_t largest_allocation = 1 << 30;

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t wanted) {
    ctiff_memory *memory = handle;
    if (wanted < 0 || memory->position >= memory->count) return 0;
    size_t left = memory->count - memory->position;
    size_t given = (size_t)wanted < left ? (size_t)wanted : left;
    memcpy(target, memory->bytes + memory->position, given);
    memory->position += given;
    return (tmsize_t)given;
}

static tmsize_t write_bytes(thandle_t handle, void *source, tmsize_t count) {
    (void)handle, (void)source, (void)count;
    return -1;
}

static toff_t seek_byte(thandle_t handle, toff_t offset, int whence) {
    ctiff_memory *memory = handle;
    switch (whence) {
    case SEEK_CUR: memory->position += offset; break;
    case SEEK_END: memory->position = memory->count + offset; break;
    default: memory->position = offset;
    }
    return memory->position;
}

static int close_file(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t byte_count(thandle_t handle) { return ((ctiff_memory *)handle)->count; }

static int map_bytes(thandle_t handle, void **base, toff_t *count) {
    ctiff_memory *memory = handle;
    *base = (void *)memory->bytes;
    *count = memory->count;
    return 1;
}

static void unmap_bytes(thandle_t handle, void *base, toff_t count) { (void)handle, (void)base, (void)count; }

static int keep_error(TIFF *file, void *memory, const char *module, const char *format, va_list arguments) {
    (void)file, (void)module;
    char *text = ((ctiff_memory *)memory)->error;
    if (!*text) vsnprintf(text, sizeof(((ctiff_memory *)memory)->error), format, arguments);
    return 1;
}

static int keep_warning(TIFF *file, void *memory, const char *module, const char *format, va_list arguments) {
    (void)file, (void)module;
    char *text = ((ctiff_memory *)memory)->warning;
    if (!*text) vsnprintf(text, sizeof(((ctiff_memory *)memory)->warning), format, arguments);
    return 1;
}

TIFF *ctiff_open(ctiff_memory *memory) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest_allocation);
    TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, memory);
    TIFFOpenOptionsSetWarningHandlerExtR(options, keep_warning, memory);
    TIFF *file = TIFFClientOpenExt(
        "memory", "r", memory, read_bytes, write_bytes, seek_byte, close_file, byte_count, map_bytes, unmap_bytes,
        options);
    TIFFOpenOptionsFree(options);
    return file;
}

ctiff_page ctiff_describe(TIFF *file) {
    ctiff_page page = {0};
    TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &page.width);
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &page.height);
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &page.bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &page.samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &page.sample_format);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &page.planar);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &page.compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_RESOLUTIONUNIT, &page.resolution_unit);
    TIFFGetField(file, TIFFTAG_XRESOLUTION, &page.across);
    TIFFGetField(file, TIFFTAG_YRESOLUTION, &page.down);
    // Many old files do not say: as libtiff's own RGBA reader takes them.
    if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &page.photometric))
        page.photometric = page.samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    page.tiled = TIFFIsTiled(file);
    if (page.tiled) {
        TIFFGetField(file, TIFFTAG_TILEWIDTH, &page.block_width);
        TIFFGetField(file, TIFFTAG_TILELENGTH, &page.block_height);
    } else {
        page.block_width = page.width;
        TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &page.block_height);
        if (page.block_height > page.height) page.block_height = page.height;
    }
    if (!page.block_width) page.block_width = 1;
    if (!page.block_height) page.block_height = 1;
    return page;
}

uint64_t ctiff_stored_bytes(TIFF *file) {
    uint64_t *counts = NULL;
    uint32_t blocks = TIFFIsTiled(file) ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file);
    if (!TIFFGetField(file, TIFFIsTiled(file) ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, &counts) || !counts)
        return 0;
    uint64_t sum = 0;
    for (uint32_t block = 0; block < blocks; block++) sum += counts[block];
    return sum;
}
