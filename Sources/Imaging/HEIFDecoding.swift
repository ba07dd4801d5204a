import CHeif
import CLeptonica
import Glibc

/// An HEIF file in memory and one of its pictures; frees both.
@safe private final class HEIFFile {
    private let context: OpaquePointer
    private(set) var picture: OpaquePointer?
    /// Its pictures, without thumbnails, hidden parts such as tiles, and auxiliary ones: alpha, depth and gain maps.
    let count: Int

    /// - Parameters:
    ///   - buffer: must outlive the file.
    ///   - bytes: of it that are to be read.
    ///   - page: from 1.
    init(_ buffer: UnsafeRawBufferPointer, count bytes: Int, page: Int) throws {
        guard let context = unsafe heif_context_alloc() else {
            throw ImageError(operation: "decode HEIC", message: "no memory")
        }
        unsafe self.context = unsafe context
        unsafe picture = nil
        var pictures: [heif_item_id] = []
        do {
            try unsafe HEIFFile.check(
                unsafe heif_context_read_from_memory_without_copy(context, buffer.baseAddress, bytes, nil))
            pictures = unsafe Array(
                repeating: 0, count: Int(heif_context_get_number_of_top_level_images(context)))
            _ = unsafe heif_context_get_list_of_top_level_image_IDs(context, &pictures, Int32(pictures.count))
        } catch {
            // Not all is set yet, so that nothing else frees it.
            unsafe heif_context_free(context)
            throw error
        }
        count = pictures.count
        guard pictures.indices.contains(page - 1) else {
            throw ImageError(operation: "decode HEIC", message: "there is no picture \(page)")
        }
        var handle: OpaquePointer?
        try unsafe HEIFFile.check(heif_context_get_image_handle(context, pictures[page - 1], &handle))
        unsafe picture = unsafe handle
    }

    deinit {
        if let picture = unsafe picture { unsafe heif_image_handle_release(picture) }
        unsafe heif_context_free(context)
    }

    static func check(_ error: heif_error) throws {
        guard unsafe error.code != heif_error_Ok else { return }
        var message = unsafe error.message.map { unsafe String(cString: $0) } ?? "no reason given"
        // Numbers beyond the library's own limits, which it calls an error of allocation: no memory would be enough.
        if unsafe error.subcode == heif_suberror_Security_limit_exceeded, let cause = message.ranges(of: ": ").first {
            message.removeSubrange(..<cause.upperBound)
        }
        let isUnsupported =
            unsafe error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype
        throw ImageError(
            operation: "decode HEIC", message: isUnsupported ? "HEIF that libheif does not read (\(message))" : message,
            converter: isUnsupported ? .otherProgram : nil)
    }
}

extension Image {
    /// libheif applies the file's own rotation and mirroring. High dynamic range is reduced to 8 bits.
    static func decodeHEIF(_ bytes: [UInt8], page: Int) throws -> Image {
        try unsafe bytes.withUnsafeBytes { buffer in
            let file = try unsafe HEIFFile(buffer, count: BoxReader(bytes).endOfFirstFile, page: page)
            var decoded: OpaquePointer?
            defer { if let decoded = unsafe decoded { unsafe heif_image_release(decoded) } }
            let options = unsafe heif_decoding_options_alloc()
            defer { unsafe heif_decoding_options_free(options) }
            unsafe options?.pointee.convert_hdr_to_8bit = 1
            try unsafe HEIFFile.check(
                unsafe heif_decode_image(
                    file.picture, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options))
            var stride: Int32 = 0
            guard let plane = unsafe heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride) else {
                throw ImageError(operation: "decode HEIC", message: "no RGB plane")
            }
            let width = Int(unsafe heif_image_get_width(decoded, heif_channel_interleaved))
            let height = Int(unsafe heif_image_get_height(decoded, heif_channel_interleaved))
            let image = try blank(width: width, height: height, depth: 32, white: false)
            guard let target = unsafe pixGetData(image.pix) else { return image }
            for row in 0..<height {
                unsafe memcpy(target + row * width, plane + row * Int(stride), width * 4)
            }
            // Red first in memory becomes red in the highest byte.
            unsafe pixEndianByteSwap(image.pix)
            if unsafe heif_image_handle_has_alpha_channel(file.picture) != 0 { unsafe pixSetSpp(image.pix, 4) }
            return try image.opaque()
        }
    }

    /// Width and height after the file's own rotation, bits a sample, and pictures of the file.
    static func heifSize(_ bytes: [UInt8], page: Int) throws -> (width: Int, height: Int, bits: Int, pages: Int) {
        try unsafe bytes.withUnsafeBytes { buffer in
            let file = try unsafe HEIFFile(buffer, count: BoxReader(bytes).endOfFirstFile, page: page)
            return unsafe (
                Int(heif_image_handle_get_width(file.picture)), Int(heif_image_handle_get_height(file.picture)),
                Int(heif_image_handle_get_luma_bits_per_pixel(file.picture)), file.count
            )
        }
    }
}
