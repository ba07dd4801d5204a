#include "connx.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library's functions are a table of which a version may only add to the end (ONNX Runtime, "C API: versioning"); what
// is used here is named at its place, the rest is counted.

typedef struct status status;
typedef struct handle handle;

enum { API_VERSION = 2, QUIET = 3, FLOAT = 1, DEVICE_ALLOCATOR = 0, DEFAULT_MEMORY = 0, MOST_DIMENSIONS = 4 };

struct api {
    void *first[2];
    const char *(*message)(const status *);
    status *(*create_environment)(int level, const char *name, handle **);
    void *from_4[3];
    status *(*create_session)(const handle *environment, const char *path, const handle *options, handle **);
    status *(*create_session_from_bytes)(
        const handle *environment, const void *model, size_t length, const handle *options, handle **);
    status *(*run)(
        handle *session, const handle *options, const char *const *inputs, const handle *const *values, size_t input_count,
        const char *const *outputs, size_t output_count, handle **results);
    status *(*create_options)(handle **);
    void *from_11[13];
    status *(*set_threads_within)(handle *options, int);
    status *(*set_threads_between)(handle *options, int);
    void *from_26[10];
    status *(*input_name)(const handle *session, size_t, handle *allocator, char **);
    status *(*output_name)(const handle *session, size_t, handle *allocator, char **);
    void *from_38[11];
    status *(*create_tensor)(
        const handle *memory, void *data, size_t size, const int64_t *shape, size_t dimensions, int type, handle **);
    void *from_50[1];
    status *(*tensor_data)(handle *tensor, void **);
    void *from_52[9];
    status *(*dimension_count)(const handle *info, size_t *);
    status *(*dimensions)(const handle *info, int64_t *, size_t);
    void *from_63[2];
    status *(*tensor_info)(const handle *tensor, handle **);
    void *from_66[3];
    status *(*create_memory_info)(int allocator, int kind, handle **);
    void *from_70[8];
    status *(*default_allocator)(handle **);
    void *from_79[14];
    void (*release_status)(status *);
    void *from_94[2];
    void (*release_tensor)(handle *);
    void *from_97[2];
    void (*release_tensor_info)(handle *);
    void *from_100[11];
    status *(*metadata)(const handle *session, handle **);
    void *from_112[4];
    status *(*find_note)(const handle *metadata, handle *allocator, const char *name, char **);
};

struct api_base {
    const struct api *(*api)(uint32_t version);
};

struct connx_model {
    const struct api *api;
    handle *session;
    handle *memory;
    handle *allocator;
    char *input;
    char *output;
};

/// Whether a call went wrong; what it says of that is noted.
static bool failed(const struct api *api, status *status, char *error, size_t size) {
    if (!status) return false;
    snprintf(error, size, "%s", api->message(status));
    api->release_status(status);
    return true;
}

/// - Parameter bytes: the model's; null where it is the file at `path`.
static bool open_session(
    connx_model *model, const char *path, const unsigned char *bytes, size_t length, char *error, size_t size
) {
    const struct api *api = model->api;
    handle *environment, *options;
    // One thread: the workers are as many as there are cores.
    return !failed(api, api->create_environment(QUIET, "recto", &environment), error, size)
        && !failed(api, api->create_options(&options), error, size)
        && !failed(api, api->set_threads_within(options, 1), error, size)
        && !failed(api, api->set_threads_between(options, 1), error, size)
        && !failed(
            api,
            bytes ? api->create_session_from_bytes(environment, bytes, length, options, &model->session)
                  : api->create_session(environment, path, options, &model->session),
            error, size)
        && !failed(api, api->default_allocator(&model->allocator), error, size)
        && !failed(api, api->create_memory_info(DEVICE_ALLOCATOR, DEFAULT_MEMORY, &model->memory), error, size)
        && !failed(api, api->input_name(model->session, 0, model->allocator, &model->input), error, size)
        && !failed(api, api->output_name(model->session, 0, model->allocator, &model->output), error, size);
}

static connx_model *opened(
    const char *library, const char *path, const unsigned char *bytes, size_t length, char *error, size_t size
) {
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!loaded) {
        snprintf(error, size, "%s", dlerror());
        return NULL;
    }
    const struct api_base *(*base)(void) = (const struct api_base *(*)(void))dlsym(loaded, "OrtGetApiBase");
    const struct api *api = base ? base()->api(API_VERSION) : NULL;
    connx_model *model = api ? calloc(1, sizeof *model) : NULL;
    if (!model) {
        snprintf(error, size, "%s is no ONNX Runtime", library);
        return NULL;
    }
    model->api = api;
    if (open_session(model, path, bytes, length, error, size)) return model;
    free(model);
    return NULL;
}

connx_model *connx_open(const char *library, const char *path, char *error, size_t size) {
    return opened(library, path, NULL, 0, error, size);
}

connx_model *connx_open_bytes(
    const char *library, const unsigned char *bytes, size_t length, char *error, size_t size
) {
    return opened(library, NULL, bytes, length, error, size);
}

char *connx_note(const connx_model *model, const char *name) {
    char error[1];
    handle *metadata = NULL;
    char *found = NULL;
    if (failed(model->api, model->api->metadata(model->session, &metadata), error, sizeof error)
        || failed(model->api, model->api->find_note(metadata, model->allocator, name, &found), error, sizeof error)
        || !found) {
        return NULL;
    }
    return strdup(found);
}

static bool describe(const struct api *api, connx_output *output, char *error, size_t size) {
    handle *info;
    if (failed(api, api->tensor_info(output->tensor, &info), error, size)) return false;
    size_t count = 0;
    int64_t shape[MOST_DIMENSIONS] = {0};
    bool is_known = !failed(api, api->dimension_count(info, &count), error, size);
    if (is_known && (count < 2 || count > MOST_DIMENSIONS)) {
        snprintf(error, size, "the model gives %zu dimensions", count);
        is_known = false;
    }
    is_known = is_known && !failed(api, api->dimensions(info, shape, count), error, size);
    api->release_tensor_info(info);
    // The dimensions before the last two are 1: one picture, one channel.
    for (size_t i = 0; is_known && i + 2 < count; i++) {
        if (shape[i] == 1) continue;
        snprintf(error, size, "the model gives more than one table");
        is_known = false;
    }
    output->rows = is_known ? shape[count - 2] : 0;
    output->columns = is_known ? shape[count - 1] : 0;
    return is_known && !failed(api, api->tensor_data(output->tensor, (void **)&output->numbers), error, size);
}

int connx_run(
    const connx_model *model, float *numbers, int64_t channels, int64_t height, int64_t width, connx_output *output,
    char *error, size_t size
) {
    const struct api *api = model->api;
    const int64_t shape[] = {1, channels, height, width};
    handle *input, *result = NULL;
    *output = (connx_output){0};
    if (failed(
            api,
            api->create_tensor(
                model->memory, numbers, (size_t)(channels * height * width) * sizeof *numbers, shape, 4, FLOAT, &input),
            error, size)) {
        return 1;
    }
    bool has_failed = failed(
        api,
        api->run(
            model->session, NULL, (const char *const[]){model->input}, (const handle *const[]){input}, 1,
            (const char *const[]){model->output}, 1, &result),
        error, size);
    api->release_tensor(input);
    if (has_failed) return 1;
    output->tensor = result;
    if (describe(api, output, error, size)) return 0;
    connx_release(model, output);
    return 1;
}

void connx_release(const connx_model *model, connx_output *output) {
    if (output->tensor) model->api->release_tensor(output->tensor);
    *output = (connx_output){0};
}
