import CLeptonica
import Model

/// A picture, 1, 8 or 32 bits a pixel, that owns its Leptonica `Pix`. Not Sendable: a picture belongs to one worker.
@safe package final class Image {
    let pix: UnsafeMutablePointer<PIX>

    /// Takes ownership.
    init(owning pix: UnsafeMutablePointer<PIX>) {
        unsafe self.pix = pix
    }

    deinit {
        var owned: UnsafeMutablePointer<PIX>? = unsafe pix
        unsafe pixDestroy(&owned)
    }

    package var width: Int { Int(unsafe pixGetWidth(pix)) }
    package var height: Int { Int(unsafe pixGetHeight(pix)) }
    /// Bits a pixel: 1, 8 or 32.
    package var depth: Int { Int(unsafe pixGetDepth(pix)) }
}
