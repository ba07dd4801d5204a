import Model

/// A zone with recognition errors corrected as far as the picture, the format and the check digits decide, and with how
/// sure each element is.
struct RepairedZone: Sendable {
    var zone: MachineReadableZone
    /// The chance that an element is what the document shows, 0…1.
    var confidence: [ZoneElement: Double]
    /// Other readings of an element, likeliest first.
    var alternatives: [ZoneElement: [ZoneReading]]
    /// Boxes of the characters, line by line.
    var boxes: [[Box]]
    var page: Int

    func box(of element: ZoneElement) -> Box? {
        zone.format.span(of: element).flatMap { Box.around(boxes[$0.line][$0.columns]) }
    }
}

/// Chooses among what the recognizer saw. Every reading is weighed by its probability in the picture, by the check
/// digits over it, by the calendar and by the lists of codes; check digits are evidence like any other, so that wrong
/// ones that are printed clearly stay what they are, and swaps that they cannot see are decided by the picture alone.
struct ZoneRepair: Sendable {
    let format: ZoneFormat
    let symbols: [[ZoneSymbol]]

    /// The chance that a check digit on a document is not that of the standard.
    private static let wrongDigit = 0.02
    /// Weight of a date that the calendar does not have, and of a code that no list has.
    private static let implausible = 0.02
    /// Most that is believed of a code that no list has.
    private static let mostUnlisted = 0.6

    /// - Parameter lines: as many characters each as the format has columns.
    init(format: ZoneFormat, lines: [[ZoneCharacter]]) {
        self.format = format
        let unchecked = format.isVisa ? format.span(of: .optionalData) : nil
        symbols = lines.enumerated().map { index, line in
            zip(line.indices, format.masks(line: index)).map { column, mask in
                let isChecked = unchecked?.line != index || unchecked?.columns.contains(column) != true
                return ZoneSymbol(line[column], mask: mask, isChecked: isChecked)
            }
        }
    }

    struct Result {
        var lines: [[UInt8]]
        var confidence: [ZoneElement: Double]
        var alternatives: [ZoneElement: [ZoneReading]]
    }

    func run() -> Result {
        var result = Result(
            lines: symbols.map { $0.map(\.best.character) }, confidence: [:], alternatives: [:])
        chooseChecked(&result)
        for element in [ZoneElement.documentCode, .issuer, .nationality, .sex] { chooseCode(element, &result) }
        chooseName(&result)
        return result
    }

    // MARK: - Elements under check digits

    /// Elements that one check digit binds together, and the elements whose values they hold.
    private struct Unit {
        var spans: [ZoneSpan]
        var elements: [ZoneElement]
        var readings: [ZoneReading]
        /// What each reading adds to the composite sum.
        var residues: [Int]
        /// What the readings leave out.
        var unlisted: Double
    }

    private func units() -> [Unit] {
        var groups: [[ZoneElement]] = [
            [.documentNumber, .documentNumberCheck], [.birthDate, .birthDateCheck], [.expiryDate, .expiryDateCheck],
        ]
        if format.hasLongNumbers {
            groups[0].append(.optionalData)
            groups.append([.optionalData2])
        } else {
            groups.append([.optionalData, .optionalDataCheck])
        }
        return groups.compactMap { elements in
            let spans = elements.compactMap { format.span(of: $0) }
            guard !spans.isEmpty else { return nil }
            let symbols = spans.flatMap { self.symbols[$0.line][$0.columns] }
            var all = ZoneReading.likeliest(symbols)
            if elements[0] == .documentNumber { addLookAlikes(to: &all) }
            let listed = all.reduce(0) { $0 + $1.probability }
            let readings = all.map { reading in
                var weighed = reading
                weighed.probability *= weight(of: elements, reading.characters)
                return weighed
            }
            let best = Array(readings.sorted { $0.probability > $1.probability }.prefix(8))
            // One in ten of the readings left out would satisfy the check digit.
            return Unit(
                spans: spans, elements: elements, readings: best,
                residues: best.map { residue(of: $0.characters, in: spans) },
                unlisted: max(0, 1 - listed) * (elements == [.optionalData2] ? 1 : 0.1))
        }
    }

    /// A run of look-alikes after letters is read as letters, however surely; alone they are told by the check digit. A likely
    /// reading that fails its own, and would pass with such a run read as figures or the other way round, may be that as well
    /// as whatever else passes.
    private func addLookAlikes(to readings: inout [ZoneReading]) {
        let most = readings.map(\.probability).max() ?? 0
        guard let likeliest = readings.filter({ numberPasses($0.characters) }).map(\.probability).max() else { return }
        for reading in readings where reading.probability >= Self.likely * most && !numberPasses(reading.characters) {
            for start in 0..<8 {
                guard let first = ZoneSymbol.lookAlikes[reading.characters[start]],
                    let second = ZoneSymbol.lookAlikes[reading.characters[start + 1]]
                else { continue }
                var other = reading.characters
                other.replaceSubrange(start...start + 1, with: [first, second])
                guard numberPasses(other) else { continue }
                readings.removeAll { $0.characters == other }
                readings.append(ZoneReading(characters: other, probability: likeliest))
            }
        }
    }

    /// Of the likeliest reading's chance.
    private static let likely = 0.05

    /// How well a reading fits its check digit and the calendar.
    private func weight(of elements: [ZoneElement], _ characters: [UInt8]) -> Double {
        var weight = 1.0
        switch elements[0] {
        case .documentNumber:
            weight = checkWeight(numberPasses(characters))
        case .birthDate, .expiryDate:
            weight = checkWeight(CheckDigit.matches(characters[..<6], printed: characters[6]))
            if !Self.isPlausibleDate(String(decoding: characters[..<6], as: UTF8.self)) { weight *= Self.implausible }
        case .optionalData where elements.contains(.optionalDataCheck) && characters.count > 1 && format == .td3:
            weight = checkWeight(CheckDigit.matches(characters.dropLast(), printed: characters[characters.count - 1]))
        default: break
        }
        return weight
    }

    private func checkWeight(_ passes: Bool) -> Double { passes ? 1 - Self.wrongDigit : Self.wrongDigit }

    private func numberPasses(_ characters: [UInt8]) -> Bool {
        let number = ZoneReader.DocumentNumber(
            columns: Array(characters[..<9]), check: characters[9], optional: Array(characters[10...]),
            mayRunOn: format.hasLongNumbers)
        return CheckDigit.matches(number.covered, printed: number.check)
    }

    private static func isPlausibleDate(_ text: String) -> Bool {
        guard let date = ZoneDate(text) else { return text.utf8.allSatisfy { $0 == UInt8(ascii: "<") } }
        // A leap day is judged in a leap year: the century is not known here.
        return CalendarDate(year: date.year.isMultiple(of: 4) ? 2000 : 2001, month: date.month, day: date.day) != nil
    }

    /// The best choice of readings, one a unit, under the composite check digit, and the chance of every reading over
    /// all choices.
    private func chooseChecked(_ result: inout Result) {
        let units = units()
        let composite = compositeDigits()
        var marginals = units.map { [Double](repeating: 0, count: $0.readings.count) }
        var total = 0.0
        var best: (choice: [Int], sum: Int, weight: Double) = ([], 0, -1)

        func visit(_ choice: [Int], _ sum: Int, _ weight: Double) {
            guard choice.count == units.count else {
                let unit = units[choice.count]
                for (index, reading) in unit.readings.enumerated() where reading.probability > 0 {
                    visit(choice + [index], sum + unit.residues[index], weight * reading.probability)
                }
                return
            }
            let joint = weight * composite[sum % 10].weight
            total += joint
            for (unit, index) in choice.enumerated() { marginals[unit][index] += joint }
            if joint > best.weight { best = (choice, sum % 10, joint) }
        }
        visit([], 0, 1)
        guard best.weight > 0, total > 0 else {
            for unit in units { for element in unit.elements { result.confidence[element] = 0 } }
            return
        }
        for (number, unit) in units.enumerated() {
            write(unit.readings[best.choice[number]].characters, to: unit.spans, &result)
            let share = unit.readings.reduce(0) { $0 + $1.probability }
            let sum = total * (1 + unit.unlisted / share)
            let readings = unit.readings.indices.map {
                ZoneReading(characters: unit.readings[$0].characters, probability: marginals[number][$0] / sum)
            }
            settle(unit, readings, best.choice[number], &result)
        }
        if let span = format.span(of: .compositeCheck), let digit = composite[best.sum].digit {
            write([digit], to: [span], &result)
        }
    }

    /// For each value that the composite digit should have: how well what was read agrees, and the likeliest digit.
    private func compositeDigits() -> [(weight: Double, digit: UInt8?)] {
        guard let span = format.span(of: .compositeCheck) else { return Array(repeating: (1, nil), count: 10) }
        let symbol = symbols[span.line][span.columns.lowerBound]
        return (0..<10).map { value in
            let weighed = symbol.candidates.map { candidate in
                (
                    candidate.probability * checkWeight(candidate.character == UInt8(ascii: "0") + UInt8(value)),
                    candidate.character
                )
            }
            let sum = weighed.reduce(symbol.unlisted * 0.1) { $0 + $1.0 }
            return (sum, weighed.max { $0.0 < $1.0 }?.1)
        }
    }

    /// What a reading adds to the sum of the composite check digit, modulo 10.
    private func residue(of characters: [UInt8], in spans: [ZoneSpan]) -> Int {
        let weights = [7, 3, 1]
        var sum = 0
        var offset = 0
        for span in spans {
            for column in span.columns {
                if let position = compositePosition(span.line, column) {
                    sum += (CheckDigit.value(of: characters[offset]) ?? 0) * weights[position % 3]
                }
                offset += 1
            }
        }
        return sum % 10
    }

    private func compositePosition(_ line: Int, _ column: Int) -> Int? {
        var before = 0
        for span in format.compositeSpans {
            if span.line == line, span.columns.contains(column) { return before + column - span.columns.lowerBound }
            before += span.columns.count
        }
        return nil
    }

    /// Sums the chances of readings that mean the same for each element of a unit.
    private func settle(_ unit: Unit, _ readings: [ZoneReading], _ chosen: Int, _ result: inout Result) {
        var offset = 0
        for (element, span) in zip(unit.elements, unit.spans) {
            let columns = offset..<(offset + span.columns.count)
            offset = columns.upperBound
            var chances: [[UInt8]: Double] = [:]
            for reading in readings { chances[Array(reading.characters[columns]), default: 0] += reading.probability }
            let own = Array(readings[chosen].characters[columns])
            result.confidence[element] = chances[own] ?? 0
            result.alternatives[element] = chances.filter { $0.key != own && $0.value >= 0.01 }
                .map { ZoneReading(characters: $0.key, probability: $0.value) }
                .sorted { ($0.probability, $1.text) > ($1.probability, $0.text) }
        }
    }

    private func write(_ characters: [UInt8], to spans: [ZoneSpan], _ result: inout Result) {
        Self.place(characters, in: spans, of: &result.lines)
    }

    private static func place(_ characters: [UInt8], in spans: [ZoneSpan], of lines: inout [[UInt8]]) {
        var offset = 0
        for span in spans {
            for column in span.columns {
                lines[span.line][column] = characters[offset]
                offset += 1
            }
        }
    }

    // MARK: - Elements under no check digit

    private func chooseCode(_ element: ZoneElement, _ result: inout Result) {
        guard let span = format.span(of: element) else { return }
        let readings = ZoneReading.likeliest(symbols[span.line][span.columns]).map { reading in
            var weighed = reading
            weighed.probability *= codeWeight(element, reading.text)
            return weighed
        }.sorted { $0.probability > $1.probability }
        let unlisted = symbols[span.line][span.columns].reduce(0) { $0 + $1.unlisted } * Self.implausible
        let total = readings.reduce(0) { $0 + $1.probability } + unlisted
        guard let best = readings.first, total > 0 else { return }
        write(best.characters, to: [span], &result)
        result.confidence[element] = best.probability / total
        // However clearly it was read: that a list of all codes lacks it makes a misreading likelier than a new state.
        let isUnlisted = isCode(element) && !CountryCodes.contains(String(best.text.prefix { $0 != "<" }))
        if isUnlisted || element == .documentCode && isNoCode(best.text) {
            result.confidence[element] = min(best.probability / total, Self.mostUnlisted)
        }
        result.alternatives[element] = readings.dropFirst().filter { $0.probability / total >= 0.01 }
            .map { ZoneReading(characters: $0.characters, probability: $0.probability / total) }
    }

    /// A card's second letter is never V (Doc 9303 Part 5, section 4.2.2): with it the zone would seem a visa's.
    private func isNoCode(_ text: String) -> Bool { !format.isVisa && format != .td3 && text.hasSuffix("V") }

    private func isCode(_ element: ZoneElement) -> Bool { element == .issuer || element == .nationality }

    private func codeWeight(_ element: ZoneElement, _ text: String) -> Double {
        switch element {
        case .issuer, .nationality:
            let code = text.prefix { $0 != "<" }
            // A code fills its columns from the left.
            guard text.dropFirst(code.count).allSatisfy({ $0 == "<" }) else { return Self.implausible / 10 }
            return CountryCodes.contains(String(code)) ? 1 : Self.implausible
        case .documentCode:
            let first = text.prefix(1)
            let usual: Set<Substring> = format.isVisa ? ["V"] : format == .td3 ? ["P"] : ["A", "C", "I"]
            return (usual.contains(first) ? 1 : Self.implausible) * (isNoCode(text) ? Self.implausible : 1)
        default: return 1
        }
    }

    /// A name is what the picture shows; but letters that stand alone among the fillers behind it are fillers.
    private func chooseName(_ result: inout Result) {
        guard let span = format.span(of: .name) else { return }
        let filler = UInt8(ascii: "<")
        let row = Array(symbols[span.line][span.columns])
        var characters = row.map(\.best.character)
        var chance = 1.0
        var fillers = 0
        var seenSecondary = false
        var previous: UInt8 = 0
        for (column, symbol) in row.enumerated() {
            if characters[column] == filler {
                fillers += 1
            } else if fillers >= (seenSecondary ? 2 : 3),
                characters[column...].dropFirst().prefix(2).allSatisfy({ $0 == filler }),
                symbol.candidates.contains(where: { $0.character == filler })
            {
                characters[column] = filler
                chance *= 0.98
                fillers += 1
                continue
            } else {
                if fillers >= 2, previous != 0 { seenSecondary = true }
                fillers = 0
                previous = characters[column]
            }
            // A long run of fillers holds nothing that could be wrong.
            if fillers <= 3 { chance *= symbol.best.probability }
        }
        write(characters, to: [span], &result)
        result.confidence[.name] = chance
    }
}
