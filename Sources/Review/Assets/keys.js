// Keys of the document page. A control names its own key in `data-key`; a field's controls come before the document's.

const stored = "recto-letters";

function letters() { return document.getElementById("letters"); }

function isTyping(element) { return element.matches("textarea, select, input:not([type=checkbox])"); }

/** The field where the reviewer is. Where the focus is in none, no key may change one. */
function field() { return document.activeElement?.closest("[data-field]"); }

function use(control) {
    if (!control) { return false; }
    control.click();
    const details = control.matches("summary") ? control.parentElement : null;
    if (details?.open) {
        const first = details.querySelector("textarea, select, input:not([type=hidden])");
        first?.focus();
        first?.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return true;
}

/** In a doubtful field, Tab stops at one control; the arrows lead to the others. */
export function ready(root) {
    for (const item of root.querySelectorAll(".doubtful [data-field]")) {
        for (const control of item.querySelectorAll("button:not(.first), summary")) { control.tabIndex = -1; }
        for (const control of item.querySelectorAll("details button")) { control.tabIndex = 0; }
    }
    const ask = root.querySelector("#ask");
    if (ask) {
        ask.hidden = false;
        ask.onclick = () => document.getElementById("help").showModal();
    }
}

function inControl(event) {
    const target = event.target;
    if (event.key === "Escape") {
        const details = target.closest("details");
        for (const why of details?.querySelectorAll("[name=why]") ?? []) { why.value = ""; }
        const edit = details?.querySelector("[data-check]");
        if (edit) {
            edit.value = edit.dataset.value;
            edit.dispatchEvent(new Event("discard", { bubbles: true }));
        }
        if (details) { details.open = false; }
        (target.closest("[data-field]")?.querySelector("button.first") ?? details?.querySelector("summary"))?.focus();
        return true;
    }
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && target.form?.matches("[data-save]")) {
        // Of several steps none is meant yet.
        const first = target.closest("form.steps")?.querySelector("button.first");
        if (first) { first.focus(); } else { target.form.requestSubmit(); }
        return true;
    }
    return false;
}

function inPage(event, root) {
    const item = field();
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        const controls = [...(item?.querySelectorAll("form.steps button, summary") ?? [])];
        const place = controls.indexOf(document.activeElement);
        if (place < 0) { return false; }
        controls.at((place + (event.key === "ArrowRight" ? 1 : -1)) % controls.length).focus();
        return true;
    }
    if (event.key === "Enter" && document.activeElement.matches("body, .frame")) {
        root.querySelector("[autofocus]")?.focus();
        return true;
    }
    if (event.key.length !== 1 || !letters().checked && event.key !== "?") { return false; }
    const name = CSS.escape(event.key.toLowerCase());
    return use(item?.querySelector(`[data-key="${name}"]`))
        || use([...root.querySelectorAll(`[data-key="${name}"]`)].find((one) => !one.closest("[data-field]")));
}

/** @param root Gives the part of the page that keys are about; a save puts another in its place. */
export function listen(root) {
    letters().checked = localStorage.getItem(stored) !== "off";
    letters().addEventListener("change", () => localStorage.setItem(stored, letters().checked ? "on" : "off"));
    document.addEventListener("keydown", (event) => {
        if (event.altKey || document.getElementById("help").open) { return; }
        // A key that is held down does one thing; it may scroll.
        if (event.repeat && !isTyping(event.target)) {
            const isScrolling = event.key === " " && !event.target.closest("button, summary, input");
            if (event.key === "Enter" || event.key.length === 1 && !isScrolling) { event.preventDefault(); }
            return;
        }
        let isDone = false;
        if (isTyping(event.target)) {
            isDone = inControl(event);
        } else if (event.ctrlKey || event.metaKey) {
            const key = event.key.toLowerCase();
            if (key === "z" || key === "y") { isDone = use(root().querySelector(`[data-key="${key}"]`)); }
        } else {
            isDone = inPage(event, root());
        }
        if (isDone) { event.preventDefault(); }
    });
    // A field that is chosen in the picture is where the reviewer is then.
    document.addEventListener("field", (event) => {
        root().querySelector(`[data-field="${CSS.escape(event.detail)}"]`)?.querySelector("button, summary")?.focus();
    });
}
