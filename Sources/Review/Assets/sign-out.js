// Before a person signs out whose pictures were not sent yet: they stay in this browser, unless the person removes them.
import { Drafts } from "./capture-drafts.js";

const form = document.querySelector("header form[action='/sign-out']");

/** The pictures that this person has here; looks only where some may be, and makes no database. */
async function kept() {
    const all = await indexedDB.databases?.() ?? [{ name: "recto-capture" }];
    if (!all.some(({ name }) => name === "recto-capture")) { return null; }
    return await Drafts.open(form.querySelector(".who").textContent);
}

function ask(drafts, count) {
    const dialog = document.createElement("dialog");
    const text = document.createElement("p");
    text.textContent = `${count === 1 ? "1 picture is" : `${count} pictures are`} not sent yet. They stay in this browser, and you see `
        + "them again when you sign in here. Others who sign in here do not.";
    const steps = document.createElement("div");
    steps.className = "steps";
    const add = (label, action) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.addEventListener("click", action);
        steps.append(button);
    };
    add("Keep them and sign out", () => form.submit());
    add("Remove them and sign out", async () => {
        await drafts.clear();
        form.submit();
    });
    add("Stay", () => dialog.close());
    dialog.append(text, steps);
    dialog.setAttribute("aria-label", "Pictures that are not sent yet");
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}

form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
        const drafts = await kept();
        const count = await drafts?.count() ?? 0;
        if (count) { ask(drafts, count); } else { form.submit(); }
    } catch {
        form.submit();
    }
});
