import Digest
import Yams

/// Builds a configuration: an option beats the environment beats the file beats the default.
package struct ConfigurationReader {
    /// Where a value came from, by the name of its setting.
    package private(set) var origins: [String: String] = [:]
    package private(set) var configuration = Configuration()
    private var problems: [ConfigurationProblem] = []

    package init() {}

    /// The text of the default `pipeline.yml`, which the binary carries.
    package static var defaultText: String { String(decoding: PackageResources.pipeline_yml, as: UTF8.self) }

    /// Reads all layers.
    ///
    /// - Parameters:
    ///   - file: path (for messages) and text of a `pipeline.yml`; nil for the default alone.
    ///   - environment: variables such as `RECTO_INGEST_MAX_PAGES`; lists are comma-separated.
    ///   - options: `ingest.max_pages=3`, as given to `--set`.
    /// - Throws: `ConfigurationError` with everything that is wrong, at once.
    package static func read(
        file: (path: String, text: String)? = nil, environment: [String: String] = [:], options: [String] = []
    ) throws -> ConfigurationReader {
        var reader = ConfigurationReader()
        if let file { reader.apply(file: file.text, path: file.path) }
        reader.apply(environment: environment)
        for option in options { reader.apply(option: option) }
        guard reader.problems.isEmpty else { throw ConfigurationError(reader.problems) }
        return reader
    }

    private mutating func apply(file text: String, path: String) {
        var yaml = YAMLReader(origin: path)
        for (sectionNode, contents) in yaml.mapping(of: text) ?? [:] {
            let section = sectionNode.scalar?.string ?? ""
            let settings = Setting.all.filter { $0.section == section }
            guard !settings.isEmpty else {
                let sections = Setting.all.map(\.section).reduce(into: [String]()) { names, name in
                    if names.last != name { names.append(name) }
                }
                yaml.reportUnknown(section, among: sections, what: "section", at: sectionNode)
                continue
            }
            for (keyNode, valueNode) in yaml.mapping(contents, what: "section `\(section)`") ?? [:] {
                let key = keyNode.scalar?.string ?? ""
                guard let setting = settings.first(where: { $0.key == key }) else {
                    yaml.reportUnknown(key, among: settings.map(\.key), what: "key", at: keyNode)
                    continue
                }
                if let value = SettingValue(valueNode), setting.apply(value, &configuration) {
                    origins[setting.name] = path
                } else {
                    yaml.report("`\(key)` must be \(setting.expectation)", at: valueNode)
                }
            }
        }
        problems += yaml.problems
    }

    private mutating func apply(environment: [String: String]) {
        for setting in Setting.all {
            guard let text = environment[setting.environmentName] else { continue }
            apply(setting, text: text, origin: setting.environmentName)
        }
    }

    private mutating func apply(option: String) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let setting = Setting.named(parts[0]) else {
            let hint = NearestName.find(parts[0], among: Setting.all.map(\.name)).map { "; did you mean `\($0)`?" }
            problems.append(
                ConfigurationProblem(
                    origin: "--set",
                    message: parts.count == 2
                        ? "unknown setting `\(parts[0])`\(hint ?? "; `recto config show` lists all")"
                        : "`\(parts[0])` must look like section.key=value"))
            return
        }
        apply(setting, text: parts[1], origin: "--set")
    }

    private mutating func apply(_ setting: Setting, text: String, origin: String) {
        let items = text.split(separator: ",").map { String($0.trimmingPrefix(while: \.isWhitespace)) }
        if setting.apply(.scalar(text), &configuration) || setting.apply(.list(items), &configuration) {
            origins[setting.name] = origin
        } else {
            problems.append(
                ConfigurationProblem(origin: origin, message: "`\(setting.name)` must be \(setting.expectation)"))
        }
    }

    /// Every setting with its value and where that came from, in the order of `pipeline.yml`.
    package var listing: [(name: String, value: String, origin: String)] {
        Setting.all.map { setting in
            let value = setting.show(configuration)
            let shown = setting.isSecret && !["[]", YAMLText.quoted("")].contains(value) ? "(hidden)" : value
            return (setting.name, shown, origins[setting.name] ?? "default")
        }
    }
}

extension Configuration {
    /// The whole configuration as a `pipeline.yml` that reads back to an equal one.
    package var yaml: String { text(of: Setting.all) }

    /// The part that can change a result, for its digest.
    package var resultRelevantYAML: String { text(of: Setting.all.filter(\.changesResults)) }

    /// `sha256:` and the hex digest of all that can change a result: settings, and the files that they name.
    func digest(of files: [String]) -> String {
        "sha256:" + SHA256.hexDigest(of: ([resultRelevantYAML] + files).joined(separator: "\u{0}"))
    }

    private func text(of settings: [Setting]) -> String {
        var lines: [String] = []
        for (index, setting) in settings.enumerated() {
            if index == 0 || settings[index - 1].section != setting.section { lines.append("\(setting.section):") }
            lines.append("  \(setting.key): \(setting.show(self))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension SettingValue {
    /// Nil for what is neither a scalar nor a list of scalars.
    init?(_ node: Node) {
        switch node {
        case .scalar(let scalar): self = .scalar(scalar.string)
        case .sequence(let items):
            let texts = items.compactMap { $0.scalar?.string }
            guard texts.count == items.count else { return nil }
            self = .list(texts)
        default: return nil
        }
    }
}
