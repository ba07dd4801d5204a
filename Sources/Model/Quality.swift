/// Measures of a capture. docs/quality.md gives each one's method.
package struct Quality: Hashable, Sendable, Codable {
    /// Edge steepness inside text: 0 (no edge) … 1 (a step within one pixel).
    package var sharpness: Double
    /// Paper minus ink in grey levels over 255, 0…1.
    package var contrast: Double
    /// Grey level of the paper over 255, 0…1.
    package var brightness: Double
    /// Share of the page covered by saturated blobs that hide print, 0…1.
    package var glare: Double
    /// Share of the page's pixels at the top of the grey scale (254 and 255), 0…1: white paper or burnt out.
    package var clipped: Double
    /// Depth of a fine grid over the paper, as the pixels of a photographed screen make, over the paper's grey, 0…1.
    package var moire: Double
    /// Specks of at most 3 pixels per thousand pixels of ink, 0…1000.
    package var noise: Double
    /// Median height of lower-case letters without ascenders (x-height), in pixels; 0 where no text was found.
    package var textHeight: Double
    /// Share of the frame that the page fills, 0…1.
    package var coverage: Double

    package init(
        sharpness: Double = 0, contrast: Double = 0, brightness: Double = 0, glare: Double = 0, clipped: Double = 0,
        moire: Double = 0, noise: Double = 0, textHeight: Double = 0, coverage: Double = 1
    ) {
        self.sharpness = sharpness
        self.contrast = contrast
        self.brightness = brightness
        self.glare = glare
        self.clipped = clipped
        self.moire = moire
        self.noise = noise
        self.textHeight = textHeight
        self.coverage = coverage
    }

    private enum CodingKeys: String, CodingKey {
        case sharpness, contrast, brightness, glare, clipped, moire, noise, coverage
        case textHeight = "text_height"
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sharpness = try values.decode(Double.self, forKey: .sharpness)
        contrast = try values.decode(Double.self, forKey: .contrast)
        brightness = try values.decode(Double.self, forKey: .brightness)
        glare = try values.decode(Double.self, forKey: .glare)
        // Results from before these were measured stay readable.
        clipped = try values.decodeIfPresent(Double.self, forKey: .clipped) ?? 0
        moire = try values.decodeIfPresent(Double.self, forKey: .moire) ?? 0
        noise = try values.decode(Double.self, forKey: .noise)
        textHeight = try values.decode(Double.self, forKey: .textHeight)
        coverage = try values.decode(Double.self, forKey: .coverage)
    }
}
