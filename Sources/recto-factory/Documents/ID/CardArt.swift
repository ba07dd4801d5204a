import Foundation

/// What a card shows beside its text: security pattern, portrait, signature.
enum CardArt {
    /// Fine waves over a rectangle (in millimetres), pale enough to read print on.
    static func guilloche(width: Double, height: Double, _ random: inout Random) -> String {
        let colors = random.pick([
            ["#d7e8f3", "#e9d9ec"], ["#dcecd9", "#f3e7cf"], ["#f2dcdc", "#dfe3f2"], ["#e6e6d8", "#d6e6ea"],
            ["#d9ecec", "#f0e0ea"],
        ])
        var paths = ""
        for layer in 0..<2 {
            let count = random.int(16...26)
            let waves = random.double(1.2...3.5)
            let depth = height * random.double(0.05...0.16)
            let phase = random.double(0...6)
            let twist = random.double(0.1...0.5)
            for line in 0..<count {
                let base = height * (Double(line) + 0.5) / Double(count)
                let points = stride(from: 0.0, through: 1.0, by: 1 / 24.0).map { part in
                    (part * width, base + depth * sin(part * waves * 6.283 + phase + Double(line) * twist))
                }
                paths +=
                    "<path d=\"\(Pen.smooth(points))\" stroke=\"\(colors[layer])\" stroke-width=\"0.22\" fill=\"none\"/>"
            }
        }
        return paths
    }

    /// A drawn head and shoulders of nobody, in a frame of 30 by 40.
    static func portrait(_ random: inout Random) -> String {
        let skin = random.pick(["#e8c3a2", "#c98f6b", "#8d5a3c", "#f0d2b6", "#a8734f"])
        let hair = random.pick(["#2b1d14", "#5a3b22", "#111", "#8b6b45", "#777"])
        let cloth = random.pick(["#2f3e5c", "#5b2f36", "#3c4a3c", "#4b4b52", "#6b5836"])
        let wall = random.pick(["#cfd6dc", "#dcd8cf", "#c6d0cc"])
        let wide = random.double(6.4...7.6)
        let tall = random.double(8.6...9.8)
        return """
            <rect width="30" height="40" fill="\(wall)"/>
            <path d="M1 40 C2 30 9 28 15 28 C21 28 28 30 29 40 Z" fill="\(cloth)"/>
            <rect x="12" y="23" width="6" height="7" fill="\(skin)"/>
            <ellipse cx="15" cy="14.5" rx="\(wide + 1.2)" ry="\(tall + 1.2)" fill="\(hair)"/>
            <ellipse cx="15" cy="17" rx="\(wide)" ry="\(tall)" fill="\(skin)"/>
            <ellipse cx="12.2" cy="16" rx="0.9" ry="0.6" fill="#222"/><ellipse cx="17.8" cy="16" rx="0.9" ry="0.6" fill="#222"/>
            <path d="M15 17 L14.2 20 L15.6 20.2" stroke="#6b4a36" stroke-width="0.4" fill="none"/>
            <path d="M12.5 22.6 C14 23.6 16 23.6 17.5 22.6" stroke="#7a3d3d" stroke-width="0.6" fill="none"/>
            """
    }

    static func signature(width: Double, height: Double, _ random: inout Random) -> String {
        let path = Pen.signature(x: 0, y: height, width: width, height: height, &random)
        return "<path d=\"\(path)\" stroke=\"#1a1a2a\" stroke-width=\"0.35\" fill=\"none\" stroke-linecap=\"round\"/>"
    }

    /// The word across the card, pale but plain.
    static func specimen(_ isSpecimen: Bool, width: Double, height: Double) -> String {
        guard isSpecimen else { return "" }
        let x = Canvas.number(width * 0.55)
        let y = Canvas.number(height * 0.55)
        return
            "<text x=\"\(x)\" y=\"\(y)\" font-family=\"Liberation Sans\" font-weight=\"bold\" font-size=\"\(Canvas.number(height * 0.14))\""
            + " fill=\"#c22\" fill-opacity=\"0.55\" text-anchor=\"middle\" transform=\"rotate(-18 \(x) \(y))\">SPECIMEN</text>"
    }
}
