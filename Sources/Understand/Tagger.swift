import CTagger
import Digest
import Foundation
package import Model
import Neural

/// Tells of each word which field it belongs to, by a network over words, their looks and their places, that has learned from a
/// corpus of wordings (`Training/tagger.py`).
package final class Tagger {
    private let model: NeuralModel
    private let vocabulary: WordPieces
    /// By column; `O` for none, `B-grantor` for a first word, `I-grantor` for a further one.
    private let classes: [Class]

    private struct Class {
        var field: FieldName?
        var begins: Bool

        init(_ name: Substring) {
            field = name.hasPrefix("B-") || name.hasPrefix("I-") ? FieldName(rawValue: String(name.dropFirst(2))) : nil
            begins = name.hasPrefix("B-")
        }
    }

    /// Words that are looked at at a time, which bounds memory; a document of more is looked at in parts, page by page.
    private static let mostWords = 4096

    /// - Parameter folder: has ONNX Runtime.
    /// - Throws: `Failure(.engineFailed)` where that is missing or is not what it should be.
    package init(folder: String) throws {
        model = try Self.model(folder: folder)
        vocabulary = try Self.vocabulary(of: model)
        classes = try model.note("classes").split(separator: "\n").map(Class.init)
    }

    /// The network with the digest of its bytes.
    package static var modelFile: EngineInfo.ModelFile {
        unsafe EngineInfo.ModelFile(name: "tagger", sha256: SHA256.hexDigest(of: Array(bytes)))
    }

    private static var bytes: UnsafeBufferPointer<UInt8> {
        var size = 0
        let start = unsafe ctagger_model(&size)
        return unsafe UnsafeBufferPointer(start: start, count: size)
    }

    private static func model(folder: String) throws -> NeuralModel {
        try unsafe NeuralModel(bytes, named: "tagger", folder: folder, stage: .classify)
    }

    private static func vocabulary(of model: NeuralModel) throws -> WordPieces {
        WordPieces(vocabulary: try model.note("vocabulary").components(separatedBy: "\n"))
    }

    static func vocabulary(folder: String) throws -> WordPieces { try vocabulary(of: model(folder: folder)) }

    /// The document with its words tagged.
    package func tagged(_ document: RecognizedDocument) throws -> RecognizedDocument {
        var tagged = document
        var first = 0
        while first < document.pages.count {
            var (end, count) = (first, 0)
            while end < document.pages.count, end == first || count + document.pages[end].words.count <= Self.mostWords
            {
                count += document.pages[end].words.count
                end += 1
            }
            try tag(&tagged.pages, first..<end)
            first = end
        }
        return tagged
    }

    private func tag(_ pages: inout [RecognizedPage], _ range: Range<Int>) throws {
        let places = range.flatMap { page in pages[page].words.indices.map { (page: page, word: $0) } }
            .filter { !pages[$0.page].words[$0.word].text.isEmpty }
        for start in stride(from: 0, to: places.count, by: Self.mostWords) {
            let part = places[start..<min(places.count, start + Self.mostWords)]
            let shown = Dictionary(grouping: part, by: \.page).sorted { $0.key < $1.key }.map { page, words in
                TaggerInput.Page(
                    words: words.map { pages[page].words[$0.word] }, width: max(1, pages[page].prepared.width),
                    height: max(1, pages[page].prepared.height), isFirst: page == 0)
            }
            let tags = try tags(of: TaggerInput(shown, vocabulary: vocabulary))
            for (place, tag) in zip(part, tags) { pages[place.page].words[place.word].tag = tag }
        }
    }

    private func tags(of input: TaggerInput) throws -> [Word.Tag?] {
        guard input.count > 0 else { return [] }
        var numbers = input.numbers
        let classes = classes
        return try unsafe model.run(&numbers, channels: 1, height: input.count, width: TaggerInput.width) {
            numbers, rows, columns in
            guard rows == input.count, columns >= classes.count else {
                throw Failure(
                    .engineFailed, "the tagger tells of \(rows) words in \(columns) classes", stage: .classify)
            }
            return (0..<rows).map { row in
                let start = row * columns
                let best = classes.indices.max { unsafe numbers[start + $0] < numbers[start + $1] } ?? 0
                return classes[best].field.map {
                    Word.Tag(
                        field: $0, begins: classes[best].begins, probability: Double(unsafe numbers[start + best]))
                }
            }
        }
    }
}
