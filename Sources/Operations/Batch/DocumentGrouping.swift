package import Model
import SystemPackage

/// Makes one document of files that belong together.
package struct DocumentGrouping: Sendable {
    private let grouping: FileGrouping
    private let sides: [String]

    /// - Parameter sides: words that tell sides apart in files' names, in page order.
    package init(_ grouping: FileGrouping, sides: [String] = []) {
        self.grouping = grouping
        self.sides = sides.map { $0.lowercased() }
    }

    /// Whether each file is a document, whatever other files there are.
    var isByFile: Bool { grouping == .file }

    /// The documents, in the order of their first files.
    func documents(of jobs: [Job]) -> [Job] {
        switch grouping {
        case .file: jobs
        case .folder: joined(jobs.map { (Self.folder(of: $0), $0) }) { Self.precedes($0.path, $1.path) }
        case .sides: sided(jobs)
        }
    }

    /// Files with the same key as one document, in the order given.
    private func joined<Key: Hashable>(_ keyed: [(key: Key, job: Job)], by order: (Job, Job) -> Bool) -> [Job] {
        Dictionary(grouping: keyed, by: \.key).values.compactMap { files in
            let ordered = files.map(\.job).sorted(by: order)
            guard var document = ordered.first else { return nil }
            document.others = Array(ordered.dropFirst())
            return document
        }.sorted { $0.sequence < $1.sequence }
    }

    // MARK: - Sides

    private struct SideKey: Hashable {
        var folder: FilePath
        var name: String
        /// Where two files have the same side, which one belongs to the other cannot be told: each stays by itself.
        var alone: Int?
    }

    private func sided(_ jobs: [Job]) -> [Job] {
        var places: [Int: Int] = [:]
        var keyed = jobs.map { job -> (key: SideKey, job: Job) in
            guard let (name, side) = side(of: job) else {
                return (SideKey(folder: Self.folder(of: job), name: "", alone: job.sequence), job)
            }
            places[job.sequence] = side
            return (SideKey(folder: Self.folder(of: job), name: name), job)
        }
        let counts = Dictionary(grouping: keyed, by: \.key).mapValues { files in
            (files: files.count, sides: Set(files.map { places[$0.job.sequence] }).count)
        }
        for index in keyed.indices {
            let count = counts[keyed[index].key]
            if count?.files != count?.sides { keyed[index].key.alone = keyed[index].job.sequence }
        }
        return joined(keyed) { places[$0.sequence, default: 0] < places[$1.sequence, default: 0] }
    }

    /// What a file's name says beside its side, and the side's position; nil where it names none.
    private func side(of job: Job) -> (name: String, side: Int)? {
        let file = job.path.split(separator: "/").last ?? ""
        let stem = (file.lastIndex(of: ".").map { file[..<$0] } ?? file).lowercased()
        for (position, side) in sides.enumerated() {
            if stem == side { return ("", position) }
            if stem.hasSuffix(side), let gap = stem.dropLast(side.count).last, Self.parts(gap) {
                return (String(stem.dropLast(side.count + 1)), position)
            }
            if stem.hasPrefix(side), let gap = stem.dropFirst(side.count).first, Self.parts(gap) {
                return (String(stem.dropFirst(side.count + 1)), position)
            }
        }
        return nil
    }

    private static func parts(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }

    // MARK: - Folders

    private static func folder(of job: Job) -> FilePath {
        let folder = job.location.removingLastComponent()
        return (try? FileSystem.realPath(folder)) ?? folder
    }

    /// By the paths' letters, and numbers in them by their value: page 10 comes after page 9.
    private static func precedes(_ a: String, _ b: String) -> Bool {
        func key(_ text: String) -> [(number: Int?, text: String)] {
            text.reduce(into: [(number: Int?, text: String)]()) { parts, character in
                let isDigit = character.isASCII && character.isWholeNumber
                if let last = parts.last, (last.number != nil) == isDigit {
                    parts[parts.count - 1].text.append(character)
                } else {
                    parts.append((isDigit ? 0 : nil, String(character)))
                }
            }.map { part in (part.number.map { _ in Int(part.text) ?? .max }, part.text) }
        }
        for (first, second) in zip(key(a), key(b)) where first.text != second.text {
            if let x = first.number, let y = second.number, x != y { return x < y }
            return first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
        }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}

extension Job {
    /// The document's files in page order, each as a job of its own.
    var files: [Job] {
        var first = self
        first.others = []
        return [first] + others
    }

    /// What a result says of the document's files; nil where it is one.
    ///
    /// - Parameters:
    ///   - placed: what is known of their bytes.
    ///   - read: what the worker found out about them.
    func files(_ placed: Intake.Placed?, as read: [SourceInfo.File]?) -> [SourceInfo.File]? {
        guard !others.isEmpty else { return nil }
        let known = placed.map { [$0] + $0.others } ?? []
        return files.enumerated().map { position, job in
            var file = SourceInfo.File(path: job.path)
            if let read, position < read.count { file = read[position] }
            file.path = job.path
            if position < known.count { (file.id, file.bytes) = (known[position].id, known[position].bytes) }
            return file
        }
    }
}
