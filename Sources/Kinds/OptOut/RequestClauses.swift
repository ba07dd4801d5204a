import Model

/// A sentence's grammar, as far as it tells who asks, under which condition, and what is denied.
struct RequestClauses {
    private struct Token {
        var key: String
        /// Position among the words.
        var word: Int
        /// Whether a comma, a semicolon or a colon stands behind it.
        var endsClause: Bool
    }

    let words: [Word]
    /// Positions of the words of the main clause: behind a condition at the sentence's head, before one at its end.
    let main: Range<Int>
    private let tokens: [Token]
    private let isLetter: Bool

    /// - Parameter isLetter: then "we" is who writes; on a form it is the company.
    init(_ words: [Word], isLetter: Bool) {
        self.words = words
        self.isLetter = isLetter
        let all = words.indices.flatMap { index -> [Token] in
            // `I, Jane Doe, request`, read as a bar; others are of tables.
            let text = words[index].text == "|," ? "I," : words[index].text
            let keys = TextFolding.key(text.filter { !"'\u{2019}".contains($0) }).split(separator: " ")
            return keys.indices.map { key in
                let isLast = key == keys.count - 1
                return Token(
                    key: String(keys[key]), word: index,
                    endsClause: isLast && text.last.map { ",;:".contains($0) } == true)
            }
        }
        let start = Self.endOfCondition(all)
        let end = all[start...].dropFirst().first { Self.conditions.contains($0.key) }?.word
        main = (start < all.count ? all[start].word : words.count)..<(end ?? words.count)
        tokens = all.filter { [main] in main.contains($0.word) }
    }

    /// Where the sentence goes on behind a condition at its head; all of it is one where it does not.
    private static func endOfCondition(_ tokens: [Token]) -> Int {
        guard let head = tokens.firstIndex(where: { $0.key.contains(where: \.isLetter) }) else { return tokens.count }
        let opening = tokens[head...].prefix(3).map(\.key).joined(separator: " ")
        let isCondition =
            conditions.contains(tokens[head].key) || openings.contains { (opening + " ").hasPrefix($0 + " ") }
        guard isCondition else { return 0 }
        if let comma = tokens.firstIndex(where: \.endsClause) { return comma + 1 }
        // `If you have sold it I request …`
        return tokens.indices.dropFirst(head + 1).first { index in
            tokens[index].key == "please"
                || tokens[index].key == "i" && index + 1 < tokens.count && requestVerbs.contains(tokens[index + 1].key)
        } ?? tokens.count
    }

    /// Whether the writer asks: the writer is the subject of a verb of asking, or orders.
    var asks: Bool { !isWithdrawn && !isQuoted && tokens.indices.contains { isRequest($0) || isOrder($0) } }

    /// `I withdraw my request to …`
    var isWithdrawn: Bool {
        tokens.indices.contains { index in
            Self.withdrawals.contains(tokens[index].key)
                && tokens[(index + 1)...].prefix(4).contains { ["request", "requests", "demand"].contains($0.key) }
        }
    }

    /// Whether it is what somebody said elsewhere.
    private var isQuoted: Bool { words.first?.text.first.map { "\"\u{201C}\u{201E}>".contains($0) } == true }

    /// Whether it speaks of what others may do: `You have the right to:`
    var explains: Bool {
        tokens.contains { Self.others.contains($0.key) || ["right", "rights"].contains($0.key) } && !asks
    }

    private func isRequest(_ index: Int) -> Bool {
        guard Self.requestVerbs.contains(tokens[index].key) else { return false }
        let before = tokens[..<index].map(\.key)
        // `This is a formal request to …`, `My request is that …`; but `this request`, `her request` are nouns.
        if Self.requestNouns.contains(tokens[index].key), isStated(index, before.suffix(Self.nounWindow)) {
            return true
        }
        if let last = before.last, Self.determiners.contains(last) { return false }
        if tokens[index].key == "like", before.last != "would" { return false }
        guard before.suffix(Self.modalWindow).allSatisfy({ !Self.modals.contains($0) }) else { return false }
        // `I am writing under the Act to request`: who writes requests.
        let isPurpose = before.last == "to" && before.contains("writing")
        let head = isPurpose ? before.prefix { $0 != "writing" } : before[...]
        let subjects = head.indices.filter { isWriter(before, $0) || isOther(before, $0) }
        if let subject = subjects.last { return isWriter(before, subject) }
        // The subject was lost: `am requesting`, `hereby request`, `Iam writing to request`.
        guard let last = head.last(where: { $0.contains(where: \.isLetter) }) else { return true }
        return isPurpose || ["am", "hereby", "also", "further"].contains(last)
    }

    private func isStated(_ index: Int, _ before: ArraySlice<String>) -> Bool {
        if before.last == "my", tokens[(index + 1)...].first?.key == "is" { return true }
        guard let this = before.lastIndex(of: "this"), before[(this + 1)...].first == "is" else { return false }
        return before[this...].allSatisfy { !Self.negations.contains($0) }
    }

    private func isWriter(_ keys: [String], _ index: Int) -> Bool {
        switch keys[index] {
        // `l ask you` is a look-alike.
        case "i", "l", "undersigned", "client", "requester", "requestor": true
        case "we": isLetter
        case "consumer": index > 0 && ["the", "our", "this"].contains(keys[index - 1])
        default: false
        }
    }

    private func isOther(_ keys: [String], _ index: Int) -> Bool {
        Self.others.contains(keys[index]) || !isWriter(keys, index) && ["we", "consumer"].contains(keys[index])
    }

    /// Whether the verb of an order begins the sentence, stands behind "please", or begins a clause of a sentence without a
    /// subject before it.
    private func isOrder(_ index: Int) -> Bool {
        let key = tokens[index].key
        if Self.pleas.contains(key) {
            let next = tokens[(index + 1)...].first?.key
            return next.map { !Self.replyVerbs.contains($0) } == true || tokens.contains { $0.key == "whether" }
        }
        guard Self.imperatives.contains(key), !refusesReply(index) else { return false }
        let before = tokens[..<index].map(\.key)
        if let last = before.last, Self.pleas.contains(last) { return true }
        let isBehindClause = index > 0 && (tokens[index - 1].endsClause || Self.connectives.contains(before.last ?? ""))
        let isFirst = before.allSatisfy { $0.count < 2 || $0.allSatisfy(\.isNumber) || Self.connectives.contains($0) }
        guard isFirst || isBehindClause else { return false }
        return before.indices.allSatisfy {
            !isWriter(before, $0) && !isOther(before, $0) && !Self.modals.contains(before[$0])
        }
    }

    /// `Do not ask me to …`: that is how to answer, and asks for nothing.
    private func refusesReply(_ index: Int) -> Bool {
        let next = tokens[index...].prefix(3).map(\.key)
        guard next.count == 3, next[0] == "do", next[1] == "not" else { return false }
        return Self.replyVerbs.contains(next[2]) || Self.requestVerbs.contains(next[2])
    }

    /// Whether the words right before deny what follows: `I do not ask you to delete …`.
    func isDenied(_ word: Int) -> Bool {
        let before = tokens.prefix { $0.word < word }
        for token in before.reversed().prefix(Self.negationScope) {
            if Self.conjunctions.contains(token.key) || token.endsClause { return false }
            if Self.negations.contains(token.key) { return true }
        }
        return false
    }

    /// `Let me know in full what you keep on me`: words may stand between.
    var asksToKnow: Bool {
        tokens.indices.contains { index in
            ["know", "tell", "show", "inform"].contains(tokens[index].key)
                && tokens[(index + 1)...].prefix(5).contains { $0.key == "what" || $0.key == "which" }
        }
    }

    /// Whether the sentence is about the writer's data, rather than about an answer or the law.
    /// - Parameter isItem: of a list of what is asked.
    func concernsData(isItem: Bool) -> Bool {
        let keys = Set(tokens.map(\.key))
        // `Let me know when that has been done`: what comes of it is the condition's.
        let all = Set(words.flatMap { TextFolding.key($0.text).split(separator: " ").map { String($0) } })
        let isAboutData =
            !keys.isDisjoint(with: Self.data) || !keys.isDisjoint(with: ["know", "tell", "show", "inform"])
        return isAboutData && (isItem || !keys.isDisjoint(with: ["my", "me", "their", "his", "her"]))
            && all.isDisjoint(with: Self.harmless)
    }

    /// Words that a verb looks back for a modal, and that a negation reaches.
    private static let (modalWindow, negationScope) = (4, 8)
    /// Words between `this` and the request that it is, themselves among them.
    private static let nounWindow = 6
    private static let requestNouns: Set<String> = ["request", "demand"]
    private static let conditions: Set<String> = ["if", "unless", "until", "when", "once"]
    /// Of conditions at a sentence's head alone.
    private static let openings = ["in case", "should you", "to the extent", "where", "whether"]
    private static let requestVerbs: Set<String> = [
        "ask", "asking", "asks", "choose", "demand", "demanding", "demands", "direct", "directing", "directs",
        "exercise", "exercises", "exercising", "expect", "instruct", "instructing", "instructs", "invoke", "invoking",
        "like", "object", "objecting", "objects", "opt", "opting", "opts", "request", "requesting", "requests",
        "require", "requires", "submit", "submitting", "want", "wants", "wish", "wishes",
    ]
    private static let others: Set<String> = [
        "you", "they", "it", "those", "who", "business", "businesses", "company", "companies", "consumers", "residents",
        "individuals", "customers", "users", "people", "anyone", "someone", "law", "act",
    ]
    private static let determiners: Set<String> = [
        "this", "the", "a", "an", "any", "my", "his", "her", "their", "your", "our", "such", "following", "each",
    ]
    private static let modals: Set<String> = [
        "may", "might", "could", "can", "cannot", "cant", "will", "wont", "should", "must", "shall", "not", "never",
        "if", "dont", "no", "right", "rights",
    ]
    private static let imperatives: Set<String> = [
        "cease", "consider", "correct", "delete", "disclose", "do", "erase", "give", "let", "limit", "object", "opt",
        "provide", "purge", "rectify", "remove", "restrict", "send", "show", "stop", "suppress", "take", "tell",
    ]
    private static let pleas: Set<String> = ["please", "kindly"]
    /// What is done about the answer, not about the data.
    private static let replyVerbs: Set<String> = [
        "acknowledge", "advise", "allow", "be", "call", "confirm", "contact", "do", "dont", "find", "note", "quote",
        "refer", "remember", "reply", "respond", "see", "understand", "use", "write",
    ]
    private static let connectives: Set<String> = ["and", "or", "then", "also", "hereby"]
    private static let conjunctions: Set<String> = ["and", "but"]
    private static let negations: Set<String> = [
        "cannot", "cant", "dont", "except", "instead", "keep", "never", "no", "nor", "not", "than", "without", "wont",
    ]
    private static let withdrawals: Set<String> = [
        "withdraw", "withdrawing", "cancel", "cancelling", "canceling", "revoke", "rescind",
    ]
    private static let data: Set<String> = [
        "data", "information", "record", "records", "listing", "listings", "profile", "profiles", "entry", "entries",
        "file", "details",
    ]
    private static let harmless: Set<String> = [
        "acknowledge", "answer", "appears", "completed", "complied", "comply", "confirm", "confirmation", "contact",
        "exercise", "find", "following", "identify", "identity", "locate", "located", "locating", "need", "notify",
        "once", "questions", "receipt", "received", "reply", "respond", "response", "rights", "treat", "verify", "when",
        "whether",
    ]
}
