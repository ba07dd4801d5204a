import Model

/// Outcomes that use everything the contract has.
enum Examples {
    static let engine = EngineInfo(
        recto: "0.1.0", tesseract: "5.3.0", leptonica: "1.82.0", zxing: "1.4.0",
        models: [.init(name: "eng", sha256: String(repeating: "a", count: 64))], configuration: "sha256:0",
        asOf: date(2026, 1, 31))
    static let digest = "sha256:" + String(repeating: "0f", count: 32)

    static func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate {
        guard let date = CalendarDate(year: year, month: month, day: day) else {
            preconditionFailure("no such date")
        }
        return date
    }

    static var failed: Outcome {
        Outcome(
            id: nil, source: SourceInfo(path: "a/b.tif"),
            failure: Failure(.fileUnreadable, "a/b.tif: no permission: make it readable", stage: .operations),
            engine: engine)
    }

    /// The second document of a file of four pages.
    static var partOfSplitFile: Outcome {
        var outcome = processed()
        outcome.source.pageCount = 4
        outcome.source.pages = [3, 4]
        outcome.pages?[0].inputPage = 3
        return outcome
    }

    /// As a person left it.
    static var reviewed: Outcome {
        var outcome = processed()
        outcome.fields?["county"] = Field(
            value: .text("Lake"), confidence: 1, source: .person, checks: [Check(name: "review", passed: true)])
        outcome.review = ReviewReport(
            decision: .accepted, reviewers: ["Ann", "Ben"], time: "2026-01-31T10:00:00Z", revision: 7,
            machineAction: .review, machineKind: .optOut,
            fields: [
                "grantor": .init(standing: .confirmed, machine: .list(["ANN LEE", "BOB LEE"]), reviewer: "Ann"),
                "county": .init(standing: .corrected, machine: nil, reviewer: "Ben"),
                "state": .init(standing: .illegible, machine: .text("Ohio"), reviewer: "Ben"),
            ])
        return outcome
    }

    static func processed(
        kind: KindName = .deed, fields: [FieldName: Field] = Examples.fields,
        decision: Decision = Decision(action: .accept, reasons: [])
    ) -> Outcome {
        let evidence = Classification.Evidence(
            text: "quitclaim deed", page: 1, box: Box(x: 1, y: 2, width: 3, height: 4), weight: 2.000_049)
        return Outcome(
            id: digest,
            source: SourceInfo(path: "a/b \"c\".tif", bytes: 12, mediaType: "image/tiff", pageCount: 1), kind: kind,
            classification: Classification(
                confidence: 0.123_456, scores: ["deed": 0.9, "unknown": 0.1], evidence: [evidence]),
            fields: fields, decision: decision, pages: [page],
            warnings: [Warning(code: .resolutionEstimated, message: "estimated", page: 1)],
            timing: ["ingest": 1.234, "total": 5.678], engine: engine)
    }

    static var fields: [FieldName: Field] {
        [
            "grantor": Field(
                value: .list(["ANN LEE", "BOB LEE"]), raw: "ANN LEE and BOB LEE", confidence: 0.987_654_3,
                source: .text, page: 1, box: Box(x: 5, y: 6, width: 7, height: 8),
                checks: [Check(name: "format", passed: true)],
                alternatives: [Alternative(value: .list(["ANN LEF"]), confidence: 0.1)]),
            "consideration": Field(value: .text("10.00"), confidence: 1, source: .text),
            "notary_present": Field(value: .flag(true), confidence: 0.5, source: .mark),
        ]
    }

    static var page: PageReport {
        let words = [
            Word(text: "Quitclaim", confidence: 0.951_234_5, box: Box(x: 1, y: 2, width: 30, height: 4), line: 0),
            Word(text: "Deed", confidence: 0.9, box: Box(x: 40, y: 2, width: 20, height: 4), line: 0),
        ]
        let corner = Point(x: 1.005, y: 2.123_456)
        let prepared = PreparedPage(
            index: 1, width: 100, height: 200, dpi: 299.999_4, orientationScores: [12.345_6, 0, 11, 0],
            orientationCertain: false, skew: -0.000_01,
            outline: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner),
            transform: Transform([1, 0, 0, 0, 1, 0, 0.000_001_234_567_89, 0, 1]),
            binarization: Binarization(method: .sauvola, reason: .strokes, scores: ["otsu": 10, "sauvola": 20.456]),
            quality: Quality(sharpness: 0.51, contrast: .nan, noise: 1.239, textHeight: 20.123))
        return PageReport(RecognizedPage(prepared: prepared, words: words), kind: .deed, words: true)
    }
}
