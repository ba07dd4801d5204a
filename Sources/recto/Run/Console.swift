import Foundation
import Glibc
import Operations

/// Standard error, for everything that is not the command's own output.
enum Console {
    static func note(_ text: String) { raw(text + "\n") }

    /// A failure or a warning. Names in it are the outside world's: what could steer a terminal is shown, not sent.
    static func problem(_ text: String) {
        raw(text.split(separator: "\n").map { PathName.printable(String($0)) }.joined(separator: "\n") + "\n")
    }

    static func raw(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

enum Terminal {
    static let isOutput = isatty(STDOUT_FILENO) == 1
    /// Where a bar can be drawn.
    static let isError = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
}
