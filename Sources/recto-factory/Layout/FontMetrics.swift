import Foundation
import Synchronization

/// A font as a template names it.
struct Font: Hashable, Sendable {
    var family: String
    var bold = false
    var italic = false

    var isTypewriter: Bool { FontMetrics.typewriters.contains(family) }
}

/// Advance widths from a font's own tables (OpenType specification: `cmap` formats 4 and 12, `head`, `hhea`, `hmtx`);
/// kerning is left out, which makes lines a little shorter than computed, never longer.
struct FontMetrics: Sendable {
    private let unitsPerEm: Double
    private let glyphs: [UInt32: Int]
    private let advances: [UInt16]

    static let typewriters: Set<String> = ["Courier Prime", "Liberation Mono", "GNUTypewriter", "DejaVu Sans Mono"]

    /// In the unit of `size`.
    func width(of text: String, size: Double) -> Double {
        var units = 0
        for scalar in text.unicodeScalars {
            let glyph = glyphs[scalar.value] ?? 0
            units += Int(advances[min(glyph, advances.count - 1)])
        }
        return Double(units) / unitsPerEm * size
    }

    /// Whether the font has every character of the text.
    func covers(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { glyphs[$0.value] != nil } }

    private static let cache = Mutex<[Font: FontMetrics]>([:])

    static func of(_ font: Font) throws -> FontMetrics {
        if let known = cache.withLock({ $0[font] }) { return known }
        let pattern =
            "\(font.family):weight=\(font.bold ? "bold" : "regular"):slant=\(font.italic ? "italic" : "roman")"
        let answer = try Program.run(
            "fc-match", ["--format", "%{file}\n%{family}", pattern], captureOutput: true)
        let lines = answer.split(separator: "\n", maxSplits: 1).map(String.init)
        guard lines.count == 2, lines[1].split(separator: ",").contains(where: { $0 == font.family }) else {
            throw FactoryError.fontMissing(family: font.family)
        }
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: lines[0])))
        guard let metrics = FontMetrics(bytes) else { throw FactoryError.fontMissing(family: font.family) }
        cache.withLock { $0[font] = metrics }
        return metrics
    }

    private init?(_ bytes: [UInt8]) {
        let reader = SFNT(bytes: bytes)
        guard let head = reader.table("head"), let hhea = reader.table("hhea"), let hmtx = reader.table("hmtx"),
            let cmap = reader.table("cmap")
        else { return nil }
        unitsPerEm = Double(reader.u16(head + 18))
        advances = (0..<reader.u16(hhea + 34)).map { UInt16(reader.u16(hmtx + 4 * $0)) }
        glyphs = reader.glyphs(cmap: cmap)
        guard unitsPerEm > 0, !advances.isEmpty, !glyphs.isEmpty else { return nil }
    }
}

/// Reads big-endian numbers out of a font file; out of range reads give 0.
private struct SFNT {
    let bytes: [UInt8]

    func u16(_ at: Int) -> Int { at >= 0 && at + 1 < bytes.count ? Int(bytes[at]) << 8 | Int(bytes[at + 1]) : 0 }
    func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }

    func table(_ tag: String) -> Int? {
        let wanted = Array(tag.utf8)
        for index in 0..<u16(4) {
            let entry = 12 + 16 * index
            if entry + 16 <= bytes.count, Array(bytes[entry..<(entry + 4)]) == wanted { return u32(entry + 8) }
        }
        return nil
    }

    func glyphs(cmap: Int) -> [UInt32: Int] {
        var found: [UInt32: Int] = [:]
        for index in 0..<u16(cmap + 2) {
            let table = cmap + u32(cmap + 4 + 8 * index + 4)
            switch u16(table) {
            case 4: segments(table, into: &found)
            case 12: groups(table, into: &found)
            default: continue
            }
        }
        return found
    }

    private func segments(_ table: Int, into found: inout [UInt32: Int]) {
        let doubled = u16(table + 6)
        for segment in stride(from: 0, to: doubled, by: 2) {
            let end = u16(table + 14 + segment)
            let start = u16(table + 16 + doubled + segment)
            let delta = u16(table + 16 + 2 * doubled + segment)
            let rangeAt = table + 16 + 3 * doubled + segment
            let range = u16(rangeAt)
            guard start <= end else { continue }
            for code in start...end where code != 0xFFFF {
                let glyph = range == 0 ? code : u16(rangeAt + range + 2 * (code - start))
                if glyph != 0 || range == 0 { found[UInt32(code)] = (glyph + delta) & 0xFFFF }
            }
        }
    }

    private func groups(_ table: Int, into found: inout [UInt32: Int]) {
        for group in 0..<min(u32(table + 12), 10_000) {
            let at = table + 16 + 12 * group
            let start = u32(at)
            let end = u32(at + 4)
            guard start <= end, end < 0x11_0000 else { continue }
            for code in start...end { found[UInt32(code)] = u32(at + 8) + code - start }
        }
    }
}
