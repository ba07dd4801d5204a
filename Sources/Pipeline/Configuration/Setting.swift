import Decide
import Ingest
import Kinds
import Model
import Preprocess
import Recognize

/// One key of `pipeline.yml`: how it is read, checked and shown.
struct Setting: Sendable {
    /// Such as `ingest.max_pages`.
    var name: String
    /// What a value must be, for people: `a whole number from 1 to 100`.
    var expectation: String
    /// Puts a value in its place; false where it is not what is expected.
    var apply: @Sendable (SettingValue, inout Configuration) -> Bool
    var show: @Sendable (Configuration) -> String
    /// Whether another value can change a result.
    var changesResults = true
    /// Whether the value is kept from screens and logs.
    var isSecret = false

    var section: String { String(name.prefix { $0 != "." }) }
    var key: String { String(name.drop { $0 != "." }.dropFirst()) }
    /// Such as `RECTO_INGEST_MAX_PAGES`.
    var environmentName: String { "RECTO_" + name.uppercased().replacing(".", with: "_") }
}

/// A value as a configuration file or the environment writes it.
enum SettingValue: Sendable {
    case scalar(String)
    case list([String])
}

extension Setting {
    static func integer(
        _ name: String, _ range: ClosedRange<Int>, _ path: any WritableKeyPath<Configuration, Int> & Sendable
    ) -> Setting {
        Setting(
            name: name, expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            apply: { value, configuration in
                guard case .scalar(let text) = value, let number = Int(text), range.contains(number) else {
                    return false
                }
                configuration[keyPath: path] = number
                return true
            }, show: { String($0[keyPath: path]) })
    }

    static func number(
        _ name: String, _ range: ClosedRange<Double>, _ path: any WritableKeyPath<Configuration, Double> & Sendable
    ) -> Setting {
        Setting(
            name: name, expectation: "a number from \(range.lowerBound) to \(range.upperBound)",
            apply: { value, configuration in
                guard case .scalar(let text) = value, let number = Double(text), range.contains(number) else {
                    return false
                }
                configuration[keyPath: path] = number
                return true
            }, show: { "\($0[keyPath: path])" })
    }

    static func flag(_ name: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable) -> Setting {
        Setting(
            name: name, expectation: "true or false",
            apply: { value, configuration in
                guard case .scalar(let text) = value, let flag = ["true": true, "false": false][text] else {
                    return false
                }
                configuration[keyPath: path] = flag
                return true
            }, show: { $0[keyPath: path] ? "true" : "false" })
    }

    static func text(_ name: String, _ path: any WritableKeyPath<Configuration, String> & Sendable) -> Setting {
        Setting(
            name: name, expectation: "text",
            apply: { value, configuration in
                guard case .scalar(let text) = value else { return false }
                configuration[keyPath: path] = text
                return true
            }, show: { YAMLText.quoted($0[keyPath: path]) })
    }

    /// A path whose default depends on where the program is installed: `auto`, so that a configuration is the same one in
    /// each place, and its digest too.
    static func installed(_ name: String, _ path: any WritableKeyPath<Configuration, String> & Sendable) -> Setting {
        let setting = text(name, path)
        return Setting(
            name: name, expectation: "a path or auto",
            apply: { value, configuration in
                guard case .scalar("auto") = value else { return setting.apply(value, &configuration) }
                configuration[keyPath: path] = Configuration()[keyPath: path]
                return true
            },
            show: { $0[keyPath: path] == Configuration()[keyPath: path] ? "auto" : setting.show($0) })
    }

    static func list(
        _ name: String, of expectation: String, _ path: any WritableKeyPath<Configuration, [String]> & Sendable,
        where isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Setting {
        Setting(
            name: name, expectation: "a list of \(expectation)",
            apply: { value, configuration in
                guard case .list(let items) = value, items.allSatisfy(isValid) else { return false }
                configuration[keyPath: path] = items
                return true
            }, show: { "[" + $0[keyPath: path].map(YAMLText.quoted).joined(separator: ", ") + "]" })
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Configuration, Choice> & Sendable
    ) -> Setting {
        Setting(
            name: name, expectation: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "),
            apply: { value, configuration in
                guard case .scalar(let text) = value, let choice = Choice(rawValue: text) else { return false }
                configuration[keyPath: path] = choice
                return true
            }, show: { $0[keyPath: path].rawValue })
    }

    private static func isLanguage(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    func withoutInfluenceOnResults() -> Setting {
        var copy = self
        copy.changesResults = false
        return copy
    }

    func secret() -> Setting {
        var copy = self
        copy.isSecret = true
        return copy
    }
}

extension Setting {
    /// Every key there is, in the order of `pipeline.yml`.
    static let all: [Setting] = [
        .integer("ingest.max_file_megabytes", 1...10_000, \.ingest.maxFileMegabytes),
        .number("ingest.max_megapixels", 0.01...2000, \.ingest.maxMegapixels),
        .integer("ingest.max_pages", 1...100_000, \.ingest.maxPages),
        .integer("ingest.pdf_resolution", 72...1200, \.ingest.pdfResolution),
        .installed("ingest.pdf_library", \.ingest.pdfLibrary),
        .list("ingest.pdf_passwords", of: "passwords", \.ingest.pdfPasswords).secret(),
        .choice("ingest.one_document", \.ingest.oneDocument),
        .list("ingest.sides", of: "words such as front", \.ingest.sides) { !$0.isEmpty },
        .flag("ingest.split", \.ingest.split),
        .flag("preprocess.orient", \.preprocess.orient),
        .flag("preprocess.deskew", \.preprocess.deskew),
        .number("preprocess.min_skew", 0...5, \.preprocess.minSkew),
        .flag("preprocess.flatten", \.preprocess.flatten),
        .flag("preprocess.dewarp", \.preprocess.dewarp),
        .choice("preprocess.binarization", \.preprocess.binarization),
        .flag("preprocess.early_exit", \.preprocess.earlyExit),
        .number("preprocess.hopeless_relief", 0...1, \.preprocess.hopelessRelief),
        .number("preprocess.hopeless_sharpness", 0...1, \.preprocess.hopelessSharpness),
        .number("preprocess.hopeless_grain", 0...10, \.preprocess.hopelessGrain),
        .number("preprocess.hopeless_moire", 0...1, \.preprocess.hopelessMoire),
        .number("preprocess.hopeless_text_height", 0...100, \.preprocess.hopelessTextHeight),
        .list(
            "recognize.languages", of: "Tesseract language names such as eng", \.recognize.languages, where: isLanguage),
        .text("recognize.model_folder", \.recognize.modelFolder),
        .number("recognize.seconds_per_page", 0.1...3600, \.recognize.secondsPerPage),
        .number("recognize.target_text_height", 8...60, \.recognize.targetTextHeight),
        .flag("recognize.words", \.recognize.words),
        .installed("recognize.neural_model_folder", \.recognize.neuralModelFolder),
        .flag("recognize.barcodes", \.recognize.barcodes),
        .flag("recognize.machine_readable_zone", \.recognize.machineReadableZone),
        .number("decide.target_error", 0...0.5, \.decide.targetError),
        .text("decide.calibration", \.decide.calibration),
        .number("decide.min_sharpness", 0...1, \.decide.minSharpness),
        .number("decide.max_glare", 0...1, \.decide.maxGlare),
        .number("decide.max_harmless_glare", 0...1, \.decide.maxHarmlessGlare),
        .number("decide.max_moire", 0...1, \.decide.maxMoire),
        .number("decide.min_brightness", 0...1, \.decide.minBrightness),
        .number("decide.max_brightness", 0...1, \.decide.maxBrightness),
        .number("decide.min_contrast", 0...1, \.decide.minContrast),
        .number("decide.max_noise", 0...1000, \.decide.maxNoise),
        .number("decide.min_text_height", 0...100, \.decide.minTextHeight),
        .number("decide.min_text_confidence", 0...1, \.decide.minTextConfidence),
        .number("decide.min_ink", 0...1, \.decide.minInk),
        .number("decide.min_blank_brightness", 0...1, \.decide.minBlankBrightness),
        .list("kinds.enabled", of: "id, deed, opt_out, w9", \.kinds.enabled) { name in
            (BuiltInKinds.all + BuiltInKinds.samples).contains { $0.name.rawValue == name }
        },
        .text("kinds.folder", \.kinds.folder),
        .flag("output.words", \.output.words),
        .choice("output.redact", \.output.redact),
        .integer("run.jobs", 0...256, \.run.jobs).withoutInfluenceOnResults(),
        .number("run.seconds_per_document", 1...86_400, \.run.secondsPerDocument).withoutInfluenceOnResults(),
        .number("run.seconds_per_page", 1...86_400, \.run.secondsPerPage).withoutInfluenceOnResults(),
        .integer("run.worker_memory", 256...1_000_000, \.run.workerMemory).withoutInfluenceOnResults(),
        .integer("run.pages_per_worker", 1...1_000_000, \.run.pagesPerWorker).withoutInfluenceOnResults(),
        .number("watch.quiet_seconds", 0.1...3600, \.watch.quietSeconds).withoutInfluenceOnResults(),
        .number("watch.scan_seconds", 0.1...86_400, \.watch.scanSeconds).withoutInfluenceOnResults(),
        .number("watch.whole_seconds", 0...86_400, \.watch.wholeSeconds).withoutInfluenceOnResults(),
        .flag("watch.hints", \.watch.hints).withoutInfluenceOnResults(),
        .flag("watch.move", \.watch.move).withoutInfluenceOnResults(),
        .list("watch.ignore", of: "patterns of names such as *.part", \.watch.ignore) { !$0.isEmpty }
            .withoutInfluenceOnResults(),
        .integer("watch.min_free_megabytes", 0...100_000_000, \.watch.minFreeMegabytes).withoutInfluenceOnResults(),
        .text("watch.listen", \.watch.listen).withoutInfluenceOnResults(),
        .text("watch.webhook", \.watch.webhook).withoutInfluenceOnResults().secret(),
        .text("watch.webhook_secret_file", \.watch.webhookSecretFile).withoutInfluenceOnResults(),
        .text("watch.webhook_token_url", \.watch.webhookTokenURL).withoutInfluenceOnResults(),
        .text("watch.webhook_client_id", \.watch.webhookClientID).withoutInfluenceOnResults(),
        .text("watch.webhook_client_secret_file", \.watch.webhookClientSecretFile).withoutInfluenceOnResults(),
        .text("watch.webhook_scope", \.watch.webhookScope).withoutInfluenceOnResults(),
        .number("review.sample_accepted", 0...1, \.review.sampleAccepted).withoutInfluenceOnResults(),
        .list("review.four_eyes", of: "names of kinds such as deed", \.review.fourEyes) { !$0.isEmpty }
            .withoutInfluenceOnResults(),
        .text("review.issuer", \.review.issuer).withoutInfluenceOnResults(),
        .text("review.audience", \.review.audience).withoutInfluenceOnResults(),
        .text("review.keys_url", \.review.keysURL).withoutInfluenceOnResults(),
        .list("review.programs", of: "programs, each `subject=scope scope`", \.review.programs) { !$0.isEmpty }
            .withoutInfluenceOnResults(),
        .text("review.listen", \.review.listen).withoutInfluenceOnResults(),
        .list("review.hosts", of: "names such as review.example.com", \.review.hosts) { !$0.isEmpty }
            .withoutInfluenceOnResults(),
        .text("review.certificate_file", \.review.certificateFile).withoutInfluenceOnResults(),
        .text("review.key_file", \.review.keyFile).withoutInfluenceOnResults(),
        .flag("review.behind_proxy", \.review.behindProxy).withoutInfluenceOnResults(),
    ]

    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}
