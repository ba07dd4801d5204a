// The camera: it is opened, shown, switched, lit, and its pictures are taken; and what a refusal means, with the way out.

/** Which browser this is, as far as its settings are elsewhere. */
export function browserOf(userAgent) {
    const has = (pattern) => pattern.test(userAgent);
    if (has(/iPhone|iPad|iPod/) || has(/Macintosh/) && navigator.maxTouchPoints > 1) {
        return has(/CriOS|FxiOS|EdgiOS/) ? "iOS" : "Safari on iOS";
    }
    if (has(/Android/)) { return has(/Firefox/) ? "Firefox on Android" : "Chrome on Android"; }
    if (has(/Firefox/)) { return "Firefox"; }
    if (has(/Edg\//)) { return "Edge"; }
    if (has(/Chrome|Chromium/)) { return "Chrome"; }
    return has(/Safari/) ? "Safari" : "";
}

const allow = {
    "Safari on iOS": [
        "Tap the button at the left end of the address bar, then Website Settings, and set Camera to Allow.",
        "If Camera is not there: in the Settings app, open Apps, Safari, Camera, and choose Ask or Allow.",
    ],
    "iOS": ["In the Settings app, open this browser's entry under Apps, and turn Camera on."],
    "Chrome on Android": [
        "Tap the symbol at the left end of the address bar, then Permissions, Camera, and choose Allow.",
        "If Camera is not there: in Android's Settings, open Apps, this browser, Permissions, Camera.",
    ],
    "Firefox on Android": [
        "Tap the lock in the address bar, and clear the block at Camera.",
        "If Camera is not there: in Android's Settings, open Apps, Firefox, Permissions, Camera.",
    ],
    "Chrome": ["Click the symbol at the left end of the address bar, and turn Camera on."],
    "Edge": ["Click the lock at the left end of the address bar, then Permissions for this site, and set Camera to Allow."],
    "Firefox": ["Click the crossed-out camera at the left end of the address bar, and remove the block.", "Then press Try again."],
    "Safari": ["In the menu Safari, choose Settings for this website, and set Camera to Allow."],
    "": ["Look for this page's permissions in the address bar or the browser's settings, and allow the camera."],
};

const system = {
    "Safari on iOS": "In the Settings app, open Apps, Safari, Camera, and choose Ask or Allow.",
    "iOS": "In the Settings app, open this browser's entry under Apps, and turn Camera on.",
    "Chrome on Android": "In Android's Settings, open Apps, this browser, Permissions, Camera, and choose Allow.",
    "Firefox on Android": "In Android's Settings, open Apps, Firefox, Permissions, Camera, and choose Allow.",
};

/**
 * What became of the question for the camera.
 *
 * @param error What `getUserMedia` threw; null where there is no such function.
 * @param state Of the permission: `granted`, `denied`, `prompt`, or undefined where the browser does not tell.
 * @param world What the browser says of itself.
 * @returns `code`, `title`, `steps`: sentences.
 */
export function refusal(error, state, world = {}) {
    const browser = browserOf(world.userAgent ?? navigator.userAgent);
    const isSecure = world.isSecure ?? window.isSecureContext;
    const isLetIn = world.isLetIn ?? document.featurePolicy?.allowsFeature("camera") ?? true;
    const answer = (code, title, ...steps) => ({ code, title, steps });
    if (!isSecure) {
        return answer("insecure", "The camera works over a secure connection alone",
            "This address begins with http://, and browsers give no camera there.",
            "Open the https:// address of Recto, if there is one, or ask who runs it. Files can be chosen here all the same.");
    }
    if (!error) {
        return answer("unsupported", "This browser has no camera for pages", "Use a current browser, or choose files.");
    }
    switch (error.name) {
    case "NotAllowedError":
    case "SecurityError":
        if (!isLetIn || error.name === "SecurityError") {
            return answer("restricted", "The camera is switched off for this page",
                "A rule of your organization or of the page around this one keeps the camera from it. Ask who looks after this "
                    + "device, or choose files.");
        }
        if (state === "granted") {
            return answer("restricted", "This device keeps the camera from the browser",
                system[browser] ?? "In the system's privacy settings, under Camera, allow it for this browser.",
                "Then start the browser again. If the setting is locked, ask who looks after this device.");
        }
        if (state === "prompt") {
            return answer("dismissed", "The question was closed without an answer",
                "Press Try again, and choose Allow when the browser asks.");
        }
        return answer("denied", "This page may not use the camera", ...allow[browser]);
    case "NotFoundError":
        return answer("none", "There is no camera",
            "Connect one, or turn on the one in this device: a switch or a lid may cover it. Or choose files.");
    case "NotReadableError":
    case "AbortError":
        return answer("busy", "The camera is in use",
            "Close other apps and tabs that use it, such as a video call, and press Try again.");
    case "OverconstrainedError":
        return answer("unfit", "That camera cannot be used", "Press Try again to use another one, or choose files.");
    default:
        return answer("unknown", "The camera did not start", "Press Try again, or choose files.");
    }
}

/** The browser's answer before it is asked; undefined where it does not tell. */
export async function permission() {
    try {
        return await navigator.permissions.query({ name: "camera" });
    } catch {
        return undefined;
    }
}

/** As many pixels as it has: small print needs them. */
const most = { width: { ideal: 4096 }, height: { ideal: 3072 } };
/** Milliseconds that a camera may take for one picture, before a frame of what it shows is taken instead. */
const patience = 5000;

export class Camera {
    /**
     * @param video Shows what it sees.
     * @param ended Is called when it was taken away: unplugged, or its permission withdrawn.
     */
    constructor(video, ended) {
        this.video = video;
        this.ended = ended;
        this.stream = null;
        this.chosen = null;
    }

    get track() { return this.stream?.getVideoTracks()[0]; }

    get isOn() { return this.track?.readyState === "live"; }

    /** Throws what `getUserMedia` throws. */
    async start() {
        const which = this.chosen ? { deviceId: { exact: this.chosen } } : { facingMode: { ideal: "environment" } };
        let stream;
        try {
            stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...most } });
        } catch (error) {
            if (error.name !== "OverconstrainedError" && error.name !== "NotReadableError") { throw error; }
            // The one that was chosen is gone, or cannot do what was asked for.
            this.chosen = null;
            stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: true });
        }
        this.stop();
        this.stream = stream;
        this.track.addEventListener("ended", () => { if (stream === this.stream) { this.ended(); } });
        this.video.srcObject = stream;
        await this.video.play();
    }

    stop() {
        for (const track of this.stream?.getTracks() ?? []) { track.stop(); }
        this.stream = null;
        this.video.srcObject = null;
    }

    /** Known once the camera has been allowed. */
    async others() {
        const all = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
        return all.length > 1 ? all : [];
    }

    async next() {
        const all = await this.others();
        const now = all.findIndex(({ deviceId }) => deviceId === this.track?.getSettings().deviceId);
        this.chosen = all[(now + 1) % all.length]?.deviceId ?? null;
        // Phones open one camera at a time.
        this.stop();
        await this.start();
    }

    get hasTorch() { return this.track?.getCapabilities?.().torch === true; }

    async light(isOn) { await this.track.applyConstraints({ advanced: [{ torch: isOn }] }); }

    /** A picture as the camera itself takes it, or a frame of what it shows. */
    async still() {
        if ("ImageCapture" in window) {
            const late = new Promise((resolve) => setTimeout(resolve, patience, null));
            try {
                const photo = await Promise.race([new ImageCapture(this.track).takePhoto(), late]);
                if (photo?.size) { return photo; }
            } catch {
                // Some cameras have none.
            }
        }
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [this.video.videoWidth, this.video.videoHeight];
        canvas.getContext("2d").drawImage(this.video, 0, 0);
        return await new Promise((resolve, reject) => {
            canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("no frame")), "image/jpeg", .92);
        });
    }
}
