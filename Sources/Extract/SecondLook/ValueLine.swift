import Kinds
import Model

// Values of several words as whole lines, by the recognizer of another make: letters of a word say nothing of where it ends. A
// name torn in two, `EZEN WA`, is read right piece by piece, and so is a company's that lost the comma between its words.
// What was read in pieces may have lost a letter where they meet: `quillmar .example` of `quillmark.example`.

extension SecondLook {
    /// Fields whose spaces and commas are a part of the value.
    static let lined: Set<FieldName> = names.union(cardTexts).union(addresses).union([
        "broker_name", "authorized_agent", "grantor_capacity", "grantee_vesting",
    ])
    /// Fields without spaces, and those whose spaces say nothing.
    private static let unspaced: Set<FieldName> = cardNumbers.union(recorded).union(["profile_urls", "email", "phone"])

    /// The pieces of lines that a value stands on, of two words and more each.
    func valueLines(_ name: FieldName) -> [Request] {
        guard Self.lined.contains(name) || Self.unspaced.contains(name), let field = document.extraction.fields[name],
            field.source == .text, let box = field.box, let page = page(of: field)
        else { return [] }
        let keys = Set(field.value.plainText.split(separator: " ").map { Request.key(String($0)) })
        let isUnspaced = Self.unspaced.contains(name)
        let isOfValue = { (key: String) in
            isUnspaced ? !key.isEmpty && keys.contains { $0.contains(key) } : keys.contains(key)
        }
        let own = page.words.indices.filter { index in
            let word = page.words[index]
            return word.slant == nil && box.holdsMiddle(of: word.box) && isOfValue(Request.key(word.text))
        }
        return own.reduce(into: [[Int]]()) { runs, index in
            if let last = runs.last?.last, index == last + 1, Self.isFollowed(page.words[last], by: page.words[index]) {
                runs[runs.count - 1].append(index)
            } else {
                runs.append([index])
            }
        }.filter { $0.count > 1 }.compactMap { run in
            let words = run.map { page.words[$0] }
            guard let box = Box.around(words.map(\.box)) else { return nil }
            let line = Word(
                text: words.map { Self.withStop($0.text, in: field.value.plainText) }.joined(separator: " "),
                confidence: words.map(\.confidence).min() ?? 0,
                box: box, line: words[0].line)
            var request = Request(page: page.index, word: line, positions: run, leastAgreeing: 0)
            request.isLine = true
            request.isSpaced = !isUnspaced
            request.wideSpaces = Self.wideSpaces(run, among: page.words)
            return request
        }
    }

    /// An initial with the stop that a value has for its comma: `RANIA S, AL-RASHIDI`.
    private static func withStop(_ word: String, in value: String) -> String {
        guard word.wholeMatch(of: /\p{Lu},/) != nil,
            value.split(separator: " ").contains(where: { $0 == word.dropLast() + "." })
        else { return word }
        return word.dropLast() + "."
    }

    /// Also where recognition took the two for lines of their own, as it does where a comma between them was lost on the line
    /// that they are written on: `TruthFinder`, `LLC`.
    private static func isFollowed(_ word: Word, by next: Word) -> Bool {
        guard word.line != next.line, word.box.verticalOverlap(next.box) > sameRow else {
            return stands(word, before: next)
        }
        var next = next
        next.line = word.line
        return stands(word, before: next)
    }

    /// Share of a word's height that another of its row overlaps.
    private static let sameRow = 0.6

    /// A space's width over the median of its line's from which it is as wide as these. Of 26 lines of 21 deeds that the other
    /// recognizer saw fewer spaces in than there are, all but one had 0.86 and more; a torn name, `EZEN WA`, had 0.72.
    private static let wide = 0.82
    /// Spaces of a line that tell how wide they are.
    private static let leastSpaces = 3

    private static func wideSpaces(_ run: [Int], among words: [Word]) -> Set<Int> {
        guard let first = run.first else { return [] }
        let line = words.indices.filter { words[$0].line == words[first].line && words[$0].slant == nil }
        let gaps = zip(line, line.dropFirst()).filter { $1 == $0 + 1 && stands(words[$0], before: words[$1]) }.map {
            Double(words[$1].box.x - words[$0].box.maxX)
        }.sorted()
        guard gaps.count >= leastSpaces else { return [] }
        let least = wide * gaps[gaps.count / 2]
        return Set(
            run.indices.dropLast().filter {
                Double(words[run[$0 + 1]].box.x - words[run[$0]].box.maxX) >= least
            })
    }
}

extension SecondLook.Request {
    /// Where spaces, commas and stops stand in a line: behind how many of its letters and figures.
    private struct Layout {
        var key = ""
        /// Words with the letters that are before and in them.
        var ends: [Int] = []
        var (commas, stops): (Set<Int>, Set<Int>) = ([], [])
        var signs: Set<Sign> = []

        /// - Parameter text: without what stands at its end, which is the sentence's.
        init(_ text: String) {
            for token in text.replacing(",", with: ", ").split(separator: " ") {
                let letters = SecondLook.Request.key(String(token))
                key += letters
                if !letters.isEmpty { ends.append(key.count) }
                if token.hasSuffix(",") { commas.insert(key.count) }
                if token.hasSuffix(".") || token.hasSuffix(".,") { stops.insert(key.count) }
            }
            commas.remove(key.count)
            stops.remove(key.count)
            signs = Sign.between(text)
        }

        func letters(of word: Int) -> Int { ends[word] - (word > 0 ? ends[word - 1] : 0) }
    }

    /// How sure the other recognizer has to be of a line for its words to be doubtful, where it has other spaces or commas.
    private static let sureOfLine = 0.6

    /// It at times sees a dot in the middle of a space.
    private static func withSpaces(_ line: String) -> String { line.replacing("·", with: " ") }

    /// Whether a key has other letters or figures, more or fewer, marks and look-alikes apart: what stands at the edge of a
    /// word's own box is cut in all of the word's own pictures, `Beer Verified` for `BeenVerified`. The line's own edge may cut
    /// one, too.
    private static func hasOtherLetters(_ found: String, than own: String) -> Bool {
        let (found, own) = (plain(found), plain(own))
        let isCut = own.count == found.count + 1 && (own.hasPrefix(found) || own.hasSuffix(found))
        return found != own && !isCut
    }

    /// Whether the other recognizer has other letters in a line.
    func hasOtherLetters(by reading: Rereading) -> Bool {
        guard isLine, let other = reading.other, other.confidence >= Self.sureOfLine else { return false }
        return Self.hasOtherLetters(Layout(Self.withSpaces(other.text)).key, than: Layout(text).key)
    }

    /// How sure it has to be of what it reads in every other picture to have misread the first one.
    private static let sureOfSlip = 0.9
    private static let picturesOfSlip = 3

    /// Whether all pictures of other widths say what the page does, so that the first was misread: `Megan V. askell`. Of
    /// twelve lines of a seed in which the page was wrong, none had one that did and was sure.
    private func isSlip(_ reading: Rereading) -> Bool {
        let own = Layout(text).key
        return reading.otherWidths.count >= Self.picturesOfSlip
            && reading.otherWidths.allSatisfy {
                $0.confidence >= Self.sureOfSlip && Layout(Self.withSpaces($0.text)).key == own
            }
    }

    /// Whether a line's words, its letters or its signs are others to the other recognizer. It runs an initial into what stands
    /// beside it, `TRACYN. CARVER`, and in narrow print a word into the next: what has a space as wide as others of its line is
    /// two.
    func isOtherLine(by reading: Rereading) -> Bool {
        guard isLine, let other = reading.other, other.confidence >= Self.sureOfLine else { return false }
        if hasOtherLetters(by: reading), !isSlip(reading) { return true }
        let (own, found) = (Layout(text), Layout(Self.withSpaces((reading.otherWidths.first ?? other).text)))
        guard own.key == found.key else { return false }
        guard isSpaced else { return false }
        if own.commas != found.commas || own.signs != found.signs || !Set(found.ends).isSubset(of: own.ends) {
            return true
        }
        return own.ends.indices.dropLast().contains { index in
            !found.ends.contains(own.ends[index]) && !own.stops.contains(own.ends[index])
                && own.letters(of: index) > 1 && own.letters(of: index + 1) > 1
                && !(own.ends.count == positions.count && wideSpaces.contains(index))
        }
    }

    /// The signs behind those of the line's words, from 0, that lack a comma to the other recognizer: it has to be sure of each
    /// letter of the line, unless the page has a stop there.
    func otherCommas(by reading: Rereading) -> [Int: String] {
        guard isLine, isSpaced, let other = reading.other, other.confidence >= Self.sureOfLine else { return [:] }
        let (own, found) = (Layout(text), Layout(Self.withSpaces(other.text)))
        guard own.key == found.key, own.ends.count == positions.count, found.commas.isSuperset(of: own.commas) else {
            return [:]
        }
        // Where the page has a stop, there is a sign.
        let missing = found.commas.subtracting(own.commas).filter { sure(reading) != nil || own.stops.contains($0) }
        let lacking = own.ends.indices.filter { missing.contains(own.ends[$0]) }
        return Dictionary(
            uniqueKeysWithValues: lacking.map { ($0, found.stops.contains(own.ends[$0]) ? ".," : ",") })
    }
}
