import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client is slow: with sending its request, or with taking the answer. Headers do not put it
/// off as they trickle in, and a body by a second for each 16 KiB alone; each part of the answer that got through does.
final class ExchangeDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    private var deadline: Scheduled<Void>?
    private var end = NIODeadline.now()
    private var requestsAtHand = 0
    /// Bytes of the body that have not put it off yet.
    private var received = 0

    /// Slower than any network that pictures are sent over.
    private static let bytesPerSecond = 16 << 10

    init(seconds: Double) { patience = .nanoseconds(Int64(seconds * 1e9)) }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { putOff(context) } }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        putOff(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requestsAtHand += 1
            received = 0
            // Further ones, sent before the first was answered, must not keep a client that takes no answer.
            if requestsAtHand == 1 { putOff(context) }
        case .body(let part):
            received += part.readableBytes
            let seconds = received / Self.bytesPerSecond
            // Of a client that takes no answer, further requests' bodies do not count either.
            if seconds > 0, requestsAtHand == 1 {
                received -= seconds * Self.bytesPerSecond
                putOff(context, by: .seconds(Int64(seconds)))
            }
        case .end: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        let taken = promise ?? context.eventLoop.makePromise()
        taken.futureResult.assumeIsolated().whenSuccess { [self] in
            if isEnd { requestsAtHand -= 1 }
            putOff(context)
        }
        context.write(data, promise: taken)
    }

    /// - Parameter time: from the deadline that there is; nil for all of its patience from now on.
    private func putOff(_ context: ChannelHandlerContext, by time: TimeAmount? = nil) {
        deadline?.cancel()
        guard context.channel.isActive else { return }
        end = time.map { min(end + $0, .now() + patience) } ?? .now() + patience
        deadline = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { context.close(promise: nil) }
    }
}
