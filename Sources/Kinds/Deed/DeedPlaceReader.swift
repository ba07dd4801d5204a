import Model

/// The county and state where the land lies: by the description and what leads in to it, the recorder, the caption;
/// a notary's venue only where nothing else says it.
struct DeedPlaceReader {
    struct Reading {
        var county: String?
        var state: String?
        var tokens: [Int]
        var how: Double
        /// Higher is nearer to the land.
        var rank: Int
    }

    let text: DeedText
    /// Where the body speaks of the land.
    let land: Range<Int>?
    let conveyance: Int?
    private var mentions: [Reading] = []

    init(text: DeedText, land: Range<Int>?, conveyance: Int?) {
        (self.text, self.land, self.conveyance) = (text, land, conveyance)
        mentions = found()
    }

    func county() -> Field? {
        let named = mentions.filter { $0.county != nil }
        // Where the land's county is one of the list, `Poik` elsewhere was misread, or is no name at all.
        let top = named.map(\.rank).max()
        let isKnown = named.contains { $0.rank == top && isListed($0) }
        guard var county = field(isKnown ? named.filter(isListed) : named, value: { $0.county ?? "" }) else {
            return nil
        }
        if isKnown { county.checks.append(Check(name: "registry", passed: true)) }
        return county
    }

    private func isListed(_ reading: Reading) -> Bool {
        reading.county.map { USCounties.contains($0, in: reading.state.flatMap(USStates.code)) } ?? false
    }

    func state() -> Field? {
        field(mentions.filter { $0.state != nil } + plainStates()) { $0.state ?? "" }
    }

    /// The county where the notary took the acknowledgment, as far as it is said.
    func venueCounty() -> String? {
        mentions.first { reading in
            guard reading.rank == 0, let first = reading.tokens.first else { return false }
            return isVenue(first)
        }?.county
    }

    /// Words of mentions that have a county's name with a letter changed: one of the two was misread.
    func differing(from county: String) -> [Int] {
        let name = Array(Vocabulary.key(county))
        return mentions.filter { reading in
            let other = Array(Vocabulary.key(reading.county ?? ""))
            return other != name && other.count >= Self.leastOfMisread
                && EditDistance.between(other, name, atMost: 1) != nil
        }.flatMap(\.tokens)
    }

    private func isVenue(_ position: Int) -> Bool {
        text.contains(Self.venues, in: position..<min(text.tokens.count, position + 30))
    }

    private func field(_ readings: [Reading], value: (Reading) -> String) -> Field? {
        guard let top = readings.max(by: { $0.rank < $1.rank })?.rank,
            let best = readings.filter({ $0.rank == top }).max(by: { $0.how < $1.how })
        else { return nil }
        let name = value(best)
        let key = Vocabulary.key(name)
        let isRepeated = readings.contains { Vocabulary.key(value($0)) == key && $0.tokens != best.tokens }
        let others = readings.filter { Vocabulary.key(value($0)) != key }
        var how = min(best.how, top >= 3 ? 0.96 : top == 2 ? 0.92 : 0.8)
        if isRepeated { how = max(how, top >= 2 ? min(0.98, best.how + 0.02) : 0.88) }
        // A residence or a notary's venue may be elsewhere; another place at the same rank is a conflict.
        if others.contains(where: { $0.rank == top }) {
            how = min(how, 0.7)
        } else if others.contains(where: { $0.rank >= 2 && top >= 3 }) {
            how = min(how, 0.85)
        }
        var field = text.field(.text(name), best.tokens, how: how)
        if isRepeated || !others.isEmpty { field.checks = [Check(name: "agreement", passed: others.isEmpty)] }
        field.alternatives = Set(others.map(value)).sorted().map { Alternative(value: .text($0), confidence: 0.1) }
        return field
    }

    /// Letters of a name of which one may be misread.
    private static let leastOfMisread = 4

    // MARK: Mentions

    /// All mentions of a county with the state beside it, in order.
    private func found() -> [Reading] {
        let of = text.all(["county|parish|borough of"]).compactMap { place in
            name(from: place.upperBound).map { reading($0.name, $0.tokens, end: $0.end, at: place.lowerBound) }
        }
        let before = ["county", "parish", "borough"].flatMap { text.positions(of: $0) }.compactMap { position in
            name(before: position).map { reading($0.name, $0.tokens, end: position + 1, at: $0.tokens[0]) }
        }
        return (of + before).sorted { $0.tokens[0] < $1.tokens[0] }
    }

    private func reading(_ county: String, _ tokens: [Int], end: Int, at position: Int) -> Reading {
        let state = stateName(at: end)?.name ?? stateBefore(position)
        // `Anne Arundel!`: a speck, or a letter.
        let isOdd = county.contains { !$0.isLetter && !" .'’-".contains($0) }
        return Reading(county: county, state: state, tokens: tokens, how: isOdd ? 0.6 : 0.96, rank: rank(of: position))
    }

    private func plainStates() -> [Reading] {
        text.all(["state|commonwealth of"]).compactMap { place in
            guard let state = stateName(at: place.upperBound) else { return nil }
            return Reading(
                county: nil, state: state.name, tokens: Array(place.upperBound..<state.end), how: 0.95,
                rank: rank(of: place.lowerBound))
        }
    }

    /// 3 by the land, 2 by the recorder or in the caption, 1 anywhere else, 0 in a notary's venue.
    private func rank(of position: Int) -> Int {
        if let land, land.contains(position) { return 3 }
        if let conveyance, position > conveyance, position < (land?.lowerBound ?? conveyance + 80) { return 3 }
        let token = text.tokens[position]
        let before = max(0, position - 8)..<position
        let after = position..<min(text.tokens.count, position + 8)
        if isVenue(position) { return 0 }
        if text.contains(["recorder|recorders|clerk|registry|register|auditor|records|recorded"], in: before)
            || text.contains(["recorder|recorders|clerk|registry|register|auditor|records"], in: after)
        {
            return token.page == 1 ? 2 : 1
        }
        if token.page == 1, Double(token.box.y) < Double(text.size(of: 1).height) * 0.45,
            position < (conveyance ?? .max), !isResidence(position)
        {
            return 2
        }
        return land.map { position > $0.upperBound } == true ? 0 : 1
    }

    /// `of the City of …, County of …` behind a name.
    private func isResidence(_ position: Int) -> Bool {
        text.contains(
            ["residing", "whose address", "of the city|county|town|village", "resident of"],
            in: max(0, position - 10)..<position + 1)
    }

    private static let venues = Phrase.list(
        "before me\nnotary public\nss\npersonally appeared\nacknowledged before\ncertificate of acknowledgment")

    // MARK: Names

    private func name(from start: Int) -> (name: String, tokens: [Int], end: Int)? {
        let most = min(Self.mostWords, text.tokens.count - start)
        if let tokens = listed((0..<max(0, most)).map { Array(start...start + $0) }) {
            return (clean(tokens), tokens, start + tokens.count)
        }
        var tokens: [Int] = []
        var index = start
        while tokens.count < 4, let position = text.next(index) {
            let token = text.tokens[position]
            guard token.startsUpper, !token.hasDigit, !Self.stops.contains(Vocabulary.key(token.text)) else { break }
            if let first = tokens.first, text.tokens[first].page != token.page { break }
            if let last = tokens.last, !runsOn(last, to: position) { break }
            tokens.append(position)
            index = position + 1
            if token.text.contains(where: { ",;:)(§".contains($0) }) || text.endsSentence(position) { break }
        }
        guard !tokens.isEmpty else { return nil }
        return (clean(tokens), tokens, index)
    }

    private func name(before position: Int) -> (name: String, tokens: [Int])? {
        guard text.tokens[position].startsUpper, text.word(position + 1) != "of" else { return nil }
        if let tokens = listed((0..<min(Self.mostWords, position)).map { Array(position - $0 - 1..<position) }) {
            return (clean(tokens), tokens)
        }
        var tokens: [Int] = []
        var index = position
        while tokens.count < 3, let previous = text.previous(index) {
            let token = text.tokens[previous]
            // `st. Louis County`: a small letter may be a capital that recognition shrank.
            let isSaint = ["st", "ste"].contains(token.word)
            let ends = token.text.contains { ",;:).".contains($0) } && !isSaint
            guard token.startsUpper || isSaint, !token.hasDigit, !ends,
                !Self.stops.contains(Vocabulary.key(token.text)), runsOn(previous, to: index)
            else { break }
            tokens.insert(previous, at: 0)
            index = previous
        }
        guard !tokens.isEmpty else { return nil }
        return (clean(tokens), tokens)
    }

    /// Whether one word goes on with the other: nothing lies between them on a line, or a full line of prose ends there.
    private func runsOn(_ previous: Int, to index: Int) -> Bool {
        let last = text.tokens[previous]
        let token = text.tokens[index]
        guard last.page == token.page, index == previous + 1 else { return false }
        if last.line == token.line { return token.box.x - last.box.maxX <= 2 * max(token.box.height, last.box.height) }
        let width = Double(text.size(of: last.page).width)
        let isProse = text.segment(of: previous).map { Double($0.box.width) > 0.5 * width } ?? false
        return isProse && Double(last.box.maxX) > 0.7 * width && token.box.x < last.box.x
    }

    /// `Lake of the Woods`.
    private static let mostWords = 4

    /// The longest of these that is a county's name on one line, or one that goes on in the next line (`Los`, `Angeles`).
    private func listed(_ candidates: [[Int]]) -> [Int]? {
        let named = candidates.filter(isListed)
        return named.last { tokens in zip(tokens, tokens.dropFirst()).allSatisfy { runsOn($0, to: $1) } } ?? named.last
    }

    /// Whether these words, in capitals at both ends, are a county's name.
    private func isListed(_ tokens: [Int]) -> Bool {
        guard let first = tokens.first, let last = tokens.last, text.tokens[first].startsUpper,
            text.tokens[last].startsUpper, text.tokens[first].page == text.tokens[last].page,
            !tokens.dropLast().contains(where: { text.tokens[$0].text.contains { ",;:)(".contains($0) } })
        else { return false }
        return USCounties.contains(DeedNameText.trimmed(text.text(tokens)))
    }

    private func clean(_ tokens: [Int]) -> String {
        var name = DeedNameText.trimmed(text.text(tokens))
        if name.hasPrefix("st. ") || name.hasPrefix("ste. ") { name = name.prefix(1).uppercased() + name.dropFirst() }
        return name.allSatisfy { !$0.isLetter || $0.isUppercase } ? titleCase(name) : name
    }

    /// Names are given in title case, as counties are printed elsewhere than in captions.
    private func titleCase(_ name: String) -> String {
        name.split(separator: " ").map { word in
            let lower = word.lowercased()
            if ["of", "the", "and", "du"].contains(lower), word != name.split(separator: " ").first { return lower }
            let plain = lower.prefix(1).uppercased() + lower.dropFirst()
            return plain.hasPrefix("Mc") ? "Mc" + plain.dropFirst(2).prefix(1).uppercased() + plain.dropFirst(3) : plain
        }.joined(separator: " ")
    }

    private static let stops = Vocabulary.split(
        """
        the state of county in said and commonwealth city recorder recorders clerk record records official this ss \
        before on notary public register registry auditor office assessor assessors property deed parish from \
        situated at to for as is which within any such each by recorded records map maps town township book page
        """)

    // MARK: States

    private func stateName(at start: Int) -> (name: String, end: Int)? {
        guard let first = text.next(start) else { return nil }
        for length in [3, 2, 1] {
            let end = first + length
            guard end <= text.tokens.count else { continue }
            let words = text.tokens[first..<end]
            guard words.allSatisfy({ !$0.isFurniture && ($0.startsUpper || $0.word == "of" || $0.text.hasPrefix("l")) })
            else { continue }
            let joined = words.map { Self.withCapital($0) }.joined(separator: " ")
            guard joined.utf8.count > 3, let name = USStates.name(joined) else { continue }
            return (name.value, end)
        }
        return nil
    }

    /// A capital I at a name's start is often read as a small L: `lowa`, `lllinois`.
    private static func withCapital(_ token: DeedToken) -> String {
        let key = Vocabulary.key(token.text)
        return token.text.hasPrefix("l") ? "i" + key.dropFirst() : key
    }

    /// `STATE OF TEXAS` above `COUNTY OF TRAVIS`.
    private func stateBefore(_ position: Int) -> String? {
        let window = max(0, position - 9)..<position
        return text.all(["state|commonwealth of"], in: window).last.flatMap { stateName(at: $0.upperBound)?.name }
    }
}
