// Saves without a new page: what a form posts is answered with the page as it was stored, and its part about the review
// takes the place of the one that is shown. Without this script each form leads to that page itself.
import { LiveConnection } from "./live.js";
import { listen, ready } from "./keys.js";

const review = () => document.getElementById("review");
const holdEvery = 60000;
const typingPause = 150;
let isBusy = false;
// A page that was loaded again leaves the document after it has taken it: the first key takes it again.
let held = 0;
let typing = 0;

function fields(form, submitter) { return new URLSearchParams(new FormData(form, submitter)); }

/** What every form holds: token and document. */
function given() {
    const form = review().querySelector("form");
    const all = form ? new FormData(form) : new FormData();
    return new URLSearchParams(["form_token", "id"].map((name) => [name, all.get(name) ?? ""]));
}

function say(text) {
    const line = document.createElement("p");
    line.className = "banner failed";
    line.textContent = text;
    document.getElementById("said").replaceChildren(line);
    return line;
}

/** An edit that was begun and not saved, in another form than this one. */
function unsaved(form) {
    return [...review().querySelectorAll("[data-check]")]
        .find((area) => area.form !== form && area.value !== area.dataset.value);
}

function show(page) {
    const next = page.getElementById("review");
    if (!next) {
        say(page.querySelector("main")?.textContent.trim() || "Not saved.");
        return;
    }
    // What stood in a live region from the start is not read out.
    const said = [...next.querySelector("#said").childNodes];
    next.querySelector("#said").replaceChildren();
    document.dispatchEvent(new CustomEvent("saved", { detail: page }));
    review().replaceWith(next);
    document.getElementById("said").replaceChildren(...said);
    ready(next);
    const current = next.querySelector("details[open] textarea") ?? next.querySelector("[autofocus]");
    current?.focus();
}

async function save(form, submitter) {
    if (isBusy) { return; }
    isBusy = true;
    review().setAttribute("aria-busy", "true");
    try {
        const answer = await fetch(form.getAttribute("action"), { method: "POST", body: fields(form, submitter) });
        show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
        say("No connection to recto review: this may not have been saved. Load the page again to see.");
    } finally {
        review().removeAttribute("aria-busy");
        isBusy = false;
    }
}

async function check(area) {
    const form = area.form;
    const number = ++typing;
    await new Promise((resolve) => setTimeout(resolve, typingPause));
    if (number !== typing) { return; }
    const output = form.querySelector("output");
    try {
        const answer = await fetch("/check", { method: "POST", body: fields(form) });
        const { value, problem } = await answer.json();
        if (number !== typing) { return; }
        output.className = value === undefined ? "refused" : problem === undefined ? "" : "unusual";
        output.textContent = [value === undefined ? "" : `Saved as: ${value}`, problem ?? ""].filter(Boolean).join(". ");
    } catch {
        output.textContent = "";
    }
}

async function hold() {
    if (Date.now() - held < holdEvery || !review().querySelector("form[data-save]")) { return; }
    held = Date.now();
    try {
        const answer = await fetch("/document/hold", { method: "POST", body: given() });
        if (answer.status === 409) { say("Somebody else has this document now. Load the page again."); }
    } catch {
        // The next save says so.
    }
}

async function look() {
    const shown = review().dataset;
    const now = await fetch(`/document/version?id=${shown.id}`)
        .then((answer) => answer.ok && answer.text()).catch(() => "");
    if (!isBusy && now && shown === review().dataset && now !== shown.version) {
        say("This document has been changed. Load the page again to see it as it stands.");
    }
}

document.addEventListener("submit", (event) => {
    if (!event.target.matches("#review form")) { return; }
    const edit = unsaved(event.target);
    if (edit) {
        event.preventDefault();
        say("Save your edit first, or press Esc in it to discard it.");
        edit.closest("details").open = true;
        edit.focus();
    } else if (event.target.matches("[data-save]")) {
        event.preventDefault();
        save(event.target, event.submitter);
    }
});
document.addEventListener("input", (event) => {
    if (event.target.matches("[data-check]")) { check(event.target); }
});
document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-fills]")) { return; }
    const sentences = [...event.target.options].map((option) => option.dataset.sentence);
    const area = event.target.form.elements.namedItem("sentence");
    if (area.value === "" || sentences.includes(area.value)) {
        area.value = event.target.selectedOptions[0].dataset.sentence;
    }
});
document.addEventListener("keydown", hold);
window.addEventListener("pagehide", () => { navigator.sendBeacon("/document/leave", given()); });

const after = document.getElementById("live")?.dataset.after;
if (after) {
    let lost = null;
    new LiveConnection(after, {
        changed(change) {
            // A change of many documents names none.
            const isOurs = change.documents.length === 0
                || change.documents.some(({ id }) => id === review().dataset.id);
            if (!isBusy && isOurs) { look(); }
        },
        connection(isThere) {
            lost?.remove();
            lost = isThere ? null : say("No connection to recto review. Trying again.");
        },
    }).start();
}
listen(review);
ready(review());
