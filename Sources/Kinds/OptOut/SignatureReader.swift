import Model

/// Whether a request is signed, where its signature belongs.
struct SignatureReader {
    let layouts: [PageLayout]
    /// What stands at the caption of a signature.
    let caption: Field?

    func field(_ letter: LetterReader?, name: Field?) -> Field? {
        if caption?.value == .flag(true) { return caption }
        for layout in layouts {
            if let printed = SignatureFinder(layout).printed() { return field(printed, layout) }
        }
        var places = [closingPlace(letter), namePlace(name)].compactMap(\.self)
        if !places.contains(where: { $0.value == .flag(true) }) {
            places += layouts.reversed().lazy.compactMap { layout in
                SignatureFinder(layout).signedLine().map { field($0, layout) }
            }.prefix(1)
        }
        if caption == nil, !places.contains(where: { $0.value == .flag(true) }) {
            places += layouts.reversed().lazy.compactMap { layout in
                SignatureFinder(layout).crossedLine().map { field($0, layout) }
            }.prefix(1)
        }
        if places.isEmpty, caption == nil, let last = lastNamePlace(name) { places = [last] }
        let signed = places.filter { $0.value == .flag(true) }.max { $0.confidence < $1.confidence }
        guard var place = signed ?? caption ?? places.first else { return nil }
        // A faint or far stroke is easily missed: nobody is vouched for as not having signed.
        if place.value == .flag(false) { place.cap(at: Self.mostOfAbsence) }
        return place
    }

    /// The most that an empty place is worth.
    private static let mostOfAbsence = 0.8

    /// Between a letter's closing and the name under it.
    private func closingPlace(_ letter: LetterReader?) -> Field? {
        guard let letter, let closing = letter.structure.closingBox else { return nil }
        let layout = letter.structure.layout
        let name = letter.signer().flatMap { layout.box(of: $0.line) }
        return field(SignatureFinder(layout).place(below: closing, above: name), layout)
    }

    /// Over the person's name where it is printed last: under a signature.
    private func namePlace(_ name: Field?) -> Field? {
        guard let text = name?.text else { return nil }
        for layout in layouts.reversed() {
            // `/people/jane-doe/` in a web address is no name under a signature.
            guard let match = layout.matcher.matches(text).last(where: { !isPart($0) }),
                match.box.midY > Double(layout.page.prepared.height) * 0.3,
                layout.segment(around: match.words.lowerBound).first == match.words.lowerBound
            else { continue }
            return field(SignatureFinder(layout).place(captionedBy: match.box), layout)
        }
        return nil
    }

    /// Over the page's last line, where that is the person's name but for a first name that was misread.
    private func lastNamePlace(_ name: Field?) -> Field? {
        guard let layout = layouts.last, let words = name?.text?.split(separator: " "), let surname = words.last,
            words.count > 1, let row = layout.rows.last, let line = layout.box(of: row), let end = row.last,
            TextFolding.key(layout.words[end].text) == TextFolding.key(surname), abs(row.count - words.count) < 2
        else { return nil }
        let place = SignatureFinder(layout).place(captionedBy: line)
        return place.isSigned ? field(place, layout) : nil
    }

    /// Whether what was found goes on before its first word or behind its last.
    private func isPart(_ match: PhraseMatch) -> Bool {
        (match.before + match.after).contains { $0.isLetter || $0.isNumber || "/@".contains($0) }
    }

    private func field(_ place: SignaturePlace, _ layout: PageLayout) -> Field {
        Field(
            value: .flag(place.isSigned), confidence: place.confidence, source: .mark, page: layout.page.index,
            box: place.box)
    }
}
