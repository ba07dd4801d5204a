import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// By what a server proves its name over TLS: a certificate and its key, in files that can be read anew while it
/// serves. Connections that there are keep what they began with.
package struct TLSCertificate: Sendable {
    /// What new connections begin with.
    private final class Current: Sendable {
        let pair: Mutex<NIOSSLContextConfigurationOverride>

        init(_ configuration: TLSConfiguration) { pair = Mutex(.init(configuration)) }
    }

    private let file: String
    private let keyFile: String
    private let current: Current
    /// Of the server.
    let configuration: TLSConfiguration

    /// - Parameters:
    ///   - file: path of the certificate and those that lead to its issuer, the own one first, in PEM.
    ///   - keyFile: path of its private key, in PEM and without a passphrase, which others must not be able to read.
    /// - Throws: `TLSProblem`.
    package init(file: String, keyFile: String) throws {
        self.file = file
        self.keyFile = keyFile
        var configuration = try Self.read(file, keyFile)
        let current = Current(configuration)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // Who does not answer a farewell is not waited for.
        configuration.shutdownTimeout = .seconds(1)
        configuration.sslContextCallback = { _, promise in promise.succeed(current.pair.withLock { $0 }) }
        self.configuration = configuration
        self.current = current
    }

    /// Reads the files anew.
    ///
    /// - Throws: `TLSProblem`; what was read before then stays.
    package func reload() throws {
        let next = NIOSSLContextConfigurationOverride(try Self.read(file, keyFile))
        current.pair.withLock { $0 = next }
    }

    private static func read(_ file: String, _ keyFile: String) throws -> TLSConfiguration {
        let (certificate, key) = try (bytes(of: file), bytes(of: keyFile, isSecret: true))
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificate), !chain.isEmpty else {
            throw TLSProblem("\(file): holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
        }
        guard let key = try? NIOSSLPrivateKey(bytes: key, format: .pem) else {
            throw TLSProblem(
                "\(keyFile): holds no private key in PEM form, or one with a passphrase, which nobody could type")
        }
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw TLSProblem("\(keyFile): is not the key of the certificate in \(file)")
        }
        return configuration
    }

    private static func bytes(of path: String, isSecret: Bool = false) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: mostBytes) else {
            throw TLSProblem("\(path): cannot be read: no such file, or no rights to it")
        }
        var status = stat()
        guard fstat(handle.fileDescriptor, &status) == 0, !isSecret || status.st_mode & 0o007 == 0 else {
            throw TLSProblem("\(path): everyone may read the private key: `chmod 600` it")
        }
        return Array(data)
    }

    private static let mostBytes = 1 << 20
}

extension NIOSSLContextConfigurationOverride {
    fileprivate init(_ configuration: TLSConfiguration) {
        self.init()
        certificateChain = configuration.certificateChain
        privateKey = configuration.privateKey
    }
}

/// Why TLS cannot be spoken with a certificate or its key; holds nothing of either.
package struct TLSProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
