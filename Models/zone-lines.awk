# Invents lines of machine-readable zones (ICAO 9303 parts 4 to 7) and how each is to be printed and captured.
# Usage: awk -v seed=1 -v count=1000 -f zone-lines.awk > plan.tsv; -v small=1 for the small prints of small pictures.
# Columns: text, font, kerning, weight, height, margin, turn, ink, paper, blur, noise, texture, jpeg, threshold.
# The generator is its own (minimal standard, Park and Miller 1988), so that every awk makes the same lines.

function uniform() { state = (state * 16807) % 2147483647; return state / 2147483647 }
function below(n) { return int(uniform() * n) }
function between(a, b) { return a + (b - a) * uniform() }
function pick(text) { return substr(text, 1 + below(length(text)), 1) }
function chance(p) { return uniform() < p }

function repeated(text, n,    s) { while (n-- > 0) s = s text; return s }
function padded(text, n) { return substr(text repeated("<", n), 1, n) }
function drawn(alphabet, n,    s) { while (n-- > 0) s = s pick(alphabet); return s }

function checkDigit(text,    i, sum) {
    for (i = 1; i <= length(text); i++) sum += value[substr(text, i, 1)] * substr("731", (i - 1) % 3 + 1, 1)
    return sum % 10
}
function checked(text) { return text checkDigit(text) }

function word(    s, n) {
    n = 1 + below(4)
    while (n-- > 0) s = s pick(consonants) pick(vowels) (chance(0.4) ? pick(consonants) : "")
    return chance(0.1) ? drawn(letters, 2 + below(10)) : s
}
function names(    s, n) {
    s = word() (chance(0.2) ? "<" word() : "")
    if (chance(0.95)) { s = s "<<"; n = 1 + below(3); while (n-- > 0) s = s word() (n > 0 ? "<" : "") }
    return s
}
function country() { return chance(0.7) ? countries[1 + below(countryCount)] : chance(0.1) ? "D<<" : drawn(letters, 3) }
function day() { return sprintf("%02d%02d%02d", below(100), 1 + below(12), 1 + below(28)) }
function number() { return padded(drawn(chance(0.5) ? digits : letters digits, 6 + below(4)), 9) }
function optional(n) { return chance(0.5) ? repeated("<", n) : padded(drawn(letters digits, 1 + below(n)), n) }

# One line of one of the five formats: TD1 30, TD2 and MRV-B 36, TD3 and MRV-A 44 characters.
function zoneLine(    format, n, middle, first) {
    format = below(3); n = format == 0 ? 30 : format == 1 ? 36 : 44
    middle = checked(day()) pick("FM<") checked(day())
    if (chance(0.45)) {
        if (n == 30) return padded(names(), 30)
        return padded(pick("PPPVIAC") (chance(0.7) ? "<" : pick(letters)) country() names(), n)
    }
    if (n == 30 && chance(0.5)) return pick("IAC") pick("<<" letters) country() checked(number()) optional(15)
    if (n == 30) { first = middle country() optional(11); return first checkDigit(first) }
    first = checked(number()) country() middle optional(n == 36 ? 7 : 14)
    if (n == 44) first = first checkDigit(substr(first, 29, 14))
    return substr(checked(first) "<", 1, n)
}

# No pattern to lean on, so that the net reads shapes and does not guess.
function randomLine(    s, n) {
    n = 12 + below(34)
    while (length(s) < n) s = s (chance(0.15) ? repeated("<", 1 + below(8)) : drawn(letters digits "<<<", 1 + below(6)))
    return substr(s, 1, n)
}

# Five to fifteen pixels high, soft, in photographs and JPEG files, never black and white.
function printSmall(    rough) {
    height = 5 + int(10.99 * uniform() ^ 1.3)
    rough = height / 15
    printf "%s\t%s\t%d\t%d\t%d\t%d\t%.2f\t%d\t%d\t%.2f\t%.2f\t%d\t%d\t%d\n", text, font, kerning, weight, height, \
        8 + below(28), (chance(0.4) ? 0 : between(-0.8, 0.8)), (chance(0.4) ? 0 : between(0, 40)), \
        (chance(0.4) ? 100 : between(70, 100)), (chance(0.4) ? 0 : between(0, height / 15)), \
        (chance(0.5) ? 0 : between(0.02, 0.35 * rough)), (chance(0.6) ? 0 : between(5, 30 * rough)), \
        (chance(0.4) ? 0 : between(50, 95)), 0
}

BEGIN {
    state = seed * 7919 + 1
    digits = "0123456789"; letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    vowels = "AEIOUAEIOUY"; consonants = "BCDFGHJKLMNPQRSTVWXZKSC"
    for (i = 1; i <= 10; i++) value[substr(digits, i, 1)] = i - 1
    for (i = 1; i <= 26; i++) value[substr(letters, i, 1)] = i + 9
    value["<"] = 0
    countryCount = split("USA CAN MEX GBR FRA ESP ITA PRT NLD BEL CHE AUT POL CZE HUN ROU SWE NOR FIN DNK ISL IRL GRC TUR " \
        "UKR RUS CHN JPN KOR IND PAK BGD THA VNM PHL IDN MYS AUS NZL BRA ARG CHL COL PER VEN ECU ZAF NGA KEN EGY MAR " \
        "ISR SAU ARE IRN IRQ LBN UTO UNO XXA", countries, " ")
    for (i = 0; i < count; i++) {
        text = chance(0.6) ? zoneLine() : randomLine()
        font = chance(0.6) ? "OCRB" : "OCRBS"
        kerning = chance(0.6) ? 0 : int(between(-7, 14))
        weight = chance(0.35) ? 0 : int(between(-2, 4.99))
        height = int(chance(0.3) ? between(10, 18) : between(16, 56))
        soft = chance(0.3) ? 0 : between(0, height / 22)
        if (small) { printSmall(); continue }
        printf "%s\t%s\t%d\t%d\t%d\t%d\t%.2f\t%d\t%d\t%.2f\t%.2f\t%d\t%d\t%d\n", text, font, kerning, weight, height, \
            below(36), (chance(0.4) ? 0 : between(-1.1, 1.1)), (chance(0.4) ? 0 : between(0, 45)), \
            (chance(0.4) ? 100 : between(68, 100)), soft, (chance(0.4) ? 0 : between(0.05, 0.7)), \
            (chance(0.7) ? 0 : between(5, 30)), (chance(0.6) ? 0 : between(25, 90)), \
            (chance(0.65) ? 0 : between(42, 68))
    }
}
