import Model

/// Several readings of a page's zones, and what they come to.
struct ZoneVotes {
    private struct Reading {
        var lines: [ZoneLine]
        var weight: Double
    }

    /// Those of the same place together.
    private var places: [[Reading]] = []

    init(_ zones: [[ZoneLine]], weight: Double) { add(zones, weight: weight) }

    mutating func add(_ zones: [[ZoneLine]], weight: Double) {
        for zone in zones {
            let reading = Reading(lines: zone, weight: weight)
            if let index = places.firstIndex(where: { place in
                place.contains { Self.overlap($0.lines, zone) }
            }) {
                places[index].append(reading)
            } else {
                places.append([reading])
            }
        }
    }

    var zones: [[ZoneLine]] { places.map(Self.consensus) }

    /// Whether there is a zone whose lines have a format's number and length, and of whose characters all are sure, or
    /// most readings agree on all.
    var areSettled: Bool { zones.contains { Self.fits($0) && Self.isSure($0) } }

    static func isSure(_ zone: [ZoneLine]) -> Bool {
        let characters = zone.flatMap(\.characters)
        let mean = characters.reduce(0) { $0 + $1.confidence } / Double(max(1, characters.count))
        return mean >= 0.95 && characters.allSatisfy { $0.confidence >= 0.8 }
    }

    static func fits(_ zone: [ZoneLine]) -> Bool {
        let counts = Set(zone.map(\.characters.count))
        guard counts.count == 1, let count = counts.first, ZoneReader.lineLengths.contains(count) else { return false }
        return (zone.count == 3) == (count == 30)
    }

    /// Those readings vote whose lines have a format's lengths; where none has, the likeliest stands alone.
    private static func consensus(_ readings: [Reading]) -> [ZoneLine] {
        let fitting = readings.filter { fits($0.lines) }
        let pool = fitting.isEmpty ? readings : fitting
        guard var best = pool.max(by: { confidence($0.lines) < confidence($1.lines) }) else { return [] }
        let voters = pool.filter { $0.lines.map(\.characters.count) == best.lines.map(\.characters.count) }
        guard voters.count > 1 else { return best.lines }
        for line in best.lines.indices {
            for place in best.lines[line].characters.indices {
                best.lines[line].characters[place] = elected(
                    voters.map { ($0.lines[line].characters[place], $0.weight) })
            }
        }
        return best.lines
    }

    /// The character with most weight times confidence. Where all agree it has the confidence of the surest; else its
    /// share of all, and the others are its alternatives.
    static func elected(_ ballots: [(character: ZoneCharacter, weight: Double)]) -> ZoneCharacter {
        var shares: [String: Double] = [:]
        for ballot in ballots {
            shares[ballot.character.text, default: 0] += ballot.weight * ballot.character.confidence
        }
        let ranked = shares.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        let own = ballots.filter { $0.character.text == ranked.first?.key }
        guard let first = ranked.first,
            var winner = own.max(by: { $0.character.confidence < $1.character.confidence })?.character
        else { return ballots[0].character }
        guard ranked.count > 1 else { return winner }
        let total = ranked.reduce(0) { $0 + $1.value }
        winner.confidence = min(winner.confidence, first.value / max(total, 0.001))
        winner.alternatives = ranked.dropFirst().map { .init(text: $0.key, confidence: $0.value / max(total, 0.001)) }
        return winner
    }

    private static func overlap(_ one: [ZoneLine], _ other: [ZoneLine]) -> Bool {
        guard let a = Box.around(one.map(\.box)), let b = Box.around(other.map(\.box)) else { return false }
        return a.intersection(b).area * 2 > min(a.area, b.area)
    }

    private static func confidence(_ zone: [ZoneLine]) -> Double {
        let characters = zone.flatMap(\.characters)
        return characters.reduce(0) { $0 + $1.confidence } / Double(max(1, characters.count))
    }
}
