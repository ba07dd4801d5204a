internal import Crypto
internal import JWTKit

enum Skeleton {
    static let digest = SHA256.byteCount
    static func keys() async -> JWTKeyCollection { JWTKeyCollection() }
}
