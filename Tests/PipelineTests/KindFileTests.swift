import Kinds
import Model
import Testing

@testable import Pipeline

@Suite struct KindFileTests {
    @Test func readsEveryPartOfAKindFile() throws {
        let kind = try KindFileReader.read(
            """
            kind: tax_form
            title: Tax form
            languages: [eng, spa]
            cues:
              - any: [request for taxpayer, tax form]
                weight: 3
                place: title
              - feature: check_boxes
                weight: -0.5
            fields:
              number:
                type: code
                labels: [number, no.]
                directions: [below]
                max_lines: 2
              type:
                type: choice
                options:
                  a: [type a, first type]
              signed: {type: signature}
            required:
              - number
              - {true: signed}
              - any: [type, {all: [number, signed]}]
            """, origin: "tax.yml")
        #expect(kind.name == "tax_form")
        #expect(kind.languages == ["eng", "spa"])
        #expect(
            kind.cues == [
                Cue(phrases: ["request for taxpayer", "tax form"], weight: 3, place: .title),
                Cue(feature: .checkBoxes, weight: -0.5),
            ])
        #expect(kind.fields.map(\.name) == ["number", "type", "signed"])
        #expect(kind.fields[0].directions == [.below])
        #expect(kind.fields[0].maxLines == 2)
        #expect(kind.fields[1].options == [.init(value: "a", phrases: ["type a", "first type"])])
        #expect(
            kind.required == [
                .field("number"), .isTrue("signed"),
                .any([.field("type"), .all([.field("number"), .field("signed")])]),
            ])
    }

    @Test(arguments: [
        ("kind: a\ntitle: A\n", ["1:1: `cues` is missing"]),
        (
            "kind: a\n title: A\n",
            ["2:7: not valid YAML: mapping values are not allowed in this context; is it indented"]
        ),
        (
            "kind: a\n\ttitle: A\n",
            ["2:1: not valid YAML: found a tab character that violates indentation; indent with"]
        ),
        (
            "kind: a\ncues:\n  - feature: mrzz\n    weight: 2\n  - any: [a, b]\n    weight: 6\n",
            ["3:14: unknown feature `mrzz`"]
        ),
    ]) func tellsOfEachMistakeOnceAndOfWhatToDo(file: String, expected: [String]) {
        let problems = KindFileReader.problems(in: file, origin: "a.yml").map(\.description)
            .filter { !$0.contains("at least two cues") && !$0.contains("add up to") }
        #expect(problems.count == expected.count, "\(problems)")
        for (problem, start) in zip(problems, expected) { #expect(problem.hasPrefix("a.yml:" + start), "\(problem)") }
    }

    @Test func everyMistakeIsReportedWithItsPlace() {
        let error = #expect(throws: ConfigurationError.self) {
            try KindFileReader.read(
                """
                kind: Tax Form
                cues:
                  - weight: 99
                    any: [x]
                  - weight: 1
                fields:
                  number: {type: cod}
                  kind_of: {type: choice}
                required: [nubmer]
                """, origin: "k.yml")
        }
        #expect(
            error?.problems.map { "\($0.line ?? 0)" } == ["1", "3", "5", "7", "8", "9"],
            "\(error?.description ?? "no error")")
        #expect(error?.description.contains("did you mean `code`?") == true)
        #expect(error?.description.contains("did you mean `number`?") == true)
    }

    @Test func builtInKindsAreReadable() throws {
        let catalogue = try KindCatalogue(KindSettings())
        #expect(catalogue.definitions.map(\.name) == [.id, .deed, .optOut])
        #expect(Set(catalogue.extractors.keys) == [.id, .deed, .optOut])
    }

    @Test func missingFolderIsAnError() {
        var settings = KindSettings()
        settings.folder = "/no/such/folder"
        #expect(throws: ConfigurationError.self) { try KindCatalogue(settings) }
    }
}
