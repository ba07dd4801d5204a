import HTTPTypes
import Hummingbird

/// Style and scripts, which the program carries.
enum Assets {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "style.css": ("text/css; charset=utf-8", PackageResources.style_css),
        "live.js": ("text/javascript; charset=utf-8", PackageResources.live_js),
        "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
        "queue.js": ("text/javascript; charset=utf-8", PackageResources.queue_js),
        "picture.js": ("text/javascript; charset=utf-8", PackageResources.picture_js),
        "point.js": ("text/javascript; charset=utf-8", PackageResources.point_js),
        "notify.js": ("text/javascript; charset=utf-8", PackageResources.notify_js),
        "review.js": ("text/javascript; charset=utf-8", PackageResources.review_js),
        "capture.js": ("text/javascript; charset=utf-8", PackageResources.capture_js),
        "capture-camera.js": ("text/javascript; charset=utf-8", PackageResources.capture_camera_js),
        "capture-hints.js": ("text/javascript; charset=utf-8", PackageResources.capture_hints_js),
        "capture-drafts.js": ("text/javascript; charset=utf-8", PackageResources.capture_drafts_js),
        "capture-sending.js": ("text/javascript; charset=utf-8", PackageResources.capture_sending_js),
        "capture-checking.js": ("text/javascript; charset=utf-8", PackageResources.capture_checking_js),
        "sign-out.js": ("text/javascript; charset=utf-8", PackageResources.sign_out_js),
        "passkey.js": ("text/javascript; charset=utf-8", PackageResources.passkey_js),
        "keys.js": ("text/javascript; charset=utf-8", PackageResources.keys_js),
    ]

    static func answer(_ name: String?) throws -> Response {
        guard let file = name.flatMap({ files[$0] }) else { throw PageError.notFound }
        return Response(
            status: .ok, headers: [.contentType: file.type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
