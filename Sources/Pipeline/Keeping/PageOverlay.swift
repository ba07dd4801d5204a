import Extract
import Foundation
import Imaging
import Model

/// Draws what was seen on a page: words, zones, barcodes, marks, ink and fields on the upright page, and beside it the
/// input with the page's outline, the decision, the measures and the fields. Holds no values but those that the
/// picture itself shows.
struct PageOverlay {
    let page: RecognizedPage
    let outcome: Outcome
    /// Labels of fields, where somebody asks for them.
    var labels: [LabelPlace] = []

    /// The longer side of the small input picture, in pixels.
    static let inputSize = 420.0
    private static let panelWidth = 560
    private static let margin = 12
    private static let lineHeight = 26

    /// Large enough to read small print, small enough for a screen.
    static func pageWidth(of page: PreparedPage) -> Int {
        min(1400, max(800, page.width))
    }

    /// - Parameters:
    ///   - picture: the upright page, `pageWidth` wide.
    ///   - input: its `thumbnail`.
    func draw(on picture: Image, beside input: Image) throws -> Image {
        let lines = panelLines
        let panelHeight = input.height + 3 * Self.margin + Self.lineHeight * lines.count
        let canvas = try Canvas(
            width: picture.width + Self.panelWidth, height: max(picture.height, panelHeight))
        try canvas.place(picture, x: 0, y: 0)
        let scale = Double(picture.width) / Double(max(1, page.prepared.width))
        try drawFindings(on: canvas, scale: scale)
        try drawEvidence(on: canvas, scale: scale)
        try drawFields(on: canvas, scale: scale)
        let left = picture.width + Self.margin
        try canvas.place(input, x: left, y: Self.margin)
        var top = input.height + 2 * Self.margin
        for line in lines {
            try canvas.text(line.text, at: (left, top), line.colour)
            top += Self.lineHeight
        }
        return canvas.image
    }

    // MARK: - On the page

    private func drawFindings(on canvas: Canvas, scale: Double) throws {
        for word in page.words { try canvas.frame(word.box.scaled(by: scale), Palette.word) }
        for area in page.prepared.glareAreas {
            try canvas.frame(area.scaled(by: scale), Palette.glare, thickness: 4)
        }
        for region in page.inkRegions { try canvas.frame(region.box.scaled(by: scale), Palette.ink) }
        for line in page.zoneLines { try canvas.frame(line.box.scaled(by: scale), Palette.zone, thickness: 2) }
        for barcode in page.barcodes { try canvas.frame(barcode.box.scaled(by: scale), Palette.barcode, thickness: 2) }
        for mark in page.checkBoxes {
            try canvas.frame(mark.box.scaled(by: scale).inset(by: -2), Palette.mark(mark.state), thickness: 3)
        }
    }

    /// What speaks for or against the kind, and the labels of its fields.
    private func drawEvidence(on canvas: Canvas, scale: Double) throws {
        for item in outcome.classification?.evidence ?? [] where item.page == page.index {
            guard let box = item.box?.scaled(by: scale).inset(by: -2) else { continue }
            try canvas.frame(box, item.weight > 0 ? Palette.cue : Palette.wrong)
            let label = (item.weight > 0 ? "+" : "") + Self.figure(item.weight)
            try canvas.text(label, at: (box.maxX - canvas.width(of: label), box.maxY), Palette.cue)
        }
        for label in labels where label.page == page.index {
            try canvas.frame(label.box.scaled(by: scale).inset(by: -2), Palette.label)
        }
    }

    /// Each with its number in the list beside the page.
    private func drawFields(on canvas: Canvas, scale: Double) throws {
        for (number, (_, field)) in ownFields.enumerated() {
            guard let box = field.box?.scaled(by: scale).inset(by: -3) else { continue }
            let colour = Palette.confidence(field.confidence)
            try canvas.frame(box, colour, thickness: 2)
            let label = "\(number + 1)"
            let left = max(0, box.x - canvas.width(of: label) - 4)
            try canvas.text(label, at: (left, box.y), Palette.paper, on: colour)
        }
    }

    /// Fields that were read on this page, by name.
    private var ownFields: [(key: FieldName, value: Field)] {
        (outcome.fields ?? [:]).filter { $0.value.page == page.index }.sorted { $0.key < $1.key }
    }

    // MARK: - Beside it

    /// The captured page, small, with the page's edges where they were found; the upper one is the thick one.
    static func thumbnail(of input: Image, _ prepared: PreparedPage) throws -> Image {
        let scale = min(1, inputSize / Double(max(input.width, input.height)))
        let small = try input.scaled(by: scale)
        let canvas = try Canvas(width: small.width, height: small.height)
        try canvas.place(small, x: 0, y: 0)
        let width = Double(prepared.width)
        let height = Double(prepared.height)
        let corners = [(0, 0), (width, 0), (width, height), (0, height)].map { x, y in
            let point = prepared.inputPoint(Point(x: x, y: y))
            return Point(x: point.x * scale, y: point.y * scale)
        }
        for index in corners.indices {
            try canvas.line(
                from: corners[index], to: corners[(index + 1) % 4], index == 0 ? Palette.top : Palette.outline,
                thickness: index == 0 ? 6 : 2)
        }
        return canvas.image
    }

    private struct PanelLine {
        var text: String
        var colour = Palette.text
    }

    private var panelLines: [PanelLine] {
        var lines = [PanelLine(text: "page \(page.index) of \(outcome.pages?.count ?? 1)")]
        if let kind = outcome.kind, let classification = outcome.classification {
            lines.append(PanelLine(text: "kind \(kind.rawValue) \(Self.figure(classification.confidence))"))
        }
        lines += decisionLines + captureLines
        lines.append(PanelLine(text: "fields on this page:"))
        lines += ownFields.enumerated().map { number, item in
            PanelLine(
                text: "\(number + 1) \(item.key.rawValue) \(Self.figure(item.value.confidence)) from "
                    + item.value.source.rawValue,
                colour: Palette.confidence(item.value.confidence))
        }
        lines += [
            PanelLine(text: "speaks for the kind", colour: Palette.cue),
            PanelLine(text: "words, thin", colour: Palette.word), PanelLine(text: "other ink", colour: Palette.ink),
            PanelLine(text: "machine-readable zone", colour: Palette.zone),
            PanelLine(text: "barcode", colour: Palette.barcode), PanelLine(text: "glare", colour: Palette.glare),
        ]
        if !labels.isEmpty { lines.append(PanelLine(text: "label of a field", colour: Palette.label)) }
        for state in [CheckBox.State.checked, .unchecked, .doubtful] {
            lines.append(PanelLine(text: "box: \(state.rawValue)", colour: Palette.mark(state)))
        }
        return lines
    }

    private var decisionLines: [PanelLine] {
        guard let decision = outcome.decision else { return [] }
        var lines = [
            PanelLine(
                text: "decision: \(decision.action.rawValue)",
                colour: decision.action == .accept ? Palette.sure : Palette.unsure)
        ]
        for reason in decision.reasons {
            let measured = reason.measured.map { " \(Self.figure($0))" } ?? ""
            let threshold = reason.threshold.map { ", limit \(Self.figure($0))" } ?? ""
            let subject = reason.field.map { " \($0.rawValue)" } ?? reason.page.map { " page \($0)" } ?? ""
            lines.append(
                PanelLine(text: "  \(reason.code.rawValue)\(subject)\(measured)\(threshold)", colour: Palette.unsure))
        }
        return lines
    }

    private var captureLines: [PanelLine] {
        let prepared = page.prepared
        let quality = prepared.quality
        let measures = [
            "sharpness": quality.sharpness, "contrast": quality.contrast, "brightness": quality.brightness,
            "glare": quality.glare, "clipped": quality.clipped, "moire": quality.moire, "noise": quality.noise,
            "text height": quality.textHeight, "coverage": quality.coverage,
        ]
        return [
            PanelLine(text: "\(prepared.width) x \(prepared.height) pixels at \(Int(prepared.dpi.rounded())) dpi"),
            PanelLine(text: "turned \(prepared.orientation), skew \(Self.figure(prepared.skew)) degrees"),
            PanelLine(text: "binarized by \(prepared.binarization.method.rawValue)"),
        ] + measures.sorted { $0.key < $1.key }.map { PanelLine(text: "\($0.key) \(Self.figure($0.value))") }
    }

    private static func figure(_ number: Double) -> String { String(format: "%.2f", number) }
}

private enum Palette {
    static let paper = Colour(255, 255, 255)
    static let text = Colour(40, 40, 40)
    static let word = Colour(120, 170, 220)
    static let ink = Colour(200, 160, 60)
    static let glare = Colour(230, 60, 160)
    static let zone = Colour(150, 60, 190)
    static let barcode = Colour(0, 150, 160)
    static let outline = Colour(30, 200, 60)
    static let cue = Colour(70, 70, 220)
    static let label = Colour(160, 110, 40)
    static let top = Colour(255, 60, 60)
    static let sure = Colour(0, 130, 40)
    static let unsure = Colour(200, 90, 0)
    static let wrong = Colour(200, 0, 30)

    static func confidence(_ value: Double) -> Colour { value >= 0.9 ? sure : value >= 0.5 ? unsure : wrong }

    static func mark(_ state: CheckBox.State) -> Colour {
        switch state {
        case .checked: sure
        case .unchecked: word
        case .doubtful: wrong
        }
    }
}

extension Box {
    func scaled(by factor: Double) -> Box {
        let left = Int((Double(x) * factor).rounded())
        let top = Int((Double(y) * factor).rounded())
        return Box(
            x: left, y: top, width: Int((Double(maxX) * factor).rounded()) - left,
            height: Int((Double(maxY) * factor).rounded()) - top)
    }
}
