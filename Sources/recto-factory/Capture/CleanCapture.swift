import Imaging

/// Pages as rendered.
struct CleanCapture {
    let renderer: Renderer

    func capture(_ draft: Draft, _ random: inout Random) throws -> Captured {
        let dpi = draft.isCard ? random.pick([300.0, 300, 350, 400]) : random.pick([200.0, 300, 300, 300, 400])
        let pages = try draft.pages.map { drawing in
            let image = try renderer.render(drawing, dpi: dpi)
            // A sheet of black print needs no colour.
            let kept = draft.isCard || draft.isColored ? image : try image.grey()
            kept.dpi = dpi
            return CapturedPage(image: kept, truth: TruthPageValues(), dpi: dpi)
        }
        let several: [FileFormat] = [.tiff, .pdf(quality: 90)]
        let single: [FileFormat] = [.png, .png, .png, .jpeg(quality: 95), .tiff, .pdf(quality: 92)]
        return Captured(pages: pages, format: random.pick(pages.count > 1 ? several : single))
    }
}
