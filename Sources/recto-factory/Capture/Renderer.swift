import Foundation
import Imaging

/// Draws SVG by `rsvg-convert` (Debian package librsvg2-bin).
struct Renderer {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// - Parameter dpi: pixels per inch of the picture made.
    func render(_ drawing: Drawing, dpi: Double) throws -> Image {
        let folder = scratch.url
        for (name, bytes) in drawing.pictures { try Data(bytes).write(to: folder.appending(path: name)) }
        let source = folder.appending(path: "page.svg")
        let target = folder.appending(path: "page.png")
        try Data(drawing.svg.utf8).write(to: source)
        let width = Int((drawing.width * dpi).rounded())
        let height = Int((drawing.height * dpi).rounded())
        try Program.run(
            "rsvg-convert",
            [
                "--unlimited", "-b", "white", "-w", String(width), "-h", String(height), "-o", target.path,
                source.path,
            ])
        let image = try Image.decode([UInt8](Data(contentsOf: target)))
        image.dpi = dpi
        return image
    }
}
