import Model
import SystemPackage
import Testing

@testable import Operations

/// Which files become one document.
@Suite struct DocumentGroupingTests {
    private func documents(_ grouping: DocumentGrouping, _ paths: [String]) -> [[String]] {
        let jobs = paths.enumerated().map { number, path in
            Job(sequence: number, path: path, location: FilePath("/nowhere").appending(path))
        }
        return grouping.documents(of: jobs).map { $0.files.map(\.path) }
    }

    private let sides = DocumentGrouping(.sides, sides: ["front", "back"])

    @Test func eachFileStaysByItselfUnlessSaidOtherwise() {
        let paths = ["a/ada_back.jpg", "a/ada_front.jpg"]
        #expect(documents(DocumentGrouping(.file), paths) == paths.map { [$0] })
    }

    @Test func filesOfOneFolderAreOneDocumentInTheOrderOfTheirNumbers() {
        let paths = ["a/page 10.jpg", "a/page 9.jpg", "a/x/page 1.jpg", "b.jpg"]
        #expect(
            documents(DocumentGrouping(.folder), paths)
                == [
                    ["a/page 9.jpg", "a/page 10.jpg"], ["a/x/page 1.jpg"], ["b.jpg"],
                ].sorted { paths.firstIndex(of: $0[0]) ?? 0 < paths.firstIndex(of: $1[0]) ?? 0 })
    }

    @Test(arguments: [
        ["ada_back.jpg", "ada_front.jpg"], ["Ada Back.JPG", "Ada Front.png"], ["back.jpg", "front.jpg"],
        ["back-ada.jpg", "front-ada.jpg"], ["ada.1.back.jpg", "ada.1.front.jpg"],
    ])
    func sidesOfOneNameAreOneDocumentWithTheFrontFirst(paths: [String]) {
        #expect(documents(sides, paths) == [[paths[1], paths[0]]])
    }

    @Test(arguments: [
        ["ada_back.jpg", "bea_front.jpg"], ["a/ada_back.jpg", "b/ada_front.jpg"], ["adaback.jpg", "adafront.jpg"],
        // Which front belongs to the back?
        ["ada_back.jpg", "ada_front.jpg", "ada_front.png"], ["ada_1.jpg", "ada_2.jpg"],
    ])
    func filesOfWhichNothingSaysThatTheyBelongTogetherStayApart(paths: [String]) {
        #expect(documents(sides, paths) == paths.map { [$0] })
    }
}
