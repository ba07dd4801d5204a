import Glibc
import SystemPackage

/// The names in a folder, in the order of the bytes of all paths in and under it: a folder's own name counts with the
/// `/` behind it. There may be millions, so each takes few bytes.
struct FolderNames: Sendable {
    struct Entry {
        var name: FilePath.Component
        /// As it is written in results.
        var text: String
        var isFolder: Bool
    }

    /// Where a name's bytes are: as the system knows it and, where they are others, as it is written.
    private struct Place {
        var start: Int
        var count: UInt16
        var textOffset: UInt16
        var textCount: UInt16
        var isFolder: Bool

        var name: Range<Int> { start..<(start + Int(count)) }
        var text: Range<Int> { start + Int(textOffset)..<(start + Int(textOffset) + Int(textCount)) }
        /// What it is sorted by; each folder's text has a `/` behind it.
        var key: Range<Int> { text.lowerBound..<(text.upperBound + (isFolder ? 1 : 0)) }
    }

    private var bytes: [UInt8] = []
    private var places: [Place] = []
    private var position = 0

    /// - Throws: where the folder cannot be read.
    init(of folder: FilePath) throws {
        try FileSystem.visit(folder) { name, type in
            // Not every file system says so.
            let isFolder =
                type == UInt8(DT_UNKNOWN)
                ? (try? Stat(folder.appending(name), followTargetSymlink: false).type) == .directory
                : type == UInt8(DT_DIR)
            let own = PathName.bytes(of: FilePath(root: nil, [name]))
            let text = Array(PathName.encoded(own).utf8)
            let offset = own == text ? 0 : own.count
            places.append(
                Place(
                    start: bytes.count, count: UInt16(own.count), textOffset: UInt16(offset),
                    textCount: UInt16(text.count), isFolder: isFolder))
            bytes += own
            if offset > 0 { bytes += text }
            if isFolder { bytes.append(Self.separator) }
        }
        places.sort { [bytes] in bytes[$0.key].lexicographicallyPrecedes(bytes[$1.key]) }
    }

    private static let separator = UInt8(ascii: "/")

    /// Whether all paths of one come before those of the other.
    static func precedes(_ a: (text: String, isFolder: Bool), _ b: (text: String, isFolder: Bool)) -> Bool {
        func key(_ name: (text: String, isFolder: Bool)) -> [UInt8] {
            Array(name.text.utf8) + (name.isFolder ? [separator] : [])
        }
        return key(a).lexicographicallyPrecedes(key(b))
    }

    /// Nil at the end.
    mutating func next() -> Entry? {
        while position < places.count {
            let place = places[position]
            position += 1
            guard let name = PathName.path(of: Array(bytes[place.name])).lastComponent else { continue }
            return Entry(
                name: name, text: String(decoding: bytes[place.text], as: UTF8.self), isFolder: place.isFolder)
        }
        return nil
    }
}
