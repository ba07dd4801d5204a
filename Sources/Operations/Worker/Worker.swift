import Foundation
package import Model
import Output
package import Pipeline
import SystemPackage

/// The worker's side: one document after the other, synchronously, in a process that can be lost.
package struct Worker {
    /// Does what is asked for of one file.
    ///
    /// - Parameters:
    ///   - portion: its outcome, or a part of the work.
    ///   - source: what to read, and where in the scratch folder it lies.
    ///   - scratch: for intermediate files.
    ///   - keeper: of what is kept beside the result; nil where nobody asked for anything.
    ///   - notice: to be told the number of pages once it is known, and of each that was read.
    package typealias Process = (
        _ portion: Portion, _ source: SourceFile, _ scratch: String, _ keeper: Keeper?, _ notice: (PageNotice) -> Void
    ) -> Portion.Answer

    /// Draws a page of a file, as JPEG, or reads it, as the page says.
    package typealias View = (_ page: UprightPage, _ source: SourceFile, _ scratch: String) throws -> [UInt8]

    /// Says whether a file's capture is good, without reading it.
    package typealias CaptureCheck = (_ source: SourceFile, _ scratch: String) -> Outcome

    private var channel: WorkerChannel
    private let scratch: FilePath

    package init(channel: WorkerChannel, scratch: String) {
        self.channel = channel
        self.scratch = FilePath(scratch)
    }

    /// Says that it cannot work, instead of `hello`.
    package func refuse(_ message: String) throws {
        try channel.write(WorkerMessage.refusal(message))
    }

    /// Answers requests until the other side closes.
    ///
    /// - Throws: where the other side does not keep to the protocol, or is gone.
    package mutating func run(
        engine: EngineInfo, process: Process, view: View, checkCapture: CaptureCheck
    ) throws {
        try channel.write(WorkerMessage.hello(version: WorkerRequest.protocolVersion, engine: engine))
        while let line = try channel.readLine() {
            let request = try JSONDecoder().decode(WorkerRequest.self, from: Data(line))
            guard request.version == WorkerRequest.protocolVersion else { throw ProtocolViolation() }
            if let page = request.picture {
                try channel.write(answer(request, page, engine) { try view(page, $0, scratch.string) })
                continue
            }
            if request.isCaptureCheck {
                let outcome = checkCapture(try source(request.path, request.file), scratch.string)
                try channel.write(
                    WorkerMessage.result(sequence: request.sequence, outcome: ResultEncoder.rounded(outcome)))
                continue
            }
            let keeper =
                request.keep.isEmpty
                ? nil : Keeper(folder: scratch.appending(WorkerRequest.keepFolder).string, items: Set(request.keep))
            var source = try source(request.path, request.file)
            source.others = try request.others.map { try self.source($0.path, $0.file) }
            let answer = process(try portion(request), source, scratch.string, keeper) { [channel] notice in
                // Where this cannot be written, the result cannot either, and that ends the worker.
                switch notice {
                case .count(let count):
                    try? channel.write(WorkerMessage.pages(sequence: request.sequence, count: count))
                case .read(let number) where request.progress:
                    try? channel.write(WorkerMessage.page(sequence: request.sequence, number: number))
                case .read: break
                }
            }
            switch answer {
            case .outcome(let outcome):
                try channel.write(
                    WorkerMessage.result(sequence: request.sequence, outcome: ResultEncoder.rounded(outcome)))
            case .divided(let count):
                try channel.write(WorkerMessage.divided(sequence: request.sequence, count: count))
            case .part(let failures):
                try channel.write(WorkerMessage.part(sequence: request.sequence, failures: failures))
            }
        }
    }

    private func portion(_ request: WorkerRequest) throws -> Portion {
        if request.isRead { return .rest(PartFolders(path: scratch.appending(WorkerRequest.partsFolder).string)) }
        guard let pages = request.pages else { return .document(mostPages: request.mostPages ?? .max) }
        guard pages.count == 2, 1 <= pages[0], pages[0] <= pages[1] else { throw ProtocolViolation() }
        return .pages(pages[0]...pages[1], PartFolder(path: scratch.appending(WorkerRequest.keepFolder).string))
    }

    private func answer(
        _ request: WorkerRequest, _ page: UprightPage, _ engine: EngineInfo, view: (SourceFile) throws -> [UInt8]
    ) throws -> WorkerMessage {
        let source = try source(request.path, request.file)
        do {
            let folder = scratch.appending(WorkerRequest.keepFolder)
            let bytes = try view(source)
            try FileSystem.makeFolder(folder)
            try Data(bytes).write(to: URL(filePath: folder.appending(WorkerRequest.file(of: page)).string))
            return .picture(sequence: request.sequence)
        } catch {
            let failure = error as? Failure ?? Failure(.engineFailed, "\(source.path): \(error)", stage: .preprocess)
            let info = SourceInfo(path: source.path)
            return .result(
                sequence: request.sequence, outcome: Outcome(id: nil, source: info, failure: failure, engine: engine))
        }
    }

    private func source(_ path: String, _ name: String) throws -> SourceFile {
        guard let file = FilePath.Component(name), file.kind == .regular else { throw ProtocolViolation() }
        return SourceFile(path: path, location: scratch.appending(file).string)
    }

    /// The other side speaks another version, or names a file outside the scratch folder.
    package struct ProtocolViolation: Error {}
}
