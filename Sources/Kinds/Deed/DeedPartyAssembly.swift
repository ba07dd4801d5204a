import Model

/// Goes over the chunks of a side and says of each what it is: a name, part of one, a description, a residence, a role.
struct DeedPartyAssembly {
    let text: DeedText

    private enum After {
        case start, name, descriptor, residence, role
    }

    private var names: [[Int]] = []
    private var descriptors: [[Int]] = []
    private var after = After.start
    private var isDoubtful = false
    private var openTrustDate = false

    init(text: DeedText) { self.text = text }

    mutating func take(_ chunk: DeedChunk, next: DeedChunk?) {
        let tokens = chunk.tokens
        let words = tokens.map { text.word($0) }
        guard let first = words.first else { return }
        if isYear(words), openTrustDate {
            continueDate(tokens, chunk: chunk)
            return
        }
        // A figure is nobody's name: what stands here runs on into another clause.
        guard words.contains(where: { $0.contains(where: \.isLetter) }) else {
            isDoubtful = true
            return
        }
        if words.allSatisfy(PartyWords.roles.contains),
            words.contains(where: PartyWords.roleNames.contains)
                || words.contains("part") || words.contains("party")
        {
            after = .role
            return
        }
        if PartyWords.roleNames.contains(first)
            || (first == "the" && words.count > 1 && PartyWords.roleNames.contains(words[1]))
        {
            after = .role
            return
        }
        if first == "hereinafter" || first == "herein" || first == "hereafter" || first == "collectively" {
            after = .role
            return
        }
        if !names.isEmpty, chunk.joiner != .and, isSuffix(words), after == .name {
            names[names.count - 1] += tokens
            return
        }
        if !names.isEmpty, after == .name, words.count <= 8, PartyWords.trustDates.contains(first),
            isTrust(names[names.count - 1])
        {
            names[names.count - 1] += tokens
            openTrustDate = true
            return
        }
        // `for Two Hundred Thousand`: what was paid stands between a party and the words of conveyance.
        if first == "for", words.contains(where: Self.amounts.contains) || hasFigures(tokens) {
            after = .role
            return
        }
        // `and other good | and valuable consideration`
        if after == .role, Self.isConsideration(words) { return }
        if isResidence(words, chunk: chunk) {
            after = hasZip(tokens) ? .role : .residence
            return
        }
        if isDescriptor(tokens, words, chunk: chunk) {
            describe(tokens, chunk: chunk)
            return
        }
        takeName(tokens, chunk: chunk, next: next)
    }

    // MARK: What a chunk is

    private func isYear(_ words: [String]) -> Bool {
        guard let first = words.first, first.utf8.count == 4, let year = Int(first) else { return false }
        return (1700...2200).contains(year)
    }

    /// A legal form by itself is the end of the name before it, whatever stands between them.
    private var wholeNames: [[Int]] {
        names.reduce(into: []) { whole, name in
            let isForm = PartyWords.entitySuffixes.contains(name.map { text.word($0) }.joined())
            if isForm, let last = whole.indices.last { whole[last] += name } else { whole.append(name) }
        }
    }

    private func isSuffix(_ words: [String]) -> Bool {
        guard words.count <= 3, let first = words.first else { return false }
        if words.count == 1 {
            return PartyWords.nameSuffixes.contains(first) || PartyWords.entitySuffixes.contains(first)
        }
        let joined = words.joined()
        // `a limited company` says what it is.
        if first == "a" || first == "an" { return false }
        return PartyWords.entitySuffixes.contains(joined)
            || words.allSatisfy { PartyWords.entitySuffixes.contains($0) || $0.utf8.count == 1 }
    }

    private static let amounts = Vocabulary.split("hundred thousand million dollars dollar")

    private static func isConsideration(_ words: [String]) -> Bool {
        words.last?.hasPrefix("consideration") == true || words == ["other", "good"]
    }

    private func hasFigures(_ tokens: [Int]) -> Bool { tokens.contains { text.tokens[$0].text.contains("$") } }

    private func isTrust(_ tokens: [Int]) -> Bool { tokens.contains { text.word($0) == "trust" } }

    private func hasZip(_ tokens: [Int]) -> Bool {
        tokens.contains { text.tokens[$0].isAllDigits && [5, 9].contains(text.word($0).utf8.count) }
    }

    private func isResidence(_ words: [String], chunk: DeedChunk) -> Bool {
        guard let first = words.first else { return false }
        if first == "whose" || first == "residing" || first == "resident" || first == "residents" { return true }
        if ["at", "with", "having"].contains(first), words.contains("address") || words.contains("place") {
            return true
        }
        if first == "of", words.count > 1,
            !PartyWords.entities.contains(words[1]) || PartyWords.places.contains(words[1])
        {
            return after != .descriptor || chunk.joiner != .start
        }
        if PartyWords.places.contains(first), words.count > 1, words[1] == "of" { return after != .start }
        if first == "in", words.contains(where: PartyWords.places.contains) { return after != .start }
        let name = words.joined(separator: " ")
        if after == .residence {
            if chunk.joiner == .comma || chunk.joiner == .line { return !isDescriptorStart(chunk.tokens, words) }
            return PartyWords.places.contains(first)
        }
        if after != .start, isStateName(name) || hasZip(chunk.tokens) { return true }
        return chunk.tokens.first.map { text.tokens[$0].hasDigit } == true && after != .start && words.count >= 2
            && !words.contains(where: PartyWords.entities.contains)
    }

    /// Two letters (`in`, `or`, `me`) are words as a rule; a misread state's name may be a person's (`Mary Lund`).
    private func isStateName(_ name: String) -> Bool {
        name.utf8.count > 3 && USStates.name(name)?.isRepaired == false
    }

    private func isDescriptorStart(_ tokens: [Int], _ words: [String]) -> Bool {
        guard let first = words.first, let position = tokens.first else { return false }
        if first == "a" || first == "an" {
            guard words.count > 1 else { return false }
            return text.tokens[position].text.first == "a" || PartyWords.descriptorNouns.contains(words[1])
                || isStateName(words[1]) || isStateName(words.dropFirst().prefix(2).joined(separator: " "))
        }
        if first == "the" {
            return words.count > 1 && ["survivor", "survivors", "surviving", "duly"].contains(words[1])
        }
        return PartyWords.descriptorStarts.contains(first)
    }

    private func isDescriptor(_ tokens: [Int], _ words: [String], chunk: DeedChunk) -> Bool {
        if isDescriptorStart(tokens, words) { return true }
        // `a corporation organized | and existing under …`, `his sole | and separate property`
        guard after == .descriptor, let position = tokens.first else { return false }
        // `a national banking. | association`
        if chunk.joiner == .comma, words.allSatisfy(PartyWords.isCommonNoun) { return !hasCapitals(tokens) }
        return chunk.joiner == .and && !text.tokens[position].startsUpper
    }

    private func hasCapitals(_ tokens: [Int]) -> Bool { tokens.contains { text.tokens[$0].startsUpper } }

    // MARK: Names

    private mutating func takeName(_ tokens: [Int], chunk: DeedChunk, next: DeedChunk?) {
        let cut = cut(tokens)
        var name = Array(tokens[..<cut])
        while let first = name.first, ["the", "said", "unto", "that"].contains(text.word(first)), name.count > 1,
            !text.tokens[first].startsUpper
        {
            name.removeFirst()
        }
        // `IL Jane Doe` is `I, Jane Doe`.
        if names.isEmpty, name.count > 2, let first = name.first, ["IL", "Il", "1L"].contains(text.tokens[first].text) {
            name.removeFirst()
        }
        if joinsPreviousName(name, chunk: chunk, next: next), !names.isEmpty {
            names[names.count - 1] += (chunk.conjunction.map { [$0] } ?? []) + name
        } else if !name.isEmpty {
            names.append(name)
        }
        after = .name
        openTrustDate = name.contains { PartyWords.trustDates.contains(text.word($0)) } && isTrust(name)
        if cut < tokens.count {
            var rest = chunk
            rest.tokens = Array(tokens[cut...])
            rest.joiner = .comma
            rest.conjunction = nil
            let words = rest.tokens.map { text.word($0) }
            if words.first == "of" || words.first == "whose" || words.first == "residing" {
                after = hasZip(rest.tokens) ? .role : .residence
            } else if words.first.map(PartyWords.roleNames.contains) == true || words.first == "hereinafter"
                || words.first == "herein"
            {
                after = .role
            } else {
                describe(rest.tokens, chunk: rest)
            }
        }
    }

    /// Where a description begins inside a chunk that began as a name, for want of a comma.
    private func cut(_ tokens: [Int]) -> Int {
        let isEntity = tokens.contains { PartyWords.entities.contains(text.word($0)) }
        for position in tokens.indices.dropFirst() {
            let rest = Array(tokens[position...])
            let words = rest.map { text.word($0) }
            guard let word = words.first else { continue }
            switch word {
            case "of":
                if !isEntity { return position }
            case "a", "an", "the":
                if isDescriptorStart(rest, words), text.tokens[rest[0]].text.count <= 2 || word != "a" {
                    return position
                }
            case "as", "husband", "wife", "whose", "residing", "hereinafter", "herein", "unmarried", "married",
                "trustee", "trustees", "being", "individually", "aka", "fka", "formerly", "also", "jointly", "his",
                "her",
                "their", "who", "not", "spouses":
                let isPart = ["trustee", "trustees", "as"].contains(word) && rest.count > 1 || word == "trustees"
                if !(isEntity && isPart && text.tokens[rest[0]].startsUpper) {
                    return position
                }
            case "grantor", "grantors", "grantee", "grantees", "trustor", "beneficiary", "borrower", "lender":
                return position
            case "single", "widow", "widower", "joint", "tenants":
                if !text.tokens[rest[0]].startsUpper { return position }
            default: continue
            }
        }
        return tokens.count
    }

    /// `Smith | and Sons, LLC` and `Bank of New York | and Trust Company` are one name.
    private func joinsPreviousName(_ name: [Int], chunk: DeedChunk, next: DeedChunk?) -> Bool {
        guard chunk.joiner == .and, after == .name, let previous = names.last else { return false }
        let followedBySuffix = next.map { isSuffix($0.tokens.map { text.word($0) }) && $0.joiner == .comma } ?? false
        let words = name.map { text.word($0) }
        let isEntity =
            words.contains(where: PartyWords.entities.contains)
            || (followedBySuffix
                && next?.tokens.first.map { PartyWords.entitySuffixes.contains(text.word($0)) } == true)
        if previous.count == 1, isEntity || ["sons", "associates", "daughters", "brothers"].contains(words.first ?? "")
        {
            return true
        }
        return words.allSatisfy(PartyWords.entities.contains)
            && previous.contains { PartyWords.entities.contains(text.word($0)) }
    }

    // MARK: Descriptions

    private mutating func describe(_ tokens: [Int], chunk: DeedChunk) {
        let words = tokens.map { text.word($0) }
        openTrustDate = words.contains("dated") || words.contains { MonthNames.month($0) != nil }
        // `By this instrument dated December 13, 2013`: the clause's opening describes nobody.
        if names.isEmpty, ["by", "this", "on"].contains(words.first) {
            after = .role
            return
        }
        let joined = (chunk.conjunction.map { [$0] } ?? []) + tokens
        if after == .descriptor, !descriptors.isEmpty {
            descriptors[descriptors.count - 1] += joined
        } else {
            descriptors.append(names.isEmpty || chunk.conjunction == nil || words == ["wife"] ? tokens : joined)
        }
        after = .descriptor
    }

    private mutating func continueDate(_ tokens: [Int], chunk: DeedChunk) {
        let year = Array(tokens.prefix(1))
        if after == .descriptor, !descriptors.isEmpty {
            descriptors[descriptors.count - 1] += tokens
        } else if !names.isEmpty {
            names[names.count - 1] += year
            if tokens.count > 1 {
                after = .name
                describe(Array(tokens.dropFirst()), chunk: chunk)
            }
        }
        openTrustDate = false
    }

    func finished() -> DeedPartyList {
        var list = DeedPartyList(
            parties: wholeNames.map { DeedNameText(text: text).party($0) }, descriptors: descriptors,
            isDoubtful: isDoubtful)
        list.parties.removeAll { $0.name.isEmpty }
        if Set(list.parties.map { Vocabulary.key($0.name) }).count != list.parties.count { list.isDoubtful = true }
        return list
    }
}
