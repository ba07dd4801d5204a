// Passkeys: one is added, or signs in. The form is then sent like any other, with what the device said.
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function create({ challenge, site, handle, person, known }) {
    const { response } = await navigator.credentials.create({ publicKey: {
        challenge: decode(challenge), rp: { id: site, name: "Recto review" },
        user: { id: decode(handle), name: person, displayName: person },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        excludeCredentials: known.map((id) => ({ type: "public-key", id: decode(id) })),
        attestation: "none",
    } });
    return { client: encode(response.clientDataJSON), device: encode(response.getAuthenticatorData()), handle };
}

async function get({ challenge, site }) {
    const { rawId, response } = await navigator.credentials.get({ publicKey: {
        challenge: decode(challenge), rpId: site, userVerification: "required",
    } });
    return {
        id: encode(rawId), client: encode(response.clientDataJSON), device: encode(response.authenticatorData),
        signature: encode(response.signature), handle: encode(response.userHandle ?? new ArrayBuffer(0)),
    };
}

async function send(form, said) {
    const button = form.querySelector("button");
    button.disabled = true;
    said.textContent = "";
    try {
        const answer = await fetch(form.dataset.passkey);
        if (!answer.ok) { throw new Error("no options"); }
        const options = await answer.json();
        const fields = await (options.handle ? create(options) : get(options));
        for (const [name, value] of Object.entries(fields)) {
            const input = form.elements.namedItem(name) ?? form.appendChild(document.createElement("input"));
            Object.assign(input, { type: "hidden", name, value });
        }
        form.submit();
    } catch (error) {
        said.textContent = error.name === "InvalidStateError" ? "This device has a passkey for you already."
            : error.name === "NotAllowedError" ? "Nothing was done: it was not allowed, or took too long."
            : "That did not work. Load the page again, and try once more.";
    }
    button.disabled = false;
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
    // Without TLS, and not at localhost, browsers have none.
    if (!window.PublicKeyCredential) { continue; }
    form.hidden = false;
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        send(form, form.querySelector("[role=status]"));
    });
}
