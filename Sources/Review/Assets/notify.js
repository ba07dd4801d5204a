// Notifications of new documents while this tab is in the background: how many, and nothing of what is in them. Of
// several tabs with the queue one tells, so that no other needs a connection then.

const stored = "recto-notifications";
/** Milliseconds in which what comes is told together. */
const bundle = 3000;

const root = document.getElementById("notify");
const [toggle, why, ask, leave, state] = ["toggle", "why", "ask", "leave", "state"]
    .map((part) => root?.querySelector(`[data-part=${part}]`));
let isTeller = !navigator.locks;
let count = 0;
let next = null;
let timer = null;
let shown = null;

const isOn = () => Notification.permission === "granted" && localStorage.getItem(stored) === "on";

/** Whether the connection is needed in a hidden tab, too. */
export function isTold() { return root && !root.hidden && isTeller && isOn(); }

/** Takes in what came, for the next notification. */
export function arrived(change) {
    if (!change.arrived || !document.hidden || !isTold()) { return; }
    count += change.arrived;
    next ??= change.next;
    timer ??= setTimeout(tell, bundle);
}

function tell() {
    timer = null;
    if (!isTold()) { return; }
    const body = count === 1 ? "A new document is waiting." : `${count} new documents are waiting.`;
    const address = new URLSearchParams(location.search);
    address.delete("page");
    address.set("id", next);
    // Takes the place of the one before.
    const notification = new Notification("Recto review", { body, tag: stored });
    shown = notification;
    notification.onclick = () => {
        notification.close();
        window.focus();
        location.href = `/document?${address}`;
    };
}

function forget() {
    if (document.hidden) { return; }
    clearTimeout(timer);
    shown?.close();
    [count, next, timer, shown] = [0, null, null, null];
}

function explain(isOpen) {
    why.hidden = !isOpen;
    toggle.setAttribute("aria-expanded", String(isOpen));
}

function show(text = "") {
    toggle.textContent = isOn() ? "Stop notifications" : "Notify me of new documents";
    state.textContent = text || (isOn() ? "You are notified while this tab is in the background." : "");
}

function set(permission) {
    explain(false);
    if (permission === "granted") { localStorage.setItem(stored, "on"); }
    show(permission === "denied"
        ? "Your browser refuses notifications from this page. To allow them, open the page's permissions at the left "
            + "end of the address bar, or in the browser's settings, set Notifications to Allow, and load this page again."
        : "");
}

if (root && "Notification" in window) {
    navigator.locks?.request(stored, () => {
        isTeller = true;
        return new Promise(() => {});
    });
    toggle.addEventListener("click", () => {
        if (isOn()) {
            localStorage.removeItem(stored);
            show("Notifications are off.");
        } else if (Notification.permission === "default") {
            explain(why.hidden);
        } else {
            set(Notification.permission);
        }
    });
    ask.addEventListener("click", async () => {
        set(await Notification.requestPermission());
        toggle.focus();
    });
    leave.addEventListener("click", () => {
        explain(false);
        toggle.focus();
    });
    document.addEventListener("visibilitychange", forget);
    window.addEventListener("storage", () => show());
    show();
    root.hidden = false;
}
