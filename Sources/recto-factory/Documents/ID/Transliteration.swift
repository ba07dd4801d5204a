/// Latin letters beyond A to Z as ICAO 9303-3 (section 6, table A) writes them in a machine-readable zone.
enum Transliteration {
    static func ascii(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let letters = table[String(scalar).uppercased()] {
                result += String(scalar) == String(scalar).uppercased() ? letters : letters.lowercased()
            }
        }
        return result
    }

    private static let table: [String: String] = {
        let plain: [(String, String)] = [
            ("A", "ÁÀÂÃĂĀĄǍ"), ("C", "ÇĆĈČĊ"), ("D", "ĎĐ"), ("E", "ÉÈÊËĚĒĘĖĔ"), ("G", "ĜĞĠĢ"), ("H", "ĤĦ"),
            ("I", "ÍÌÎÏĨĪĬĮİ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ŁĹĻĽĿ"), ("N", "ÑŃŅŇ"), ("O", "ÓÒÔÕŌŎŐ"),
            ("R", "ŔŖŘ"), ("S", "ŚŜŞŠ"), ("T", "ŢŤŦ"), ("U", "ÚÙÛŨŪŬŮŰŲ"), ("W", "Ŵ"), ("Y", "ÝŶŸ"), ("Z", "ŹŻŽ"),
        ]
        var table: [String: String] = [
            "Ä": "AE", "Æ": "AE", "Å": "AA", "Ö": "OE", "Ø": "OE", "Œ": "OE", "Ü": "UE", "ẞ": "SS", "SS": "SS",
            "Þ": "TH", "Ð": "D",
        ]
        for (letter, variants) in plain { for variant in variants { table[String(variant)] = letter } }
        return table
    }()
}
