package import Foundation
import Model

/// What a line of `results.jsonl` is about.
struct LineSource: Decodable {
    var path: String
    var pages: [Int]?

    private struct Line: Decodable { var source: LineSource }

    /// Nil where the line is no result.
    init?(of line: Data) {
        // A line has its keys in the order of the alphabet, and no such bytes within a text: quotation marks are escaped
        // there. So the source can be had without all the pages before it.
        if let start = line.range(of: Data(#""source":{"#.utf8), options: .backwards)?.upperBound,
            let end = line.range(of: Data(#","status":""#.utf8), in: start..<line.endIndex)?.lowerBound,
            let source = try? JSONDecoder().decode(LineSource.self, from: line[(start - 1)..<end])
        {
            self = source
        } else if let line = try? JSONDecoder().decode(Line.self, from: line) {
            self = line.source
        } else {
            return nil
        }
    }
}

/// Which lines of a `results.jsonl` stand: a file that was done again where it lies has a line, or those of its
/// documents, for each time, and the last ones count.
package struct StandingLines {
    private var paths: [String?] = []
    /// By a file's path, the number of the line with which its last results begin.
    private var begins: [PathKey: Int] = [:]

    package init() {}

    /// The next line, without its line feed.
    package mutating func add(_ line: Data) {
        let source = LineSource(of: line)
        // A split file's first document has its first page.
        if let source, source.pages?.first ?? 1 == 1 { begins[PathKey(source.path)] = paths.count }
        paths.append(source?.path)
    }

    /// Whether a line stands, by its number from 0; one that is no result does.
    package func stands(_ number: Int) -> Bool {
        path(of: number).flatMap { begins[PathKey($0)] }.map { number >= $0 } ?? true
    }

    func path(of number: Int) -> String? { paths[number] }
}
