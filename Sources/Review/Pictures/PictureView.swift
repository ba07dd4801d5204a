import Model
import Operations

/// What `picture.mustache` shows: each page with the boxes of its fields.
enum PictureView {
    /// - Parameters:
    ///   - state: has what people pointed at; nil where nobody can decide.
    ///   - pictures: nil where there are none to be had.
    /// - Returns: nil where the document has no page that could be shown.
    static func view(
        of outcome: Outcome, _ state: ReviewState?, id: String, pictures: PagePictures?
    ) -> [String: Any]? {
        let pages = (outcome.pages ?? []).filter { $0.width > 0 && $0.height > 0 }
        guard let pictures, !pages.isEmpty else { return nil }
        let isRedacted = outcome.redacted != nil
        let problems = pictures.problems(of: outcome)
        let places = (outcome.fields ?? [:]).compactMapValues { field in
            field.box.map { FieldPlace(page: field.page ?? 1, box: $0) }
        }.merging((state?.fields ?? [:]).compactMapValues(\.place)) { $1 }
        let shown = pages.map { page in
            let problem = problems[page.file]
            let sentence = isRedacted || problem != nil ? sentence(problem, isRedacted: isRedacted) : nil
            return view(of: page, places, id: id, problem: sentence)
        }
        return ["pages": shown, "count": pages.count, "hasSeveral": pages.count > 1]
    }

    private static func view(
        of page: PageReport, _ places: [FieldName: FieldPlace], id: String, problem: String?
    ) -> [String: Any] {
        var query = FormFields()
        query["id"] = id
        query["page"] = "\(page.index)"
        let boxes = places.sorted { $0.key < $1.key }.compactMap { name, place -> [String: Any]? in
            let box = place.box
            guard place.page == page.index, !box.isEmpty else { return nil }
            // A little away from the print.
            let wide = box.inset(by: -min(max(4, box.height / 4), 12))
            return [
                "name": name.rawValue, "label": Titles.words(name.rawValue), "x": wide.x, "y": wide.y,
                "width": wide.width, "height": wide.height,
            ]
        }
        return Page.view([
            "number": page.index, "width": page.width, "height": page.height, "address": query.address("/picture"),
            "words": query.address("/words"), "boxes": boxes, "problem": problem, "isShown": problem == nil,
        ])
    }

    /// Why there is no picture, for people.
    static func sentence(_ problem: PictureMaker.Problem?, isRedacted: Bool = false) -> String {
        if isRedacted { return "Values of this document are masked, so its pages are not shown." }
        return problem?.description ?? "Pages are not shown here."
    }
}
