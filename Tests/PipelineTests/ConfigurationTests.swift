import Decide
import Ingest
import Recognize
import Testing

@testable import Pipeline

@Suite struct ConfigurationTests {
    @Test func defaultFileSaysExactlyTheDefaults() throws {
        let reader = try ConfigurationReader.read(file: ("pipeline.yml", ConfigurationReader.defaultText))
        #expect(reader.configuration == Configuration())
        #expect(Set(reader.origins.keys) == Set(Setting.all.map(\.name)), "every key stands in the file")
    }

    @Test func writtenConfigurationReadsBackEqual() throws {
        var configuration = Configuration()
        configuration.ingest.pdfPasswords = ["a \"quoted\" one", "tab\tand: colon", ""]
        configuration.recognize.modelFolder = "C:\\odd # path"
        configuration.decide.minSharpness = 0.123
        let reader = try ConfigurationReader.read(file: ("x.yml", configuration.yaml))
        #expect(reader.configuration == configuration)
    }

    @Test func placesOfTheInstallationAreNoPartOfTheDigest() throws {
        var configuration = Configuration()
        for (name, value) in [
            ("ingest.pdf_library", configuration.ingest.pdfLibrary),
            ("recognize.neural_model_folder", configuration.recognize.neuralModelFolder),
        ] {
            let reader = try ConfigurationReader.read(options: ["\(name)=auto"])
            #expect(reader.configuration == configuration)
            #expect(reader.listing.contains { $0.name == name && $0.value == "auto" })
            #expect(!configuration.resultRelevantYAML.contains(value))
        }
        let digest = configuration.digest(of: [])
        configuration.ingest.pdfLibrary = "/elsewhere/libpdfium.so"
        #expect(configuration.digest(of: []) != digest)
        #expect(try ConfigurationReader.read(file: ("x.yml", configuration.yaml)).configuration == configuration)
    }

    @Test func everyMistakeIsReportedAtOnceWithPlaceAndNearestName() throws {
        let text = """
            ingest:
              max_pagse: 3
              max_megapixels: lots
            preproces:
              deskew: true
            recognize:
              languages: eng
            """
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationReader.read(file: ("my.yml", text))
        }
        #expect(
            error?.problems.map(\.description) == [
                "my.yml:2:3: unknown key `max_pagse`; did you mean `max_pages`?",
                "my.yml:3:19: `max_megapixels` must be a number from 0.01 to 2000.0",
                "my.yml:4:1: unknown section `preproces`; did you mean `preprocess`?",
                "my.yml:7:14: `languages` must be a list of Tesseract language names such as eng",
            ])
    }

    @Test(arguments: ["ingest: [1, 2]", "just words", "ingest:\n  max_pages: [1]", "a: b: c", "ingest: {}\ningest: {}"])
    func malformedFilesAreErrorsWithAPlace(text: String) {
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationReader.read(file: ("bad.yml", text)) }
        #expect(error?.problems.first?.line != nil)
    }

    @Test func emptyFileChangesNothing() throws {
        #expect(try ConfigurationReader.read(file: ("e.yml", "")).configuration == Configuration())
        #expect(try ConfigurationReader.read(file: ("e.yml", "ingest:\n")).configuration == Configuration())
    }

    @Test func optionBeatsEnvironmentBeatsFile() throws {
        let reader = try ConfigurationReader.read(
            file: ("f.yml", "ingest: {max_pages: 1, pdf_resolution: 100}\nrun: {jobs: 1}"),
            environment: [
                "RECTO_INGEST_MAX_PAGES": "2", "RECTO_RUN_JOBS": "2", "RECTO_RECOGNIZE_LANGUAGES": "eng, deu",
            ],
            options: ["run.jobs=3"])
        #expect(reader.configuration.ingest.pdfResolution == 100)
        #expect(reader.configuration.ingest.maxPages == 2)
        #expect(reader.configuration.run.jobs == 3)
        #expect(reader.configuration.recognize.languages == ["eng", "deu"])
        #expect(reader.origins["run.jobs"] == "--set")
        #expect(reader.origins["ingest.max_pages"] == "RECTO_INGEST_MAX_PAGES")
    }

    @Test(arguments: ["run.jobs", "run.jbos=2", "run.jobs=many", "=", ""])
    func badOptionIsAnError(option: String) {
        #expect(throws: ConfigurationError.self) { try ConfigurationReader.read(options: [option]) }
    }

    @Test func secretsAreNotListed() throws {
        let reader = try ConfigurationReader.read(options: ["ingest.pdf_passwords=hunter2"])
        #expect(reader.configuration.ingest.pdfPasswords == ["hunter2"])
        #expect(reader.listing.allSatisfy { !$0.value.contains("hunter2") })
    }

    @Test func runSettingsDoNotChangeTheResultDigest() {
        var other = Configuration()
        other.run.jobs = 7
        #expect(other.resultRelevantYAML == Configuration().resultRelevantYAML)
        other.decide.minContrast = 0.5
        #expect(other.resultRelevantYAML != Configuration().resultRelevantYAML)
    }
}
