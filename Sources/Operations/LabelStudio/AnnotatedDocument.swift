import Model

/// What an annotation of Label Studio says of a document.
struct AnnotatedDocument: Hashable, Sendable {
    struct Mention: Hashable, Sendable {
        /// As typed, item by item.
        var texts: [String] = []
        var place: FieldPlace?
        var isIllegible = false
    }

    /// Nil where none was chosen.
    private(set) var kind: KindName?
    private(set) var fields: [FieldName: Mention] = [:]
    /// What cannot be understood: a sentence each, without a value.
    private(set) var problems: [String] = []

    /// - Parameters:
    ///   - pages: in the order of the task's pictures.
    ///   - base: the values that were exported.
    ///   - isField: whether there is a field of that name.
    init(
        _ annotation: LabelStudioTask.Annotation, pages: [LabelStudioTask.Page], base: ReviewState,
        isField: (FieldName) -> Bool
    ) {
        var typed: [String: [String]] = [:]
        var illegible: Set<String> = []
        var unplaced: [String] = []
        for region in annotation.result {
            let texts = LabelStudioProject.trimmed(region.value.text?.items ?? [])
            switch region.fromName {
            case LabelStudioProject.kind: kind = region.value.choices?.first.map(KindName.init(rawValue:))
            case LabelStudioProject.value: typed[region.id ?? "", default: []] += texts
            case LabelStudioProject.standing where region.value.choices == [LabelStudioProject.illegible]:
                illegible.insert(region.id ?? "")
            case LabelStudioProject.unplaced: unplaced += texts
            default: break
            }
        }
        for region in annotation.result where region.fromName == LabelStudioProject.field {
            let id = region.id ?? ""
            let texts = typed.removeValue(forKey: id) ?? []
            guard let labels = region.value.rectanglelabels, labels.count == 1,
                case let name = FieldName(rawValue: labels[0]), isField(name)
            else {
                problems.append("A region is not labeled with one field that there is.")
                continue
            }
            let index = region.itemIndex ?? 0
            let box = pages.indices.contains(index) ? region.value.box(on: pages[index]) : nil
            if box == nil {
                problems.append("\(name.rawValue): Its region is turned, or not on a page: draw it level.")
            }
            let place = box.map { FieldPlace(page: pages[index].number, box: $0) }
            fields[name, default: Mention()].add(texts, at: place, isIllegible: illegible.contains(id))
        }
        if !typed.isEmpty { problems.append("A value belongs to no region that is labeled with a field.") }
        add(unplaced, base: base, isField: isField)
    }

    /// Values without a place, `field: value` a line. A line that was left as it was counts no more where somebody has drawn
    /// a region with the value.
    private mutating func add(_ lines: [String], base: ReviewState, isField: (FieldName) -> Bool) {
        var values: [FieldName: [String]] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = FieldName(rawValue: LabelStudioProject.trimmed([String(parts[0])]).first ?? "")
            guard parts.count == 2, isField(name) else {
                problems.append("A line of values without a place does not begin with a field's name and a colon.")
                continue
            }
            values[name, default: []] += LabelStudioProject.trimmed([String(parts[1])])
        }
        for (name, texts) in values {
            let isLeft =
                fields[name]?.texts.isEmpty == false && texts == LabelStudioProject.texts(of: base.fields[name]?.value)
            if !isLeft { fields[name, default: Mention()].texts += texts }
        }
    }
}

extension AnnotatedDocument.Mention {
    fileprivate mutating func add(_ texts: [String], at place: FieldPlace?, isIllegible: Bool) {
        self.texts += texts
        self.isIllegible = self.isIllegible || isIllegible
        guard let own = self.place, let place else {
            self.place = self.place ?? place
            return
        }
        // Items of a list stand at several places: what is around those on the first page.
        if own.page == place.page { self.place?.box = own.box.union(place.box) }
    }
}
