import Kinds
import Model

/// Values of several lines and sentences, such as a legal description, of the words that the tagger gave to their field.
extension TaggedFields {
    /// The longest run of spans, with the few words between them, up to the end of its sentence.
    func passage(_ spans: [Span]) -> Reading? {
        var runs: [[Span]] = []
        for span in spans {
            guard let last = runs.last?.last, let gap = gap(from: last, to: span),
                gap.count <= (last.page == span.page ? Self.mostBetween : Self.mostOverPage)
            else {
                runs.append([span])
                continue
            }
            if last.page == span.page {
                let (a, b) = (Double(last.words.count), Double(span.words.count))
                // A stamp's words are no part of it.
                let between = gap.allSatisfy { mayBelong(last.page, $0) } ? gap : []
                runs[runs.count - 1][runs[runs.count - 1].count - 1] = Span(
                    page: span.page, words: last.words + between + span.words,
                    probability: (a * last.probability + b * span.probability) / (a + b))
            } else {
                runs[runs.count - 1].append(span)
            }
        }
        guard var run = runs.max(by: { Self.length($0) < Self.length($1) }) else { return nil }
        run[run.count - 1].words += restOfSentence(behind: run[run.count - 1])
        run[0].words.removeFirst(captionEnd(of: run[0]))
        let text = run.map { WordText(words($0)).text }.joined(separator: " ")
        return Reading(field: made(.text(Self.trimmed(text)), of: run), words: places(run))
    }

    /// `as shown on the plat:` above the passage, or `with all rights):` in front of it: how many of its words are the end of a
    /// caption that began before it.
    private func captionEnd(of span: Span) -> Int {
        let all = pages[span.page].words
        let own = words(span)
        guard let first = span.words.first,
            own[0].text.first?.isLowercase == true || first > 0 && all[first - 1].line == own[0].line
        else { return 0 }
        let line = own.prefix { $0.line == own[0].line }
        // `being Lot 5, described as follows:` is no caption.
        if line.contains(where: { $0.text.contains(where: \.isNumber) }) { return 0 }
        let end =
            line.last?.text.hasSuffix(":") == true
            ? line.count : line.firstIndex { $0.text.hasSuffix("):") }.map { $0 + 1 } ?? 0
        return end < own.count ? end : 0
    }

    /// The words between two spans; on two pages, only how many. Nil where they are further apart than a page.
    private func gap(from first: Span, to second: Span) -> [Int]? {
        guard let end = first.words.last, let start = second.words.first else { return nil }
        if first.page == second.page { return Array((end + 1)..<max(end + 1, start)) }
        guard first.page + 1 == second.page else { return nil }
        return Array((end + 1)..<(pages[first.page].words.count + start))
    }

    /// `…, Placer County, California.`: a passage goes on to a period nearby, over the places that it names.
    private func restOfSentence(behind span: Span) -> [Int] {
        let words = pages[span.page].words
        guard let last = span.words.last, !words[last].text.hasSuffix(".") else { return [] }
        let next = (last + 1)..<min(words.count, last + 1 + Self.mostOfRest)
        guard let period = next.first(where: { words[$0].text.hasSuffix(".") && words[$0].text.count > 3 }),
            (last...period).allSatisfy({ words[$0].line - words[last].line <= 2 }),
            ((last + 1)...period).allSatisfy({ mayBelong(span.page, $0) })
        else { return [] }
        return Array((last + 1)...period)
    }

    /// Whether a word is of no other field, but for the place that a passage may name.
    private func mayBelong(_ page: Int, _ word: Int) -> Bool {
        pages[page].words[word].tag.flatMap { definition.field($0.field)?.type }.map {
            [.county, .usState, .passage].contains($0)
        } ?? true
    }

    /// Words between two parts of a passage on one page, and at a page's foot and the next one's head.
    private static let (mostBetween, mostOverPage) = (6, 30)
    /// Words from the end of the tagged ones to the end of their sentence.
    private static let mostOfRest = 8

    private static func length(_ run: [Span]) -> Int { run.reduce(0) { $0 + $1.words.count } }
}
