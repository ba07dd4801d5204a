/// Documents with the same bytes: one is processed, the others share its outcome.
enum Duplicates {
    /// - Returns: the jobs to process, and for each of them the later ones with the same bytes.
    static func grouped(_ jobs: [Job]) -> (leaders: [Job], followers: [Int: [Job]]) {
        // Only files of equal length can be equal, so only those are read.
        var lengths: [Int64: Int] = [:]
        let sizes = jobs.map { Intake.size(of: $0) }
        for case .some(let size) in sizes { lengths[size, default: 0] += 1 }
        var leaderByContent: [String: Int] = [:]
        var leaders: [Job] = []
        var followers: [Int: [Job]] = [:]
        for (job, size) in zip(jobs, sizes) {
            // Files of one document are read together or not at all.
            guard job.others.isEmpty, let size, size > 0, lengths[size, default: 0] > 1,
                let id = try? Intake.id(of: job)
            else {
                leaders.append(job)
                continue
            }
            if let leader = leaderByContent[id] {
                followers[leader, default: []].append(job)
            } else {
                leaderByContent[id] = job.sequence
                leaders.append(job)
            }
        }
        return (leaders, followers)
    }
}
