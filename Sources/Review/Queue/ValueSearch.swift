import Foundation
import Hummingbird
import Model
import Synchronization

/// `/search`: documents by what stands in their fields. It is posted, so that no value stands in an address, a history or
/// a log; and it reads the results one by one, since no index keeps values.
struct ValueSearch: Sendable {
    let index: DocumentIndex
    let queue: QueuePage
    private let isAtWork = Busy()

    /// What one search may take of the machine.
    private static let longest = Duration.seconds(10)
    private static let mostFound = 50
    private static let shortestText = 2
    private static let longestText = 200

    init(index: DocumentIndex, queue: QueuePage) {
        self.index = index
        self.queue = queue
    }

    func find(_ form: FormFields, _ context: SignedInContext) async throws -> Response {
        let text = String((form["text"] ?? "").trimmingCharacters(in: .whitespaces).prefix(Self.longestText))
        let filter = QueueFilter(form)
        var found: [DocumentEntry] = []
        var note: String?
        if text.count < Self.shortestText {
            note = "Give at least two letters or digits of a value."
        } else {
            guard isAtWork.begin() else {
                throw PageError(.serviceUnavailable, "Another search is at work", "Try again in some seconds.")
            }
            defer { isAtWork.end() }
            let selection = QueueSelection(filter, in: index.snapshot, now: .now)
            let deadline = ContinuousClock.now + Self.longest
            let needle = Self.folded(text)
            for (number, document) in selection.documents.enumerated() where found.count < Self.mostFound {
                if number % 16 == 0 { await Task.yield() }
                if ContinuousClock.now > deadline || Task.isCancelled {
                    note =
                        "Stopped after \(number) of \(selection.count) documents. Narrow the queue, then search again."
                    break
                }
                if index.result(of: document).map({ Self.holds(needle, $0) }) == true { found.append(document) }
            }
            if found.count == Self.mostFound { note = "These are the first \(Self.mostFound)." }
        }
        var view = queue.list(found, filter, .now)
        view["title"] = "Documents with a value"
        view["text"] = text
        view["searchHidden"] = QueuePage.hidden(filter, without: ["page"])
        view["back"] = QueuePage.address(filter)
        view["note"] = note
        view["isEmpty"] = found.isEmpty && note == nil
        view["hasAny"] = !found.isEmpty
        return Page.answer("search", view, for: context)
    }

    private static func holds(_ needle: String, _ json: Data) -> Bool {
        struct Values: Decodable {
            struct Field: Decodable {
                var value: FieldValue
                var raw: String?
            }

            var fields: [FieldName: Field]?
        }
        let fields = (try? JSONDecoder().decode(Values.self, from: json))?.fields ?? [:]
        return fields.values.contains { field in
            (field.value.texts + (field.raw.map { [$0] } ?? [])).contains { folded($0).contains(needle) }
        }
    }

    /// Whatever the case and the accents.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// One search at a time.
    private final class Busy: Sendable {
        private let isBusy = Mutex(false)

        func begin() -> Bool {
            isBusy.withLock { isBusy in
                defer { isBusy = true }
                return !isBusy
            }
        }

        func end() { isBusy.withLock { $0 = false } }
    }
}
