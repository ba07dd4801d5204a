// What a small grey frame of the camera tells before a picture is taken: is it light enough, does it hold still, is there a
// page, and is it near enough. Pure functions on arrays of grey levels, 0 to 255, row by row. The server's own measures
// decide about the picture (docs/quality.md); these only save the way there.

/** Of what is light in the frame, a grey level: below it, paper is too dark to be read. */
export const leastLight = 80;
/** Mean difference between two frames over 255, without that of their light. */
export const mostChange = .02;
/** Share of the frame: a page that covers less is too far away. */
export const leastArea = .3;

/** Grey levels of a picture's bytes (red, green, blue, alpha), by ITU-R BT.601. */
export function greyOf(bytes) {
    const grey = new Uint8Array(bytes.length / 4);
    for (let i = 0, at = 0; i < grey.length; i += 1, at += 4) {
        grey[i] = (77 * bytes[at] + 150 * bytes[at + 1] + 29 * bytes[at + 2]) >> 8;
    }
    return grey;
}

/** The level that this share of the pixels, 0 to 1, does not exceed. */
export function quantile(grey, share) {
    const counts = new Uint32Array(256);
    for (const level of grey) { counts[level] += 1; }
    let left = Math.max(1, share * grey.length);
    return Math.max(0, counts.findIndex((count) => (left -= count) <= 0));
}

/** How much differs between two frames of one size, 0 to 1. That the light changed is no movement. */
export function change(one, other) {
    let lighter = 0;
    for (let i = 0; i < one.length; i += 3) { lighter += one[i] - other[i]; }
    lighter /= Math.ceil(one.length / 3);
    let sum = 0;
    for (let i = 0; i < one.length; i += 3) { sum += Math.abs(one[i] - other[i] - lighter); }
    return sum / Math.ceil(one.length / 3) / 255;
}

/** Mean of the 5 by 5 pixels around each: lines of print become even grey, and borders of pages stay. */
function smooth(grey, width, height) {
    const pass = (from, step, along, across, jump) => {
        const to = new Float32Array(from.length);
        for (let line = 0; line < across; line += 1) {
            const at = (i) => from[line * jump + Math.min(along - 1, Math.max(0, i)) * step];
            let sum = at(-3) + at(-2) + at(-1) + at(0) + at(1);
            for (let i = 0; i < along; i += 1) {
                sum += at(i + 2) - at(i - 3);
                to[line * jump + i * step] = sum / 5;
            }
        }
        return to;
    };
    return pass(pass(grey, 1, width, height, width), width, height, width, 1);
}

/** Gradients by Sobel's operator: direction in degrees, 0 to 359, from dark to light, and strength. */
function gradients(grey, width, height) {
    const light = smooth(grey, width, height);
    const strength = new Float32Array(light.length);
    const direction = new Int16Array(light.length);
    for (let y = 1; y < height - 1; y += 1) {
        for (let x = 1; x < width - 1; x += 1) {
            const i = y * width + x;
            const [a, b, c] = [i - width, i, i + width];
            const right = light[a + 1] + 2 * light[b + 1] + light[c + 1] - light[a - 1] - 2 * light[b - 1] - light[c - 1];
            const down = light[c - 1] + 2 * light[c] + light[c + 1] - light[a - 1] - 2 * light[a] - light[a + 1];
            strength[i] = Math.hypot(right, down);
            direction[i] = (Math.round(Math.atan2(down, right) * 180 / Math.PI) + 360) % 360;
        }
    }
    return { strength, direction };
}

const binOfDegrees = 3;
const binOfPixels = 2;
/** Of each side. */
const mostLines = 5;
/** Share of a side that must be seen as an edge. */
const leastSeen = .45;
const turn = (one, other) => Math.abs((one - other + 540) % 360 - 180);

/** Straight edges by a Hough transform in which each edge votes with its own direction only (O'Gorman and Clowes 1976). */
function lines({ strength, direction }, width, height, least) {
    const reach = Math.ceil(Math.hypot(width, height) / 2);
    const [angles, places] = [360 / binOfDegrees, Math.ceil(2 * reach / binOfPixels) + 1];
    const votes = new Float32Array(angles * places);
    const waves = Array.from({ length: angles }, (_, bin) => {
        const angle = bin * binOfDegrees * Math.PI / 180;
        return [Math.cos(angle), Math.sin(angle)];
    });
    for (let i = 0; i < strength.length; i += 1) {
        if (strength[i] < least) { continue; }
        const [x, y] = [i % width - width / 2, Math.floor(i / width) - height / 2];
        const middle = Math.round(direction[i] / binOfDegrees);
        for (let bin = middle - 1; bin <= middle + 1; bin += 1) {
            const angle = (bin + angles) % angles;
            const place = Math.round((x * waves[angle][0] + y * waves[angle][1] + reach) / binOfPixels);
            votes[angle * places + place] += bin === middle ? 1 : .6;
        }
    }
    const all = [];
    const enough = Math.min(width, height) / 8;
    for (let angle = 0; angle < angles; angle += 1) {
        for (let place = 1; place < places - 1; place += 1) {
            const count = votes[angle * places + place];
            if (count < enough || count < votes[angle * places + place - 1] || count < votes[angle * places + place + 1]) {
                continue;
            }
            all.push({ degrees: angle * binOfDegrees, offset: place * binOfPixels - reach, count, wave: waves[angle] });
        }
    }
    return all.sort((a, b) => b.count - a.count);
}

/** The strongest of those whose light lies in this direction, no two of them alike. */
function side(all, degrees) {
    const chosen = [];
    for (const line of all) {
        if (turn(line.degrees, degrees) > 42) { continue; }
        if (chosen.some((one) => turn(one.degrees, line.degrees) <= 9 && Math.abs(one.offset - line.offset) <= 6)) {
            continue;
        }
        if (chosen.push(line) === mostLines) { break; }
    }
    return chosen;
}

function meet(one, other, width, height) {
    const [[a, b], [c, d]] = [one.wave, other.wave];
    const wide = a * d - b * c;
    return [(one.offset * d - other.offset * b) / wide + width / 2, (a * other.offset - c * one.offset) / wide + height / 2];
}

function areaOf(corners) {
    return Math.abs(corners.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = corners[(i + 1) % 4];
        return sum + x * nextY - nextX * y;
    }, 0)) / 2;
}

/**
 * The outline of the page: lighter than what it lies on, or darker all around.
 *
 * @returns null where none is seen; otherwise `corners`, four pairs of shares of width and height from the upper left one
 *     clockwise, and `area`, its share of the frame.
 */
export function outline(grey, width, height) {
    const edges = gradients(grey, width, height);
    const sorted = Float32Array.from(edges.strength).sort();
    const least = Math.max(40, sorted[Math.floor(sorted.length * .86)]);
    const all = lines(edges, width, height, least);
    const isEdge = (x, y, line) => {
        const [column, row] = [Math.round(x), Math.round(y)];
        if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) { return false; }
        const i = row * width + column;
        return edges.strength[i] >= least * .7 && turn(edges.direction[i], line.degrees) <= 25;
    };
    const seen = ([x, y], [toX, toY], line) => {
        const count = Math.max(2, Math.ceil(Math.hypot(toX - x, toY - y) / 3));
        let hits = 0;
        for (let i = 0; i <= count; i += 1) {
            const [atX, atY] = [x + (toX - x) * i / count, y + (toY - y) * i / count];
            if ([0, -1, 1, -2, 2].some((off) => isEdge(atX + off * line.wave[0], atY + off * line.wave[1], line))) { hits += 1; }
        }
        return hits / (count + 1);
    };
    const isInside = ([x, y]) => x > -.03 * width && y > -.03 * height && x < 1.03 * width && y < 1.03 * height;
    let best = null;
    for (const turned of [0, 180]) {
        const [lefts, tops, rights, bottoms] = [0, 90, 180, 270].map((degrees) => side(all, (degrees + turned) % 360));
        for (const left of lefts) for (const right of rights) {
            if (turn(left.degrees, right.degrees + 180) > 24) { continue; }
            for (const top of tops) for (const bottom of bottoms) {
                if (turn(top.degrees, bottom.degrees + 180) > 24 || Math.abs(turn(top.degrees, left.degrees) - 90) > 30) {
                    continue;
                }
                const corners = [[top, left], [top, right], [bottom, right], [bottom, left]]
                    .map(([one, other]) => meet(one, other, width, height));
                const area = areaOf(corners) / (width * height);
                if (!corners.every(isInside) || !(area > .06) || corners[0][0] > corners[1][0] || corners[0][1] > corners[3][1]) {
                    continue;
                }
                const shares = [top, right, bottom, left].map((line, i) => seen(corners[i], corners[(i + 1) % 4], line));
                const score = shares.reduce((sum, share) => sum + share) * Math.sqrt(area);
                if (Math.min(...shares) >= leastSeen && score > (best?.score ?? 0)) { best = { score, corners, area }; }
            }
        }
    }
    return best && { corners: best.corners.map(([x, y]) => [x / width, y / height]), area: best.area };
}

/** What to say of a frame: `dark`, `moving`, `none` (no page is seen), `far`, `ready`; what hinders most comes first. */
export function hint({ light, moved, page }) {
    if (light < leastLight) { return "dark"; }
    if (moved > mostChange) { return "moving"; }
    if (!page) { return "none"; }
    return page.area < leastArea ? "far" : "ready";
}

/** All measures of a frame; `before` is the one before it, or null. */
export function measure(grey, before, width, height) {
    const frame = {
        light: quantile(grey, .95), moved: before?.length === grey.length ? change(grey, before) : 0,
        page: outline(grey, width, height),
    };
    return { ...frame, hint: hint(frame) };
}
