import Foundation
import SystemPackage

/// Results in the order of completion, kept in a file without a name until they are written in input order.
final class ResultSpool {
    private let file: FileDescriptor
    private var end: Int64 = 0
    private var places: [Int: (offset: Int64, length: Int)] = [:]

    init(in folder: FilePath) throws {
        // Known for what it is where a crash comes between the two.
        let name = AtomicFile.temporaryName(in: folder)
        file = try FileDescriptor.open(
            name, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        FileSystem.remove(name)
    }

    deinit { try? file.close() }

    /// - Parameter lines: of one file, each with its line feed; they take the place of those that it had.
    func append(_ lines: Data, sequence: Int) throws {
        _ = try file.writeAll(toAbsoluteOffset: end, lines)
        places[sequence] = (end, lines.count)
        end += Int64(lines.count)
    }

    /// Writes `results.jsonl`.
    func commit(to path: FilePath) throws {
        var output = try AtomicFile(path: path)
        for (_, place) in places.sorted(by: { $0.key < $1.key }) {
            var offset = place.offset
            while offset < place.offset + Int64(place.length) {
                let count = min(1 << 20, Int(place.offset + Int64(place.length) - offset))
                let bytes = try file.bytes(upTo: count, at: offset)
                guard !bytes.isEmpty else { throw Errno.ioError }
                try output.append(Data(bytes))
                offset += Int64(bytes.count)
            }
        }
        try output.commit()
    }
}
