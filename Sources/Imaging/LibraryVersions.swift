import CHeif
import CLeptonica
import CPNG

/// Of the libraries behind Imaging, as they say themselves at run time.
package enum LibraryVersions {
    /// Such as `1.82.0`.
    package static var leptonica: String {
        guard let text = unsafe getLeptonicaVersion() else { return "" }
        defer { unsafe lept_free(text) }
        let version = unsafe String(cString: text)
        return version.hasPrefix("leptonica-") ? String(version.dropFirst("leptonica-".count)) : version
    }

    /// Such as `1.6.39`.
    package static var libpng: String {
        unsafe png_get_libpng_ver(nil).map { unsafe String(cString: $0) } ?? ""
    }

    /// Such as `1.15.1`.
    package static var libheif: String {
        unsafe heif_get_version().map { unsafe String(cString: $0) } ?? ""
    }
}
