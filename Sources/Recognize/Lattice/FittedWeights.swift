import Foundation
import Model

extension ReaderWeights {
    /// Those of `readers.json`, which `recto evaluate --weigh-readers` wrote.
    ///
    /// - Throws: `DecodingError` where the file is not what it writes.
    static func fitted() throws -> ReaderWeights {
        try JSONDecoder().decode(ReaderWeights.self, from: Data(PackageResources.readers_json))
    }
}
