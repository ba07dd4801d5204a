import CZXing
import Imaging
import Model

/// The barcode of a driver licence: AAMVA DL/ID Card Design Standard 2020, annex D.
enum AAMVA {
    struct Content {
        var state: String
        var number: String
        var surname: String
        var given: String
        var middle: String?
        var birth: CalendarDate
        var sex: String
        var issue: CalendarDate
        var expiry: CalendarDate
        var street: String
        var city: String
        var zip: String
        var licenseClass: String
        var eyes: String
        var height: String
        var discriminator: String
    }

    /// Issuer identification numbers.
    static let issuers: [String: String] = [
        "CA": "636014", "NY": "636001", "TX": "636015", "FL": "636010", "VA": "636000", "NC": "636004", "PA": "636025",
        "OH": "636023", "IL": "636035", "GA": "636055", "WA": "636045", "AZ": "636026", "CO": "636020",
        "MI": "636032", "MN": "636038", "OR": "636029", "WI": "636031", "MO": "636030", "TN": "636053",
    ]

    /// Version 10 of the header, one subfile.
    static func payload(_ content: Content) -> [UInt8] {
        let sex = ["M": "1", "F": "2"][content.sex] ?? "9"
        let elements = [
            "DAQ" + content.number, "DCS" + content.surname, "DDEN", "DAC" + content.given, "DDFN",
            "DAD" + (content.middle ?? "NONE"), "DDGN", "DCA" + content.licenseClass, "DCBNONE", "DCDNONE",
            "DBD" + content.issue.barcode, "DBB" + content.birth.barcode, "DBA" + content.expiry.barcode, "DBC" + sex,
            "DAU" + content.height, "DAY" + content.eyes, "DAG" + content.street, "DAI" + content.city,
            "DAJ" + content.state, "DAK" + content.zip + "0000  ", "DCF" + content.discriminator, "DCGUSA",
        ]
        let subfile = "DL" + elements.joined(separator: "\n") + "\r"
        let issuer = issuers[content.state] ?? "636000"
        let offset = 21 + 10
        let text = "@\n\u{1E}\rANSI \(issuer)100101DL\(four(offset))\(four(subfile.utf8.count))" + subfile
        return Array(text.utf8)
    }

    private static func four(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
    }

    /// A PNG picture of the symbol, four pixels a module.
    static func picture(_ payload: [UInt8]) throws -> (png: [UInt8], width: Int, height: Int) {
        var picture = czxing_picture(grey: nil, width: 0, height: 0)
        guard czxing_write_pdf417(payload, payload.count, 5, 4, &picture) == 0, let grey = picture.grey else {
            throw FactoryError.pictureFailed("zxing could not write the barcode")
        }
        defer { czxing_free_picture(&picture) }
        let (width, height) = (Int(picture.width), Int(picture.height))
        let bytes = Array(UnsafeBufferPointer(start: grey, count: width * height))
        return (try Image(width: width, height: height, grey: bytes).pngData(), width, height)
    }
}
