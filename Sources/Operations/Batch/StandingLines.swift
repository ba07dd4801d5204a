package import Foundation
import Model

/// Which lines of a `results.jsonl` stand: a file that was done again where it lies has a line, or those of its
/// documents, for each time, and the last ones count.
package struct StandingLines {
    private struct Line: Decodable {
        struct Source: Decodable {
            var path: String
            var pages: [Int]?
        }

        var source: Source
    }

    private var paths: [String?] = []
    /// By a file's path, the number of the line with which its last results begin.
    private var begins: [PathKey: Int] = [:]

    package init() {}

    /// The next line, without its line feed.
    package mutating func add(_ line: Data) {
        let source = try? JSONDecoder().decode(Line.self, from: line).source
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
