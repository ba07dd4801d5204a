import Model

/// Links to a person's profiles held against the names that they are made of: the broker's in the host, the requester's in
/// the path. Where they have one but for a letter, either was misread: `www.example.com/people/grac-carver` of Grace Carver.
struct LinkAgreement {
    /// Letters without marks.
    private let (hosts, paths): (Set<String>, Set<String>)

    /// - Parameter links: a list; of anything else nothing is told.
    init(_ links: Field?) {
        guard let links, case .list(let addresses) = links.value else {
            (hosts, paths) = ([], [])
            return
        }
        let parts = addresses.map { address in
            let rest = address.replacing(/^https?:\/*/, with: "")
            let host = rest.prefix { $0 != "/" }
            return (host: host, path: rest.dropFirst(host.count))
        }
        // The last is the top-level domain.
        hosts = Set(parts.flatMap { $0.host.split(separator: ".").dropLast() }.map(Self.plain))
        paths = Set(parts.flatMap { Self.words(of: String($0.path)) })
    }

    /// Letters of the shortest name of which a word with another letter is no other name.
    private static let (leastOfRequester, leastOfBroker) = (4, 5)
    /// The most that is worth what others have but for a letter.
    private static let mostOfNear = 0.5

    /// The links, not sure where they have either name but for a letter.
    func checked(_ links: Field?, requester: Field?, broker: Field?) -> Field? {
        namesNearly(requester: requester) || namesNearly(broker: broker) ? doubted(links) : links
    }

    /// The broker, not sure where the links have it but for a letter, unless it is registered as it stands.
    func checked(broker: Field?) -> Field? {
        broker?.isRegistered != true && namesNearly(broker: broker) ? doubted(broker) : broker
    }

    private func doubted(_ field: Field?) -> Field? {
        guard var field else { return nil }
        field.checks.append(Check(name: "agreement", passed: false))
        field.cap(at: Self.mostOfNear)
        return field
    }

    private func namesNearly(requester: Field?) -> Bool {
        Self.isNear(paths, to: Set(Self.words(of: requester?.text ?? "")), from: Self.leastOfRequester)
    }

    /// A broker's words, or its first ones together: `truepeoplesearch` of True People Search, Inc.
    private func namesNearly(broker: Field?) -> Bool {
        let words = Self.words(of: broker?.text ?? "")
        let beginnings = words.indices.map { words[...$0].joined() }
        return Self.isNear(hosts, to: Set(words + beginnings), from: Self.leastOfBroker)
    }

    private static func isNear(_ words: Set<String>, to names: Set<String>, from least: Int) -> Bool {
        words.subtracting(names).contains { word in
            names.contains { $0.count >= least && EditDistance.between(Array($0), Array(word), atMost: 1) == 1 }
        }
    }

    /// Words of letters alone.
    private static func words(of text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isNumber }.filter { $0.allSatisfy(\.isLetter) }.map(plain)
    }

    private static func plain(_ word: some StringProtocol) -> String {
        transliterated(String(decoding: TextFolding.letters(word), as: UTF8.self))
    }

    /// `mueller` and `muller`, `kjaergaard` and `kjargard`: letters with marks are written in both ways.
    private static func transliterated(_ text: String) -> String {
        ["ae", "oe", "ue", "aa"].reduce(text) { $0.replacing($1, with: $1.prefix(1)) }
    }
}
