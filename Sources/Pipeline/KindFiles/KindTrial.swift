import Classify
import Extract
import Foundation
package import Kinds
package import Model

/// A kind file tried on one picture: what each cue and each label found there, and what became of the fields.
package struct KindTrial {
    package struct CueResult: Hashable, Sendable {
        package var cue: Cue
        /// Empty where it was not found.
        package var evidence: [Classification.Evidence]
    }

    package struct FieldResult: Hashable, Sendable {
        package var definition: FieldDefinition
        /// Page and box of each of its labels that was found.
        package var labels: [(page: Int, box: Box, text: String)] { places.map { ($0.page, $0.box, $0.text) } }
        package var field: Field?
        fileprivate var places: [LabelPlace]
    }

    package var definition: KindDefinition
    /// As all the kinds in use see the document, this one among them.
    package var classification: Classification
    package var kind: KindName
    package var cues: [CueResult]
    package var fields: [FieldResult]
    package var decision: Decision

    /// Reads the fields of the kind whatever kind the document seems to be.
    ///
    /// - Parameters:
    ///   - picture: path of a document.
    ///   - name: what messages call it.
    ///   - scratch: a folder of the caller's for intermediate files.
    ///   - overlay: a folder for pictures of what was found where; nil for none.
    /// - Throws: `ConfigurationError` for bad kind files, `Failure` where the document cannot be read.
    package static func run(
        _ definition: KindDefinition, on picture: String, named name: String, configuration: Configuration,
        asOf: CalendarDate,
        scratch: String, overlay: String?
    ) throws -> KindTrial {
        let bench = try Bench(definition, configuration, asOf)
        let keeper = overlay.map { _ in Keeper(folder: scratch, items: [.overlay]) }
        let outcome = bench.pipeline
            .process(SourceFile(path: name, location: picture), scratch: scratch, keeper: keeper)
        let trial = try bench.trial(of: outcome)
        if let overlay, let keeper, let classified = bench.seen.classified {
            keeper.draw(
                classified.recognized.pages, of: outcome, found: bench.seen.fields,
                labels: trial.fields.flatMap(\.places))
            try keeper.move(.overlay, to: overlay)
        }
        return trial
    }

    /// The same for documents that were read before.
    ///
    /// - Throws: `ConfigurationError` for bad kind files, `Failure` where one cannot be understood.
    package static func run(
        _ definition: KindDefinition, on documents: [RecognizedDocument], configuration: Configuration,
        asOf: CalendarDate
    ) throws -> [KindTrial] {
        let bench = try Bench(definition, configuration, asOf)
        return try documents.map { try bench.trial(of: bench.pipeline.process($0)) }
    }

    /// The pipeline that takes every document for one of a kind, and what passed between its stages.
    private struct Bench {
        let definition: KindDefinition
        let kinds: [KindDefinition]
        let pipeline: Pipeline
        let seen = Seen()

        init(_ definition: KindDefinition, _ configuration: Configuration, _ asOf: CalendarDate) throws {
            var catalogue = try KindCatalogue(configuration.kinds)
            catalogue.replace(with: definition)
            self.definition = definition
            kinds = catalogue.definitions
            var stages = try Stages(configuration, catalogue: catalogue)
            let (classify, extract, decide, seen) = (stages.classify, stages.extract, stages.decide, seen)
            stages.classify = { document in
                var classified = classify(document)
                seen.classified = classified
                classified.kind = definition.name
                return classified
            }
            stages.extract = { document, context in
                let extracted = extract(document, context)
                seen.fields = extracted.extraction.fields
                return extracted
            }
            stages.decide = { document in
                let decided = decide(document)
                seen.fields.merge(decided.document.extraction.fields) { _, calibrated in calibrated }
                return decided
            }
            pipeline = Pipeline(configuration: configuration, asOf: asOf, stages: stages)
        }

        func trial(of outcome: Outcome) throws -> KindTrial {
            if let failure = outcome.error { throw failure }
            guard let classified = seen.classified, let decision = outcome.decision else {
                throw Failure(.engineFailed, "\(outcome.source.path): nothing was read", stage: .classify)
            }
            return KindTrial(
                definition, classified, decision, seen.fields, Classifier(kinds: kinds),
                Extractor(kinds: kinds, extractors: [:]))
        }
    }

    private init(
        _ definition: KindDefinition, _ classified: ClassifiedDocument, _ decision: Decision,
        _ fields: [FieldName: Field], _ classifier: Classifier, _ extractor: Extractor
    ) {
        self.definition = definition
        self.decision = decision
        classification = classified.classification
        kind = classified.kind
        cues = zip(definition.cues, classifier.trace(definition, in: classified.recognized)).map {
            CueResult(cue: $0, evidence: $1)
        }
        let labels = extractor.labels(of: definition, in: classified.recognized)
        self.fields = definition.fields.filter { !$0.isPart }.map {
            FieldResult(definition: $0, field: fields[$0.name], places: labels[$0.name] ?? [])
        }
    }

    /// What passed between the stages.
    private final class Seen {
        var classified: ClassifiedDocument?
        var fields: [FieldName: Field] = [:]
    }
}
