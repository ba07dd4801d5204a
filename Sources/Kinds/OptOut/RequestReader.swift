import Model

/// What a person asks for: one of the contract's `request_types`.
struct RequestHit: Hashable, Sendable {
    var type: String
    var confidence: Double
    var raw: String
    var page: Int
    var box: Box?
    var source: FieldSource
}

/// Reads requests in sentences: "I request that you delete …". Conditions, refusals and explanations of the law are none.
struct RequestSentences {
    /// Phrases that name what is asked, as folded words; any of the first group, and any of the second where it is given.
    private struct Pattern {
        var type: String
        var phrases: [String]
        var objects: [String]
    }

    private static let things = [
        "my", "me", "mine", "personal", "data", "information", "record", "records", "listing", "listings", "profile",
        "their",
    ]
    private static let patterns: [Pattern] = [
        Pattern(
            type: "delete",
            phrases: [
                "delete", "deletes", "deleting", "deletion", "deleted", "erase", "erasure", "erased", "remove",
                "removal", "removed",
                "suppress", "suppression", "purge", "right to be forgotten", "article 17", "art 17", "1798 105",
            ], objects: things),
        Pattern(
            type: "do_not_sell",
            phrases: [
                "do not sell", "don t sell", "not to sell", "not sell", "stop selling", "cease selling",
                "cease the sale", "stop the sale",
                "stop the selling", "no longer sell", "refrain from selling", "opt out of the sale", "opt out of sale",
                "opts out of the sale",
                "opting out of the sale", "opt out of any sale", "opt out of the selling", "opt out of having my",
                "opt me out of", "opts me out of", "make any sale",
                "opt out of the sharing", "opt out of sharing", "do not share", "stop sharing", "not share",
                "cease sharing",
                "opt out of targeted advertising", "opt out of the sale or sharing", "opt out of both the sale",
                "1798 120",
            ], objects: []),
        Pattern(
            type: "access",
            phrases: [
                "give me access", "provide access", "access to it", "access to them", "whether you process",
                "whether you are processing", "request access", "requesting access", "requests access", "access to my",
                "access to the personal",
                "access to all",
                "access to any", "access to that data", "access my personal", "right of access", "right to access",
                "right to know",
                "disclose to me", "disclose to the", "disclose the categories", "disclose what", "specific pieces of",
                "copy of my", "copy of all", "copy of the personal", "copy of any", "know what personal",
                "tell me what", "show me what", "let me know what",
                "what information you", "what data you", "what you have on", "what you hold", "what you know about",
                "inform me what", "what personal information you", "what personal data you", "article 15", "art 15",
                "1798 110",
            ], objects: []),
        Pattern(
            type: "correct",
            phrases: [
                "correct", "correction", "corrected", "rectify", "rectification", "rectified", "article 16", "art 16",
                "1798 106",
            ],
            objects: things + [
                "inaccurate", "incorrect", "wrong", "entry", "it", "error", "errors", "mistake", "mistakes",
            ]),
        Pattern(
            type: "limit_use",
            phrases: [
                "limit the use", "limit use", "limit your use", "limit the disclosure", "right to limit", "1798 121",
            ],
            objects: []),
        Pattern(
            type: "object",
            phrases: [
                "object to", "objecting to", "objects to", "objection to the processing", "right to object",
                "article 21", "art 21",
            ], objects: ["processing", "profiling", "marketing", "use", "article", "art"]),
        Pattern(
            type: "restrict",
            phrases: [
                "restrict the processing", "restrict processing", "restriction of processing",
                "restriction of the processing",
                "right to restrict", "restrict your processing", "article 18", "art 18",
            ], objects: []),
    ]

    /// What makes a sentence a request of its writer.
    private static let askings = [
        "i request", "i hereby request", "i am requesting", "i am hereby requesting", "i also request",
        "i further request",
        "i formally request", "i am further requesting", "i would like", "i want", "i wish", "i ask", "i am asking",
        "i demand", "i require", "i direct", "direct you to", "instruct you to", "ask you to", "i make", "opt me out",
        "i instruct", "i exercise", "i am exercising", "i hereby exercise", "i am writing to exercise",
        "i am writing to request", "exercise my right",
        "exercise my rights", "exercise the right", "i opt out", "i hereby opt out", "i am opting out", "i object",
        "i am objecting",
        "i am hereby objecting", "i hereby object", "opts out", "hereby requests", "requests that", "directs",
        "demands that", "request that you",
        "please", "we request", "this is a request",
        "this is my request", "my request is", "i am submitting", "i submit", "i invoke", "i am invoking", "request to",
        "request for",
        "to exercise", "consumer requests", "i hereby direct", "i hereby demand", "i do hereby", "you are directed",
        "you are hereby",
        "in addition i", "i hereby instruct", "i choose", "let me know", "tell me",
        "show me",
        "you must", "you are to", "you shall", "i expect you to",
        "send me", "give me",
    ]
    /// Sentences about what would be, or what others do or say.
    private static let conditions = [
        "if", "unless", "in case", "should you", "whether or not you", "to the extent", "when a", "where a",
        "according to", "under the", "pursuant to",
        "you have the right", "consumers have", "you may request", "you may ask", "a request to", "a consumer",
        "the business", "businesses", "we will",
        "we may", "note", "a business", "once",
    ]
    private static let refusals = [
        "do not request", "not requesting", "am not asking", "do not ask", "do not want you to delete", "do not delete",
        "not delete", "do not erase",
        "do not remove", "without deleting", "rather than", "instead of", "not a request", "do not wish", "not seeking",
        "do not object", "not object", "no objection",
        "not opting out", "do not opt out", "am not exercising", "need not delete", "not asking", "reserve the right",
        "other than", "do not restrict",
        "not to delete", "keep my account",
    ]

    let text: WordText
    let page: Int

    /// In the order of the text.
    /// - Returns: the requests, and the types of which sentences speak that neither ask nor refuse.
    func read() -> (hits: [RequestHit], mentions: Set<String>) {
        var hits: [RequestHit] = []
        var mentions: Set<String> = []
        var isInList = false
        // An item about data that was not taken for a request; beside one that was it is one, too.
        var hasOpenItem = false
        for sentence in RequestSplitter(text: text).sentences() {
            let key = Self.plain(text.substring(sentence.range))
            let asks = Self.askings.contains { key.contains(" \($0) ") }
            if isConditional(key, asks: asks) || Self.refusals.contains(where: { key.contains(" \($0) ") }) {
                isInList = isInList && sentence.isItem
                continue
            }
            let counts =
                asks || startsWithVerb(key) || turnsToVerb(sentence.range)
                || (isInList && (sentence.isItem || isImperative(key)))
            let found = requests(in: key, sentence.range)
            if !sentence.isItem { hasOpenItem = false }
            if sentence.isItem, found.isEmpty || !counts, namesData(key) { hasOpenItem = true }
            if sentence.isItem, counts, !found.isEmpty, hasOpenItem { mentions.insert(Self.notUnderstood) }
            if counts { hits += found } else { mentions.formUnion(found.map(\.type)) }
            if counts, found.isEmpty,
                concernsData(key) || asksToBeTold(key) || hasMisreadOrder(key)
                    || (isInList && sentence.isItem && namesData(key))
            {
                mentions.insert(Self.notUnderstood)
            }
            if asks || (sentence.isItem && counts && !found.isEmpty) {
                isInList = sentence.endsInColon || (isInList && sentence.isItem) || sentence.isItem
            } else if !sentence.isItem, !isImperative(key) {
                isInList = false
            }
        }
        return (hits, mentions.subtracting(hits.map(\.type)))
    }

    /// Folded words without adverbs that stand between "I" and its verb, or between a verb and what is asked.
    private static func plain(_ text: String) -> String {
        let words = TextFolding.key(text).split(separator: " ").filter { !adverbs.contains(String($0)) }
        // Recognition takes "I am" for "lam" and "I" for "l"; "it" or "1" before a verb of the first person is "I" too.
        var plain = words.map { $0 == "lam" ? "i am" : selves.contains(String($0)) ? "i" : String($0) }
        if plain.count > 1, plain[0] == "it" || plain[0] == "1", ownVerbs.contains(plain[1]) { plain[0] = "i" }
        // `2.1 request` behind an item's number, and `! request`, whose first sign ended the sentence before.
        if plain.count > 2, plain[1] == "1", ownVerbs.contains(plain[2]), Int(plain[0]) != nil { plain[1] = "i" }
        if text.first(where: \.isLetter)?.isLowercase == true, let verb = plain.first, ownVerbs.contains(verb) {
            plain.insert("i", at: 0)
        }
        return Self.manners.reduce(" " + plain.joined(separator: " ") + " ") { key, manner in
            key.replacing(" \(manner) ", with: " ")
        }
    }

    private static let adverbs: Set<String> = [
        "also", "hereby", "further", "furthermore", "formally", "additionally", "respectfully", "kindly", "now",
        "therefore", "again", "specifically", "fully", "exactly", "precisely", "completely",
    ]
    private static let manners = ["in full", "in detail", "in writing", "by email", "by e mail", "by letter"]
    private static let selves: Set<String> = ["l", "li", "1i", "il"]
    private static let ownVerbs: Set<String> = [
        "object", "request", "demand", "direct", "opt", "am", "want", "wish", "ask", "exercise", "would", "require",
        "instruct", "invoke", "withdraw",
    ]

    private func requests(in key: String, _ range: Range<Int>) -> [RequestHit] {
        let words = Set(key.split(separator: " ").map { String($0) })
        var found: [(offset: Int, hit: RequestHit)] = []
        for pattern in Self.patterns {
            guard pattern.objects.isEmpty || pattern.objects.contains(where: words.contains) else { continue }
            let starts = pattern.phrases.compactMap { key.firstRange(of: " \($0) ")?.lowerBound }
            guard let first = starts.min() else { continue }
            let offset = key.distance(from: key.startIndex, to: first)
            let confidence = min(0.97, 0.6 + 0.4 * text.confidence(of: range))
            found.append(
                (
                    offset,
                    RequestHit(
                        type: pattern.type, confidence: confidence, raw: text.substring(range), page: page,
                        box: text.box(of: range), source: .text)
                ))
        }
        return found.sorted { $0.offset < $1.offset }.map(\.hit)
    }

    /// A condition at the sentence's head; one that asks all the same ("If you have sold it, I request …") is a request.
    private func isConditional(_ key: String, asks: Bool) -> Bool {
        guard Self.conditions.contains(where: { key.hasPrefix(" \($0) ") }) else { return false }
        guard asks, let start = key.firstRange(of: " i ") else { return true }
        let rest = String(key[start.lowerBound...])
        return !Self.askings.contains { rest.hasPrefix(" \($0) ") }
    }

    /// "Do not sell my information." is a request by itself.
    private func startsWithVerb(_ key: String) -> Bool {
        key.split(separator: " ").first { $0.contains(where: \.isLetter) }.map(Self.isOrder) ?? false
    }

    /// A verb that orders, or one but for a letter, `restriet`, or a long one but for two behind its first, `restriei` but not
    /// `District`: what it asks is not understood then.
    private static func isOrder(_ word: Substring) -> Bool {
        imperatives.contains(String(word)) || isMisreadOrder(word)
    }

    private static func isMisreadOrder(_ word: Substring) -> Bool {
        imperatives.contains { verb in
            guard verb.count == word.count, verb != word, verb.count >= leastOfMisread else { return false }
            let isLong = verb.count >= leastOfTwice && verb.first == word.first
            return zip(verb, word).count { $0 != $1 } <= (isLong ? 2 : 1)
        }
    }

    /// `I ask that you reetify it`: an order within a sentence that asks.
    private func hasMisreadOrder(_ key: String) -> Bool {
        key.split(separator: " ").contains { !Self.nearOrders.contains($0) && Self.isMisreadOrder($0) }
    }

    /// Words that differ from an order's verb in a letter.
    private static let nearOrders: Set<Substring> = ["remote", "lease", "purse", "surge"]

    /// Letters of a verb that is known with one of them, and with two, misread.
    private static let (leastOfMisread, leastOfTwice) = (5, 8)

    private static let imperatives: Set<String> = [
        "delete", "erase", "remove", "stop", "cease", "correct", "limit", "restrict", "disclose", "suppress",
        "rectify", "do", "purge", "object",
    ]

    /// "Until my request has been dealt with, restrict the processing …": the order stands behind a comma.
    private func turnsToVerb(_ range: Range<Int>) -> Bool {
        let clauses = text.substring(range).split(separator: ",").dropFirst()
        return clauses.contains { clause in
            TextFolding.key(clause).split(separator: " ").first.map(Self.isOrder) ?? false
        }
    }

    /// What stands for a request whose right was not understood.
    static let notUnderstood = "?"

    /// Whether a sentence that asks for something asks about the writer's data, rather than for an answer or in general.
    private func concernsData(_ key: String) -> Bool {
        let objects = [
            "my personal", "my data", "my information", "my record", "my records", "my listing", "my listings",
            "my profile", "my profiles", "my entry", "my entries", "my file", "my details", "about me", "relate to me",
            "relates to me", "relating to me",
            "concerning me",
        ]
        let harmless = [
            "confirm", "confirmation", "reply", "respond", "response", "answer", "contact me", "let me know",
            "acknowledge", "notify", "my rights under", "my rights as", "this request", "following request", "treat",
            "comply", "complied", "verify", "identity", "find my", "locate my", "found at", "identify", "exercise my",
        ]
        return objects.contains { key.contains(" \($0) ") } && !harmless.contains { key.contains(" \($0) ") }
    }

    /// Whether a sentence wants to be told something other than what becomes of the request: `let me know in full
    /// whatinformation you keep on me`, two words read as one.
    private func asksToBeTold(_ key: String) -> Bool {
        let outcomes = [
            "confirm", "confirmation", "when", "once", "if", "whether", "how", "why", "done", "completed", "complied",
            "reply", "response", "need", "questions", "receipt", "received",
        ]
        return ["let me know", "tell me", "show me", "inform me"].contains { key.contains(" \($0) ") }
            && !outcomes.contains { key.contains(" \($0) ") }
    }

    /// Beside requests in a list, an item that speaks of data is one too, whatever its words.
    private func namesData(_ key: String) -> Bool {
        ["data", "information", "record", "records", "listing", "listings", "profile", "profiles"]
            .contains { key.contains(" \($0) ") }
    }

    /// Lines of a list: "Delete my personal information".
    private func isImperative(_ key: String) -> Bool {
        let words = key.split(separator: " ").prefix(3).map { String($0) }
        let verbs: Set<String> = [
            "delete", "erase", "remove", "stop", "do", "cease", "opt", "provide", "disclose", "correct", "limit",
            "restrict", "access", "rectify",
            "suppress", "confirm", "send", "tell", "opt-out",
        ]
        return words.contains(where: verbs.contains)
    }
}
