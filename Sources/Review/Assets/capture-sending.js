// Requests to the server's API, asked again until they get through: a lost connection and a busy server pass. Whoever was
// signed out in between signs in again, and what waited goes on.

/** Milliseconds. */
export const firstPause = 1000;
export const longestPause = 30000;

/** What the server refused, or that it was not reached. */
export class Refused extends Error {
    constructor(status, { title, detail, code } = {}, after = null) {
        super(detail ?? title ?? "The server refused this.");
        this.status = status;
        this.code = code;
        /** Milliseconds that the server asks to be left alone, or null. */
        this.after = after;
    }

    get isOffline() { return this.status === 0; }

    get isSignedOut() { return this.status === 401 || this.code === "other_person"; }

    /** Whether the same request may get through later. */
    get passes() { return this.isOffline || this.isSignedOut || this.status === 429 || this.status >= 500; }
}

export class Server {
    constructor(person, token) {
        this.person = person;
        this.token = token;
    }

    /**
     * One request. A blob goes as it is, anything else as JSON.
     *
     * @throws Refused.
     */
    async ask(method, path, body, { key, signal } = {}) {
        const answer = await this.send(method, path, body, key, signal);
        if (answer.status !== 401 && answer.status !== 403) { return await this.read(answer); }
        // A form's token ends with its session: the page as it is now has the next one.
        const before = this.token;
        await this.renew(signal);
        return await this.read(before === this.token ? answer : await this.send(method, path, body, key, signal));
    }

    async send(method, path, body, key, signal) {
        const headers = { Accept: "application/json" };
        if (method !== "GET") { headers["Recto-Form-Token"] = this.token; }
        if (key) { headers["Idempotency-Key"] = key; }
        const isBlob = body instanceof Blob;
        if (body !== undefined) { headers["Content-Type"] = isBlob ? body.type || "application/octet-stream" : "application/json"; }
        try {
            return await fetch(`/api/v1${path}`, {
                method, headers, signal, body: isBlob || body === undefined ? body : JSON.stringify(body),
            });
        } catch (error) {
            throw error.name === "AbortError" ? error : new Refused(0);
        }
    }

    async read(answer) {
        const after = Number(answer.headers.get("Retry-After"));
        try {
            const content = await answer.json();
            if (answer.ok) { return content; }
            throw new Refused(answer.status, content, after > 0 ? after * 1000 : null);
        } catch (error) {
            if (error instanceof Refused || error.name === "AbortError") { throw error; }
            // An answer that ended early, or of something in between.
            throw new Refused(answer.ok ? 0 : answer.status);
        }
    }

    async renew(signal) {
        let root;
        try {
            const answer = await fetch("/capture", { signal });
            root = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("capture");
        } catch (error) {
            throw error.name === "AbortError" ? error : new Refused(0);
        }
        if (!root) { return; }
        // Nothing goes under another name than that of who took it.
        if (root.dataset.person !== this.person) { throw new Refused(403, { code: "other_person" }); }
        this.token = root.dataset.token;
    }
}

const resting = new Set();
/** Has what waits asked again at once. */
export function hurry() { for (const end of [...resting]) { end(); } }

const rest = (milliseconds, signal) => new Promise((resolve, reject) => {
    const leave = (then, value) => {
        clearTimeout(timer);
        resting.delete(end);
        signal?.removeEventListener("abort", stop);
        then(value);
    };
    const end = () => leave(resolve);
    const stop = () => leave(reject, signal.reason);
    const timer = setTimeout(end, milliseconds);
    resting.add(end);
    signal?.addEventListener("abort", stop);
});

/**
 * Does it again until it gets through.
 *
 * @param told Is called with what hinders it, each time, and with null once it got through.
 * @throws What does not pass.
 */
export async function patiently(act, told, signal) {
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
        try {
            const result = await act();
            told(null);
            return result;
        } catch (error) {
            if (signal?.aborted || !error.passes) {
                told(null);
                throw error;
            }
            told(error);
            await rest(Math.max(error.after ?? 0, pause * (.8 + .4 * Math.random())), signal);
        }
    }
}

/** Tells the server about documents: each line of its contract that this page uses. */
export class Submissions {
    constructor(server) { this.server = server; }

    upload(blob, signal) { return this.server.ask("POST", "/files", blob, { signal }); }

    /** The same files in the same order are one submission. It is held for its sender, who looks at what was read. */
    submit(files) { return this.server.ask("POST", "/submissions", { files, hold: true }); }

    look(id) { return this.server.ask("GET", `/submissions/${encodeURIComponent(id)}`); }

    correct(id, correction, key) {
        return this.server.ask("POST", `/submissions/${encodeURIComponent(id)}/corrections`, correction, { key });
    }

    withdraw(id) { return this.server.ask("POST", `/submissions/${encodeURIComponent(id)}/withdraw`, {}); }

    release(id) { return this.server.ask("POST", `/submissions/${encodeURIComponent(id)}/send`, {}); }
}
