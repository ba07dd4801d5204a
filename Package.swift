// swift-tools-version: 6.2
// The targets and their directions are explained in docs/architecture.md;
// Tests/ArchitectureTests holds the imports against the same table.

import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Modules that go through pixels are optimized in debug builds too: their tests take minutes otherwise.
let pixels: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Modules that hold C pointers are also checked for strict memory safety.
let wrapperSettings: [SwiftSetting] = settings + [.strictMemorySafety()]

func stage(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], swift: [SwiftSetting] = settings
) -> Target {
    .target(name: name, dependencies: ["Model"] + dependencies, resources: resources, swiftSettings: swift)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
    name: "recto",
    products: [
        .executable(name: "recto", targets: ["recto"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // C: the system's libraries, and shims for what Swift cannot call.
        .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
        .systemLibrary(name: "CTesseract", pkgConfig: "tesseract", providers: [.apt(["libtesseract-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CQPDF", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif7", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .target(name: "CTIFF", linkerSettings: [.linkedLibrary("tiff")]),
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "CTextFilter", linkerSettings: [.linkedLibrary("qpdf")]),
        .target(name: "COnnx"),
        .target(name: "CPDFium"),
        .target(name: "COCRB"),
        .target(name: "CTagger"),
        .target(name: "CProcess"),

        // 0: the contract's values.
        .target(name: "Model", swiftSettings: settings),

        // 1: images; knowledge of documents; digests; the HTTP server and client.
        stage(
            "Imaging", ["CLeptonica", "CPNG", "CHeif", "CTIFF", "CGIF", "CWebP", "CTurboJPEG"],
            swift: wrapperSettings + pixels),
        .target(name: "Neural", dependencies: ["Model", "COnnx"], swiftSettings: wrapperSettings),
        .target(name: "Digest", dependencies: ["CNettle"], swiftSettings: wrapperSettings),
        .target(
            name: "WebServer",
            dependencies: [hummingbird, hummingbirdCore, hummingbirdTLS, logging, nioCore, nioHTTPTypes, nioSSL],
            swiftSettings: settings),
        .target(name: "WebClient", swiftSettings: settings),
        // Who somebody is who asks: ID tokens, access tokens, passkeys.
        .target(name: "Identity", dependencies: ["WebClient", crypto, jwtKit], swiftSettings: settings),
        .target(
            name: "Kinds", dependencies: ["Model"],
            resources: [
                .embedInCode("ID/id.yml"), .embedInCode("Deed/deed.yml"), .embedInCode("OptOut/opt_out.yml"),
                .embedInCode("OptOut/registered_brokers.txt"), .embedInCode("Samples/w9.yml"),
                .embedInCode("Core/us_counties.txt"),
            ],
            swiftSettings: settings),

        // 2: the seven stages.
        stage("Ingest", ["Imaging", "Digest", "CPDFium", "CQPDF"], swift: wrapperSettings + pixels),
        stage("Preprocess", ["Imaging"], swift: settings + pixels),
        stage(
            "Recognize", ["Imaging", "Neural", "Digest", "CTesseract", "CZXing", "COCRB"],
            resources: [.embedInCode("Lattice/readers.json")], swift: wrapperSettings + pixels),
        stage("Understand", ["Neural", "Digest", "CTagger"], swift: wrapperSettings + pixels),
        stage("Classify", ["Kinds"], resources: [.embedInCode("kind_words.json")]),
        stage("Extract", ["Kinds"]),
        stage("Decide", ["Kinds"]),
        .target(
            name: "Output", dependencies: ["Model", "CQPDF", "CTextFilter"],
            resources: [.embedInCode("result.schema.json"), .embedInCode("PDF/glyphless.ttf")],
            swiftSettings: wrapperSettings),

        // 3: the stages in a row, and their configuration.
        .target(
            name: "Pipeline",
            dependencies: [
                "Ingest", "Preprocess", "Recognize", "Understand", "Classify", "Extract", "Decide", "Output", "Kinds",
                "Imaging",
                "Digest", "Model", yams,
            ],
            resources: [.embedInCode("pipeline.yml"), .embedInCode("Calibration/calibration.yml")],
            swiftSettings: settings),

        // 4: who does what, when; and how well.
        .target(
            name: "Operations",
            dependencies: ["Pipeline", "Output", "Digest", "Model", "CProcess", grdb, subprocess, systemPackage],
            swiftSettings: wrapperSettings),
        .target(
            name: "Evaluation", dependencies: ["Kinds", "Model", mustache],
            resources: [.embedInCode("report.mustache")], swiftSettings: settings),

        // 5: what a service says to others, and where people decide.
        .target(
            name: "Endpoints",
            dependencies: ["Operations", "Digest", "Identity", "WebClient", "WebServer", hummingbird],
            swiftSettings: settings),

        .target(
            name: "Review",
            dependencies: [
                "Operations", "Pipeline", "Output", "Kinds", "Digest", "Identity", "Model", "WebClient", "WebServer",
                httpTypes, hummingbird, mustache,
            ],
            resources: [
                .embedInCode("Assets/style.css"), .embedInCode("Assets/live.js"), .embedInCode("Assets/queue.js"),
                .embedInCode("Assets/icon.svg"),
                .embedInCode("Templates/layout.mustache"), .embedInCode("Templates/message.mustache"),
                .embedInCode("Templates/queue.mustache"), .embedInCode("Templates/documents.mustache"),
                .embedInCode("Templates/search.mustache"), .embedInCode("Templates/document.mustache"),
                .embedInCode("Templates/field.mustache"), .embedInCode("Templates/picture.mustache"),
                .embedInCode("Templates/capture.mustache"), .embedInCode("Assets/capture.js"),
                .embedInCode("Assets/capture-camera.js"), .embedInCode("Assets/capture-hints.js"),
                .embedInCode("Assets/capture-drafts.js"), .embedInCode("Assets/capture-sending.js"),
                .embedInCode("Assets/capture-checking.js"), .embedInCode("Assets/sign-out.js"),
                .embedInCode("Assets/picture.js"), .embedInCode("Assets/point.js"),
                .embedInCode("Assets/notify.js"),
                .embedInCode("Templates/given.mustache"),
                .embedInCode("Templates/decide.mustache"), .embedInCode("Templates/edit.mustache"),
                .embedInCode("Templates/sign-in.mustache"), .embedInCode("Templates/people.mustache"),
                .embedInCode("Assets/review.js"), .embedInCode("Assets/keys.js"),
                .embedInCode("API/openapi.json"),
                .embedInCode("Assets/passkey.js"), .embedInCode("Templates/account.mustache"),
            ],
            swiftSettings: settings),

        // 6: the programs.
        .executableTarget(
            name: "recto",
            dependencies: [
                "Endpoints", "Identity", "Review", "Operations", "Evaluation", "Pipeline", "Output", "Ingest",
                "Recognize",
                "Imaging",
                "Kinds", "WebClient", "WebServer",
                "Model", argumentParser, systemPackage,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "recto-factory",
            dependencies: ["Evaluation", "Imaging", "Kinds", "Model", "CZXing", argumentParser, mustache],
            exclude: ["Templates"], swiftSettings: settings),

        tests("Model", ["Model"]),
        tests("Kinds", ["Kinds", "Model", "Pipeline"]),
        tests("Imaging", ["Imaging", "Model"]),
        tests("Digest", ["Digest"]),
        // Clients for the tests of servers: what a well-behaved one never says, TLS, passkeys.
        .target(
            name: "RawHTTP", dependencies: [crypto, nioCore, nioPosix, nioSSL], path: "Tests/RawHTTP",
            swiftSettings: settings),
        tests("WebServer", ["WebServer", "RawHTTP", hummingbird]),
        // An identity provider, for the tests of who asks it.
        .target(
            name: "IdentityStub",
            dependencies: ["Identity", "WebServer", cryptoExtras, httpTypes, hummingbird, jwtKit],
            path: "Tests/IdentityStub", swiftSettings: settings),
        tests("WebClient", ["WebClient", "IdentityStub"]),
        tests(
            "Identity", ["Identity", "IdentityStub", "RawHTTP", "WebClient", "WebServer", crypto, hummingbird, jwtKit]),
        tests("Ingest", ["Ingest", "Imaging", "Model"]),
        tests("Preprocess", ["Preprocess", "Imaging", "Model"]),
        tests("Recognize", ["Recognize", "Imaging", "Neural", "CZXing", "Model"], exclude: ["Pictures"]),
        tests("Understand", ["Understand", "Model"], exclude: ["Pages"]),
        tests("Classify", ["Classify", "Kinds", "Pipeline", "Model"]),
        tests("Extract", ["Extract", "Kinds", "Pipeline", "Model"]),
        tests("Decide", ["Decide", "Kinds", "Model"]),
        tests("Output", ["Output", "Model"]),
        tests("Pipeline", ["Pipeline", "Imaging", "Decide", "Ingest", "Output", "Recognize", "Kinds", "Model"]),
        tests("Operations", ["Operations", "Output", "Pipeline", "Model", systemPackage, grdb]),
        tests(
            "Endpoints",
            [
                "Endpoints", "Operations", "Digest", "Identity", "IdentityStub", "Model", "WebClient", "WebServer",
                hummingbird,
                systemPackage,
            ]),
        tests(
            "Review",
            [
                "Review", "Identity", "IdentityStub", "Operations", "Output", "Pipeline", "Kinds", "Model", "RawHTTP",
                "WebServer", mustache, systemPackage,
            ]),
        tests("Evaluation", ["Evaluation", "Model"]),
        tests("Architecture", ["Model"]),
        tests("Factory", ["recto-factory", "Evaluation", "Imaging", "Model"]),
        tests("EndToEnd", ["recto", "Evaluation", "Operations", "Output", "Pipeline", "Model", "RawHTTP"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x,
    cxxLanguageStandard: .cxx17
)

// The parsers' entries are a test, and, where Scripts/fuzz says so, a program that libFuzzer drives.
let fuzzed: [Target.Dependency] = [
    "Classify", "Decide", "Extract", "Imaging", "Ingest", "Kinds", "Model", "Operations", "Output", "Pipeline",
]
if Context.environment["RECTO_FUZZ"] == nil {
    package.targets.append(tests("Fuzz", fuzzed, exclude: ["Harness.swift"]))
} else {
    package.targets.append(
        .executableTarget(
            name: "recto-fuzz", dependencies: fuzzed, path: "Tests/FuzzTests",
            exclude: ["FuzzTests.swift", "Mutator.swift"], swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
