package import Kinds
package import Model

/// The stage that tells which kind a document is, or honestly `unknown`.
///
/// Every cue of a kind adds its weight to the kind's log-odds, which begin well below those of `unknown`; the sums
/// become chances by softmax. A document's evidence is that of all its pages; its words speak as well (``KindWords``).
package struct Classifier: Sendable {
    package var kinds: [KindDefinition]

    package init(kinds: [KindDefinition]) {
        self.kinds = kinds
    }

    /// What is beyond this is not claimed.
    private static let mostConfidence = 0.995

    package func classify(_ document: RecognizedDocument) -> ClassifiedDocument {
        let pageHits = document.pages.map { page in
            let finder = CueFinder(page: page)
            return kinds.map { finder.hits(of: $0.cues) }
        }
        let whole = kinds.indices.map { kind in pageHits.flatMap { $0[kind] } }
        let words = KindWords.fitted.chances(document.pages.flatMap(\.words))
        let (name, chances, scores) = judge(whole, words)
        let evidence = kinds.firstIndex { $0.name == name }.map { scores[$0].evidence } ?? strongest(scores)
        let classification = Classification(
            confidence: min(Self.mostConfidence, chances[name] ?? 0),
            scores: Dictionary(uniqueKeysWithValues: chances.map { ($0.key.rawValue, $0.value) }), evidence: evidence)
        let pageKinds = pageHits.map { hits in pageKind(hits, document: name) }
        let pages = document.pages
        let starts = DocumentStarts(zip(pages, pageHits).map(view)) { position, before in
            PageLink.isThere(from: pages[position], to: pages[before])
        }
        return ClassifiedDocument(
            recognized: document, kind: name, classification: classification, pageKinds: pageKinds,
            starts: starts.starts, loosePages: starts.loose)
    }

    /// Log-odds that a page must have below a kind's prior to speak against it: a strong cue, or two.
    private static let leastAgainst = 2.5

    /// What a page says by itself.
    private func view(_ page: RecognizedPage, _ hits: [[CueHit]]) -> PageView {
        let (name, chances, scores) = judge(hits)
        func has(_ isMeant: (CueHit, Cue) -> Bool) -> Bool? {
            kinds.firstIndex { $0.name == name }.map { kind in
                hits[kind].contains { isMeant($0, kinds[kind].cues[$0.cue]) }
            }
        }
        let hasTitle = has { hit, cue in hit.weight > 0 && cue.place == .title }
        func names(_ isMeant: (KindScore) -> Bool) -> Set<KindName> {
            Set(zip(kinds, scores).compactMap { isMeant($1) ? $0.name : nil })
        }
        return PageView(
            kind: name, confidence: chances[name] ?? 0,
            opens: hasTitle ?? false || [.optOut, .unknown].contains(name) && PageView.isLetter(page),
            isCover: has { _, cue in cue.isCover } ?? false, count: PageCount(of: page),
            against: names { $0.supporting == 0 && $0.logOdds <= KindScorer.prior - Self.leastAgainst },
            supports: names { $0.supporting > 0 && $0.logOdds >= KindScorer.prior },
            isSheet: page.words.count > PageView.mostWordsOfCard, isBlank: PageView.isBlank(page))
    }

    /// What each cue of a kind finds on the pages, for who writes the kind: by the cue's position, the places where it
    /// stands best on its pages. Cues that share words count less together than the weights given here.
    package func trace(_ kind: KindDefinition, in document: RecognizedDocument) -> [[Classification.Evidence]] {
        let hits = document.pages.flatMap { CueFinder(page: $0).hits(of: kind.cues) }
        return kind.cues.indices.map { index in
            hits.filter { $0.cue == index }.map {
                .init(text: $0.text, page: $0.page, box: $0.box, weight: $0.weight)
            }
        }
    }

    /// - Parameters:
    ///   - hits: by kind.
    ///   - words: chances by the words; empty where cues alone count, as for a single page.
    private func judge(
        _ hits: [[CueHit]], _ words: [KindName: Double] = [:]
    ) -> (KindName, [KindName: Double], [KindScore]) {
        let scores = kinds.indices.map { KindScorer.score(kinds[$0].cues, hits[$0]) }
        let logOdds = Dictionary(
            zip(kinds.map(\.name), scores.map(\.logOdds)), uniquingKeysWith: { first, _ in first })
        let chances = KindScorer.joined(KindScorer.probabilities(logOdds), words)
        let best = chances.filter { $0.key != .unknown }.max { a, b in (a.value, b.key) < (b.value, a.key) }
        // Two kinds that share the chances leave it open which it is.
        if let best, best.value >= 0.5 { return (best.key, chances, scores) }
        return (.unknown, chances, scores)
    }

    /// A page's own kind; one without a kind of its own belongs to its document where something on it says so.
    private func pageKind(_ hits: [[CueHit]], document: KindName) -> KindName {
        let (name, _, scores) = judge(hits)
        guard name == .unknown, let kind = kinds.firstIndex(where: { $0.name == document }) else { return name }
        let others = scores.indices.filter { $0 != kind }.map { scores[$0].logOdds }.max() ?? KindScorer.prior
        return scores[kind].supporting > 0 && scores[kind].logOdds >= others ? document : .unknown
    }

    /// For an unknown document: what came nearest.
    private func strongest(_ scores: [KindScore]) -> [Classification.Evidence] {
        scores.max { $0.logOdds < $1.logOdds }?.evidence ?? []
    }
}
