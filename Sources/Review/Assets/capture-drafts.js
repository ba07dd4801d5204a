// Pictures that are not sent yet, kept in this browser's IndexedDB under the name of who took them: they survive a reload, a
// lost connection and the browser's end, and who signs in under another name does not see them.

const database = "recto-capture";

const answerOf = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});
const endOf = (transaction) => new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
});

/** A name for what is new. */
export function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A document: `key`, `isCard`, `order` (keys of its pictures), `submission` (null until it is sent), `edits` (what was typed
 * and not saved). A picture: `key`, `blob`, `name`, and once the server has it `file`, the answer, `refused`, why it is none,
 * and `isKept`, whether it is used although it is not good.
 */
export class Drafts {
    constructor(person, base) {
        this.person = person;
        this.base = base;
    }

    static async open(person) {
        const request = indexedDB.open(database, 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore("documents", { keyPath: "person" });
            request.result.createObjectStore("pictures", { keyPath: "key" }).createIndex("person", "person");
        };
        const base = await answerOf(request);
        // Another page wants to remove the database.
        base.onversionchange = () => base.close();
        return new Drafts(person, base);
    }

    fresh() { return { person: this.person, key: newKey(), isCard: false, order: [], submission: null, edits: {} }; }

    /** The document that was begun, with its pictures in order. */
    async load() {
        const work = this.base.transaction(["documents", "pictures"]);
        const [document, pictures] = await Promise.all([
            answerOf(work.objectStore("documents").get(this.person)),
            answerOf(work.objectStore("pictures").index("person").getAll(this.person)),
        ]);
        const found = document ?? this.fresh();
        const known = new Map(pictures.map((picture) => [picture.key, picture]));
        return { document: found, pictures: found.order.map((key) => known.get(key)).filter(Boolean) };
    }

    /** Keeps the document and, of its pictures, those that are given; others that it does not name any more are removed. */
    async save(document, ...pictures) {
        const work = this.base.transaction(["documents", "pictures"], "readwrite");
        const done = endOf(work);
        work.objectStore("documents").put({ ...document, person: this.person });
        const store = work.objectStore("pictures");
        for (const picture of pictures) { store.put({ ...picture, person: this.person }); }
        store.index("person").getAllKeys(this.person).onsuccess = ({ target }) => {
            for (const key of target.result) { if (!document.order.includes(key)) { store.delete(key); } }
        };
        await done;
    }

    async count() {
        return await answerOf(this.base.transaction("pictures").objectStore("pictures").index("person").count(this.person));
    }

    /** Removes all that this person has here. */
    async clear() {
        const work = this.base.transaction(["documents", "pictures"], "readwrite");
        const done = endOf(work);
        work.objectStore("documents").delete(this.person);
        const store = work.objectStore("pictures");
        store.index("person").getAllKeys(this.person).onsuccess = ({ target }) => {
            for (const key of target.result) { store.delete(key); }
        };
        await done;
    }
}
