import Foundation
import Imaging
import Model
import Testing

/// Small pictures made in code, and files that none of the encoders here can make.
enum Pictures {
    /// White with a black rectangle.
    static func rectangle(width: Int, height: Int, _ box: Box) throws -> Image {
        var bytes = [UInt8](repeating: 255, count: width * height)
        for y in box.y..<box.maxY {
            for x in box.x..<box.maxX { bytes[y * width + x] = 0 }
        }
        return try Image(width: width, height: height, grey: bytes)
    }

    /// Every pixel different from its neighbours.
    static func gradient(width: Int, height: Int) throws -> Image {
        try Image(
            width: width, height: height,
            grey: (0..<(width * height)).map { index -> UInt8 in
                let level: Int = index % width * 5 + index / width * 3
                return UInt8(level % 256)
            })
    }

    static func bytes(_ base64: String) throws -> [UInt8] {
        [UInt8](try #require(Data(base64Encoded: base64)))
    }

    /// 3 x 2 RGBA: opaque red, half black, then transparent.
    static let alphaPNG = """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAFElEQVQI12P4z8Dwn4GBoZ4BHQAAN9kCfg66AQIAAAAASUVORK5CYII=
        """
    /// 2 x 2 palette: red, but blue at the lower right.
    static let palettePNG = """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAQMAAABIeJ9nAAAABlBMVEX/AAAAAP9sof2OAAAADElEQVQI12NgYHAAAABEAEFGrHeUAAAAAElF\
        TkSuQmCC
        """
    /// 4 x 2 grey of 16 bits: 0, 0x4000, 0x8000, 0xFFFF.
    static let deepPNG = """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAACEAAAAAAKU/78AAAAFElEQVR42mNgYHBgaGD4/58BxgAAJboFfVFOAHQAAAAASUVORK5CYII=
        """
    /// 64 x 48 white with a black rectangle from (8, 8) to (31, 23).
    static let heic = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt\
        AAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAPQACAAEAAAAAAAAAAQAAAAAAAAAIAAAA\
        OGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AA\
        AAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4\
        EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgI\
        AAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAEVtZGF0AAAAOSgBrxOA5o20qzxc03+qbTgO\
        +n7E9yhWJdhe//mm28CWWhP/3+4k683GmhJL3NfBfxWfVyXb4ynN2A==
        """
}
