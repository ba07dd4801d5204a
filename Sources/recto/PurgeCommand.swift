import ArgumentParser
import Foundation
import Model
import Operations

struct PurgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge", abstract: "Removes what an output folder holds of documents done long ago.",
        discussion: """
            Removes results, their lines in results.jsonl, pages written by --overlay and --corrected, stages, what \
            people decided in a review, the pictures that reviews have shown, and what the ledger knows of these documents, and says what it removed. The documents themselves are not touched: \
            one that still lies in an input folder is processed anew by the next run. What is pending stays.

            With --documents, those go too that `recto watch` has moved to done/ and failed/, where they are still the \
            files that were read. Without it they stay, and no later purge knows them any more. What lies where its \
            owner put it, as with `recto run` and watch.move=false, is never removed.

              recto purge out --older-than 30d --dry-run        only tells
              recto purge out --older-than 30d
              recto purge out --older-than 30d --documents      the documents of a watch too

            A watch that is running must be stopped for it. Ages are by this machine's clock.

            Exit codes: 0 done, also where there was nothing to remove; 1 something could not be removed; 2 the folder \
            cannot be used.
            """)

    @Argument(
        help: "An output folder of `recto run` or `recto watch`.", completion: .directory, transform: ArgumentValue.path
    )
    var out: String

    @Option(
        help: ArgumentHelp("How long ago they were done: hours, days or weeks, as in 12h, 30d, 8w.", valueName: "age"),
        transform: Age.init)
    var olderThan: Age

    @Flag(help: "Remove the documents in done/ and failed/ of a watched folder too.")
    var documents = false

    @Flag(help: "Remove nothing.")
    var dryRun = false

    func run() throws {
        try StatusCommand.requireLedger(in: out)
        do {
            let folder = try ResultFolder(creating: RawArguments.path(out))
            let lock = try OutputLock(folder.root)
            defer { withExtendedLifetime(lock) {} }
            let ledger = try Ledger(in: folder.root)
            let purge = Purge(folder: folder, ledger: ledger, reviews: try ReviewStore.existing(in: folder))
            let pictures = PictureCache(in: folder.root).count
            let removals = try purge.run(
                settledBefore: Date.now - olderThan.seconds, withDocuments: documents, isTrial: dryRun)
            report(removals, pictures: pictures)
            let ahead = try ledger.count(settledAfter: .now)
            if ahead > 0 {
                Console.problem(
                    "\(ahead.counted("document")) done later than now, by a clock that was ahead, or is behind now: what was done then stays"
                )
            }
            if removals.contains(where: \.isStuck) { throw ExitCode(1) }
        } catch let code as ExitCode {
            throw code
        } catch {
            Console.problem("\(out): \(error)")
            throw ExitCode(2)
        }
    }

    /// - Parameter pictures: of all documents, that reviews have shown.
    private func report(_ removals: [Purge.Removal], pictures: Int) {
        let verb = dryRun ? "would remove" : "removed"
        for removal in removals where removal.isStuck {
            Console.problem(
                "\(removal.path): cannot be removed, or not all of it: check the rights to its files, then purge again")
        }
        let removals = removals.filter { !$0.isStuck }
        for removal in removals {
            let parts = [
                removal.hasResult ? "result" : "no result any more",
                removal.keptFiles > 0 ? "\(removal.keptFiles.counted("file")) kept beside it" : nil,
                removal.events > 0 ? removal.events.counted("event") + " of its review" : nil,
                removal.document == .removed ? "the document itself" : nil,
                removal.document == .replaced ? "not the document, which is another file now" : nil,
            ].compactMap(\.self)
            print("\(verb): \(PathName.printable(removal.path)): " + parts.joined(separator: ", "))
        }
        print(
            "\(verb): \(removals.count.counted("document")) done more than \(olderThan.text) ago: "
                + [
                    removals.count { $0.hasResult }.counted("result"),
                    removals.reduce(0) { $0 + $1.keptFiles }.counted("file") + " kept beside results",
                    removals.count.counted("entry", "entries") + " of the ledger",
                    removals.reduce(0) { $0 + $1.events }.counted("event") + " of reviews",
                    pictures > 0 ? pictures.counted("picture") + " that reviews have shown" : nil,
                    documents
                        ? removals.count { $0.document == .removed }.counted("file") + " in done and failed" : nil,
                ].compactMap(\.self).joined(separator: ", "))
    }
}
