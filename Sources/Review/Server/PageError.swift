import HTTPTypes
import Hummingbird

/// What a person sees instead of the page that was asked for. Holds no value, and nothing of the request.
struct PageError: Error {
    var status: HTTPResponse.Status
    var title: String
    var text: String
    /// Whether signing in by name is the way out.
    var isSignIn = false

    init(_ status: HTTPResponse.Status, _ title: String, _ text: String, isSignIn: Bool = false) {
        self.isSignIn = isSignIn
        self.status = status
        self.title = title
        self.text = text
    }

    static let signedOut = PageError(
        .unauthorized, "Sign in first", "Open the link that recto review printed when it was started.")
    static let signedOutByName = PageError(
        .unauthorized, "Sign in first", "You are not signed in, or no longer.", isSignIn: true)
    static let otherRole = PageError(
        .forbidden, "This is not for your role", "Who administers the review can give you another one.")
    static let busy = PageError(.serviceUnavailable, "Too many sign in at once", "Try again in some seconds.")
    static let notFound = PageError(
        .notFound, "There is no such page", "What was here may have been removed. The queue shows what there is now.")

    /// What any error is to the person.
    init(_ error: any Error) {
        switch error {
        case let error as PageError: self = error
        case let error as any HTTPResponseError where error.status == .notFound: self = .notFound
        case let error as any HTTPResponseError:
            self.init(error.status, "That cannot be done", "The request was refused (\(error.status.code)).")
        default:
            self.init(.internalServerError, "That went wrong", "Load the page again to see what was saved.")
        }
    }
}
