import Foundation
import Model
package import Pipeline

/// What a project of Label Studio looks like: the controls that people annotate with, and what Recto read, given in them.
package enum LabelStudioProject {
    // The controls' names; what is imported names them again.
    static let kind = "kind"
    static let field = "field"
    static let value = "value"
    static let standing = "standing"
    static let unplaced = "unplaced"
    private static let pages = "pages"
    static let illegible = "illegible"

    /// The labeling configuration: a choice of the kind; a rectangle a field, with its value; and values that have no place
    /// on a page, a line each.
    package static func configuration(_ entries: FieldEntries) -> String {
        let kinds = entries.kindNames.map(\.rawValue) + [KindName.unknown.rawValue]
        return """
            <View>
              <Choices name="\(kind)" toName="\(pages)" choice="single-radio" showInline="true" required="true">
            \(lines("Choice", kinds))
              </Choices>
              <Filter name="filter" toName="\(field)" minlength="0" placeholder="field"/>
              <RectangleLabels name="\(field)" toName="\(pages)" canRotate="false">
            \(lines("Label", labels(entries).map(\.rawValue)))
              </RectangleLabels>
              <TextArea name="\(value)" toName="\(pages)" perRegion="true" editable="true" displayMode="region-list"/>
              <Choices name="\(standing)" toName="\(pages)" perRegion="true" choice="multiple">
                <Choice value="\(illegible)"/>
              </Choices>
              <TextArea name="\(unplaced)" toName="\(pages)" editable="true" placeholder="field: value"/>
              <Image name="\(pages)" valueList="$\(pages)"/>
            </View>

            """
    }

    private static func lines(_ tag: String, _ values: [String]) -> String {
        values.map { "    <\(tag) value=\"\(escaped($0))\"/>" }.joined(separator: "\n")
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    /// The fields of all kinds, each once.
    private static func labels(_ entries: FieldEntries) -> [FieldName] {
        var seen: Set<FieldName> = []
        return entries.kindNames.flatMap { entries.fields(of: $0) }.filter { seen.insert($0).inserted }
    }

    /// The pages of a result that a picture can be drawn of.
    static func pages(of machine: Outcome) -> [PageReport] {
        (machine.pages ?? []).filter { $0.error == nil && $0.width > 0 && $0.height > 0 }
    }

    /// A value as it is typed, item by item.
    static func texts(of value: FieldValue?) -> [String] {
        guard let value else { return [] }
        let texts = if case .flag = value { [value.plainText] } else { value.texts }
        return trimmed(texts)
    }

    static func trimmed(_ texts: [String]) -> [String] {
        texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }

    /// A document with what is read of it now, by the machine or by people.
    ///
    /// - Parameter pictures: addresses, of `pages(of:)`.
    static func task(_ state: ReviewState, pictures: [String], entries: FieldEntries) -> LabelStudioTask {
        let pages = pages(of: state.machine).map(LabelStudioTask.Page.init)
        let labels = Set(labels(entries))
        var regions = [region("document.kind", kind, "choices", .init(choices: [state.kind.rawValue]))]
        var unplaced: [String] = []
        var least = state.machine.classification?.confidence ?? 1
        for (name, field) in state.fields.sorted(by: { $0.key < $1.key }) {
            let texts = texts(of: field.value)
            guard !texts.isEmpty else { continue }
            let confidence = field.standing == nil ? state.machine.fields?[name]?.confidence ?? 1 : 1
            least = min(least, confidence)
            guard labels.contains(name), let place = state.place(of: name),
                let index = pages.firstIndex(where: { $0.number == place.page })
            else {
                unplaced += texts.map { "\(name.rawValue): \($0)" }
                continue
            }
            var value = LabelStudioRegion.Value(place.box, on: pages[index])
            for (control, type) in [(self.field, "rectanglelabels"), (self.value, "textarea")] {
                value.rectanglelabels = control == self.field ? [name.rawValue] : nil
                value.text = control == self.value ? .init(texts) : nil
                var region = region(name.rawValue, control, type, value)
                region.score = confidence
                region.itemIndex = index
                region.originalWidth = pages[index].width
                region.originalHeight = pages[index].height
                region.imageRotation = 0
                regions.append(region)
            }
        }
        if !unplaced.isEmpty {
            regions.append(region("document.unplaced", self.unplaced, "textarea", .init(text: .init(unplaced))))
        }
        return LabelStudioTask(
            data: .init(
                pages: pictures, document: state.document.path, decision: state.machine.decision?.action,
                recto: .init(document: state.document, version: state.version.text, pages: pages)),
            predictions: [
                .init(modelVersion: "recto \(state.machine.engine.recto)", score: least, result: regions)
            ])
    }

    private static func region(
        _ id: String, _ control: String, _ type: String, _ value: LabelStudioRegion.Value
    ) -> LabelStudioRegion {
        LabelStudioRegion(id: id, fromName: control, toName: pages, type: type, value: value)
    }
}

extension ReviewState {
    /// Where a field's value stands: as a person pointed at, or the machine found it.
    func place(of name: FieldName) -> FieldPlace? {
        guard let field = fields[name] else { return nil }
        if let place = field.place { return place }
        guard field.machine != nil, let read = machine.fields?[name], let box = read.box, !box.isEmpty else {
            return nil
        }
        return FieldPlace(page: read.page ?? 1, box: box)
    }
}
