import Foundation

/// What is switched on for those who build the site.
struct ToolSettings {
  /// Every state of every component.
  var gallery: Bool
  /// What happens on the site while it happens.
  var inspector: Bool
  /// Templates and public files are read again when they change.
  var development: Bool
  /// The file with the errors of the last build.
  var buildErrors: URL?

  /// - Parameter isPublic: whether others than those at this machine can reach
  ///   the site.
  /// - Throws: `SettingsError` where something is only for this machine.
  init(_ reader: SettingsReader, isPublic: Bool) throws {
    gallery = try reader.flag("previews")
    inspector = try reader.flag("inspector")
    development = try reader.flag("development")
    buildErrors = reader.text("build-errors").map { URL(fileURLWithPath: $0) }
    for (option, isOn) in [("--inspector", inspector), ("--development", development)]
    where isOn && isPublic {
      throw SettingsError(
        "\(option) is for a site that only this machine can reach: leave it out, or listen on "
          + "127.0.0.1 without a public origin or a proxy.")
    }
  }
}
