package import Decide
package import Ingest
package import Model
package import Preprocess
package import Recognize

/// What `pipeline.yml` says: one part a stage, named like it.
package struct Configuration: Hashable, Sendable {
    package var ingest = IngestSettings()
    package var preprocess = PreprocessSettings()
    package var recognize = RecognizeSettings()
    package var decide = DecideSettings()
    package var kinds = KindSettings()
    package var output = OutputSettings()
    package var run = RunSettings()
    package var watch = WatchSettings()
    package var review = ReviewSettings()

    package init() {}
}

extension Configuration {
    /// What those who hand documents out need to know of the first stage's limits.
    package var maxFileBytes: Int { ingest.maxFileMegabytes << 20 }
    package var maxPages: Int { ingest.maxPages }
    /// Folders beside the system's that a worker reads.
    package var workerFolders: [String] {
        [ingest.pdfLibrary, recognize.modelFolder, recognize.neuralModelFolder, kinds.folder].filter { !$0.isEmpty }
    }
    package var oneDocument: FileGrouping { ingest.oneDocument }
    package var sides: [String] { ingest.sides }
    /// File of the confidence model; empty: the one that comes with Recto.
    package var calibrationFile: String { decide.calibration }
    package var targetError: Double { decide.targetError }
    package var hasPasswords: Bool { !ingest.pdfPasswords.isEmpty }
}

/// What `pipeline.yml` says under `kinds`.
package struct KindSettings: Hashable, Sendable {
    /// Built-in kinds that are switched on.
    package var enabled = ["id", "deed", "opt_out"]
    /// Folder of `<kind>.yml` files that add kinds; empty: none.
    package var folder = ""

    package init() {}
}

/// What `pipeline.yml` says under `output`.
package struct OutputSettings: Hashable, Sendable {
    /// Whether each page of a result lists its words.
    package var words = false
    /// What a result and the pictures beside it show of values.
    package var redact = Redaction.none

    package init() {}
}

/// What `pipeline.yml` says under `run`: the supervisor's part, without influence on any result that is given.
package struct RunSettings: Hashable, Sendable {
    /// Workers at a time; 0: one a core.
    package var jobs = 0
    /// Seconds that a document may take whatever its length, and those that each of its pages adds.
    package var secondsPerDocument = 60.0
    package var secondsPerPage = 600.0
    /// Address space of a worker, in MiB.
    package var workerMemory = 2048
    /// Pages after which a worker is replaced by a fresh one.
    package var pagesPerWorker = 2000

    package init() {}
}

/// What `pipeline.yml` says under `watch`: how `recto watch` takes documents, without influence on any result.
package struct WatchSettings: Hashable, Sendable {
    /// Seconds that a file must not have changed before it is taken.
    package var quietSeconds = 2.0
    /// Seconds between two looks at the whole folder where nothing hints at a change.
    package var scanSeconds = 10.0
    /// Seconds that a quiet file without its end is waited for.
    package var wholeSeconds = 60.0
    /// Whether the kernel is asked for hints; it has none about network folders.
    package var hints = true
    /// Whether documents are moved to `done` and `failed` in the watched folder.
    package var move = true
    /// Patterns of the names of files that are not whole yet.
    package var ignore = [
        "*.tmp", "*.temp", "*.part", "*.partial", "*.crdownload", "*.download", "*.filepart", "*~", "~*",
    ]
    /// MiB that must be free before anything is taken.
    package var minFreeMegabytes = 500
    /// Where status and metrics can be asked for, as `127.0.0.1:9464`; empty: nowhere.
    package var listen = ""
    /// URL that is told of each result; empty: none.
    package var webhook = ""
    /// File that holds the secret by which the receiver knows them; empty: the environment has it.
    package var webhookSecretFile = ""
    /// Where an access token for the receiver is had; empty: it wants none.
    package var webhookTokenURL = ""
    /// By which the token's service knows this client.
    package var webhookClientID = ""
    package var webhookClientSecretFile = ""
    /// Scopes to ask for; empty: the service's own choice.
    package var webhookScope = ""

    package init() {}

    /// What a service cannot change while it runs, by name.
    package var fixedAtStart: [FixedSetting] {
        [
            FixedSetting(name: "watch.move", value: "\(move)"), FixedSetting(name: "watch.hints", value: "\(hints)"),
            FixedSetting(name: "watch.listen", value: listen), FixedSetting(name: "watch.webhook", value: webhook),
            FixedSetting(name: "watch.webhook_secret_file", value: webhookSecretFile),
            FixedSetting(name: "watch.webhook_token_url", value: webhookTokenURL),
            FixedSetting(name: "watch.webhook_client_id", value: webhookClientID),
            FixedSetting(name: "watch.webhook_client_secret_file", value: webhookClientSecretFile),
            FixedSetting(name: "watch.webhook_scope", value: webhookScope),
        ]
    }

    package struct FixedSetting: Hashable, Sendable {
        package var name: String
        package var value: String
    }
}

/// What `pipeline.yml` says under `review`: whose decision a document needs, and where people decide, without
/// influence on any result.
package struct ReviewSettings: Hashable, Sendable {
    /// Share of accepted documents, 0…1, that two people must accept.
    package var sampleAccepted = 0.0
    /// Kinds of which two people decide each document.
    package var fourEyes: [String] = []
    /// Whose ID tokens programs exchange for access tokens; empty: no program may ask.
    package var issuer = ""
    /// The audience that these tokens must have.
    package var audience = ""
    /// Where the issuer's keys are; empty: its configuration says so.
    package var keysURL = ""
    /// Each `subject=scope scope`.
    package var programs: [String] = []
    /// Where pages are served, as `0.0.0.0:8790`; empty: at a port of the loopback.
    package var listen = ""
    /// Names under which browsers reach it, as `review.example.com`, with a port where it is not the usual one.
    package var hosts: [String] = []
    /// Files of the certificate and its key, in PEM; empty: none, and no TLS.
    package var certificateFile = ""
    package var keyFile = ""
    /// Whether a proxy speaks TLS with the browsers.
    package var behindProxy = false

    package init() {}
}
