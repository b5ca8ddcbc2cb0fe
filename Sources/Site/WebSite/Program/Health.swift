import ArgumentParser
import Foundation
import WebClient

/// The command `health`: asks the running site whether it is ready.
struct Health: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask the running site on this machine whether it is ready.",
    discussion: """
      Exits with status 1 if it is not, or does not answer within four seconds. The address is \
      that of the settings; if nothing answers there, or the site is served with TLS or on a Unix \
      socket, that of the metrics, which is the same program.
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
    var urls = [Self.url(settings.metricsHost, settings.metricsPort ?? 0)].compactMap(\.self)
    if settings.socket == nil, settings.tlsCertificate == nil,
      let url = Self.url(settings.host, settings.port)
    {
      // The service manager may have given the program another socket than this.
      urls.insert(url, at: 0)
    }
    guard !urls.isEmpty else {
      throw SettingsError("the site has no address to ask; set --metrics-port to a port.")
    }
    var limits = WebClient.Limits()
    limits.redirects = 0
    let end = ContinuousClock.now + .seconds(4)
    // A proxy for other machines is not asked for this one.
    setenv("no_proxy", "*", 1)
    for url in urls {
      limits.total = end - ContinuousClock.now
      guard limits.total > .milliseconds(100) else { break }
      do {
        let client = WebClient(userAgent: "health", limits: limits)
        _ = try await client.bytes(of: url, limit: 64 * 1024)
        return print("ready")
      } catch WebClientError.status(503) {
        throw SettingsError("the site is not ready; its log and \(url) name the cause.")
      } catch {
        continue
      }
    }
    let places = urls.map(\.absoluteString).joined(separator: " or ")
    throw SettingsError("the site does not answer at \(places); its log may name the cause.")
  }

  /// Returns the address to ask; `nil` without a port.
  private static func url(_ host: String, _ port: Int) -> URL? {
    guard port != 0 else { return nil }
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    return URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/readyz")
  }
}
