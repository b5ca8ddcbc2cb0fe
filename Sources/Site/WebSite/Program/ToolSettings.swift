import Foundation

/// The developer tools that are switched on.
struct ToolSettings {
  /// True to serve the gallery.
  var gallery: Bool
  /// True to serve the inspector.
  var inspector: Bool
  /// True to reload templates and public files when they change.
  var development: Bool
  /// The file with the errors of the last build.
  var buildErrors: URL?

  /// - Parameter isPublic: true if other machines can reach the site.
  /// - Throws: `SettingsError` if a tool is only for a local site.
  init(_ reader: SettingsReader, isPublic: Bool) throws {
    gallery = try reader.flag("previews")
    inspector = try reader.flag("inspector")
    development = try reader.flag("development")
    buildErrors = reader.text("build-errors").map { URL(fileURLWithPath: $0) }
    for (option, isOn) in [("--inspector", inspector), ("--development", development)]
    where isOn && isPublic {
      throw SettingsError(
        "\(option) is only for a site that no other machine can reach: remove it, or listen on "
          + "127.0.0.1 without a public origin or a proxy.")
    }
  }
}
