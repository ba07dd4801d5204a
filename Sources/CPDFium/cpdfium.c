#include "cpdfium.h"

#include <dlfcn.h>
#include <stdio.h>

/// FPDF_LIBRARY_CONFIG of version 2.
struct configuration {
    int version;
    const char **font_folders;
    void *isolate;
    unsigned int slot;
};

/// FPDF_FORMFILLINFO of version 2 without a callback; the spare room is for what later versions add.
struct form_information {
    int version;
    void *callbacks[64];
};

static cpdfium api;
static void *library;
static pdfium_form *(*init_form)(pdfium_document *, struct form_information *);

/// The functions in the order of the structure, which holds nothing else.
static const char *const names[] = {
    "FPDF_LoadDocument", "FPDF_GetLastError", "FPDF_CloseDocument", "FPDF_GetPageCount",
    "FPDF_DocumentHasValidCrossReferenceTable", "FPDF_GetFormType", "FPDF_LoadPage", "FPDF_ClosePage",
    "FPDF_GetPageWidthF", "FPDF_GetPageHeightF", "FPDF_PageToDevice", "FPDF_DeviceToPage",
    "FPDFBitmap_CreateEx", "FPDFBitmap_FillRect", "FPDFBitmap_Destroy", "FPDF_RenderPageBitmap",
    "FPDFPage_CountObjects", "FPDFPage_GetObject",
    "FPDFFormObj_CountObjects", "FPDFFormObj_GetObject", "FPDFPageObj_GetType", "FPDFPageObj_GetMatrix",
    "FPDFPageObj_SetIsActive", "FPDFImageObj_GetImagePixelSize", "FPDFTextObj_GetTextRenderMode",
    "FPDFTextObj_GetFontSize", "FPDFTextObj_GetFont", "FPDFFont_GetIsEmbedded", "FPDFFont_GetFlags",
    "FPDFFont_GetBaseFontName", "FPDFPage_GetAnnotCount", "FPDFPage_GetAnnot", "FPDFPage_CloseAnnot",
    "FPDFAnnot_GetSubtype", "FPDFAnnot_GetFlags", "FPDFAnnot_HasKey", "FPDFAnnot_GetRect", "FPDFAnnot_GetFileAttachment",
    "FPDFDoc_GetAttachmentCount", "FPDFDoc_GetAttachment", "FPDFAttachment_GetFile",
    "FPDFDOC_ExitFormFillEnvironment", "FORM_OnAfterLoadPage", "FORM_OnBeforeClosePage", "FPDF_FFLDraw",
};
enum { COUNT = sizeof names / sizeof *names };
static_assert(sizeof api == COUNT * sizeof(void *), "a name for each function");

const cpdfium *cpdfium_load(const char *path, char *error, size_t size) {
    if (library) return &api;
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loaded) {
        snprintf(error, size, "%s", dlerror());
        return NULL;
    }
    void **functions = (void **)&api;
    for (int index = 0; index < COUNT; index++) functions[index] = dlsym(loaded, names[index]);
    *(void **)&init_form = dlsym(loaded, "FPDFDOC_InitFormFillEnvironment");
    void (*init_library)(const struct configuration *)
        = (void (*)(const struct configuration *))dlsym(loaded, "FPDF_InitLibraryWithConfig");
    for (int index = 0; index < COUNT; index++) {
        if (functions[index]) continue;
        snprintf(error, size, "%s has no %s", path, names[index]);
        return NULL;
    }
    if (!init_form || !init_library) {
        snprintf(error, size, "%s is no PDFium", path);
        return NULL;
    }
    static const char *no_folders[] = {NULL};
    init_library(&(struct configuration){.version = 2, .font_folders = no_folders});
    library = loaded;
    return &api;
}

pdfium_form *cpdfium_form(pdfium_document *document) {
    static struct form_information information = {.version = 2};
    return init_form(document, &information);
}
