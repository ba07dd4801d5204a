import Model

/// The recorder's stamp or label: office, numbers, time, fees.
enum RecorderStamp {
    /// Draws it into a box with its top left at (x, y), at most 222 points wide and 96 high, now and then a little askew.
    static func draw(
        _ recording: DeedFacts.Recording, place: Place, x: Double, y: Double, isHeldBackLook: Bool,
        _ canvas: inout Canvas, _ random: inout Random
    ) {
        let font = Font(
            family: random.pick(["Liberation Sans", "Liberation Mono", "DejaVu Sans Mono", "Liberation Sans Narrow"]),
            bold: random.chance(0.4))
        let color = random.pick(["#111", "#111", "#1c2f86", "#5a1d6b", "#222"])
        let size = font.family.contains("Mono") ? 7.6 : 8.6
        let turn = random.chance(0.4) ? random.double(-5...5) : 0
        var lines = isHeldBackLook ? heldBackLines(recording, place, &random) : openLines(recording, place, &random)
        if random.chance(0.5) { lines.append("Fee: $\(random.int(14...96)).00   Pages: \(random.int(1...4))") }
        let isBoxed = random.chance(0.6)
        let isCentered = random.chance(0.4)
        canvas.turned(by: turn, x: x + 111, y: y + 45) { canvas in
            let height = Double(lines.count) * size * 1.4 + 10
            if isBoxed { canvas.box(x: x, y: y, width: 222, height: height, stroke: 0.9, color: color) }
            let ink = Canvas.Ink(font: font, size: size, color: color, anchor: isCentered ? "middle" : "start")
            for (row, line) in lines.enumerated() {
                canvas.text(line, x: isCentered ? x + 111 : x + 8, y: y + size * 1.4 * Double(row + 1), ink)
            }
        }
    }

    private static func openLines(
        _ recording: DeedFacts.Recording, _ place: Place, _ random: inout Random
    ) -> [String] {
        let office = random.pick(["Recorder", "Clerk", "Register of Deeds", "County Clerk"])
        let time = "\(random.int(8...11)):\(random.int(10...59)) AM"
        var lines = [
            random.pick([
                "RECORDED IN OFFICIAL RECORDS", "FILED FOR RECORD", "Official Records", "ELECTRONICALLY RECORDED",
            ]),
            random.pick([
                "\(place.county) County, \(place.stateName)", "COUNTY OF \(place.county.uppercased())",
                "\(place.county) County \(office)",
            ]),
        ]
        if let instrument = recording.instrument {
            lines.append(
                random.pick([
                    "Instrument No. \(instrument)", "INST # \(instrument)", "Doc # \(instrument)",
                    "Document Number: \(instrument)",
                ]))
        }
        if let book = recording.book, let page = recording.page {
            lines.append(
                random.pick([
                    "Book \(book) Page \(page)", "BK: \(book)  PG: \(page)", "Deed Book \(book), Page \(page)",
                    "OR BK \(book) PG \(page)",
                ]))
        }
        lines.append(
            random.pick([
                "Recorded: \(recording.date.slashes) \(time)", "\(recording.date.slashes) at \(time)",
                "Recorded on \(recording.date.american)", "Date: \(recording.date.slashes)",
            ]))
        return lines
    }

    private static func heldBackLines(
        _ recording: DeedFacts.Recording, _ place: Place, _ random: inout Random
    ) -> [String] {
        var lines = [
            "Received for Record", "\(place.county) County, \(place.state)",
            "\(recording.date.american)  \(random.int(1...4)):\(random.int(10...59)) P.M.",
        ]
        if let instrument = recording.instrument { lines.append("Reception No. \(instrument)") }
        if let book = recording.book, let page = recording.page { lines.append("Volume \(book)  Page \(page)") }
        return lines
    }
}
