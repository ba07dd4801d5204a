import Classify
import Foundation
import Kinds
import Model
import Pipeline
import Testing

/// Texts of real request letters; skipped where the folder of shared data is not there.
enum SharedData {
    static let folder: URL? = {
        let environment = ProcessInfo.processInfo.environment["RECTO_SHARED_DATA"].map { URL(filePath: $0) }
        let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data")
        return [environment, beside].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static func texts(in path: String) throws -> [(name: String, text: String)] {
        guard let folder = folder?.appending(path: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
    }
}

@Suite struct OptOutClassificationTests {
    static func classify(_ text: String) throws -> ClassifiedDocument {
        let kinds = try KindCatalogue(KindSettings()).definitions
        return Classifier(kinds: kinds).classify(ClassifierTests.document(ClassifierTests.page(text)))
    }

    /// A complaint to an authority and a reminder are no requests, and a permission is none by itself.
    static let others: Set<String> = ["complaint.txt", "admonition.txt", "permission-letter.md"]

    @Test(.enabled(if: SharedData.folder != nil, "needs the folder of shared data"))
    func knowsRequestLetters() throws {
        let letters = try ["optout/letters_dmarti", "optout/letters_datenanfragen"].flatMap(SharedData.texts)
        #expect(letters.count > 10)
        for (name, text) in letters where !Self.others.contains(name) {
            #expect(try Self.classify(text).kind == .optOut, "\(name)")
        }
    }

    @Test func knowsAForm() throws {
        let text = """
            CONSUMER PRIVACY REQUEST FORM
            Name of data broker: Oakline Data, LLC
            Full name: Jane Doe
            Type of request
            [X] Delete my personal information
            [ ] Do not sell or share my personal information
            Signature
            """
        let result = try Self.classify(text)
        #expect(result.kind == .optOut)
        #expect(result.classification.confidence > 0.9)
    }

    @Test(arguments: [
        """
        RESIDENTIAL LEASE AGREEMENT
        This lease is made between Landlord Oak Homes LLC and Tenant Jane Doe.
        The monthly rent is $1,800 and the security deposit $1,800.
        Tenant agrees that personal information may be shared with a screening agency.
        Signature of tenant            Date
        """,
        """
        MORTGAGE STATEMENT
        Loan number 12345 Statement date 03/01/2026
        Principal balance $210,000.00 Escrow balance $1,200.00
        Amount due 04/01/2026 $1,450.22
        We may share your personal information. See our privacy notice.
        """,
        """
        CERTIFICATE OF TITLE
        Vehicle identification number 1ABCD23E4FG567890
        Odometer 12,345 Owner Jane Doe
        """,
        """
        PRIVACY POLICY
        This privacy policy explains what information we collect.
        California residents: under the California Consumer Privacy Act you have the right to know,
        the right to delete and the right to opt out of the sale of your personal information.
        We may share information with partners. To exercise your rights contact us.
        """,
        """
        SUPERIOR COURT OF CALIFORNIA
        COUNTY OF ALAMEDA
        Jane Doe, Plaintiff, v. Oakline Data LLC, Defendant. Case No. 22-1234
        COMPLAINT for violation of the California Consumer Privacy Act
        Plaintiff alleges that defendant sold her personal information.
        """,
        """
        Request for Taxpayer Identification Number and Certification
        Form W-9
        Internal Revenue Service
        Name  Business name  Check appropriate box  Exemptions
        Address City, state, and ZIP code
        Under penalties of perjury, I certify that
        Signature of U.S. person      Date
        """,
        """
        THE PRIVACY NEWSLETTER
        Volume 4, Spring 2026. In this issue: how to opt out of data brokers.
        Subscribe for more. Readers ask how to delete my personal information.
        """,
        "",
        "Dear Anna,\nthank you for the lovely evening. See you soon.\nSincerely,\nJane",
    ]) func nearMissesAreUnknown(text: String) throws {
        let result = try Self.classify(text)
        #expect(result.kind == .unknown)
    }

    @Test(arguments: [
        "Please correct the inaccurate personal information that you maintain about me. Limit the use and disclosure of "
            + "my sensitive personal information. This request is made under the Texas Data Privacy and Security Act.",
        "I request access to the categories and specific pieces of personal information you have collected. This request "
            + "is made under the Oregon Consumer Privacy Act (OCPA).",
    ]) func knowsShortLettersUnderAPrivacyLaw(text: String) throws {
        #expect(try Self.classify("March 14, 2026\nHello,\n" + text + "\nThank you,\nJane Doe").kind == .optOut)
    }
}
