import ArgumentParser
import Foundation

/// The command `serve`: serves the site until it is stopped.
struct Serve<Options: SiteOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: "Serve the site.",
      discussion: """
        Each option can also be set in the environment and in a configuration file: --log-level \
        as \(SettingsReader.variable("log-level", of: Options.program)) and as "log-level". The \
        command line takes precedence over the environment, and the environment over the file. \
        “\(Options.program) config” shows the effective settings.
        """)
  }

  @Option(help: "A configuration file: a JSON object with the names of these options.")
  var config: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen on; 0 picks a free one. (default: 8080)")
  var port: String?

  @Option(help: "A Unix socket to listen on instead of an address.")
  var socket: String?

  @Option(help: "The certificate chain in PEM format. Reloaded on SIGHUP.")
  var tlsCertificate: String?

  @Option(help: "The private key in PEM format. Reloaded on SIGHUP.")
  var tlsKey: String?

  @Option(
    help: "A public origin of the site, like https://example.org. Can be repeated.")
  var publicOrigin: [String] = []

  @Option(
    help: """
      A proxy whose X-Forwarded-For, -Proto and -Host headers are trusted: an address, a \
      network like 10.0.0.0/8, or socket. Can be repeated.
      """)
  var trustedProxy: [String] = []

  @Option(
    help: """
      Who can make changes: everybody, editors or nobody. (default: editors with --editors; \
      else everybody if only this machine can reach the site; else nobody)
      """)
  var writers: String?

  @Option(help: "A file with a line name:hash for each editor; see the command password.")
  var editors: String?

  @Option(help: "The folder of the databases; created if missing. (default: data)")
  var data: String?

  @Flag(help: "Rename damaged databases, and begin new ones, instead of waiting for a repair.")
  var replaceDamaged = false

  @Option(
    help: """
      A PostgreSQL database that several instances share, like postgresql://user@host/name, \
      instead of the files of the data folder.
      """)
  var database: String?

  @Option(help: "A file with the password of the database. Read for each new connection.")
  var databasePasswordFile: String?

  @Option(help: "The maximum number of database connections for writes. (default: 4)")
  var databaseConnections: String?

  @Option(
    help: """
      The folder of the templates. (default: Templates beside the program, else built in)
      """)
  var templates: String?

  @Option(help: "The folder of style sheets and images. (default: Public beside the program)")
  var `public`: String?

  @Option(help: "The size of the page cache in MiB; 0 disables it. (default: 64)")
  var pageCache: String?

  @Option(help: "The maximum number of open connections. (default: 10000)")
  var connections: String?

  @Option(help: "The maximum number of open connections per client. (default: 512)")
  var connectionsPerClient: String?

  @Option(help: "The maximum size of unsent responses in MiB. (default: 256)")
  var sending: String?

  @Option(help: "The maximum size of unsent responses in MiB per client. (default: 16)")
  var sendingPerClient: String?

  @Option(help: "The maximum number of pages with live updates. (default: 4000)")
  var streams: String?

  @Option(help: "The maximum number of pages with live updates per client. (default: 16)")
  var streamsPerClient: String?

  @Option(help: "The maximum number of distinct addresses with live updates. (default: 1000)")
  var liveAddresses: String?

  @Option(help: "The memory for pages with live updates in MiB. (default: 64)")
  var liveMemory: String?

  @Option(help: "The maximum number of concurrent exports. (default: 32)")
  var exports: String?

  @Option(help: "The maximum number of concurrent exports per client. (default: 4)")
  var exportsPerClient: String?

  @Option(help: "The maximum number of posts per minute and client; 0 for no limit. (default: 120)")
  var postsPerMinute: String?

  @Option(help: "The timeout for the head of a request in seconds. (default: 10)")
  var headSeconds: String?

  @Option(help: "The timeout for the body of a request in seconds. (default: 30)")
  var bodySeconds: String?

  @Option(help: "The timeout between requests on a connection in seconds. (default: 30)")
  var idleSeconds: String?

  @Option(
    help: "The timeout for sending a response in seconds, plus one second per KiB. (default: 30)")
  var answerSeconds: String?

  @Option(help: "The maximum length of an address in bytes. (default: 8192)")
  var targetBytes: String?

  @Option(help: "The maximum size of a form in bytes. (default: 65536)")
  var formBytes: String?

  @Option(help: "The maximum number of fields in a form. (default: 100)")
  var formFields: String?

  @Option(
    help: "The log level: trace, debug, info, notice, warning, error or critical. (default: info)")
  var logLevel: String?

  @Option(help: "The log format: text or json. (default: text)")
  var logFormat: String?

  @Option(help: "The address to serve Prometheus metrics on. (default: 127.0.0.1)")
  var metricsHost: String?

  @Option(
    help: "The port to serve metrics on; 0 picks a free one, off disables them. (default: 9464)")
  var metricsPort: String?

  @Flag(help: "Show sample data in place of data that no service has sent yet.")
  var sample = false

  @Flag(help: "Show a gallery of all components in all states at /previews.")
  var previews = false

  @Flag(
    help: "Show the inspector at /inspector. Only if no other machine can reach the site.")
  var inspector = false

  @Option(
    help: "A file with build errors to show on every page, as “make dev” writes it.")
  var buildErrors: String?

  @Flag(
    help: """
      Reload templates and public files when they change, and add Server-Timing to responses. \
      Only if no other machine can reach the site.
      """)
  var development = false

  @OptionGroup var own: Options
}

/// Returns the description of an error as one sentence.
func sentence(for error: any Error) -> String {
  let text =
    (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
  return line.hasSuffix(".") ? line : line + "."
}
