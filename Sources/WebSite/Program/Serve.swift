import ArgumentParser
import Foundation

/// The command `serve`: serves the site until it is told to stop.
struct Serve<Options: SiteOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: "Serve the site.",
      discussion: """
        Each option can also be given in the environment, --log-level as \
        \(SettingsReader.variable("log-level", of: Options.program)), and in a file of the \
        configuration, as "log-level". The command line comes first, then the environment, then \
        the file: “\(Options.program) config” shows what is in force.
        """)
  }

  @Option(help: "A file of the configuration: a JSON object with the names of these options.")
  var config: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen on; 0 for any free one. (default: 8080)")
  var port: String?

  @Option(help: "A Unix socket to listen on, in place of an address.")
  var socket: String?

  @Option(help: "The certificate, with those that vouch for it, as PEM. Read anew on SIGHUP.")
  var tlsCertificate: String?

  @Option(help: "Its key, as PEM.")
  var tlsKey: String?

  @Option(
    help: "Where people find the site, as https://example.org; may be said several times.")
  var publicOrigin: [String] = []

  @Option(
    help: """
      A proxy whose X-Forwarded-For, -Proto and -Host are believed: an address, a network as \
      10.0.0.0/8, or the word socket; may be said several times.
      """)
  var trustedProxy: [String] = []

  @Option(
    help: """
      Who may change something: everybody, editors or nobody. (default: editors where a file of \
      them is given; else everybody where only this machine can reach the site; else nobody)
      """)
  var writers: String?

  @Option(help: "A file of lines name:hash, as the command password makes them.")
  var editors: String?

  @Option(help: "The folder of the databases, made if it is missing. (default: data)")
  var data: String?

  @Option(
    help: """
      The folder of the templates. (default: Templates beside the program, else built-in ones)
      """)
  var templates: String?

  @Option(help: "The folder of style sheets and pictures. (default: Public beside the program)")
  var `public`: String?

  @Option(help: "MiB of memory for rendered pages that are kept; 0 for none. (default: 64)")
  var pageCache: String?

  @Option(help: "How many connections may be open. (default: 10000)")
  var connections: String?

  @Option(help: "How many of them for one client. (default: 512)")
  var connectionsPerClient: String?

  @Option(help: "How many MiB of answers may be on their way. (default: 256)")
  var sending: String?

  @Option(help: "How many of them to one client. (default: 16)")
  var sendingPerClient: String?

  @Option(help: "How many pages may follow changes. (default: 4000)")
  var streams: String?

  @Option(help: "How many of them for one client. (default: 16)")
  var streamsPerClient: String?

  @Option(help: "Distinct addresses among the pages that follow changes. (default: 1000)")
  var liveAddresses: String?

  @Option(help: "MiB of memory for the pages that follow changes. (default: 64)")
  var liveMemory: String?

  @Option(help: "Exports in progress at a time. (default: 32)")
  var exports: String?

  @Option(help: "Exports in progress at a time for one client. (default: 4)")
  var exportsPerClient: String?

  @Option(help: "How many posts one client may send in a minute; 0 for any. (default: 120)")
  var postsPerMinute: String?

  @Option(help: "Seconds for the head of a request. (default: 10)")
  var headSeconds: String?

  @Option(help: "Seconds for a form. (default: 30)")
  var bodySeconds: String?

  @Option(help: "Seconds between requests. (default: 30)")
  var idleSeconds: String?

  @Option(help: "Seconds for taking an answer, and one more for each KiB. (default: 30)")
  var answerSeconds: String?

  @Option(help: "The longest address, in bytes. (default: 8192)")
  var targetBytes: String?

  @Option(help: "The largest form, in bytes. (default: 65536)")
  var formBytes: String?

  @Option(help: "How many fields a form may have. (default: 100)")
  var formFields: String?

  @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
  var logLevel: String?

  @Option(help: "text or json: how a line of the log looks. (default: text)")
  var logFormat: String?

  @Option(help: "The address where metrics are, for Prometheus. (default: 127.0.0.1)")
  var metricsHost: String?

  @Option(help: "Their port; 0 for any free one, off for no metrics. (default: 9464)")
  var metricsPort: String?

  @Flag(help: "Show every state of every component at /previews.")
  var previews = false

  @Flag(
    help: "Show what happens at /inspector. Only where this machine alone can reach the site.")
  var inspector = false

  @Option(
    help: "A file whose text stands on every page, as “make dev” writes it; with --development.")
  var buildErrors: String?

  @Flag(
    help: """
      Read the templates and the files of browsers anew when they change, and say what pages \
      cost. Only where this machine alone can reach the site.
      """)
  var development = false

  @OptionGroup var own: Options
}

/// One sentence that tells what is wrong.
func sentence(for error: any Error) -> String {
  let text =
    (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
  return line.hasSuffix(".") ? line : line + "."
}
