import ArgumentParser
import Foundation

/// The command `reload`: has the running program reload its files, and waits for the outcome.
struct Reload: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reload the certificate and the editors of the running site.",
    discussion: """
      Waits for the outcome. Exits with status 1 if a file or a setting is invalid, and says why; \
      the site then goes on with what it had. Other settings take effect at the next start.
      """)

  static var settings: [NamedSetting] {
    declaredSettings(of: CommonSettings(), only: ["config", "data"])
  }

  @OptionGroup var options: CommandOptions<Self>

  func run(
    for site: Site<some SiteOptions>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let data = try reader.read(CommonSettings(), only: ["data"]).data
    switch try await Reloads.request(in: data) {
    case .complete: print("Reloaded.")
    case .failed(let sentences): throw SettingsError(sentences)
    case .notRunning:
      throw SettingsError("no program serves the data folder \(data.path); name it with --data.")
    }
  }
}
