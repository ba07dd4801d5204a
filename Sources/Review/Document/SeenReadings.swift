import Model
import Operations
import Synchronization

/// What the machine had read in the documents that were shown last: a page may be open while its document is read anew.
final class SeenReadings: Sendable {
    private static let most = 100
    /// The last one is the newest.
    private let kept = Mutex<[(reading: String, machine: Outcome)]>([])

    func keep(_ state: ReviewState) {
        let reading = state.version.reading
        var machine = state.machine
        // What is compared is the kind and the fields.
        machine.pages = nil
        kept.withLock { [machine] kept in
            kept.removeAll { $0.reading == reading }
            kept.append((reading, machine))
            if kept.count > Self.most { kept.removeFirst() }
        }
    }

    /// Nil where it was not shown lately.
    subscript(reading: String) -> Outcome? {
        kept.withLock { kept in kept.last { $0.reading == reading }?.machine }
    }
}
