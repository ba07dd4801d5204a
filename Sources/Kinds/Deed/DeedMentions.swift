/// How a party's name is read in the other places of the deed where it stands: in the caption, under the signature, in
/// the acknowledgment. Two readings that agree letter by letter make both sure; two that differ in a letter show that
/// one of them is wrong.
struct DeedMentions {
    struct Count: Hashable {
        /// Times that it stands elsewhere, letter by letter but for case.
        var same = 0
        /// Times that it stands elsewhere with a letter changed, lost or accented otherwise.
        var different = 0
        /// The words that are so in these places.
        var differing: [Int] = []
        /// Whether one of these words has a mark that the name lacks here, and whether one that has is borne out: that speaks
        /// against any number that lack it, for marks are read past rather than seen where there are none. What is not may be
        /// a pen's stroke.
        var (hasMark, isMarked) = (false, false)

        /// Whether most readings are like this one.
        var isConfirmed: Bool { same > 0 && !isDisputed }
        var isDisputed: Bool { different > 0 && (isMarked || same + 1 <= different) }
    }

    let text: DeedText
    /// Letters and figures of each word with its accents, in lower case; words of the clauses in order.
    private let row: [(index: Int, letters: [Character])]

    init(text: DeedText) {
        self.text = text
        row = text.tokens.indices.compactMap { index in
            let token = text.tokens[index]
            guard !token.isFurniture, !token.word.isEmpty else { return nil }
            return (index, Self.letters(token.text))
        }
    }

    func count(_ party: DeedParty, among others: [DeedParty]) -> Count {
        let own = party.tokens.filter { !text.tokens[$0].word.isEmpty }
        let name = own.map { Self.letters(text.tokens[$0].text) }
        guard name.count >= 2, let first = name.first, let last = name.last else { return Count() }
        let used = Set(party.tokens)
        let known = others.filter { $0 != party }.map { $0.name.split(separator: " ").map { Self.letters(String($0)) } }
        var count = Count()
        // By reading, the words that differ in each place that has it and that this one outweighs.
        var outweighed: [[[Character]]: [[Int]]] = [:]
        for start in row.indices.dropLast(name.count - 1) {
            let place = row[start..<(start + name.count)]
            guard Self.isNear(place[start].letters, first) || Self.isNear(place[place.endIndex - 1].letters, last),
                !place.contains(where: { used.contains($0.index) })
            else { continue }
            let read = place.map(\.letters)
            // `First Harbor Bank`, and elsewhere `First Harbor Bank, N.A.`: the name lost its end.
            let goesOn = place.endIndex < row.endIndex && text.isNameEnd(row[place.endIndex].index)
            if read == name {
                count.same += goesOn ? 0 : 1
                count.different += goesOn ? 1 : 0
            } else if zip(read, name).allSatisfy(Self.isNear), !known.contains(read) {
                let differing = zip(place, own).filter { $0.letters != Self.letters(text.tokens[$1].text) }
                guard !isAnother(differing) else { continue }
                // A pen's strokes over the printed name are read with it, and marks are read past.
                let isSettled = differing.allSatisfy { place, own in
                    text.tokens[own].isAgreedOn
                        && !Self.lacksMarks(Self.letters(text.tokens[own].text), of: place.letters)
                        && (!text.tokens[place.index].isAgreedOn
                            || Self.lacksMarks(place.letters, of: Self.letters(text.tokens[own].text)))
                }
                guard !isSettled else {
                    outweighed[read, default: []].append(differing.map(\.0.index))
                    continue
                }
                count.different += 1
                count.differing += differing.map(\.0.index)
                let marked = differing.filter { place, own in
                    Self.lacksMarks(Self.letters(text.tokens[own].text), of: place.letters)
                }
                count.hasMark = count.hasMark || !marked.isEmpty
                count.isMarked = count.isMarked || marked.contains { place, _ in text.tokens[place.index].isAgreedOn }
            }
        }
        // Two that agree with each other are no pen's strokes: `Petrovié`, and twice `Petrović`.
        for (read, places) in outweighed where places.count > 1 {
            guard !zip(read, name).allSatisfy({ $0 == $1 || Self.lacksMarks($0, of: $1) }) else { continue }
            count.different += places.count
            count.differing += places.flatMap(\.self)
        }
        return count
    }

    /// Whether a place names somebody else, `Curtis H. Marlow` beside `Curtis K. Barlow`: two words are others by more than
    /// marks, those that are no initials surely read in both.
    private func isAnother(_ differing: [(place: (index: Int, letters: [Character]), own: Int)]) -> Bool {
        let others = differing.filter { place, own in
            Self.unmarked(place.letters) != Self.unmarked(Self.letters(text.tokens[own].text))
        }
        return others.count > 1
            && others.allSatisfy { place, own in
                place.letters.count == 1 || text.tokens[place.index].isAgreedOn && text.tokens[own].isAgreedOn
            }
    }

    private static func unmarked(_ letters: [Character]) -> String { Vocabulary.key(String(letters)) }

    /// Whether letters are others without their marks.
    private static func lacksMarks(_ letters: [Character], of marked: [Character]) -> Bool {
        letters.count == marked.count
            && zip(letters, marked).allSatisfy { $0 == $1 || $0.isASCII && TextFolding.fold(String($1)) == String($0) }
    }

    private static func letters(_ printed: String) -> [Character] {
        Array(printed.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The same word, or one with a letter changed, as `I.` for `H.`; short words must be the same but for accents.
    private static func isNear(_ a: [Character], _ b: [Character]) -> Bool {
        if a == b || Vocabulary.key(String(a)) == Vocabulary.key(String(b)) { return true }
        guard abs(a.count - b.count) <= 1, !a.isEmpty, !b.isEmpty else { return false }
        if a.count == 1, b.count == 1 { return true }
        if min(a.count, b.count) < 4 {
            return false
        }
        var front = 0
        while front < min(a.count, b.count), a[front] == b[front] { front += 1 }
        var back = 0
        while back < min(a.count, b.count) - front, a[a.count - 1 - back] == b[b.count - 1 - back] { back += 1 }
        return max(a.count, b.count) - front - back <= 1
    }
}
