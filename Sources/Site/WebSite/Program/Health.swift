import ArgumentParser
import Foundation
import WebClient

/// The command `health`: asks the running site whether it is ready.
struct Health: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask the running site on this machine whether it is ready.",
    discussion: """
      Exits with status 1 if it is not, or does not answer within four seconds. The address is \
      that of the settings; if the site is served with TLS or on a Unix socket, that of the \
      metrics, which is the same program.
      """)

  static var settings: [NamedSetting] { declaredSettings(of: CommonSettings(), only: names) }

  private static let names = [
    "config", "host", "port", "socket", "tls-certificate", "metrics-host", "metrics-port",
  ]

  @OptionGroup var options: CommandOptions<Self>

  func run(
    for site: Site<some SiteOptions>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let settings = try reader.read(CommonSettings(), only: Self.names)
    var (host, port) = (settings.host, settings.port)
    if settings.socket != nil || settings.tlsCertificate != nil {
      (host, port) = (settings.metricsHost, settings.metricsPort ?? 0)
    }
    host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    guard port != 0,
      let url = URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/readyz")
    else {
      throw SettingsError("the site has no address to ask; set --metrics-port to a port.")
    }
    var limits = WebClient.Limits()
    limits.total = .seconds(4)
    limits.redirects = 0
    // A proxy for other machines is not asked for this one.
    setenv("no_proxy", "*", 1)
    do {
      _ = try await WebClient(userAgent: "health", limits: limits).bytes(of: url, limit: 64 * 1024)
      print("ready")
    } catch WebClientError.status(503) {
      throw SettingsError("the site is not ready; its log and \(url) name the cause.")
    } catch {
      throw SettingsError("the site does not answer at \(url); its log may name the cause.")
    }
  }
}
