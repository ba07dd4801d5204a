// What the queue shows of changes: decisions of its own rows at once, others as an offer to show the queue anew.
import { LiveConnection } from "./live.js";

const live = document.getElementById("live");
const news = document.getElementById("news");
const connection = document.getElementById("connection");
const filters = document.getElementById("filters");

function changed(change) {
    for (const { id, state, label } of change.documents) {
        const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
        // Documents of other pages, and of none.
        if (!row) { continue; }
        const shown = row.querySelector(".state");
        if (shown.textContent === label) { continue; }
        shown.textContent = label;
        shown.className = `state ${state}`;
        row.classList.add("changed");
        news.hidden = false;
    }
    if (String(change.total) !== live.dataset.total) { news.hidden = false; }
}

if (live) {
    new LiveConnection(live.dataset.after, {
        changed,
        connection(isThere) { connection.hidden = isThere; },
    }).open();
}

// Folded away where they would fill the screen.
if (filters && window.matchMedia("(max-width: 60rem)").matches) { filters.open = false; }
