package import Foundation
package import Model

/// A file that somebody sent, before it becomes a document, or a part of one.
package struct SentFile: Hashable, Sendable, Codable {
    /// Digest of its bytes, in hexadecimal digits.
    package var id: String
    package var bytes: Int
    package var mediaType: String
    package var pages: Int
    /// What is wrong with its capture; empty for a good one.
    package var reasons: [Reason]
}

/// A document that somebody sent: its files, in page order.
package struct Submission: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, Codable {
        /// It has its place in the line of those to be read.
        case waiting
        case reading
        /// Read: it has results, if only one that says why it failed.
        case done
    }

    package var id: String
    /// Who sent it.
    package var owner: Reviewer
    package var files: [SentFile]
    package var created: Date
    package var state: State
    /// Whether who sent it has it still, to look at what was read, before others do.
    package var isHeld: Bool

    /// What the result calls its first file, as ``Submissions`` places them.
    package var path: String { Self.path(id, files, 0) }

    static func path(_ id: String, _ files: [SentFile], _ position: Int) -> String {
        "\(Submissions.folderName)/\(id)/\(position + 1).\(suffix(of: files[position].mediaType))"
    }

    /// A name's end for a media type that Ingest tells.
    private static func suffix(of mediaType: String) -> String {
        switch mediaType {
        case "application/pdf": "pdf"
        case "image/jpeg": "jpg"
        case let type where type.hasPrefix("image/"):
            String(type.dropFirst("image/".count).prefix { $0.isLetter || $0.isNumber })
        default: "bin"
        }
    }
}

/// Why something that was sent is not taken.
package enum SubmissionError: Error, Hashable, Sendable {
    /// It has more bytes than `ingest.max_file_megabytes` allows, in MiB.
    case tooLarge(limit: Int)
    case empty
    /// It is no document, or none that can be opened: code and sentence of the failure.
    case refused(FailureCode, String)
    /// Too many files of one person's were sent and are in no document.
    case tooMany
    /// Not enough room is left, or the folder cannot be written to.
    case noRoom
    /// These files are not here, or not any more.
    case unknownFiles
    /// It is looked at by nobody now: too much is waited for.
    case busy
}
