// Pictures of the document's pages: which one is shown, how it is turned, and the current field enlarged.
// A field becomes current by the event "field" of the document; its detail is the field's name.

const root = document.querySelector("section.picture");
const sheets = [...root.querySelectorAll(".sheet")];
const enlarged = root.querySelector("[data-part=enlarged]");
const place = root.querySelector("[data-part=place]");

const quarter = 90;
const steps = [1, 1.5, 2, 3, 4];
let current = 0;
let turns = 0;
let step = 0;

const size = (sheet) => [Number(sheet.dataset.width), Number(sheet.dataset.height)];

/** Why the server has no picture, or no words: its sentence, in a page of its own. */
export async function sentence(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("main p")?.textContent ?? "The page cannot be shown.";
}

/** Asks for the sheet's picture, once. */
function load(sheet) {
    const image = sheet.querySelector("image");
    if (!image || image.hasAttribute("href")) { return; }
    const address = image.dataset.address;
    image.addEventListener("error", async () => {
        const problem = sheet.querySelector("[data-part=problem]");
        sheet.querySelector(".frame").hidden = true;
        enlarged.hidden = true;
        problem.textContent = await fetch(address).then(sentence)
            .catch(() => "The connection to the review is lost.");
        problem.hidden = false;
    });
    image.setAttribute("href", address);
}

function draw() {
    sheets.forEach((sheet, index) => { sheet.hidden = index !== current; });
    if (place) { place.textContent = `${current + 1} of ${sheets.length}`; }
    const sheet = sheets[current];
    load(sheet);
    const picture = sheet.querySelector("svg");
    if (!picture) { return; }
    const [width, height] = size(sheet);
    const isLying = turns % 2 === 1;
    picture.setAttribute("viewBox", isLying ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`);
    picture.setAttribute("width", `${100 * steps[step]}%`);
    const shift = [[0, 0], [height, 0], [width, height], [0, width]][turns];
    picture.firstElementChild.setAttribute("transform", `translate(${shift}) rotate(${quarter * turns})`);
}

function turnTo(index) {
    current = Math.min(Math.max(index, 0), sheets.length - 1);
    draw();
}

/** Frames a field, shows its page and enlarges it; where it has no box, nothing is framed. */
export function show(name) {
    const its = [...root.querySelectorAll("[data-box]")].filter((box) => box.dataset.box === name);
    // One that was drawn just now counts.
    const found = its.find((box) => "drawn" in box.dataset) ?? its[0];
    for (const box of root.querySelectorAll("[data-box]")) { box.toggleAttribute("data-current", box === found); }
    enlarged.hidden = !found;
    if (!found) { return; }
    // Above those in the same place.
    found.parentNode.append(found);
    const sheet = found.closest(".sheet");
    turnTo(sheets.indexOf(sheet));
    if (sheet.querySelector(".frame").hidden) {
        enlarged.hidden = true;
        return;
    }
    enlarge(found, sheet);
    const frame = sheet.querySelector(".frame");
    const there = found.getBoundingClientRect();
    const seen = frame.getBoundingClientRect();
    // What is seen stays where it is.
    if (there.top < seen.top || there.bottom > seen.bottom) {
        frame.scrollTop += there.top + there.height / 2 - seen.top - seen.height / 2;
    }
    if (there.left < seen.left || there.right > seen.right) {
        frame.scrollLeft += there.left + there.width / 2 - seen.left - seen.width / 2;
    }
}

function enlarge(box, sheet) {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
    const margin = Math.max(height / 2, 4);
    const picture = enlarged.querySelector("svg");
    picture.setAttribute(
        "viewBox", `${x - margin} ${y - margin} ${width + 2 * margin} ${height + 2 * margin}`);
    const image = picture.querySelector("image");
    const [pageWidth, pageHeight] = size(sheet);
    image.setAttribute("width", pageWidth);
    image.setAttribute("height", pageHeight);
    image.setAttribute("href", sheet.querySelector("image").dataset.address);
    const label = box.querySelector("title").textContent;
    enlarged.querySelector("figcaption").textContent = `${label}, page ${sheet.dataset.page}`;
}

const tools = {
    previous: () => turnTo(current - 1),
    next: () => turnTo(current + 1),
    left: () => { turns = (turns + 3) % 4; draw(); },
    right: () => { turns = (turns + 1) % 4; draw(); },
    out: () => { step = Math.max(step - 1, 0); draw(); },
    in: () => { step = Math.min(step + 1, steps.length - 1); draw(); },
    reset: () => { step = 0; turns = 0; draw(); },
};

root.addEventListener("click", (event) => {
    const tool = event.target.closest("[data-tool]");
    if (tool) { tools[tool.dataset.tool](); }
    const box = event.target.closest("[data-box]");
    if (box) { document.dispatchEvent(new CustomEvent("field", { detail: box.dataset.box })); }
});
document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea");
    if (sheets.length < 2 || isTyping || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) { return; }
    if (event.key === "PageUp") { tools.previous(); } else if (event.key === "PageDown") { tools.next(); } else { return; }
    event.preventDefault();
});
document.addEventListener("field", (event) => show(event.detail));
// Places as they were stored.
document.addEventListener("saved", (event) => {
    for (const sheet of sheets) {
        const boxes = event.detail.querySelectorAll(`.sheet[data-page="${sheet.dataset.page}"] [data-box]`);
        for (const box of sheet.querySelectorAll("[data-box]")) { box.remove(); }
        sheet.querySelector("svg g")?.append(...boxes);
    }
});
document.addEventListener("focusin", (event) => {
    const field = event.target.closest?.("[data-field]");
    if (field) { show(field.dataset.field); }
});

root.querySelector(".turning").hidden = false;
draw();
// The first field of the page that has a box; doubtful ones come first.
const first = [...document.querySelectorAll("[data-field]")].map((field) => field.dataset.field)
    .find((name) => [...root.querySelectorAll("[data-box]")].some((box) => box.dataset.box === name));
if (first && !root.querySelector("[data-current]")) { show(first); }
