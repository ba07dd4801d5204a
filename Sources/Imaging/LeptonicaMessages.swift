import CLeptonica
import Glibc
import Synchronization

/// What a library said about a picture that it could not read, change or write.
package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, such as `decode PNG`.
    package var operation: String
    /// The library's own words.
    package var message: String
    /// Set where the bytes are whole, but no library here decodes what they are: `message` says what, as a noun.
    package var converter: Converter?

    /// What reads more than the libraries here, for a person to use.
    package enum Converter: Hashable, Sendable {
        case imageMagick, imageMagickLevels, vipsScale, ffmpeg, ffmpegSequence
        /// None that Debian has.
        case otherProgram
    }

    package init(operation: String, message: String, converter: Converter? = nil) {
        self.operation = operation
        self.message = message
        self.converter = converter
    }

    package var description: String { "\(operation): \(message)" }
}

/// Leptonica writes its messages by one process-wide handler; here they are kept for the thread that is asking, and
/// nothing reaches standard error.
enum LeptonicaMessages {
    /// By thread; a thread is present while it collects.
    private static let collected = Mutex<[pthread_t: String]>([:])

    /// Set once, by the first use.
    private static let handlerIsSet: Bool = {
        unsafe leptSetStderrHandler { text in
            guard let text = unsafe text else { return }
            LeptonicaMessages.append(unsafe String(cString: text))
        }
        setMsgSeverity(l_int32(L_SEVERITY_WARNING))
        return true
    }()

    private static func append(_ text: String) {
        let thread = pthread_self()
        collected.withLock { $0[thread]?.append(text) }
    }

    /// Runs calls into Leptonica and hands back their result with what Leptonica said meanwhile, a line an element.
    static func collect<Result>(_ body: () throws -> Result) rethrows -> (result: Result, lines: [String]) {
        _ = handlerIsSet
        let thread = pthread_self()
        let outer = collected.withLock { messages in
            defer { messages[thread] = "" }
            return messages[thread]
        }
        defer { collected.withLock { $0[thread] = outer } }
        let result = try body()
        let text = collected.withLock { $0[thread] ?? "" }
        return (result, text.split(separator: "\n").map(String.init))
    }

    /// The innermost error: Leptonica reports it first and then its callers.
    static func cause(_ lines: [String]) -> String {
        let line = lines.first { $0.hasPrefix("Error") } ?? lines.first
        guard let line else { return "no reason given" }
        return line.hasPrefix("Error in ") ? String(line.dropFirst("Error in ".count)) : line
    }
}

extension Image {
    /// Owns what a Leptonica call made.
    ///
    /// - Throws: `ImageError` with Leptonica's message where it made nothing.
    @safe static func make(_ operation: String, _ body: () -> UnsafeMutablePointer<PIX>?) throws -> Image {
        let (pix, lines) = unsafe LeptonicaMessages.collect { unsafe body() }
        guard let pix = unsafe pix else {
            throw ImageError(operation: operation, message: LeptonicaMessages.cause(lines))
        }
        return unsafe Image(owning: pix)
    }

    /// Runs a Leptonica call that returns 0 for success.
    @safe static func check(_ operation: String, _ body: () -> l_ok) throws {
        let (status, lines) = LeptonicaMessages.collect(body)
        guard status == 0 else { throw ImageError(operation: operation, message: LeptonicaMessages.cause(lines)) }
    }
}
