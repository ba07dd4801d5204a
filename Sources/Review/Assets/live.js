// A connection to /events that comes back by itself. A hidden page has none, unless it needs it: browsers open only six
// to a server.
// It knows nothing of the page: `queue.js` has what is shown.

/** Milliseconds. */
export const firstPause = 1000;
export const longestPause = 15000;
/** How long the connection may be away before it is said. */
export const grace = 5000;

/** An event's id, `run-number`, taken apart; null for what is none. */
export function position(id) {
    const parts = /^([0-9a-z]+)-([0-9]+)$/.exec(String(id));
    return parts && { run: parts[1], number: Number(parts[2]) };
}

export class LiveConnection {
    /**
     * @param after The position that the page was made at, `run-number`.
     * @param handlers `changed(change)` for each new event, once and in order; `connection(isThere)` when it was away
     *     for longer than the grace, and when it is back; `isNeeded()`, which may be absent, whether a hidden page has one.
     * @param world What the browser has; others in tests.
     */
    constructor(after, handlers, world = window) {
        this.handlers = handlers;
        this.world = world;
        this.last = position(after) ?? { run: "", number: 0 };
        this.pause = firstPause;
        this.isSaid = false;
        this.source = null;
        this.away = null;
        this.again = null;
    }

    start() {
        const follow = () => {
            if (this.world.document.hidden && !this.handlers.isNeeded?.()) { this.close(); } else { this.open(); }
        };
        this.world.document.addEventListener("visibilitychange", follow);
        follow();
    }

    close() {
        this.source?.close();
        this.source = null;
        this.world.clearTimeout(this.away);
        this.away = null;
        this.world.clearTimeout(this.again);
    }

    open() {
        this.world.clearTimeout(this.again);
        if (this.source) { return; }
        const source = new this.world.EventSource(`/events?after=${this.last.run}-${this.last.number}`);
        this.source = source;
        source.onopen = () => {
            this.pause = firstPause;
            this.world.clearTimeout(this.away);
            this.away = null;
            if (this.isSaid) { this.say(true); }
        };
        source.onmessage = (event) => this.receive(event);
        // The browser's own way of coming back has one pause for all.
        source.onerror = () => {
            source.close();
            if (this.source !== source) { return; }
            this.source = null;
            this.away ??= this.world.setTimeout(() => this.say(false), grace);
            this.again = this.world.setTimeout(() => this.open(), this.pause);
            this.pause = Math.min(this.pause * 2, longestPause);
        };
    }

    receive(event) {
        const next = position(event.lastEventId);
        // A server that was started anew counts anew.
        if (!next || next.run === this.last.run && next.number <= this.last.number) { return; }
        let change;
        try {
            change = JSON.parse(event.data);
        } catch {
            return;
        }
        this.last = next;
        this.handlers.changed(change);
    }

    say(isThere) {
        this.isSaid = !isThere;
        this.handlers.connection(isThere);
    }
}
