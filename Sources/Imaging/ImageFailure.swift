package import Model

extension ImageError {
    /// Libraries tell lack of memory from other troubles only in words.
    package var speaksOfMemory: Bool { ["alloc", "no memory"].contains(where: message.contains) }
}

extension Failure {
    /// What a picture's failure in the middle of the work means for its page.
    package init(_ error: ImageError, page: Int, stage: StageName) {
        if error.speaksOfMemory {
            self.init(
                .outOfMemory,
                "page \(page) needs more memory than a worker may have (\(error)): raise run.worker_memory, or scan at a "
                    + "lower resolution", stage: stage)
        } else {
            self.init(.engineFailed, "page \(page): \(error)", stage: stage)
        }
    }
}
