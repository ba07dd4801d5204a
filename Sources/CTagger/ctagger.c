#include "ctagger.h"

// `#embed` is C23; compilers that still call that C2x take it with this warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char model[] = {
#embed "../../Models/tagger.onnx"
};

const unsigned char *ctagger_model(size_t *size) {
    *size = sizeof model;
    return model;
}
