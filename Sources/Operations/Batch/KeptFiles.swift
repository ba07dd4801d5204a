import Model
import Pipeline
import SystemPackage

/// Where what workers keep beside results goes.
struct KeptFiles: Sendable {
    let folders: [Keepsake: FilePath]
    let ledger: Ledger

    /// Moves what the worker left to where the user wants it, and says in the result where the pages' pictures are.
    func move(of delivery: inout Delivery) throws {
        guard let kept = delivery.kept else { return }
        let targets = folders.mapValues { ResultFolder.keptFolder(of: delivery.job.path, in: $0) }
        try ledger.keep(Array(targets.values), of: delivery.job.path)
        for (item, target) in targets {
            let hasAny = try ResultFolder.moveKept(from: kept.appending(item.rawValue), to: target)
            guard item == .corrected, hasAny else { continue }
            for index in delivery.outcome.pages?.indices ?? 0..<0 {
                guard let page = delivery.outcome.pages?[index], page.error == nil else { continue }
                delivery.outcome.pages?[index].image = target.appending("page-\(page.index).png").string
            }
        }
    }
}
