import Model

/// Doubts printed names of which a part was not read: letters under marks that touch the caption over them are lost now and
/// then, `E BRITTA` for `ÅSE BRITTA` and `DVOŘ` for `DVOŘÁČEK`, and no picture of what was read tells.
struct CutNames {
    let pages: [RecognizedPage]

    private static let names: [FieldName] = ["surname", "given_names"]
    /// How much further right one of two names begins that stand under each other, over the lower one's height. Of 869
    /// cards of seeds 90068, 90069 and 90071 eight were in between, all of them with the lost beginning of a name; names
    /// further apart stand in columns of their own.
    private static let offsets = 0.7...6.0
    /// Of capitals behind a name: the gap before them and their height, over the name's height, marks and all.
    private static let (gap, leastHeight) = (2.2, 0.5)

    func doubt(_ fields: inout [FieldName: Field]) {
        let cut = Self.names.filter { goesOn($0, fields) } + [withoutBeginning(fields)].compactMap(\.self)
        for name in cut { fields[name]?.doubt(LostMarks.check) }
    }

    private func withoutBeginning(_ fields: [FieldName: Field]) -> FieldName? {
        let places = Self.names.compactMap { name in
            fields[name].flatMap { field in field.box.map { (name, field.page, $0) } }
        }
        guard places.count == 2, places[0].1 == places[1].1 else { return nil }
        let (first, second) = (places[0].2, places[1].2)
        let height = Double(min(first.height, second.height))
        guard abs(first.midY - second.midY) > 0.8 * Double(max(first.height, second.height)), height > 0,
            Self.offsets.contains(Double(abs(first.x - second.x)) / height)
        else { return nil }
        return first.x > second.x ? places[0].0 : places[1].0
    }

    /// Whether capitals as high as the name stand right behind it that belong to no field.
    private func goesOn(_ name: FieldName, _ fields: [FieldName: Field]) -> Bool {
        guard let field = fields[name], let box = field.box, let page = pages.first(where: { $0.index == field.page })
        else { return false }
        let height = Double(box.height)
        let taken = fields.values.filter { $0.page == field.page }.compactMap(\.box)
        return page.words.contains { word in
            word.confidence >= 0.5 && word.text.count > 1 && word.text.allSatisfy { $0.isLetter && $0.isUppercase }
                && word.box.verticalOverlap(box) > 0.5 && Double(word.box.height) >= Self.leastHeight * height
                && (0...(Self.gap * height)).contains(Double(word.box.x - box.maxX))
                && !taken.contains { !$0.intersection(word.box).isEmpty }
        }
    }
}
