/// One try at one document, or at a part of it.
struct Attempt: Sendable {
    enum Task: Sendable {
        case document
        /// To read some pages of a document that was divided, by its number among those.
        case pages(ClosedRange<Int>, of: Int)
        /// All that comes behind reading them.
        case rest(of: Int)
    }

    var job: Job
    var task = Task.document
    var isRetry = false
    /// Known once its bytes were read.
    var placed: Intake.Placed?

    /// Of the document among those that were divided.
    var number: Int? {
        switch task {
        case .document: nil
        case .pages(_, let number), .rest(let number): number
        }
    }

    var isWhole: Bool {
        if case .pages = task { false } else { true }
    }

    /// Of the same document.
    func part(_ task: Task, isRetry: Bool) -> Attempt {
        var part = self
        part.task = task
        part.isRetry = isRetry
        return part
    }
}
