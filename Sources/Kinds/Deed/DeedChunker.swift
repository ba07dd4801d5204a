import Model

/// A run of words between commas and conjunctions.
struct DeedChunk {
    enum Joiner {
        case start, comma, and, line
    }

    var tokens: [Int]
    var joiner: Joiner
    /// Position of the `and` in front of it.
    var conjunction: Int?
}

/// Cuts the text of a side at commas, semicolons, conjunctions and, where asked, line ends; leaves parentheses out.
struct DeedChunker {
    let text: DeedText
    var linesSeparate: Bool

    private var chunks: [DeedChunk] = []
    private var current: [Int] = []
    private var joiner = DeedChunk.Joiner.start
    private var conjunction: Int?

    init(text: DeedText, linesSeparate: Bool) {
        self.text = text
        self.linesSeparate = linesSeparate
    }

    mutating func chunks(of indices: [Int]) -> [DeedChunk] {
        var inParentheses = false
        for index in indices where !text.tokens[index].isFurniture {
            let printed = text.tokens[index].text
            if !inParentheses, printed.first.map({ "([{".contains($0) }) == true {
                inParentheses = true
                // `(hereinafter called the "Grantor")` says what a party is called, not who it is.
                close(.comma)
            }
            if inParentheses {
                inParentheses = !printed.contains { ")]}".contains($0) }
                continue
            }
            take(index)
        }
        close(.comma)
        return chunks
    }

    private mutating func take(_ index: Int) {
        let token = text.tokens[index]
        if linesSeparate, let last = current.last, text.tokens[last].line != token.line,
            !runsOn(text.tokens[last], token)
        {
            close(.line)
        }
        if token.word == "and" || token.word == "et" {
            close(.and, index)
        } else if token.word.isEmpty {
            if token.text.contains(where: { ",;:|".contains($0) }) {
                close(.comma)
            } else if token.text.contains(where: { !"\"'“”‘’.-–—_".contains($0) }) {
                current.append(index)
            }
        } else {
            current.append(index)
            let last = token.text.last { !"\"'”’".contains($0) }
            if last == "," || last == ";" || last == ":", !isInitial(index) { close(.comma) }
        }
    }

    /// `Harold C, Harlow and …`: behind an initial that follows a name, a comma before one more word is a misread stop.
    private func isInitial(_ index: Int) -> Bool {
        let word = text.tokens[index].text.dropLast()
        guard current.count == 2, word.count == 1, word.first?.isUppercase == true,
            text.tokens[current[0]].startsUpper, let name = text.next(index + 1), text.tokens[name].startsUpper,
            !PartyWords.isCommon(text.word(name)), !PartyWords.nameSuffixes.contains(text.word(name)),
            !PartyWords.entities.contains(text.word(name))
        else { return false }
        return text.tokens[name].text.hasSuffix(",") || text.next(name + 1).map { text.word($0) == "and" } == true
    }

    private mutating func close(_ following: DeedChunk.Joiner, _ position: Int? = nil) {
        if !current.isEmpty {
            chunks.append(DeedChunk(tokens: current, joiner: joiner, conjunction: conjunction))
            conjunction = nil
            joiner = following
        }
        // `A, and B`: the comma before the conjunction adds nothing.
        if following == .and {
            joiner = .and
            conjunction = position
        }
        current = []
    }

    /// A column's line that ends in a comma or a small word goes on in the next one.
    private func runsOn(_ last: DeedToken, _ next: DeedToken) -> Bool {
        last.endsWithComma || ["of", "the", "a", "an", "as", "by"].contains(last.word)
            || (next.text.first?.isLowercase ?? false)
    }
}
