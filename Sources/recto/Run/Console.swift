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
    /// Of the terminal that standard output is; nil where it is none.
    static var columns: Int? {
        guard isOutput else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
    /// Where a bar can be drawn.
    static let isError = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
}

/// Standard input, output and error.
enum StandardStreams {
    /// Those that were closed when the program was started. They lead nowhere now: the next file to be opened would
    /// take a closed one's place, and the messages.
    static let closed: Set<CInt> = {
        var closed: Set<CInt> = []
        while case let descriptor = open("/dev/null", O_RDWR), descriptor >= 0 {
            guard descriptor <= STDERR_FILENO else {
                close(descriptor)
                break
            }
            closed.insert(descriptor)
        }
        return closed
    }()
}
