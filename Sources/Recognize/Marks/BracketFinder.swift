import Model

/// Check boxes that are typed: `[X] [ ]` and `( )`, pairs of brackets one under or beside the other, of which at least
/// one is empty; letters and numbers of a list stand in brackets, too, but never leave any empty.
struct BracketFinder {
    let ink: InkMap
    let components: [InkComponent]
    /// Heights of brackets in pixels.
    let heights: ClosedRange<Int>

    struct Pair {
        /// Around both brackets.
        var box: Box
        /// What lies between them.
        var inside: Box
    }

    /// Widths of a bracket, and of the room between two, in heights.
    private static let widths = 0.1...0.5
    private static let rooms = 0.25...1.8
    /// Share of ink between brackets that hold nothing, at most, and of a mark that swallowed one of them, at least.
    private static let empty = 0.03
    private static let swallowing = 0.07
    /// Heights of a bracket from one to the next in a column, at most.
    private static let reach = 6

    func pairs() -> [Pair] {
        let tall = components.filter { component in
            let box = component.box
            return heights.contains(box.height) && box.width >= 3
                && Self.widths.contains(Double(box.width) / Double(box.height))
        }.map(\.box)
        var opening = tall.filter { isBracket($0, opens: true) && !isBracket($0, opens: false) }
        var closing = tall.filter { isBracket($0, opens: false) && !isBracket($0, opens: true) }
        var found: [Pair] = []
        for first in opening {
            guard let last = closing.filter({ isPair(first, $0) }).min(by: { $0.x < $1.x }) else { continue }
            let (room, rim) = (last.x - first.maxX, max(1, first.height / 10))
            found.append(
                Pair(
                    box: first.union(last),
                    inside: Box(
                        x: first.maxX + 1, y: first.y + rim, width: room - 2, height: first.height - 2 * rim)))
        }
        found = found.filter { pair in
            let peers = found.filter { arePeers($0.box, pair.box) }
            return peers.count > 1 && peers.contains { ink.density(in: $0.inside) < Self.empty }
        }
        if found.isEmpty { return BareBrackets(ink: ink, components: components, heights: heights).pairs() }
        opening.removeAll { single in found.contains { $0.box.x == single.x && $0.box.y == single.y } }
        closing.removeAll { single in found.contains { $0.box.maxX == single.maxX && $0.box.maxY == single.maxY } }
        return found + swallowed(opening, closing, beside: found)
    }

    /// Pairs one bracket of which runs together with the mark in it, known by the other and by their peers.
    private func swallowed(_ opening: [Box], _ closing: [Box], beside pairs: [Pair]) -> [Pair] {
        var found: [Pair] = []
        let starts = opening.map { ($0, true) } + closing.map { ($0, false) }
        for (single, opens) in starts {
            for pair in pairs {
                let box = Box(
                    x: opens ? single.x : single.maxX - pair.box.width, y: single.y, width: pair.box.width,
                    height: single.height)
                let inside = pair.inside.moved(by: box.x - pair.box.x, box.y - pair.box.y)
                guard arePeers(box, pair.box), ink.density(in: inside) >= Self.swallowing,
                    !(pairs + found).contains(where: { $0.box.intersection(box).area > 0 })
                else { continue }
                found.append(Pair(box: box, inside: inside))
            }
        }
        return found
    }

    /// Ink along one side in every row of the middle, none along the other, and arms at the top and the bottom.
    private func isBracket(_ box: Box, opens: Bool) -> Bool {
        let picture = LocalInk(ink, box)
        let (width, height) = (box.width, box.height)
        func hasInk(_ columns: Range<Int>, _ row: Int) -> Bool {
            columns.contains { picture[opens ? $0 : width - 1 - $0, row] }
        }
        let back = 0..<(width + 1) / 2
        let front = width - max(1, width / 4)..<width
        let arm = width - max(1, width * 2 / 5)..<width
        let rim = max(1, height / 6)
        return (height / 4..<height * 3 / 4).allSatisfy { hasInk(back, $0) && !hasInk(front, $0) }
            && (0..<rim).contains { hasInk(arm, $0) } && (height - rim..<height).contains { hasInk(arm, $0) }
    }

    private func isPair(_ first: Box, _ last: Box) -> Bool {
        let height = first.height
        return abs(first.y - last.y) * 6 <= height && abs(height - last.height) * 6 <= height
            && Self.rooms.contains(Double(last.x - first.maxX) / Double(height))
    }

    /// Of one size, and one under or beside the other within a few lines.
    private func arePeers(_ a: Box, _ b: Box) -> Bool {
        let size = max(2, a.height / 5)
        return abs(a.width - b.width) <= size && abs(a.height - b.height) <= size
            && (abs(a.x - b.x) <= size && abs(a.y - b.y) <= Self.reach * a.height
                || abs(a.midY - b.midY) <= Double(size))
    }
}
