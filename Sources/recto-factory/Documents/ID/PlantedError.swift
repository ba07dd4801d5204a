import Model

extension Maker {
    /// Changes one figure of a date or number, or one letter of a surname, in what is printed.
    ///
    /// - Parameter expect: becomes a review, since a person must see which of the two is right.
    mutating func plantError(in values: inout [String: Any], expect: inout Decision.Action) {
        guard plants else { return }
        let name = random.pick(["number", "birth", "expiry", "surname"])
        guard let printed = values[name] as? String else { return }
        var text = Array(printed)
        // The last figure of a date is its year's, so that the date stays one.
        let places = text.indices.filter {
            name == "surname" ? text[$0].isLetter && text[$0].isASCII : text[$0].isNumber
        }
        guard let last = places.last else { return }
        let place = name == "birth" || name == "expiry" ? last : random.pick(places)
        text[place] = other(than: text[place])
        values[name] = String(text)
        expect = .review
    }

    private mutating func other(than symbol: Character) -> Character {
        if let figure = symbol.wholeNumberValue { return Character(String((figure + random.int(1...9)) % 10)) }
        return random.pick(Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ").filter { $0 != symbol })
    }
}
