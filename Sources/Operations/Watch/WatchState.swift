/// How a watch is at a moment, for those who look after it.
package struct WatchState: Hashable, Sendable {
    /// Whole documents in the folder that wait for a worker, and those that workers have.
    package var waiting = 0.0
    package var atHand = 0.0
    /// Whether nothing is taken for want of room, or of a ledger that can be written.
    package var isPaused = false
    /// Whether nothing more is taken since it is to stop.
    package var isStopping = false
    /// Seconds since the folder was last looked through; nil before the first time.
    package var scanAge: Double?
    /// Seconds after which looking through it takes too long.
    package var longestScanAge = 0.0

    package init() {}

    /// Why it does not work at all; nil where it does.
    package var illness: String? {
        scanAge.map { $0 > longestScanAge } == true ? "the folder has not been looked through for too long" : nil
    }

    /// Why it takes no documents now; nil where it does.
    package var unreadiness: String? {
        if isStopping { return "stopping" }
        if scanAge == nil { return "starting" }
        return isPaused ? "paused: there is too little room, or the ledger cannot be written" : nil
    }
}
