package import Foundation
package import Model

// Label Studio's JSON, as far as documents need it: what it imports, and what it exports again. Its names are in snake
// case; the coders at the end see to that. https://labelstud.io/guide/task_format

/// A document with its pages.
package struct LabelStudioTask: Hashable, Sendable, Codable {
    /// What Label Studio keeps as it was imported.
    package struct Content: Hashable, Sendable, Codable {
        /// Addresses of the pages' pictures.
        package var pages: [String]
        /// Name and decision, for people who look for the document.
        package var document: String
        package var decision: Decision.Action?
        package var recto: Origin
    }

    /// Finds the document, and what stood when it was exported.
    package struct Origin: Hashable, Sendable, Codable {
        package var document: ReviewDocument
        /// As `ReviewState.Version` writes it.
        package var version: String
        /// In the order of the pictures.
        package var pages: [Page]
    }

    /// An upright page; sizes in pixels.
    package struct Page: Hashable, Sendable, Codable {
        /// From 1.
        package var number: Int
        package var width: Int
        package var height: Int

        init(_ report: PageReport) { (number, width, height) = (report.index, report.width, report.height) }
    }

    /// What Recto read.
    package struct Prediction: Hashable, Sendable, Codable {
        package var modelVersion: String
        /// 0…1.
        package var score: Double
        package var result: [LabelStudioRegion]
    }

    /// What a person made of it.
    package struct Annotation: Hashable, Sendable, Codable {
        /// Label Studio's own number.
        package var id: Int?
        /// The same on no two servers; some exports have none.
        package var uniqueId: String?
        package var completedBy: Annotator?
        /// ISO 8601, UTC.
        package var updatedAt: String?
        /// Whether the annotator skipped the task.
        package var wasCancelled: Bool?
        package var result: [LabelStudioRegion]
    }

    package var data: Content
    package var predictions: [Prediction]?
    package var annotations: [Annotation]?

    package init(data: Content, predictions: [Prediction]? = nil, annotations: [Annotation]? = nil) {
        self.data = data
        self.predictions = predictions
        self.annotations = annotations
    }

    /// An export of Label Studio may have the numbers of predictions instead of them: they are not read.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            data: try container.decode(Content.self, forKey: .data),
            annotations: try container.decodeIfPresent([Annotation].self, forKey: .annotations))
    }

    /// What was submitted, each annotator's last alone, in the order of their numbers.
    var submitted: [Annotation] {
        let submitted = (annotations ?? []).filter { $0.wasCancelled != true }
        return Dictionary(grouping: submitted, by: \.completedBy).compactMap { annotator, own in
            own.max { ($0.updatedAt ?? "", $0.id ?? 0) < ($1.updatedAt ?? "", $1.id ?? 0) }
        }.sorted { $0.id ?? 0 < $1.id ?? 0 }
    }
}

/// Who annotated: a number, or with an address where the export has people in full.
package enum Annotator: Hashable, Sendable, Codable {
    case number(Int)
    case person(email: String)

    private struct Person: Codable { var email: String }

    package init(from decoder: any Decoder) throws {
        if let number = try? decoder.singleValueContainer().decode(Int.self) {
            self = .number(number)
        } else {
            self = .person(email: try Person(from: decoder).email)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .number(let number): try number.encode(to: encoder)
        case .person(let email): try Person(email: email).encode(to: encoder)
        }
    }

    /// The name under which decisions are kept.
    var reviewer: Reviewer {
        switch self {
        case .number(let number): Reviewer(name: "Label Studio user \(number)")
        case .person(let email): Reviewer(name: email)
        }
    }
}

/// One thing that a control of the labeling configuration says: of the whole document, or of the region with its `id`.
package struct LabelStudioRegion: Hashable, Sendable, Codable {
    /// Places are in percent of the page's picture.
    package struct Value: Hashable, Sendable, Codable {
        package var x: Double?
        package var y: Double?
        package var width: Double?
        package var height: Double?
        /// Degrees.
        package var rotation: Double?
        package var rectanglelabels: [String]?
        package var text: Texts?
        package var choices: [String]?
    }

    /// What was typed, once or several times; some versions write one text alone.
    package struct Texts: Hashable, Sendable, Codable {
        package var items: [String]

        package init(_ items: [String]) { self.items = items }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            items = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
        }

        package func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }
    }

    package var id: String?
    package var fromName: String?
    package var toName: String?
    package var type: String
    package var value: Value
    /// 0…1.
    package var score: Double?
    /// Of the page's picture, from 0.
    package var itemIndex: Int?
    package var originalWidth: Int?
    package var originalHeight: Int?
    package var imageRotation: Int?
}

extension LabelStudioRegion.Value {
    init(_ box: Box, on page: LabelStudioTask.Page) {
        let (width, height) = (100 / Double(page.width), 100 / Double(page.height))
        self.init(
            x: Double(box.x) * width, y: Double(box.y) * height, width: Double(box.width) * width,
            height: Double(box.height) * height, rotation: 0)
    }

    /// In pixels of the upright page; nil for what is turned, or not on the page.
    func box(on page: LabelStudioTask.Page) -> Box? {
        guard let x, let y, let width, let height, rotation ?? 0 == 0 else { return nil }
        func pixel(_ percent: Double, of size: Int) -> Int? {
            percent.isFinite ? Int((min(max(percent, 0), 100) / 100 * Double(size)).rounded()) : nil
        }
        guard let left = pixel(x, of: page.width), let right = pixel(x + width, of: page.width),
            let top = pixel(y, of: page.height), let bottom = pixel(y + height, of: page.height)
        else { return nil }
        let box = Box(x: left, y: top, width: right - left, height: bottom - top)
        return box.isEmpty ? nil : box
    }
}

/// Tasks as Label Studio's JSON has them.
package enum LabelStudioJSON {
    /// - Throws: where a number is none that JSON has.
    package static func encode(_ task: LabelStudioTask) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(task)
    }

    /// The tasks of an export; nil for those that are none of `recto export`.
    ///
    /// - Throws: where it is no list.
    package static func tasks(in data: Data) throws -> [LabelStudioTask?] {
        struct Lenient: Decodable {
            var task: LabelStudioTask?
            init(from decoder: any Decoder) throws { task = try? LabelStudioTask(from: decoder) }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([Lenient].self, from: data).map(\.task)
    }
}
