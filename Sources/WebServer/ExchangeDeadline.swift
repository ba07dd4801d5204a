import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client is slow: with sending its request, or with taking the answer. A request's body and
/// headers do not put it off as they trickle in; each part of the answer that got through does.
final class ExchangeDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    private var deadline: Scheduled<Void>?
    private var requestsAtHand = 0

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
        if case .head = unwrapInboundIn(data) {
            requestsAtHand += 1
            // Further ones, sent before the first was answered, must not keep a client that takes no answer.
            if requestsAtHand == 1 { putOff(context) }
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

    private func putOff(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        guard context.channel.isActive else { return }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
    }
}
