// What was read, for the person who has the document before them: doubtful values first, each of them to be mended.
import { newKey } from "./capture-drafts.js";
import { patiently } from "./capture-sending.js";

const copy = (root, name) => root.querySelector(`template[data-part=${name}]`).content.firstElementChild.cloneNode(true);
const part = (element, name) => element.querySelector(`[data-part=${name}]`);

export class Checking {
    /**
     * @param root Holds the templates.
     * @param place Where documents are shown.
     * @param handlers `told(problem)` what hinders a request; `typed(edits)` what was typed and is not saved, by document and
     *     field.
     */
    constructor(root, place, submissions, handlers) {
        this.root = root;
        this.place = place;
        this.submissions = submissions;
        this.handlers = handlers;
        this.line = Promise.resolve();
    }

    /** @param edits What was typed before the page was loaded again. */
    show(submission, edits) {
        this.id = submission.id;
        this.edits = edits;
        this.documents = new Map(submission.documents.map((document) => [document.id, document]));
        this.entries = [];
        this.place.replaceChildren(...submission.documents.map((document, i) => this.article(document, i, submission)));
        for (const entry of this.entries) { if (this.typed(entry) !== undefined) { this.save(entry); } }
    }

    article(document, i, { documents }) {
        const article = copy(this.root, "document");
        part(article, "title").textContent = (documents.length > 1 ? `${i + 1}. ` : "") + document.kind_title;
        const reasons = part(article, "reasons");
        reasons.replaceChildren(...document.reasons.filter(({ code }) => code !== "low_confidence").map(({ message }) => {
            const item = window.document.createElement("li");
            item.textContent = `${message}.`.replace(/([.!?])\.$/, "$1");
            return item;
        }));
        reasons.hidden = !reasons.children.length;
        const doubtful = document.fields.filter((field) => field.doubtful);
        const sure = document.fields.filter((field) => !field.doubtful);
        part(article, "fields").append(...doubtful.map((field) => this.entry(document, field)));
        part(article, "sure-fields").append(...sure.map((field) => this.entry(document, field)));
        const folded = part(article, "sure");
        folded.hidden = !sure.length;
        folded.open = !doubtful.length;
        folded.querySelector("summary").textContent = `${sure.length === 1 ? "1 value" : `${sure.length} values`} read surely`;
        part(article, "text").hidden = !document.text.length;
        article.querySelector("pre").textContent = document.text.join("\n");
        return article;
    }

    entry(document, field) {
        const element = copy(this.root, "field");
        const area = this.control(element.querySelector("textarea"), field);
        const state = part(element, "state");
        const entry = { document: document.id, field: field.name, value: field.value ?? "", area, state };
        area.id = `field-${document.id}-${field.name}`;
        state.id = `${area.id}-state`;
        area.setAttribute("aria-describedby", state.id);
        area.name = field.name;
        area.disabled = !document.version;
        element.querySelector("label").htmlFor = area.id;
        part(element, "title").textContent = field.title;
        part(element, "doubt").textContent = !field.doubtful ? "" : !field.value ? "not found" : "please check";
        area.value = this.typed(entry) ?? entry.value;
        if (area.matches("textarea")) { area.rows = Math.max(1, area.value.split("\n").length); }
        area.addEventListener("input", () => this.note(entry));
        area.addEventListener("change", () => this.save(entry));
        area.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing || !area.matches("textarea")) { return; }
            event.preventDefault();
            const areas = this.entries.map((one) => one.area).filter((one) => one.offsetParent);
            (areas[areas.indexOf(area) + 1] ?? part(this.root, "release")).focus();
        });
        entry.putBack = part(element, "put-back");
        entry.putBack.addEventListener("click", () => {
            area.value = entry.value;
            this.note(entry);
            area.focus();
        });
        this.entries.push(entry);
        return element;
    }

    /** A value of a closed set is chosen, others are typed. */
    control(area, { choices, value }) {
        if (!choices || value && !choices.includes(value)) { return area; }
        const select = document.createElement("select");
        for (const choice of [...value ? [] : [""], ...choices]) { select.add(new Option(choice || "Choose", choice)); }
        area.replaceWith(select);
        return select;
    }

    typed({ document, field }) { return this.edits[`${document}/${field}`]; }

    note(entry) {
        const name = `${entry.document}/${entry.field}`;
        if (entry.area.value === entry.value) { delete this.edits[name]; } else { this.edits[name] = entry.area.value; }
        entry.state.className = "";
        entry.state.textContent = "";
        entry.putBack.hidden = true;
        entry.area.removeAttribute("aria-invalid");
        this.handlers.typed(this.edits);
    }

    /** One at a time: each is made on the version that the one before it has left. */
    save(entry) {
        this.line = this.line.catch(() => {}).then(() => this.saveNow(entry));
        return this.line;
    }

    async saveNow(entry) {
        const { area, state } = entry;
        const value = area.value;
        if (value === entry.value || entry.refused === value) { return; }
        const key = newKey();
        const correction = {
            document: entry.document, version: this.documents.get(entry.document).version, field: entry.field, value,
        };
        state.className = "";
        state.textContent = "Saving";
        try {
            const document = await patiently(() => this.submissions.correct(this.id, correction, key), this.handlers.told);
            this.documents.set(document.id, document);
            entry.value = document.fields.find(({ name }) => name === entry.field)?.value ?? "";
            entry.refused = undefined;
            // What was typed on in between is saved by its own change.
            if (area.value === value) { area.value = entry.value; }
            state.textContent = "Saved";
            entry.putBack.hidden = true;
            area.removeAttribute("aria-invalid");
        } catch (problem) {
            entry.refused = value;
            state.className = "refused";
            state.textContent = problem.message;
            area.setAttribute("aria-invalid", "true");
            entry.putBack.hidden = false;
            if (problem.status === 409) { await this.renew(entry); }
            return;
        }
        if (area.value === entry.value) { delete this.edits[`${entry.document}/${entry.field}`]; }
        this.handlers.typed(this.edits);
    }

    /** Takes the versions that stand now: the next try is made on them. */
    async renew(entry) {
        const now = await patiently(() => this.submissions.look(this.id), this.handlers.told);
        for (const document of now.documents) { this.documents.set(document.id, document); }
        if (now.sent) { this.handlers.sent(now); }
        entry.refused = undefined;
    }

    /** Saves what was typed. Returns whether all of it is; the first that is not has the focus. */
    async finish() {
        for (const entry of this.entries) { this.save(entry); }
        await this.line;
        const left = this.entries.find((entry) => entry.area.value !== entry.value);
        left?.area.closest("details")?.setAttribute("open", "");
        left?.area.focus();
        return !left;
    }
}
