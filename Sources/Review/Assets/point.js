// Where the current field stands on the page: a box that is drawn, or its first and its last word. The words there go
// into the field's edit, and the place with them.
import { sentence, show } from "./picture.js";

const root = document.querySelector("section.picture");
const said = root.querySelector("[data-part=pointing]");
const pencil = document.getElementById("draw");
/** Pixels of the screen that the pointer moves before it draws. */
const leastMove = 4;
/** What was read, by the page's number, or is being read. */
const read = new Map();
/** The current field. */
let name = document.activeElement?.closest("[data-field]")?.dataset.field;
let drag = null;
/** Whether the click that comes is the end of a drag. */
let isDragged = false;
/** The word that was clicked, while the other end is waited for. */
let end = null;

const sheet = () => root.querySelector(".sheet:not([hidden])");
const isDrawing = () => pencil.getAttribute("aria-pressed") === "true";
const form = () => document.querySelector(`#review [data-field="${CSS.escape(name ?? "")}"] form.typing`);

/** The words of the page that is shown, in reading order; null where there are none to be had. */
async function words() {
    const { page, words: address } = sheet().dataset;
    if (!read.has(page)) {
        read.set(page, fetch(address).then(async (answer) => {
            if (!answer.ok) { throw new Error(await sentence(answer)); }
            return (await answer.json()).words;
        }));
    }
    const reading = "Reading the page…";
    const waiting = setTimeout(() => { said.textContent = reading; }, 300);
    try {
        return await read.get(page);
    } catch (error) {
        read.delete(page);
        said.textContent = `${error.message} Type what stands there.`;
        return null;
    } finally {
        clearTimeout(waiting);
        if (said.textContent === reading) { said.textContent = ""; }
    }
}

/** Whether field and page are, later on, those of now: words may come when the reviewer is elsewhere. */
function remember() {
    const [target, page] = [form(), sheet()];
    return () => form() === target && sheet() === page;
}

/** Around all of them. */
function around(boxes) {
    const [left, top] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = [0, 1].map((side) => Math.max(...boxes.map((box) => box[side] + box[side + 2])));
    return [left, top, right - left, bottom - top];
}

/** Lines of the page are lines of the edit: an address has commas there, and a list its items. */
function text(chosen) {
    return chosen.map((word, index) => {
        if (index === 0) { return word.text; }
        return (word.line === chosen[index - 1].line ? " " : "\n") + word.text;
    }).join("");
}

/** Frames the place on the page, as that of the current field, so far away from the print. */
function frame([x, y, width, height], margin = 0) {
    let drawn = root.querySelector("[data-drawn]");
    if (!drawn) {
        drawn = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        drawn.dataset.drawn = "";
        drawn.append(document.createElementNS("http://www.w3.org/2000/svg", "title"));
    }
    drawn.dataset.box = name;
    drawn.firstChild.textContent = form().dataset.label;
    Object.entries({ x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin })
        .forEach(([side, value]) => drawn.setAttribute(side, value));
    sheet().querySelector("svg g")?.append(drawn);
}

/** Puts the words into the edit, and the place beside them. Nothing is saved by it. */
function take(box, chosen) {
    const target = form();
    const area = target.querySelector("[data-check]");
    // As the server frames it.
    frame(box, Math.min(Math.max(4, Math.floor(box[3] / 4)), 12));
    target.elements.namedItem("place").value = [sheet().dataset.page, ...box].join(" ");
    if (chosen?.length) { area.value = text(chosen); }
    if (chosen) {
        said.textContent = chosen.length
            ? `Words taken: ${chosen.length}.` : "No words were read there. Type what stands there.";
    }
    target.closest("details").open = true;
    show(name);
    area.dispatchEvent(new Event("input", { bubbles: true }));
    return area;
}

/** Whether the current field can be edited; it is said where not. */
function canEdit() {
    if (form()) { return true; }
    said.textContent = "Choose a field that can be edited first.";
    return false;
}

/** Where the pointer is, in pixels of the upright page. */
function point(event) {
    const picture = sheet().querySelector("svg g");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const { width, height } = sheet().dataset;
    return [[at.x, width], [at.y, height]]
        .map(([place, most]) => Math.min(Math.max(Math.round(place), 0), Number(most)));
}

/** Leaves a box that came to nothing. */
function drop() {
    if (drag?.box) { root.querySelector("[data-drawn]")?.remove(); }
    drag = null;
}

root.addEventListener("pointerdown", (event) => {
    const picture = event.target.closest(".frame svg");
    if (!picture || event.button !== 0 || event.pointerType === "touch" && !isDrawing()) { return; }
    isDragged = false;
    drag = { picture, start: point(event), x: event.clientX, y: event.clientY, box: null };
});
root.addEventListener("pointermove", (event) => {
    if (!drag) { return; }
    if (!drag.box) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < leastMove) { return; }
        if (!canEdit()) {
            drag = null;
            return;
        }
        isDragged = true;
        drag.picture.setPointerCapture(event.pointerId);
        words();
    }
    drag.box = around([[...drag.start, 0, 0], [...point(event), 0, 0]]);
    frame(drag.box);
});
root.addEventListener("pointerup", async () => {
    const box = drag?.box;
    if (!box || box[2] < 1 || box[3] < 1) {
        drop();
        return;
    }
    drag = null;
    end = null;
    const isSame = remember();
    const all = await words();
    if (!isSame()) { return; }
    take(box, all?.filter(({ box: [x, y, width, height] }) => {
        const [across, down] = [x + width / 2 - box[0], y + height / 2 - box[1]];
        return across >= 0 && down >= 0 && across <= box[2] && down <= box[3];
    })).focus();
});
root.addEventListener("pointercancel", drop);
root.addEventListener("dragstart", (event) => event.preventDefault());

// With Draw on, a click takes a word, and the next one the words from there on.
root.addEventListener("click", async (event) => {
    if (!isDrawing() && !isDragged || !event.target.closest(".frame svg")) { return; }
    event.stopPropagation();
    if (isDragged || !canEdit()) { return; }
    const [left, top] = point(event);
    const isSame = remember();
    const all = await words();
    if (!isSame()) { return; }
    const away = ({ box: [x, , width] }) => Math.abs(x + width / 2 - left);
    // Boxes of words may overlap.
    const [word] = (all ?? []).filter(({ box: [x, y, width, height] }) =>
        left >= x && top >= y && left <= x + width && top <= y + height).sort((a, b) => away(a) - away(b));
    if (!word) { return; }
    const place = all.indexOf(word);
    const [first, last] = [end ?? place, place].sort((a, b) => a - b);
    end = end === null ? place : null;
    const chosen = all.slice(first, last + 1);
    const edge = () => sheet().querySelector("svg").getBoundingClientRect().top;
    const before = edge();
    take(around(chosen.map(({ box }) => box)), chosen).focus({ preventScroll: true });
    // The next click finds the page where it was.
    window.scrollBy(0, edge() - before);
}, { capture: true });
pencil.addEventListener("click", () => {
    pencil.setAttribute("aria-pressed", String(!isDrawing()));
    root.toggleAttribute("data-drawing", isDrawing());
    end = null;
});

/** The page's words in two lists, for who cannot draw. */
function chooser(all) {
    const part = root.querySelector("template").content.cloneNode(true).firstElementChild;
    part.setAttribute("aria-label", `Words of page ${sheet().dataset.page}`);
    const lists = [...part.querySelectorAll("select")];
    for (const list of lists) {
        list.append(new Option("Choose", ""));
        let line = null;
        all.forEach((word, index) => {
            if (index === 0 || word.line !== all[index - 1].line) {
                line = document.createElement("optgroup");
                line.label = all.filter((other) => other.line === word.line).map((other) => other.text).join(" ");
                list.append(line);
            }
            line.append(new Option(word.text, index));
        });
    }
    part.addEventListener("change", (event) => {
        const places = lists.map((list) => list.value === "" ? null : Number(list.value));
        const changed = lists.indexOf(event.target);
        if (places[changed] === null) { return; }
        const other = 1 - changed;
        if (places[other] === null || places[0] > places[1]) {
            places[other] = places[changed];
            lists[other].value = String(places[changed]);
        }
        const chosen = all.slice(places[0], places[1] + 1);
        take(around(chosen.map(({ box }) => box)), chosen);
    });
    return part;
}

document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-words]");
    if (!button) { return; }
    const { form: target } = button;
    target.closest("details").open = true;
    button.focus();
    const isSame = remember();
    const all = await words();
    if (!all || !isSame()) { return; }
    target.querySelector(".chooser")?.remove();
    if (all.length === 0) {
        said.textContent = "No words were read on this page.";
        return;
    }
    const part = chooser(all);
    target.append(part);
    part.querySelector("select").focus();
});

function follow(next) {
    if (next === name) { return; }
    name = next;
    end = null;
    said.textContent = "";
}
document.addEventListener("field", (event) => follow(event.detail));
document.addEventListener("focusin", (event) => {
    const field = event.target.closest?.("[data-field]");
    if (field) { follow(field.dataset.field); }
});
// An edit that is dropped has no place either.
document.addEventListener("discard", (event) => {
    const { form: target } = event.target;
    target.elements.namedItem("place").value = "";
    target.querySelector(".chooser")?.remove();
    root.querySelector("[data-drawn]")?.remove();
    said.textContent = "";
    end = null;
});
