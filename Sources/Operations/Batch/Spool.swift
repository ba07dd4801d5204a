import Foundation
import SystemPackage

/// Records by the numbers of documents, kept in a file without a name: of each, no more than its place is in memory.
final class Spool {
    private struct Place {
        var offset: Int64 = 0
        var length = 0
    }

    private let file: FileDescriptor
    private var end: Int64 = 0
    private var places: [Place] = []

    init(in folder: FilePath) throws { file = try Self.file(in: folder) }

    deinit { try? file.close() }

    /// A file without a name.
    static func file(in folder: FilePath) throws -> FileDescriptor {
        // Known for what it is where a crash comes between the two.
        let name = AtomicFile.temporaryName(in: folder)
        let file = try FileDescriptor.open(
            name, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        FileSystem.remove(name)
        return file
    }

    /// - Parameter record: takes the place of the one that the document had.
    func append(_ record: Data, sequence: Int) throws {
        _ = try file.writeAll(toAbsoluteOffset: end, record)
        while places.count <= sequence { places.append(Place()) }
        places[sequence] = Place(offset: end, length: record.count)
        end += Int64(record.count)
    }

    /// One more than the highest number.
    var count: Int { places.count }

    /// Empty where there is none.
    func record(_ sequence: Int) throws -> Data {
        var data = Data()
        try visit(places[sequence]) { data += $0 }
        return data
    }

    /// Writes all records into one file, in the order of their numbers.
    func commit(to path: FilePath) throws {
        var output = try AtomicFile(path: path)
        for place in places { try visit(place) { try output.append($0) } }
        try output.commit()
    }

    private func visit(_ place: Place, _ body: (Data) throws -> Void) throws {
        var done = 0
        while done < place.length {
            let bytes = try file.bytes(upTo: min(1 << 20, place.length - done), at: place.offset + Int64(done))
            guard !bytes.isEmpty else { throw Errno.ioError }
            try body(Data(bytes))
            done += bytes.count
        }
    }
}
