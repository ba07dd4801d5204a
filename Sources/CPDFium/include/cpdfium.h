#pragma once
// A door to PDFium, which is loaded when the first PDF is opened: Debian 12 has no package of it. Functions and constants
// have PDFium's names and meanings (public/fpdfview.h, fpdf_edit.h, fpdf_annot.h, fpdf_attachment.h, fpdf_formfill.h of its
// source); only what is used here is declared.

#include <stddef.h>
#include <stdint.h>

typedef struct pdfium_document pdfium_document;
typedef struct pdfium_page pdfium_page;
typedef struct pdfium_object pdfium_object;
typedef struct pdfium_font pdfium_font;
typedef struct pdfium_bitmap pdfium_bitmap;
typedef struct pdfium_annotation pdfium_annotation;
typedef struct pdfium_attachment pdfium_attachment;
typedef struct pdfium_form pdfium_form;

/// x' = a x + c y + e, y' = b x + d y + f.
typedef struct {
    float a, b, c, d, e, f;
} pdfium_matrix;

typedef struct {
    float left, top, right, bottom;
} pdfium_rectangle;

enum { PDFIUM_ERROR_PASSWORD = 4, PDFIUM_ERROR_SECURITY = 5 };
enum { PDFIUM_TEXT = 1, PDFIUM_PATH = 2, PDFIUM_IMAGE = 3, PDFIUM_SHADING = 4, PDFIUM_FORM = 5 };
enum { PDFIUM_TEXT_INVISIBLE = 3, PDFIUM_TEXT_CLIP = 7 };
enum { PDFIUM_LINK = 2, PDFIUM_LINE = 4, PDFIUM_POLYGON = 7, PDFIUM_POLYLINE = 8, PDFIUM_STAMP = 13, PDFIUM_CARET = 14 };
enum { PDFIUM_POPUP = 16, PDFIUM_FILE_ATTACHMENT = 17, PDFIUM_REDACT = 28 };
enum { PDFIUM_HIDDEN = 2, PDFIUM_NO_VIEW = 32 };
enum { PDFIUM_XFA_FULL = 2 };
enum { PDFIUM_BGRX = 3, PDFIUM_ANNOTATIONS = 1 };
enum { PDFIUM_SYMBOLIC = 4 };

typedef struct {
    pdfium_document *_Nullable (*_Nonnull FPDF_LoadDocument)(const char *_Nonnull path, const char *_Nullable password);
    unsigned long (*_Nonnull FPDF_GetLastError)(void);
    void (*_Nonnull FPDF_CloseDocument)(pdfium_document *_Nonnull);
    int (*_Nonnull FPDF_GetPageCount)(pdfium_document *_Nonnull);
    int (*_Nonnull FPDF_DocumentHasValidCrossReferenceTable)(pdfium_document *_Nonnull);
    int (*_Nonnull FPDF_GetFormType)(pdfium_document *_Nonnull);

    pdfium_page *_Nullable (*_Nonnull FPDF_LoadPage)(pdfium_document *_Nonnull, int index);
    void (*_Nonnull FPDF_ClosePage)(pdfium_page *_Nonnull);
    float (*_Nonnull FPDF_GetPageWidthF)(pdfium_page *_Nonnull);
    float (*_Nonnull FPDF_GetPageHeightF)(pdfium_page *_Nonnull);
    int (*_Nonnull FPDF_PageToDevice)(
        pdfium_page *_Nonnull, int x, int y, int width, int height, int rotation, double page_x, double page_y,
        int *_Nonnull device_x, int *_Nonnull device_y);
    int (*_Nonnull FPDF_DeviceToPage)(
        pdfium_page *_Nonnull, int x, int y, int width, int height, int rotation, int device_x, int device_y,
        double *_Nonnull page_x, double *_Nonnull page_y);

    pdfium_bitmap *_Nullable (*_Nonnull FPDFBitmap_CreateEx)(
        int width, int height, int format, void *_Nullable pixels, int stride);
    int (*_Nonnull FPDFBitmap_FillRect)(
        pdfium_bitmap *_Nonnull, int left, int top, int width, int height, unsigned long color);
    void (*_Nonnull FPDFBitmap_Destroy)(pdfium_bitmap *_Nonnull);
    void (*_Nonnull FPDF_RenderPageBitmap)(
        pdfium_bitmap *_Nonnull, pdfium_page *_Nonnull, int x, int y, int width, int height, int rotation, int flags);

    int (*_Nonnull FPDFPage_CountObjects)(pdfium_page *_Nonnull);
    pdfium_object *_Nullable (*_Nonnull FPDFPage_GetObject)(pdfium_page *_Nonnull, int index);
    int (*_Nonnull FPDFFormObj_CountObjects)(pdfium_object *_Nonnull);
    pdfium_object *_Nullable (*_Nonnull FPDFFormObj_GetObject)(pdfium_object *_Nonnull, unsigned long index);
    int (*_Nonnull FPDFPageObj_GetType)(pdfium_object *_Nonnull);
    int (*_Nonnull FPDFPageObj_GetMatrix)(pdfium_object *_Nonnull, pdfium_matrix *_Nonnull);
    int (*_Nonnull FPDFPageObj_SetIsActive)(pdfium_object *_Nonnull, int is_active);
    int (*_Nonnull FPDFImageObj_GetImagePixelSize)(
        pdfium_object *_Nonnull, unsigned int *_Nonnull width, unsigned int *_Nonnull height);
    int (*_Nonnull FPDFTextObj_GetTextRenderMode)(pdfium_object *_Nonnull);
    int (*_Nonnull FPDFTextObj_GetFontSize)(pdfium_object *_Nonnull, float *_Nonnull size);
    pdfium_font *_Nullable (*_Nonnull FPDFTextObj_GetFont)(pdfium_object *_Nonnull);
    int (*_Nonnull FPDFFont_GetIsEmbedded)(pdfium_font *_Nonnull);
    int (*_Nonnull FPDFFont_GetFlags)(pdfium_font *_Nonnull);
    size_t (*_Nonnull FPDFFont_GetBaseFontName)(pdfium_font *_Nonnull, char *_Nullable name, size_t size);

    int (*_Nonnull FPDFPage_GetAnnotCount)(pdfium_page *_Nonnull);
    pdfium_annotation *_Nullable (*_Nonnull FPDFPage_GetAnnot)(pdfium_page *_Nonnull, int index);
    void (*_Nonnull FPDFPage_CloseAnnot)(pdfium_annotation *_Nonnull);
    int (*_Nonnull FPDFAnnot_GetSubtype)(pdfium_annotation *_Nonnull);
    int (*_Nonnull FPDFAnnot_GetFlags)(pdfium_annotation *_Nonnull);
    int (*_Nonnull FPDFAnnot_HasKey)(pdfium_annotation *_Nonnull, const char *_Nonnull key);
    int (*_Nonnull FPDFAnnot_GetRect)(pdfium_annotation *_Nonnull, pdfium_rectangle *_Nonnull);
    pdfium_attachment *_Nullable (*_Nonnull FPDFAnnot_GetFileAttachment)(pdfium_annotation *_Nonnull);

    int (*_Nonnull FPDFDoc_GetAttachmentCount)(pdfium_document *_Nonnull);
    pdfium_attachment *_Nullable (*_Nonnull FPDFDoc_GetAttachment)(pdfium_document *_Nonnull, int index);
    int (*_Nonnull FPDFAttachment_GetFile)(
        pdfium_attachment *_Nonnull, void *_Nullable buffer, unsigned long size, unsigned long *_Nonnull needed);

    void (*_Nonnull FPDFDOC_ExitFormFillEnvironment)(pdfium_form *_Nonnull);
    void (*_Nonnull FORM_OnAfterLoadPage)(pdfium_page *_Nonnull, pdfium_form *_Nonnull);
    void (*_Nonnull FORM_OnBeforeClosePage)(pdfium_page *_Nonnull, pdfium_form *_Nonnull);
    void (*_Nonnull FPDF_FFLDraw)(
        pdfium_form *_Nonnull, pdfium_bitmap *_Nonnull, pdfium_page *_Nonnull, int x, int y, int width, int height,
        int rotation, int flags);
} cpdfium;

/// Loads the library and starts it, once; it is never given back. Of fonts that a PDF does not bring, it uses those that it
/// has built in, never the machine's: the same file gives the same pixels everywhere.
///
/// - Parameter error: takes what is wrong where the result is null; `size` bytes, and ended by a zero.
const cpdfium *_Nullable cpdfium_load(const char *_Nonnull library, char *_Nonnull error, size_t size);

/// What draws a document's form fields, also those without an appearance; `FPDFDOC_ExitFormFillEnvironment` ends it, before
/// the document is closed.
pdfium_form *_Nullable cpdfium_form(pdfium_document *_Nonnull document);
