import Model

/// Brackets whose arms were lost, as hairlines are in black and white: of `[ ]` two bars are left. They are told from
/// letters and rules by a column of pairs just alike, some of them empty, of which one at least has an arm left.
struct BareBrackets {
    let ink: InkMap
    let components: [InkComponent]
    /// Heights of brackets in pixels.
    let heights: ClosedRange<Int>

    private typealias Pair = BracketFinder.Pair

    /// Share of a bar's height that its stroke is wide, its box with an arm, and the room between two.
    private static let (stroke, width) = (0.2, 0.4)
    private static let rooms = 0.7...1.8
    private static let leastInColumn = 3
    /// Share of ink between bars that hold nothing, at most, and of a mark, at least.
    private static let (empty, marked) = (0.03, 0.07)

    func pairs() -> [BracketFinder.Pair] {
        let bars = components.map(\.box).filter(isBar).sorted { $0.x < $1.x }
        let pairs = bars.compactMap { first in
            bars.first { isPair(first, $0) }.map { pair(first, $0) }
        }.filter { pair in
            let share = ink.density(in: pair.inside)
            return share < Self.empty || share >= Self.marked
        }
        return pairs.filter { pair in
            let peers = pairs.filter { arePeers($0.box, pair.box) }
            return peers.count >= Self.leastInColumn && peers.contains(where: hasArm)
                && peers.contains { ink.density(in: $0.inside) < Self.empty }
        }
    }

    /// Whether ink is one thin stroke from top to bottom, but for arms at its ends.
    private func isBar(_ box: Box) -> Bool {
        guard heights.contains(box.height), box.width >= 2,
            Double(box.width) <= Self.width * Double(box.height)
        else { return false }
        let picture = LocalInk(ink, box)
        let thickest = max(2, Int(Self.stroke * Double(box.height)))
        return (box.height / 4..<box.height * 3 / 4).allSatisfy { row in
            let columns = (0..<box.width).filter { picture[$0, row] }
            guard let first = columns.first, let last = columns.last else { return false }
            return last - first < thickest
        }
    }

    private func isPair(_ first: Box, _ last: Box) -> Bool {
        let height = first.height
        return abs(first.y - last.y) * 6 <= height && abs(first.maxY - last.maxY) * 6 <= height
            && Self.rooms.contains(Double(last.x - first.maxX) / Double(height))
    }

    private func pair(_ first: Box, _ last: Box) -> Pair {
        let rim = max(1, first.height / 10)
        return Pair(
            box: first.union(last),
            inside: Box(
                x: first.maxX + 1, y: first.y + rim, width: max(1, last.x - first.maxX - 2),
                height: first.height - 2 * rim))
    }

    /// Whether ink at the top or at the bottom of a bar reaches towards the other one.
    private func hasArm(_ pair: Pair) -> Bool {
        let rim = max(1, pair.box.height / 6)
        let reach = max(3, pair.box.height / 8)
        return [true, false].contains { isTop in
            let y = isTop ? pair.box.y : pair.box.maxY - rim
            let sides = [pair.inside.x - 1 - reach, pair.inside.maxX + 1]
            return sides.contains { x in
                // Its bar is narrower than the arm is long.
                let end = ink.ink(in: Box(x: x, y: y, width: reach, height: rim))
                let middle = ink.ink(in: Box(x: x, y: pair.box.y + pair.box.height / 2, width: reach, height: rim))
                return end >= reach && middle == 0
            }
        }
    }

    /// Of one size, and one under the other.
    private func arePeers(_ a: Box, _ b: Box) -> Bool {
        let size = max(2, a.height / 6)
        return abs(a.width - b.width) <= size && abs(a.height - b.height) <= size && abs(a.x - b.x) <= size
    }
}
