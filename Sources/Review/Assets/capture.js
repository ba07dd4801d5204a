// The page where people take pictures of a document, see whether they are good, send them, and look at what was read. It
// leads from step to step; what each step does is in the files beside it.
import { Camera, permission, refusal } from "./capture-camera.js";
import { Checking } from "./capture-checking.js";
import { Drafts, newKey } from "./capture-drafts.js";
import { greyOf, measure } from "./capture-hints.js";
import { hurry, patiently, Server, Submissions } from "./capture-sending.js";

const root = document.getElementById("capture");
const { person, token } = root.dataset;
const part = (name, within = root) => within.querySelector(`[data-part=${name}]:not(template)`);
const submissions = new Submissions(new Server(person, token));

let drafts = null;
let draft = null;
let pictures = [];
let isHere = false;

// MARK: What is shown

const stages = { start: "pictures", pages: "pictures", reading: "check", check: "check", failed: "check", done: "done" };
let shown = "";

function show(name) {
    if (name === shown) { return; }
    const isFirst = !shown;
    shown = name;
    for (const screen of root.querySelectorAll("[data-screen]")) { screen.hidden = screen.dataset.screen !== name; }
    part("stages").hidden = !stages[name];
    for (const stage of part("stages").children) {
        if (stage.dataset.stage === stages[name]) {
            stage.setAttribute("aria-current", "step");
        } else {
            stage.removeAttribute("aria-current");
        }
    }
    if (isFirst) { return; }
    window.scrollTo(0, 0);
    root.querySelector(`[data-screen=${name}] h1`).focus();
}

function say(text) {
    part("said").textContent = "";
    // A region that changes twice at once is read once.
    setTimeout(() => { part("said").textContent = text; }, 100);
}

function told(problem) {
    const isOut = problem?.isSignedOut ?? false;
    part("signed-out").hidden = !isOut;
    const text = !problem || isOut ? ""
        : problem.isOffline ? "No connection to recto review. Your pictures stay in this browser, and go out when it is back."
            : `${problem.message} It is tried again by itself.`;
    // Said once, not at each try.
    if (part("connection").textContent !== text) { part("connection").textContent = text; }
    part("connection").hidden = !text;
}

/** What is kept nowhere else than on this page. */
function warn(text) {
    part("storage").textContent = text;
    part("storage").hidden = false;
}

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const sentence = (text) => `${text}.`.replace(/([.!?])\.$/, "$1");

// MARK: Keeping

async function keep(...changed) {
    try {
        draft.order = pictures.map(({ key }) => key);
        await drafts?.save(draft, ...changed);
    } catch {
        drafts = null;
        warn("This browser has no room to keep your pictures. Stay on this page until they are sent.");
    }
}

async function forget() {
    await drafts?.clear().catch(() => {});
    for (const element of part("shots").children) { release(element); }
    part("shots").replaceChildren();
    pictures = [];
    draft = drafts?.fresh() ?? { key: newKey(), isCard: false, order: [], submission: null, edits: {} };
    showKind();
}

// MARK: Pictures

function labelOf(i, isCard = draft.isCard) {
    return isCard && i < 2 ? ["Front", "Back"][i] : `Page ${i + 1}`;
}

const isGood = (picture) => picture.file && (picture.file.verdict.decision === "good" || picture.isKept);

function verdictOf(picture) {
    if (picture.refused) { return ["failed", "This cannot be used", [picture.refused]]; }
    if (!picture.file) { return ["", "Checking", []]; }
    const { decision, reasons } = picture.file.verdict;
    const messages = [...new Set(reasons.map(({ message }) => sentence(message)))];
    if (decision === "good") { return ["accept", "Good", []]; }
    return picture.isKept ? ["review", "Used anyway", messages] : ["retake", "Take it again", messages];
}

function release(element) { URL.revokeObjectURL(part("picture", element).src); }

function elementOf(picture) {
    const known = part("shots").querySelector(`[data-key="${picture.key}"]`);
    if (known) { return known; }
    const element = root.querySelector("template[data-part=shot]").content.firstElementChild.cloneNode(true);
    element.dataset.key = picture.key;
    const image = part("picture", element);
    const kind = part("file-kind", element);
    const withoutPicture = () => {
        image.hidden = true;
        kind.hidden = false;
        kind.textContent = picture.blob.type === "application/pdf" ? "PDF" : "File";
    };
    image.addEventListener("error", withoutPicture);
    if (picture.blob.type === "application/pdf") { withoutPicture(); } else { image.src = URL.createObjectURL(picture.blob); }
    const act = (name, action) => part(name, element).addEventListener("click", action);
    act("retake", () => picture.isFile ? choose(picture.key) : open(picture.key));
    act("keep", async () => {
        picture.isKept = true;
        await keep(picture);
        list();
        part("label", element).focus();
    });
    act("up", () => move(picture, -1));
    act("down", () => move(picture, 1));
    act("remove", () => remove(picture));
    return element;
}

function list() {
    const place = part("shots");
    const elements = pictures.map(elementOf);
    for (const element of [...place.children]) {
        if (!elements.includes(element)) {
            release(element);
            element.remove();
        }
    }
    pictures.forEach((picture, i) => {
        const element = elements[i];
        // What already stands there keeps its focus.
        if (place.children[i] !== element) { place.insertBefore(element, place.children[i] ?? null); }
        const label = labelOf(i);
        const [state, text, messages] = verdictOf(picture);
        element.className = `shot ${state}`;
        part("label", element).textContent = label;
        const verdict = part("verdict", element);
        verdict.className = `verdict state ${state}`;
        verdict.textContent = text + (picture.file?.pages > 1 ? `, ${counted(picture.file.pages, "page")}` : "");
        part("reasons", element).replaceChildren(...messages.map((message) => {
            const item = document.createElement("li");
            item.textContent = message;
            return item;
        }));
        const again = part("retake", element);
        again.textContent = picture.isFile ? "Choose another file" : "Take it again";
        again.classList.toggle("primary", state === "retake" || state === "failed");
        part("keep", element).hidden = state !== "retake";
        part("up", element).hidden = i === 0;
        part("down", element).hidden = i === pictures.length - 1;
        for (const button of element.querySelectorAll("button")) {
            button.setAttribute("aria-label", `${button.textContent}: ${label}`);
        }
    });
    part("more-camera").textContent = draft.isCard && pictures.length === 1 ? "Take the back" : "Take the next page";
    part("send").textContent = `Send ${counted(pictures.length, draft.isCard ? "picture" : "page")}`;
    part("missing").textContent = missing();
    part("send").classList.toggle("primary", !missing());
}

/** What stands in the way of sending; empty where nothing does. */
function missing() {
    const labels = (test) => pictures.map((one, i) => test(one) ? labelOf(i) : "").filter(Boolean).join(", ");
    const bad = labels((one) => one.refused || one.file && !isGood(one));
    if (bad) { return `Still to be taken again, or to be used anyway: ${bad}.`; }
    const open = labels((one) => !one.file);
    return open ? `Still being checked: ${open}.` : "";
}

function showKind() {
    for (const input of root.querySelectorAll("[name=kind]")) { input.checked = (input.value === "card") === draft.isCard; }
}

async function move(picture, step) {
    const from = pictures.indexOf(picture);
    pictures.splice(from, 1);
    pictures.splice(from + step, 0, picture);
    await keep();
    list();
    const element = elementOf(picture);
    const button = part(step < 0 ? "up" : "down", element);
    (button.hidden ? part("label", element) : button).focus();
    say(`Now ${labelOf(from + step)} of ${pictures.length}.`);
}

async function remove(picture) {
    const at = pictures.indexOf(picture);
    pictures.splice(at, 1);
    stopUpload(picture);
    await keep();
    list();
    if (!pictures.length) {
        show("start");
        return;
    }
    part("label", elementOf(pictures[Math.min(at, pictures.length - 1)])).focus();
    say(`${labelOf(at)} was removed.`);
}

/** Takes in a picture: at the end, or in the place of another one. */
async function add(blob, isFile, replaced = null) {
    const picture = { key: newKey(), blob, isFile, file: null, refused: "", isKept: false };
    const at = pictures.findIndex(({ key }) => key === replaced);
    if (at < 0) {
        pictures.push(picture);
    } else {
        stopUpload(pictures[at]);
        pictures[at] = picture;
    }
    list();
    await keep(picture);
    pump();
    return picture;
}

let uploading = null;

function stopUpload(picture) { if (uploading?.picture === picture) { uploading.stop.abort(); } }

/** Sends what the server does not have yet, one after the other, and shows what it says of each. */
async function pump() {
    while (isHere && !uploading) {
        const picture = pictures.find((one) => !one.file && !one.refused);
        if (!picture) { return; }
        const stop = new AbortController();
        uploading = { picture, stop };
        try {
            picture.file = await patiently(() => submissions.upload(picture.blob, stop.signal), told, stop.signal);
        } catch (problem) {
            if (stop.signal.aborted) { told(null); } else { picture.refused = sentence(problem.message); }
        }
        uploading = null;
        const at = pictures.indexOf(picture);
        if (at < 0 || !isHere) { continue; }
        const same = pictures.findIndex((one) => one !== picture && one.file && one.file.id === picture.file?.id);
        if (same >= 0) {
            await remove(picture);
            part("missing").textContent = `That file is there already, as ${labelOf(same)}.`;
            say(part("missing").textContent);
            continue;
        }
        await keep(picture);
        list();
        const [, text, messages] = verdictOf(picture);
        say(`${labelOf(at)}: ${text}. ${messages.join(" ")}`);
    }
}

// MARK: Files

let replacing = null;

function choose(key = null) {
    replacing = key;
    part("chooser").multiple = !key;
    part("chooser").click();
}

async function chosen() {
    const files = [...part("chooser").files];
    // So that the same file can be chosen again.
    part("chooser").value = "";
    if (!files.length) { return; }
    show("pages");
    for (const file of files) {
        await add(file, true, replacing);
        replacing = null;
    }
}

// MARK: Camera

const live = part("live");
const video = part("video");
const camera = new Camera(video, () => {
    close();
    refuse({ name: "NotReadableError" });
});
const hints = {
    dark: "Too dark. Turn on a light, or go to a window.",
    moving: "Hold still.",
    none: "Put the page on a darker ground, all four corners in view.",
    far: "Too far. Move closer.",
    ready: "Good. Hold still and take it.",
};
/** Milliseconds. */
const lookEvery = 160;
const sayEvery = 2500;
const frameWidth = 320;
const canvas = document.createElement("canvas");
let refused = null;
let isTaking = false;

async function refuse(error) {
    const status = await permission();
    refused = refusal(error, status?.state);
    part("refusal-title").textContent = refused.title;
    part("refusal-steps").replaceChildren(...refused.steps.map((text) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
    }));
    part("refusal").dataset.code = refused.code;
    part("again").hidden = refused.code === "insecure" || refused.code === "unsupported";
    part("refusal").hidden = false;
    part("refusal").scrollIntoView({ block: "nearest" });
}

function accept() {
    refused = null;
    part("refusal").hidden = true;
}

/** Opens the camera, for the next picture or in the place of one. */
async function open(key = null) {
    replacing = key;
    if (!navigator.mediaDevices?.getUserMedia) {
        await refuse(null);
        return;
    }
    accept();
    const at = pictures.findIndex((one) => one.key === key);
    part("live-label").textContent = labelOf(at < 0 ? pictures.length : at);
    part("hint").textContent = "";
    try {
        await camera.start();
    } catch (error) {
        await refuse(error);
        return;
    }
    if (!isHere) {
        camera.stop();
        return;
    }
    if (!live.open) { live.showModal(); }
    await tools();
    part("shutter").focus();
    look();
}

async function tools() {
    part("torch").hidden = !camera.hasTorch;
    part("torch").setAttribute("aria-pressed", "false");
    part("switch").hidden = (await camera.others()).length === 0;
}

function close() {
    camera.stop();
    if (live.open) { live.close(); }
}

let looking = 0;

/** Measures what the camera shows, as long as it does. */
async function look() {
    const number = ++looking;
    let before = null;
    let last = ["", 0];
    let saidAt = 0;
    while (number === looking && camera.isOn && live.open) {
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
        if (document.hidden || !video.videoWidth || isTaking) { continue; }
        [canvas.width, canvas.height] = [frameWidth, Math.round(frameWidth * video.videoHeight / video.videoWidth)];
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(video, 0, 0, canvas.width, canvas.height);
        const grey = greyOf(context.getImageData(0, 0, canvas.width, canvas.height).data);
        const seen = measure(grey, before, canvas.width, canvas.height);
        before = grey;
        part("overlay").setAttribute("viewBox", `0 0 ${video.videoWidth} ${video.videoHeight}`);
        part("outline").setAttribute("points", (seen.page?.corners ?? [])
            .map(([x, y]) => `${Math.round(x * video.videoWidth)},${Math.round(y * video.videoHeight)}`).join(" "));
        part("overlay").dataset.hint = seen.hint;
        // What is seen once may be chance.
        last = seen.hint === last[0] ? [seen.hint, last[1] + 1] : [seen.hint, 1];
        if (last[1] < 3 || part("hint").dataset.hint === seen.hint && part("hint").textContent) { continue; }
        part("hint").textContent = hints[seen.hint];
        part("hint").dataset.hint = seen.hint;
        if (Date.now() - saidAt > sayEvery) {
            part("hint-said").textContent = hints[seen.hint];
            saidAt = Date.now();
        }
    }
}

async function take() {
    if (isTaking || !camera.isOn) { return; }
    isTaking = true;
    live.classList.add("taking");
    try {
        const blob = await camera.still();
        const key = replacing;
        close();
        show("pages");
        const picture = await add(blob, false, key);
        part("label", elementOf(picture)).focus();
    } catch (error) {
        close();
        await refuse(error);
    } finally {
        isTaking = false;
        live.classList.remove("taking");
    }
}

// MARK: Sending and checking

/** Milliseconds between questions about a document: at first, and at most. */
const askAfter = 500;
const askAtMost = 3000;
/** So that nobody else takes it while its sender reads. */
const holdEvery = 60000;

const checking = new Checking(root, part("documents"), submissions, {
    told,
    async typed(edits) {
        draft.edits = edits;
        await keep();
    },
    sent: (submission) => finish(submission),
});

async function send() {
    const problem = missing();
    if (problem) {
        part("missing").textContent = problem;
        say(problem);
        const bad = pictures.find((one) => !isGood(one));
        part("label", elementOf(bad)).focus();
        return;
    }
    // What is sent stays as it is until that is done.
    root.inert = true;
    part("missing").textContent = "Sending";
    const files = pictures.map(({ file }) => file.id);
    try {
        const submission = await patiently(() => submissions.submit(files), told);
        draft.submission = submission.id;
        await keep();
        if (submission.sent) { await finish(submission, true); } else { await follow(); }
    } catch (problem) {
        await unknown(problem);
    } finally {
        root.inert = false;
        if (!part("send").hidden) { part("send").focus(); }
    }
}

/** The server kept the files for a day: they go there once more. */
async function unknown(problem) {
    draft.submission = null;
    if (problem.code === "unknown_files" || problem.status === 404) {
        for (const picture of pictures) { picture.file = null; }
        await keep(...pictures);
        show("pages");
        list();
        part("missing").textContent = "The server no longer has these pictures. They are sent anew: press Send when they are checked.";
        pump();
        return;
    }
    show("pages");
    part("missing").textContent = sentence(problem.message);
    say(problem.message);
}

function progress({ pages_read: read = 0, page_count: count, state }) {
    const bar = part("progress");
    if (count) { [bar.max, bar.value] = [count, read]; } else { bar.removeAttribute("value"); }
    part("progress-text").textContent = state === "waiting" ? "It is in line to be read."
        : count ? `Page ${Math.min(read + 1, count)} of ${count} is being read.` : "It is being read.";
}

let following = 0;

/** Waits for what is read, and shows it. */
async function follow() {
    const number = ++following;
    show("reading");
    try {
        for (let pause = askAfter; isHere && number === following; pause = Math.min(pause * 1.3, askAtMost)) {
            const submission = await patiently(() => submissions.look(draft.submission), told);
            if (!isHere || number !== following) { return; }
            if (submission.sent) { return await finish(submission); }
            if (submission.state === "done" || submission.state === "failed") { return await check(submission); }
            progress(submission);
            await new Promise((resolve) => setTimeout(resolve, pause));
        }
    } catch (problem) {
        await unknown(problem);
    }
}

async function check(submission) {
    if (!submission.documents.length) {
        part("failure").textContent = sentence(submission.error?.message ?? "Nothing was found in it");
        show("failed");
        return;
    }
    checking.show(submission, draft.edits);
    part("check-problem").textContent = "";
    show("check");
    const doubtful = submission.documents.flatMap(({ fields }) => fields).filter((field) => field.doubtful).length;
    say(doubtful ? `${counted(doubtful, "value")} to check.` : "All values were read surely.");
}

function hold() {
    if (isHere && shown === "check" && !document.hidden) { submissions.look(draft.submission).then(() => told(null), told); }
}

setInterval(hold, holdEvery);

async function releaseDocument() {
    part("release").disabled = true;
    part("check-problem").textContent = "";
    try {
        if (!await checking.finish()) {
            part("check-problem").textContent = "A value cannot be saved as it is. Mend it, or put back what was read.";
            return;
        }
        await finish(await patiently(() => submissions.release(draft.submission), told));
    } catch (problem) {
        part("check-problem").textContent = sentence(problem.message);
    } finally {
        part("release").disabled = false;
    }
}

const outcomes = {
    accept: "everything needed was read surely. It is accepted.",
    review: "it is in the queue. A reviewer looks at it next.",
    retake: "it is in the queue. A reviewer may ask for new pictures.",
};

/** @param isKnown Whether it had been sent before. */
async function finish(submission, isKnown = false) {
    await forget();
    part("outcomes").replaceChildren(...submission.documents.map(({ kind_title: title, decision }) => {
        const item = document.createElement("li");
        const name = document.createElement("strong");
        name.textContent = title;
        item.append(name, `: ${outcomes[decision] ?? "it is in the queue."}`);
        return item;
    }));
    part("known").hidden = !isKnown;
    show("done");
}

/** To the pictures of what was read: others make another document. */
async function back() {
    try {
        await patiently(() => submissions.withdraw(draft.submission), told);
    } catch {
        // It is with the reviewers already, and they decide.
    }
    draft.submission = null;
    draft.edits = {};
    await keep();
    show("pages");
    list();
}

// MARK: One tab at a time

async function claim(isForced) {
    if (!navigator.locks) { return true; }
    return await new Promise((resolve) => {
        let has = false;
        // A page that is loaded again waits for the end of itself.
        const options = isForced ? { steal: true } : { signal: AbortSignal.timeout(1500) };
        navigator.locks.request(`recto-capture ${person}`, options, () => {
            has = true;
            resolve(true);
            return new Promise(() => {});
        }).catch(() => {
            if (has) { leave(); } else { resolve(false); }
        });
    });
}

function leave() {
    isHere = false;
    uploading?.stop.abort();
    close();
    show("elsewhere");
}

async function begin(isForced = false) {
    if (!await claim(isForced)) {
        show("elsewhere");
        return;
    }
    isHere = true;
    try {
        drafts = await Drafts.open(person);
        ({ document: draft, pictures } = await drafts.load());
    } catch {
        // A private window of some browsers keeps nothing.
        drafts = null;
        await forget();
        warn("This browser keeps nothing for later: stay on this page until your pictures are sent.");
    }
    part("shots").replaceChildren();
    showKind();
    if (draft.submission) {
        list();
        await follow();
    } else if (pictures.length) {
        list();
        show("pages");
        pump();
    } else {
        show("start");
    }
}

function on(names, action) {
    for (const name of names) { part(name).addEventListener("click", () => action()); }
}

on(["camera", "more-camera"], () => open());
on(["again"], () => open(replacing));
on(["files", "more-files"], () => choose());
on(["close"], close);
on(["shutter"], take);
on(["switch"], async () => {
    try {
        await camera.next();
        await tools();
        look();
    } catch (error) {
        close();
        await refuse(error);
    }
});
on(["torch"], async () => {
    const isOn = part("torch").getAttribute("aria-pressed") !== "true";
    await camera.light(isOn).then(() => part("torch").setAttribute("aria-pressed", String(isOn)), () => {});
});
on(["send"], send);
on(["release"], releaseDocument);
on(["back", "failed-back"], back);
on(["discard", "next"], async () => {
    await forget();
    show("start");
});
on(["take-over"], () => begin(true));
part("chooser").addEventListener("change", chosen);
live.addEventListener("close", () => camera.stop());
live.addEventListener("keydown", (event) => {
    if ((event.key !== " " && event.key !== "Enter") || event.repeat || event.target.matches("button")) { return; }
    event.preventDefault();
    take();
});
for (const input of root.querySelectorAll("[name=kind]")) {
    input.addEventListener("change", async () => {
        draft.isCard = input.value === "card";
        await keep();
        list();
    });
}
window.addEventListener("online", hurry);
document.addEventListener("visibilitychange", () => {
    if (document.hidden) { return; }
    hurry();
    hold();
});
// What the person changed in the browser's settings is seen at once.
permission().then((status) => status?.addEventListener("change", () => {
    if (status.state === "granted" && refused && isHere) { open(replacing); }
}));
navigator.mediaDevices?.addEventListener("devicechange", () => {
    if (refused?.code === "none" && isHere) { open(replacing); }
});
begin();
