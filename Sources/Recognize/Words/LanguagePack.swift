/// Where Debian keeps Tesseract's language packs.
package enum LanguagePack {
    /// Packs of a whole script are named by its ISO 15924 code in Debian, by its English name in Tesseract.
    private static let scripts = [
        "Arabic": "arab", "Armenian": "armn", "Bengali": "beng", "Cyrillic": "cyrl", "Devanagari": "deva",
        "Ethiopic": "ethi", "Fraktur": "frak", "Georgian": "geor", "Greek": "grek", "Hangul": "hang",
        "HanS": "hans", "HanT": "hant", "Hebrew": "hebr", "Japanese": "jpan", "Latin": "latn", "Tamil": "taml",
        "Thai": "thai", "Vietnamese": "viet",
    ]

    /// The package that installs a pack: `tesseract-ocr-script-latn` for `Latin`, `tesseract-ocr-chi-sim` for `chi_sim`.
    package static func debianPackage(of name: String) -> String {
        "tesseract-ocr-" + (scripts[name].map { "script-" + $0 } ?? name.replacing("_", with: "-"))
    }
}
