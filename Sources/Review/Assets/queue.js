// What the queue shows of changes: decisions of its own rows at once, others as an offer to load the queue again.
import { LiveConnection } from "./live.js";
import { arrived, isTold } from "./notify.js";

const live = document.getElementById("live");
const news = document.getElementById("news");
const connection = document.getElementById("connection");
const filters = document.getElementById("filters");

function changed(change) {
    arrived(change);
    for (const { id, state, label, review } of change.documents) {
        const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
        // Documents of other pages, and of none.
        if (!row) { continue; }
        const shown = row.querySelector(".state");
        const people = row.querySelector(".people");
        if (shown.textContent === label && people.textContent === review) { continue; }
        shown.textContent = label;
        shown.className = `state ${state}`;
        people.textContent = review;
        row.classList.add("changed");
        news.hidden = false;
    }
    // A change of many documents names none.
    if (change.documents.length === 0 || String(change.total) !== live.dataset.total) { news.hidden = false; }
}

if (live) {
    new LiveConnection(live.dataset.after, {
        changed,
        connection(isThere) { connection.hidden = isThere; },
        isNeeded: isTold,
    }).start();
}

// As on a document's page: J goes to the document that comes next.
document.addEventListener("keydown", (event) => {
    const isOff = localStorage.getItem("recto-letters") === "off" || event.target.matches("input, select, textarea");
    if (isOff || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.key !== "j") { return; }
    document.querySelector(".documents tbody a")?.click();
});

// Folded away where they would fill the screen.
if (filters && window.matchMedia("(max-width: 60rem)").matches) { filters.open = false; }
