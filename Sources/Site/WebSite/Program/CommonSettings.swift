import Foundation
import HTTPTypes
import ImmutableUI
import Logging
import WebServer

/// The settings of every site, in the order of Docs/operations.md.
struct CommonSettings: Sendable {
  private static let server = Limits()
  private static let site = SiteLimits()
  private static let seconds = 1...3_600
  private static let count = 0...1_000_000

  @Setting("A configuration file: a JSON object with the names of the options of serve.")
  var config: String?

  // MARK: Address

  @Setting("The address to listen on.") var host = "127.0.0.1"
  @Setting("The port to listen on; 0 picks a free one.", in: 0...65_535) var port = 8080
  @Setting("A Unix socket to listen on instead of an address.") var socket: String?
  @Setting(file: "The certificate chain in PEM format. Reloaded on SIGHUP.")
  var tlsCertificate: URL?
  @Setting(file: "The private key in PEM format. Reloaded on SIGHUP.") var tlsKey: URL?
  @Setting(
    "A public origin of the site, like https://example.org.",
    expected: "an origin like https://example.org, without a path", parse: { Origins.Origin($0) })
  var publicOrigin: [Origins.Origin]
  @Setting(
    """
    A proxy whose X-Forwarded-For, -Proto and -Host headers are trusted: an address, a network \
    like 10.0.0.0/8, or socket.
    """,
    expected: "an address like 192.0.2.1, a network like 10.0.0.0/8, or socket",
    parse: { TrustedProxies([$0]) == nil ? nil : $0 })
  var trustedProxy: [String]

  // MARK: Access

  @Setting(
    "Who can make changes",
    named: """
      editors with --editors; else everybody if only this machine can reach the site; else nobody
      """)
  var writers: Settings.Writers?
  @Setting(file: "A file with a line name:hash for each editor; see the command editor.")
  var editors: URL?
  @Setting("The days for which a visitor stays signed in.", in: 1...365) var sessionDays = 30
  @Setting(
    """
    A header field with the name of a visitor whom a trusted proxy has signed in, like \
    X-Forwarded-User. The proxy must remove such a field of its clients.
    """,
    field: "X-Forwarded-User")
  var userHeader: HTTPField.Name?
  @Setting(
    "A header field with the roles of such a visitor, separated by commas.",
    field: "X-Forwarded-Groups")
  var groupsHeader: HTTPField.Name?
  @Setting(
    """
    A group in that field whose members can make changes. Without it all visitors can whom the \
    proxy signs in.
    """,
    expected: "the name of one group, without a comma",
    parse: { $0.contains(",") || $0.normalised.isEmpty ? nil : $0.normalised })
  var writerGroups: [String]
  @Setting("The maximum number of posts per minute and client; 0 for no limit.", in: count)
  var postsPerMinute = 120

  // MARK: Files

  @Setting("The folder of the databases.", folder: "data") var data: URL
  @Setting("Rename damaged databases, and begin new ones, instead of waiting for a repair.")
  var replaceDamaged = false
  @Setting(
    """
    A PostgreSQL database that several instances share, like postgresql://user@host/name, \
    instead of the files of the data folder.
    """)
  var database: String?
  @Setting("A file with the password of the database. Read for each new connection.")
  var databasePasswordFile: String?
  @Setting("The maximum number of database connections for writes.", in: 1...100)
  var databaseConnections = 4
  @Setting("The folder of the templates; else they are built in.", folderBesideProgram: "Templates")
  var templates: URL?
  @Setting("The folder of style sheets and images.", folderBesideProgram: "Public")
  var `public`: URL?

  // MARK: Memory

  @Setting("The size of the page cache in MiB; 0 disables it.", in: 0...65_536, times: 1 << 20)
  var pageCache = site.cache.bytes
  @Setting("The maximum size of unsent responses in MiB.", in: 1...1_048_576, times: 1 << 20)
  var sending = server.outstandingBytes
  @Setting(
    "The maximum size of unsent responses in MiB per client.", in: 1...1_048_576, times: 1 << 20)
  var sendingPerClient = server.outstandingBytesPerClient
  @Setting("The memory for pages with live updates in MiB.", in: 1...65_536, times: 1 << 20)
  var liveMemory = site.livePages.bytes

  // MARK: Limits

  @Setting("The maximum number of open connections.", in: 1...1_000_000)
  var connections = server.connections
  @Setting("The maximum number of open connections per client.", in: 1...1_000_000)
  var connectionsPerClient = server.connectionsPerClient
  @Setting("The maximum number of pages with live updates.", in: count)
  var streams = site.streams.total
  @Setting("The maximum number of pages with live updates per client.", in: count)
  var streamsPerClient = site.streams.perClient
  @Setting("The maximum number of distinct addresses with live updates.", in: count)
  var liveAddresses = site.livePages.addresses
  @Setting("The maximum number of concurrent exports.", in: count)
  var exports = site.downloads.total
  @Setting("The maximum number of concurrent exports per client.", in: count)
  var exportsPerClient = site.downloads.perClient
  @Setting("The timeout for the head of a request in seconds.", in: seconds)
  var headSeconds = server.headSeconds
  @Setting("The timeout for the body of a request in seconds.", in: seconds)
  var bodySeconds = server.bodySeconds
  @Setting("The timeout between requests on a connection in seconds.", in: seconds)
  var idleSeconds = server.idleSeconds
  @Setting("The timeout for sending a response in seconds, plus one second per KiB.", in: seconds)
  var answerSeconds = server.responseSeconds
  @Setting("The maximum length of an address in bytes.", in: 256...16_384)
  var targetBytes = server.targetBytes
  @Setting("The maximum size of a form in bytes.", in: 1_024...16_777_216)
  var formBytes = server.bodyBytes
  @Setting("The maximum number of fields in a form.", in: 10...10_000)
  var formFields = site.formFields

  // MARK: Observation

  @Setting("The log level") var logLevel = Logger.Level.info
  @Setting("The log format") var logFormat = LogSettings.Format.text
  @Setting("The address to serve Prometheus metrics on.") var metricsHost = "127.0.0.1"
  @Setting("The port to serve metrics on; 0 picks a free one, off disables them.", in: 0...65_535)
  var metricsPort: Int? = 9464

  // MARK: Tools for developers

  @Setting(
    """
    Reload templates and public files when they change, and add Server-Timing to responses. Only \
    if no other machine can reach the site.
    """)
  var development = false
  @Setting(file: "A file with build errors to show on every page, as “make dev” writes it.")
  var buildErrors: URL?

  // MARK: Services

  @Setting("Show sample data in place of data that no service has sent yet.") var sample = false
}
