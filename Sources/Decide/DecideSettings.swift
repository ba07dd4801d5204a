/// What `pipeline.yml` says under `decide`.
package struct DecideSettings: Hashable, Sendable {
    /// Share of accepted documents that may hold a wrong value, 0…0.5; 0 accepts nothing.
    package var targetError = 0.001
    /// File of the confidence model; empty: the one that comes with Recto.
    package var calibration = ""
    // Measures of the capture (docs/quality.md); beyond them a capture is at fault where it could not be read.
    package var minSharpness = 0.2
    package var maxGlare = 0.02
    /// Beyond it a photographed page is to be captured again though everything asked for was read.
    package var maxHarmlessGlare = 0.15
    package var maxMoire = 0.04
    package var minBrightness = 0.25
    package var maxBrightness = 0.995
    package var minContrast = 0.2
    package var maxNoise = 20.0
    /// In pixels of the captured page.
    package var minTextHeight = 6.0
    /// Mean confidence of a page's words; less is `unreadable`, whatever the measures say.
    package var minTextConfidence = 0.5
    /// Share of ink in a page's centre; less is `blank`.
    package var minInk = 0.0005
    /// Grey of the paper over 255; what is darker, and shows nothing, is faint rather than blank.
    package var minBlankBrightness = 0.75

    package init() {}
}
