import ArgumentParser
import Evaluation
import Foundation
import Pipeline

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Checks and shows the configuration.",
        discussion: """
            Recto works without a configuration file. To change something, write what you change into a file:

              ingest:
                max_pages: 50

            and name it with --config. Where none is named, the Debian package's recto reads /etc/recto/pipeline.yml. A \
            variable such as RECTO_INGEST_MAX_PAGES beats the file; --set beats both.
            """, subcommands: [Check.self, Show.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Finds every mistake in a configuration file, with line and column.",
            discussion: "Exit code 0 where there is none, 78 otherwise.\n\n  recto config check my.yml")

        @Argument(help: "A pipeline.yml.", completion: .file(), transform: ArgumentValue.path)
        var file: String

        func run() throws {
            try readingConfiguration {
                let reader = try ConfigurationReader.read(file: (file, try ConfigurationFile.text(of: file)))
                _ = try KindCatalogue(reader.configuration.kinds)
                _ = try CalibrationFile(reader.configuration.calibrationFile)
            }
            print("\(file): no mistakes")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows every setting, its value, and where that came from.",
            discussion: """
                  recto config show
                  recto config show --config my.yml
                  recto config show --default > my.yml     the commented default file, to start from
                """)

        @OptionGroup var options: ConfigurationOptions

        @Flag(name: .customLong("default"), help: "Print the commented default file instead.")
        var printsDefault = false

        func run() throws {
            if printsDefault {
                print(ConfigurationReader.defaultText, terminator: "")
                return
            }
            let rows = try options.read().listing.map { [$0.name, $0.value, $0.origin] }
            print(TextTable.render(["setting", "value", "from"], rows))
        }
    }
}
