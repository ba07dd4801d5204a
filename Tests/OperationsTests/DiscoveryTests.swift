import Foundation
import Glibc
import SystemPackage
import Testing

@testable import Operations

@Suite struct DiscoveryTests {
    /// Documents begin with `%DOC` or are named `.tif`.
    private func find(_ inputs: [FilePath], excluding excluded: [FilePath] = []) -> Found {
        var discovery = Discovery(inputs: inputs, excluding: excluded) { bytes, name in
            bytes.starts(with: Array("%DOC".utf8)) || name.hasSuffix(".tif")
        }
        var found = Found(missing: discovery.missing, hasNoInput: discovery.hasNoInput)
        while let finding = discovery.next() {
            switch finding {
            case .document(let job): found.jobs.append(job)
            case .skipped(let skipped): found.skipped.append(skipped)
            case .problem(let problem): found.problems.append(problem)
            }
        }
        return found
    }

    private struct Found {
        var jobs: [Job] = []
        var skipped: [Discovery.Skipped] = []
        var problems: [String] = []
        var missing: [String]
        var hasNoInput: Bool
    }

    @Test func findsByFirstBytesOrByNameAndCountsTheRest() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("b.tif", "no document at all")
        try folder.write("a/without ending", "%DOC")
        try folder.write("notes.txt", "text")
        try folder.write("empty.txt", "")
        let found = find([folder.path])
        #expect(found.jobs.map(\.path) == ["a/without ending", "b.tif"])
        #expect(found.jobs.map(\.sequence) == [0, 1])
        #expect(found.skipped.map(\.path).sorted() == ["empty.txt", "notes.txt"])
        #expect(Set(found.skipped.map(\.cause)) == [.foreign])
        #expect(found.problems.isEmpty)
    }

    @Test func sortsPathsByTheirBytes() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in ["b.tif", "a/z.tif", "B.tif", "a.tif", "ä.tif"] { try folder.write(FilePath(name), "x") }
        #expect(find([folder.path]).jobs.map(\.path) == ["B.tif", "a.tif", "a/z.tif", "b.tif", "ä.tif"])
    }

    @Test func comesInTheOrderOfAllPathsBytesOneFolderAtATime() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let names = [
            "a/x.tif", "a/b/x.tif", "a.b/x.tif", "a.tif", "a-b.tif", "a-b/x.tif", "a0.tif", "a0/-.tif", "B/z.tif",
            "%/a.tif",
            "%.tif", "ä/a.tif", "a b/c.tif", "a/b.tif", "a/b-.tif", "a/b!/x.tif", "%25.tif",
        ]
        for name in names { try folder.write(FilePath(name), "x") }
        // Written with percent signs, they have another place than their bytes.
        let folders = [[0xE4], [0x61, 0xFF]].map { folder.path.pushing(PathName.path(of: $0)) }
        for place in folders {
            try FileSystem.makeFolder(place)
            try folder.write(FilePath(root: nil, place.components.suffix(1)).appending("n.tif"), "x")
        }
        let jobs = find([folder.path]).jobs
        let paths = jobs.map(\.path)
        #expect(paths == paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Set(paths) == Set(names + ["%E4/n.tif", "a%FF/n.tif"]))
        #expect(jobs.map(\.sequence) == Array(jobs.indices))
        // So do several inputs, in whatever order they are named.
        let inputs = ["a0 that is gone", "a.tif", "a", "a-b", "a.b", "a-b.tif"].map { folder.path.appending($0) }
        let several = find(inputs).jobs.map(\.path)
        #expect(several.count == 10)
        #expect(several == several.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test func findsWhatIsNamedThoughAnotherInputDoesNotReachIt() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("in/a.tif", "x")
        try folder.write("in/out/sub/b.tif", "x")
        try folder.write("in/notes.txt", "text")
        let (inbox, out) = (folder.path.appending("in"), folder.path.appending("in/out"))
        // The search of the first one leaves the output folder out.
        #expect(find([inbox, out], excluding: [out]).jobs.map(\.path) == ["in/a.tif", "out/sub/b.tif"])
        #expect(find([inbox, out.appending("sub")], excluding: [out]).jobs.map(\.path) == ["in/a.tif", "sub/b.tif"])
        #expect(find([out, inbox], excluding: [out]).jobs.map(\.path) == ["in/a.tif", "out/sub/b.tif"])
        // What the first one passes over is none of the second one's, but the other way round.
        let notes = inbox.appending("notes.txt")
        #expect(find([inbox, notes]).jobs.map(\.path) == ["in/a.tif", "in/out/sub/b.tif"])
        #expect(find([notes, inbox]).jobs.map(\.path) == ["in/a.tif", "in/out/sub/b.tif", "notes.txt"])
    }

    @Test func followsNoLinksAndOpensNoPipes() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let elsewhere = try TemporaryFolder()
        defer { elsewhere.remove() }
        let target = try elsewhere.write("outside.tif", "x")
        try folder.write("real.tif", "x")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("link.tif").string, withDestinationPath: target.string)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("folder").string, withDestinationPath: elsewhere.path.string)
        #expect(mkfifo(folder.path.appending("pipe.tif").string, 0o600) == 0)
        let found = find([folder.path])
        #expect(found.jobs.map(\.path) == ["real.tif"])
        #expect(
            Set(found.skipped.map { "\($0.path) \($0.cause)" }) == ["link.tif link", "folder link", "pipe.tif special"])
    }

    @Test func writesNamesThatAreNoTextPercentEncoded() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let bytes: [CChar] = [0x66, -4, 0x72, 0x2e, 0x74, 0x69, 0x66, 0]
        let latin = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
        try folder.write(latin, "x")
        try folder.write("two\nlines.tif", "x")
        let found = find([folder.path])
        #expect(found.jobs.map(\.path) == ["f%FCr.tif", "two\nlines.tif"])
        for job in found.jobs { #expect((try? Stat(job.location)) != nil) }
    }

    @Test func prefixesSeveralInputsByTheirOwnNames() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("one/inbox/a.tif", "x")
        try folder.write("two/inbox/a.tif", "x")
        let file = try folder.write("single.txt", "x")
        let found = find([folder.path.appending("one/inbox"), folder.path.appending("two/inbox/"), file])
        #expect(found.jobs.map(\.path) == ["inbox/a.tif", "inbox~2/a.tif", "single.txt"])
    }

    @Test func namesADotByTheFolderItLeadsTo() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("inbox/a.tif", "x")
        try folder.write("other/b.tif", "x")
        let found = find([folder.path.appending("other/../inbox/."), folder.path.appending("other")])
        #expect(found.jobs.map(\.path) == ["inbox/a.tif", "other/b.tif"])
    }

    @Test func countsWhatSeveralInputsLeadToOnce() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("inbox/sub/a.tif", "x")
        try folder.write("inbox/b.tif", "x")
        let inbox = folder.path.appending("inbox")
        let link = folder.path.appending("link.tif")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: file.string)
        #expect(find([file, file, inbox.appending("../inbox/sub/a.tif"), link]).jobs.map(\.path) == ["a.tif"])
        #expect(find([inbox, inbox.appending(".")]).jobs.map(\.path) == ["b.tif", "sub/a.tif"])
        #expect(find([inbox, file]).jobs.map(\.path) == ["inbox/b.tif", "inbox/sub/a.tif"])
        #expect(find([file, inbox]).jobs.map(\.path) == ["a.tif", "inbox/b.tif"])
        #expect(find([inbox.appending("sub"), inbox]).jobs.map(\.path) == ["inbox/b.tif", "sub/a.tif"])
        let gone = folder.path.appending("gone.tif")
        #expect(find([gone, gone]).jobs.map(\.path) == ["gone.tif"])
        #expect(find([gone, gone]).hasNoInput)
    }

    @Test func namesThatDifferInNormalFormAloneAreTwoAndDoNotMove() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let names = ["Mu\u{308}ller.tif", "M\u{FC}ller.tif"]
        try folder.write(FilePath(names[1]), "x")
        let alone = find([folder.path]).jobs
        try folder.write(FilePath(names[0]), "x")
        try folder.write("a.tif", "x")
        let all = find([folder.path]).jobs
        #expect(all.map { Array($0.path.utf8) } == (names + ["a.tif"]).map { Array($0.utf8) })
        #expect(alone.map { Array($0.path.utf8) } == [Array(names[1].utf8)])
        let named = find(names.map { folder.path.appending($0) }).jobs
        #expect(named.map { Array($0.path.utf8) } == names.map { Array($0.utf8) })
    }

    @Test func alwaysCountsWhatIsNamed() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let notes = try folder.write("notes.txt", "text")
        let found = find([notes, folder.path.appending("gone.tif")])
        #expect(found.jobs.map(\.path) == ["gone.tif", "notes.txt"])
        #expect(found.missing.count == 1)
    }

    @Test func leavesItsOwnOutputAlone() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("a.tif", "x")
        try folder.write("out/results/b.tif", "x")
        let found = find([folder.path], excluding: [folder.path.appending("out")])
        #expect(found.jobs.map(\.path) == ["a.tif"])
        // The output folder itself as an input: its results are left out, what lies beside them is not.
        let inside = find(
            [folder.path.appending("out")],
            excluding: [folder.path.appending("out"), folder.path.appending("out/results")])
        #expect(inside.jobs.isEmpty)
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything")) func reportsFoldersThatCannotBeRead() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("closed/a.tif", "x")
        let closed = folder.path.appending("closed").string
        chmod(closed, 0)
        defer { chmod(closed, 0o700) }
        let found = find([folder.path])
        #expect(found.jobs.isEmpty)
        #expect(found.problems.count == 1)
    }

    @Test func keepsTwoNamesThatAreWrittenAlikeApart() throws {
        #expect(PathName.encoded([0x61, 0xFF]) == "a%FF")
        // By its own name alone, whether the other one is there or not.
        #expect(PathName.encoded(Array("a%FF".utf8)) == "a%25FF")
        #expect(PathName.encoded(Array("a%25FF".utf8)) == "a%2525FF")
        #expect(PathName.encoded(Array("a%25".utf8) + [0xFF]) == "a%2525%FF")
        // What is text is written as it is, also where it is encoded text.
        for name in ["100% %ff %F", "M%C3%BCller", "a%25b"] { #expect(PathName.encoded(Array(name.utf8)) == name) }
        #expect(PathName.encoded([0xC3]) == "%C3")
        #expect(PathName.encoded([0xED, 0xA0, 0x80]) == "%ED%A0%80")
        #expect(PathName.printable("a\nb\u{1B}[31m") == "a\\u{a}b\\u{1b}[31m")
    }
}
