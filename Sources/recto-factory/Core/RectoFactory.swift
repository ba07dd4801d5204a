import ArgumentParser
import Evaluation
import Foundation
import Model

@main
struct RectoFactory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto-factory", abstract: "Makes documents with exact truth, from a seed.",
        subcommands: [Make.self, Turn.self])
}

struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes documents and truth.jsonl.",
        discussion: """
            The same seed gives the same documents, however many jobs make them.

            Example: recto-factory make --seed 7 --count 300 --output /tmp/documents
            """)

    @Option(help: "What all else follows from.") var seed: UInt64
    @Option(help: "How many documents.") var count: Int
    @Option(help: "The folder to write to.") var output: String
    @Option(help: "Kinds, by commas: id, deed, opt_out, unknown.") var kinds = "id,deed,opt_out,unknown"
    @Option(help: "Tiers, by commas: clean, scan, photo, bad.") var tiers = "clean,scan,photo,bad"
    @Option(help: "Templates, fonts and wordings that are held back: only, never or mixed.") var heldBack =
        HeldBackPolicy.mixed
    @Option(help: "The day that is today for the documents; judge them by the same.") var asOf = "2026-06-01"
    @Option(help: "How many to make at once.") var jobs = 2
    @Option(help: "The folder of the templates.") var templates: String?
    @Option(help: "Turn clean pages by up to so many degrees either way, and by quarters: to measure levelling.")
    var tilt: Double?
    @Option(help: "Only documents of these subkinds, by commas, such as passport,quitclaim_deed.") var subkinds: String?

    @Flag(
        help: """
            Prints one wrong figure or letter where the zone or the barcode of a passport, visa, card or licence has the \
            right one; none of these documents may be accepted.
            """) var plant = false
    @Flag(
        help: """
            Puts the sides of each card onto one picture, and every third time two documents; sheets lie side by side in \
            photographs.
            """) var together = false

    @Flag(help: "Puts two or three documents into each file, one behind the other, as a feeder's stack has them.")
    var stacked = false

    @Flag(help: "Ages scanned sheets: faint print, stains, dark gutters, toned paper, print that shows through.")
    var worn = false

    func run() throws {
        guard let today = CalendarDate(iso: asOf), today.day != nil else {
            throw ValidationError("--as-of wants a date such as 2026-06-01")
        }
        let kindNames = kinds.split(separator: ",").map { KindName(rawValue: String($0)) }
        let tierNames = try tiers.split(separator: ",").map { name in
            guard let tier = TruthDocument.Tier(rawValue: String(name)) else {
                throw ValidationError("there is no tier \(name)")
            }
            return tier
        }
        for kind in kindNames where Catalogue.makers[kind] == nil {
            throw ValidationError("there is no kind \(kind.rawValue)")
        }
        guard count > 0, jobs > 0, !kindNames.isEmpty, !tierNames.isEmpty else {
            throw ValidationError("--count, --jobs, --kinds and --tiers want at least one")
        }
        guard (0...45).contains(tilt ?? 0) else { throw ValidationError("--tilt wants 0 to 45 degrees") }
        let factory = Factory(
            seed: seed, policy: heldBack, asOf: today,
            templates: try Templates(folder: templates.map { URL(filePath: $0) } ?? Templates.standardFolder),
            output: URL(filePath: output),
            subkinds: subkinds.map { Set($0.split(separator: ",").map(String.init)) }, isTogether: together,
            isStacked: stacked, isWorn: worn, tilt: tilt, plants: plant)
        let truths = try factory.make(count: count, kinds: kindNames, tiers: tierNames, jobs: jobs)
        print("\(truths.count) documents in \(output)")
    }
}
